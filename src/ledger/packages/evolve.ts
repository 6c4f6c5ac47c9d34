import { foldDelta } from '../events/merge.js';
import type { EventRecord } from '../events/record.js';
import type { Note } from '../types.js';
import { isPackageStatus, isRollback, type PackageStatus } from './edges.js';
import {
  type Authored,
  type Identity,
  type Imported,
  type Moved,
  NOBODY,
  type PackageDelta,
  type ProcessFacts,
  packageRules,
  type Review,
} from './events.js';

export interface PackageNote extends Note {
  backfilled: boolean;
}

export interface PackageReview extends Review {
  at: number;
  backfilled: boolean;
}

/** A move that left the edges or was marked as forced: named, and counted (W2). */
export interface ForcedMove {
  from: string;
  to: string;
  at: number;
  by: string;
  reason: string | null;
}

/** A work package as the fold of its events (W2). Times are milliseconds UTC. */
export interface PackageState {
  /** `MISSION/WP01`. */
  id: string;
  state: PackageStatus;
  /** Since when it is in that state; null before the first move. */
  since: number | null;
  forced: number;
  forcedMoves: ForcedMove[];
  /** What the file intended (L7): read by `reconstruct`, by the gate for which subtasks there are, and by nothing else. */
  authored: Authored | null;
  subtasks: Record<string, string>;
  notes: PackageNote[];
  refs: string[];
  agent: string | null;
  assignee: string | null;
  process: ProcessFacts | null;
  heartbeat: number | null;
  baseline: string | null;
  claimedAt: number | null;
  claimedBy: string | null;
  /** Who was given the last pick-up; null before the first. A field that was unknown is null in it (W3). */
  resolved: Identity | null;
  reviews: PackageReview[];
  /** Moves that a reviewer's sending back, said beside them, overruled. */
  overruled: number;
  /** Facts that were backfilled at an import. */
  backfilled: number;
  /** The last move that counted: what it is held against is its own word for where it came from. */
  last: { from: string; moment: string; rollback: boolean } | null;
}

export const initialPackage = (id: string): PackageState => ({
  id,
  state: 'genesis',
  since: null,
  forced: 0,
  forcedMoves: [],
  authored: null,
  subtasks: {},
  notes: [],
  refs: [],
  agent: null,
  assignee: null,
  process: null,
  heartbeat: null,
  baseline: null,
  claimedAt: null,
  claimedBy: null,
  resolved: null,
  reviews: [],
  overruled: 0,
  backfilled: 0,
  last: null,
});

type Ordered = Pick<EventRecord, 'at' | 'class' | 'id'> & { payload: Record<string, unknown> };

const micros = (event: Ordered): number => (typeof event.payload.micros === 'number' ? event.payload.micros : 0);
const rank = (event: Ordered): number => (event.class === 'transition' ? 0 : 1);

/**
 * The order in which a package is folded: by time to the microsecond, a transition before an annotation of the same time
 * (L3), then by id. Versions are in order of arrival, and logs merged by git arrive in any order, so they decide nothing.
 */
export function packageOrder<E extends Ordered>(events: readonly E[]): E[] {
  return [...events].sort(
    (a, b) => a.at - b.at || micros(a) - micros(b) || rank(a) - rank(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

const actorOf = (event: EventRecord): string => event.actor.name ?? event.actor.id;
const blank = (value: unknown) => value === '' || value === undefined;
const withoutBlanks = (delta: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(delta).filter(([, value]) => !blank(value)));

/** `evolve` of a package: pure, no clock. An unknown event type or field changes nothing here, and stays in the log. */
export function evolvePackage(state: PackageState, event: EventRecord): PackageState {
  const { backfilled } = event.payload as Imported;
  const counted = backfilled ? { ...state, backfilled: state.backfilled + 1 } : state;
  switch (event.type) {
    case 'Moved':
      return moved(counted, event);
    case 'Annotated':
      return annotated(counted, event.payload as PackageDelta, event);
    case 'Authored': {
      const { micros: _m, source: _s, backfilled: _b, ...authored } = event.payload as Authored & Imported;
      return { ...state, authored };
    }
    default:
      return state;
  }
}

function moved(state: PackageState, event: EventRecord): PackageState {
  const payload = event.payload as Moved & Imported;
  const to = event.to ?? '';
  if (!isPackageStatus(to)) return state;
  const from = payload.source?.from ?? event.from ?? '';
  const moment = `${event.at}.${micros(event)}`;
  const rollback = isRollback(from, to, typeof payload.source?.line?.review_ref === 'string');
  if (isOverruled(state, { from, moment, rollback })) return { ...state, overruled: state.overruled + 1 };
  const by = actorOf(event);
  const next: PackageState = {
    ...state,
    state: to,
    since: event.at,
    forced: state.forced + (event.forced ? 1 : 0),
    forcedMoves: event.forced
      ? [...state.forcedMoves, { from, to, at: event.at, by, reason: payload.reason ?? null }]
      : state.forcedMoves,
    last: { from, moment, rollback },
  };
  if (to === 'claimed' || to === 'in_review') {
    next.claimedAt = event.at;
    next.claimedBy = by;
  }
  const { claim, resolved, reviews } = payload;
  return annotated(next, { ...claim, resolved, reviews }, event);
}

/**
 * Two clones of a log, merged: what one reviewer sent back is not undone by the other's move of the same moment, nor by a
 * later one that did not start from where it was sent back to.
 */
function isOverruled(state: PackageState, move: { from: string; moment: string; rollback: boolean }): boolean {
  if (!state.last?.rollback || move.rollback) return false;
  return move.moment === state.last.moment || move.from !== state.state;
}

function annotated(state: PackageState, delta: PackageDelta, event: EventRecord): PackageState {
  const marked = (event.payload as Imported).backfilled === true;
  const held: PackageState = delta.released
    ? { ...state, agent: null, process: null, heartbeat: null, claimedAt: null, claimedBy: null }
    : state;
  const { notes, reviews, resolved, subtasks, refs, refsReplaced, released: _released, ...plain } = delta;
  const next = foldDelta(packageRules, held, {
    ...plain,
    ...(refs && !refsReplaced ? { refs } : {}),
    ...(subtasks ? { subtasks: withoutBlanks(subtasks) } : {}),
    ...(resolved ? { resolved: withoutBlanks({ ...resolved }) } : {}),
    ...(notes ? { notes: notes.map((note) => ({ ...note, backfilled: marked })) } : {}),
    ...(reviews ? { reviews: reviews.map((review) => ({ ...review, at: event.at, backfilled: marked })) } : {}),
  });
  if (refsReplaced) next.refs = [...new Set(refsReplaced)];
  if (resolved) next.resolved = { ...NOBODY, ...next.resolved };
  return next;
}

/** Subtasks that are not done: those that the file names, and those that were marked (W5). */
export function openSubtasks(state: PackageState): string[] {
  const known = new Set([...(state.authored?.subtasks.map((s) => s.id) ?? []), ...Object.keys(state.subtasks)]);
  return [...known].filter((id) => !isDone(state.subtasks[id]));
}

/** A subtask that was called off is owed by nobody. */
export const isDone = (mark: string | undefined): boolean => mark === 'done' || mark === 'canceled';
