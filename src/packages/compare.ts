import type { PackageState } from '../ledger/index.js';
import { identityFields, laneOf, resolvedWord } from './log.js';

/** `--compare`: the fold of a mission's log against the `status.json` that its own tool computed (W6). Pure. */
export interface Difference {
  wp: string;
  field: 'lane' | 'forced' | 'subtasks' | 'notes' | 'resolved' | 'package';
  ours: unknown;
  theirs: unknown;
  /** Why, where the mission's own files show that it is theirs to answer for; null where it is not known. */
  because: string | null;
}

interface Theirs {
  lane?: unknown;
  force_count?: unknown;
  subtasks?: Record<string, string> | null;
  notes?: string[] | null;
  last_event_id?: unknown;
  [field: string]: unknown;
}

export interface StatusFile {
  event_count?: unknown;
  last_event_id?: unknown;
  materialized_at?: unknown;
  work_packages?: Record<string, Theirs>;
}

export interface ComparedLog {
  /** How many transitions the log holds, each id once, and the last of each package by the order of the fold. */
  transitions: number;
  lastMove: Map<string, string>;
}

/** Holds the folds against the file; equal where there is nothing to list. */
export function compare(folds: ReadonlyMap<string, PackageState>, status: StatusFile, log: ComparedLog): Difference[] {
  const theirs = status.work_packages ?? {};
  const names = [...new Set([...folds.keys(), ...Object.keys(theirs)])].sort();
  return names.flatMap((wp) => comparePackage(wp, folds.get(wp), theirs[wp], status, log));
}

function comparePackage(
  wp: string,
  fold: PackageState | undefined,
  theirs: Theirs | undefined,
  status: StatusFile,
  log: ComparedLog,
): Difference[] {
  const because = staleness(wp, theirs, status, log) ?? overruled(fold);
  const differs = (field: Difference['field'], ours: unknown, other: unknown): Difference[] =>
    same(ours, other) ? [] : [{ wp, field, ours, theirs: other, because }];
  if (theirs === undefined) {
    const nothing = !fold || (fold.last === null && fold.notes.length === 0 && Object.keys(fold.subtasks).length === 0);
    return nothing ? [] : differs('package', fold.state, null);
  }
  if (fold === undefined) return differs('package', null, theirs.lane ?? null);
  const lane = theirs.lane === 'uninitialized' ? 'genesis' : (laneOf(theirs.lane) ?? theirs.lane ?? null);
  const resolved: Record<string, string | null> = {};
  const other: Record<string, string | null> = {};
  for (const [name, ours] of identityFields) {
    resolved[ours] = fold.resolved?.[ours] ?? null;
    other[ours] = resolvedWord(theirs[name]) ?? null;
  }
  return [
    ...differs('lane', fold.state, lane),
    ...differs('forced', fold.forced, theirs.force_count ?? 0),
    ...differs('subtasks', fold.subtasks, theirs.subtasks ?? {}),
    ...differs(
      'notes',
      fold.notes.map((note) => note.text),
      theirs.notes ?? [],
    ),
    ...differs('resolved', resolved, other),
  ];
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** Older versions of the tool let a late move undo what a reviewer had sent back meanwhile. */
const overruled = (fold: PackageState | undefined): string | null =>
  fold && fold.overruled > 0
    ? `${fold.overruled} of its moves did not start from where a reviewer had sent it back to, and do not count here`
    : null;

/** A `status.json` is computed now and then: what the log says after it is no difference of the fold. */
function staleness(wp: string, theirs: Theirs | undefined, status: StatusFile, log: ComparedLog): string | null {
  const last = log.lastMove.get(wp);
  const told = typeof theirs?.last_event_id === 'string' ? theirs.last_event_id : null;
  if (told !== null && last !== undefined && told !== last) {
    return `status.json stops at event ${told} of ${wp}; the log goes on to ${last}`;
  }
  if (typeof status.event_count === 'number' && status.event_count !== log.transitions) {
    return `status.json was computed from ${status.event_count} transitions; the log has ${log.transitions}`;
  }
  return null;
}
