import type { DecisionView, DriveOutcome, DriveView } from '../types.js';
import { type DecisionState, exists, factsOf } from './evolve.js';

/** The row of the outbox that told a holder, as far as its outcome goes. */
export interface ToldPost {
  effect: string;
  state: 'due' | 'claimed' | 'unknown' | 'posted' | 'dropped';
  attempts: number;
  settledAt: number | null;
}

/**
 * Whether a wake landed, one of five (C5): only a pick-up that shows by other means than our own word, here that the row
 * moved on, is `delivered`; a post that stands is none by itself. Pure.
 * @param looked when a sweep last looked, milliseconds UTC; null where none did.
 */
export function driveOutcome(post: ToldPost | null, movedAt: number | null, looked: number | null): DriveOutcome {
  if (post === null || post.state === 'dropped') return 'not-attempted';
  if (post.state === 'due') return post.attempts === 0 ? 'not-attempted' : 'failed';
  if (post.state !== 'posted' || post.settledAt === null) return 'unconfirmed';
  if (movedAt !== null && movedAt >= post.settledAt) return 'delivered';
  return looked !== null && looked > post.settledAt ? 'no-pickup' : 'unconfirmed';
}

/** A decision as everyone but the ledger sees it; null where there is none. Pure. */
export function decisionView(
  state: DecisionState,
  posts: ReadonlyMap<string, ToldPost>,
  looked: number | null,
): DecisionView | null {
  const { raised } = state;
  if (!exists(state) || raised === null) return null;
  const facts = factsOf(state);
  const drives: DriveView[] = Object.entries(state.told)
    .sort(([, a], [, b]) => a.at - b.at)
    .map(([holder, told]) => {
      const moved = told.round === state.round ? (state.moved?.at ?? null) : null;
      return {
        holder,
        round: told.round,
        at: told.at,
        outcome: driveOutcome(posts.get(told.effect) ?? null, moved, looked),
      };
    });
  return {
    id: state.id,
    question: raised.question,
    options: raised.options,
    task: raised.task,
    deciders: raised.deciders,
    waits: raised.waits,
    asker: raised.asker,
    raisedAt: state.raisedAt,
    supersedes: raised.supersedes,
    supersededBy: state.supersededBy,
    rungs: raised.rungs,
    facts,
    answer: state.decided,
    verifiedBy: state.verified,
    message: state.message,
    rulings: state.rulings,
    ladder: state.ladder,
    notes: state.notes,
    drives,
  };
}
