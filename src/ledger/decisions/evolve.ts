import { foldDelta } from '../events/merge.js';
import type { EventRecord } from '../events/record.js';
import type { Note } from '../types.js';
import {
  type ApplicationMoved,
  type Decided,
  type DecisionMessage,
  decisionRules,
  type Ladder,
  type Raised,
  type Superseded,
  type Told,
  type Verified,
} from './events.js';
import { ABSENT, decisionFacts, type RecordedWords, standing } from './facts.js';

/** A decision as the fold of its events (§8). Times are milliseconds UTC. Its facts are read by `decisionFacts` alone. */
export interface DecisionState {
  id: string;
  /** What was written, in the writer's own words. */
  words: { decision: string; application: string; verification: string };
  raised: Raised | null;
  raisedAt: number;
  decided: (Decided & { at: number }) | null;
  supersededBy: string | null;
  moved: (ApplicationMoved & { at: number }) | null;
  verified: (Verified & { at: number }) | null;
  /** Counts how often it was open for application: 1 when decided, one more with each failed verification (D7). */
  round: number;
  message: DecisionMessage | null;
  told: Record<string, Told>;
  rulings: string[];
  ladder: Ladder | null;
  notes: Note[];
}

export const initialDecision = (id: string): DecisionState => ({
  id,
  words: { decision: 'none', application: ABSENT, verification: ABSENT },
  raised: null,
  raisedAt: 0,
  decided: null,
  supersededBy: null,
  moved: null,
  verified: null,
  round: 0,
  message: null,
  told: {},
  rulings: [],
  ladder: null,
  notes: [],
});

export const exists = (state: DecisionState): boolean => state.raised !== null;

export function wordsOf(state: DecisionState): RecordedWords {
  return {
    ...state.words,
    needs: state.moved?.needs ?? null,
    why: state.moved?.why ?? null,
    holder: state.moved?.holder ?? null,
    revision: state.verified?.revision ?? null,
    evidence: state.verified?.evidence ?? null,
  };
}

/** The three facts of a decision (D1). */
export const factsOf = (state: DecisionState) => decisionFacts(wordsOf(state));

export function standingOf(state: DecisionState): string {
  return exists(state) ? standing(factsOf(state)) : `none/${ABSENT}/${ABSENT}`;
}

/**
 * `evolve` of a decision: pure, no clock. The words are those that the transition itself names, whatever its type: a word of
 * another version is kept as it is, and reads `unknown` (D2).
 */
export function evolveDecision(state: DecisionState, event: EventRecord): DecisionState {
  const next = event.class === 'transition' ? { ...state, words: spelled(event.to ?? '', state.words) } : state;
  switch (event.type) {
    case 'Raised':
      return { ...next, raised: event.payload as Raised, raisedAt: event.at };
    case 'Decided':
      return { ...next, decided: { ...(event.payload as Decided), at: event.at }, round: 1 };
    case 'Superseded':
      return { ...next, supersededBy: (event.payload as Superseded).by };
    case 'ApplicationMoved':
      return { ...next, moved: { ...(event.payload as ApplicationMoved), at: event.at } };
    case 'Verified': {
      const verified = { ...(event.payload as Verified), at: event.at };
      // It is open for application again, in a round of its own: whoever holds it is told anew (D7, D9).
      return verified.state === 'failed'
        ? { ...next, verified, moved: null, round: state.round + 1 }
        : { ...next, verified };
    }
    case 'Annotated': {
      const { verified, ...delta } = event.payload as { verified?: Verified };
      const folded = foldDelta(decisionRules, next, delta);
      return verified ? { ...folded, verified: { ...verified, at: event.at } } : folded;
    }
    default:
      return next;
  }
}

function spelled(to: string, before: DecisionState['words']): DecisionState['words'] {
  const [decision, application, verification] = to.split('/');
  return {
    decision: decision || before.decision,
    application: application || before.application,
    verification: verification || before.verification,
  };
}
