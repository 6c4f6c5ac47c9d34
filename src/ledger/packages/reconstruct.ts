import type { PackageStatus } from './edges.js';
import type { Authored, Identity, ProcessFacts } from './events.js';
import { type ForcedMove, isDone, type PackageNote, type PackageReview, type PackageState } from './evolve.js';

/** Who has the package now: null when nobody claimed it, or the claim was released. */
export interface PackageClaim {
  by: string | null;
  agent: string | null;
  assignee: string | null;
  since: number | null;
  process: ProcessFacts | null;
  heartbeat: number | null;
  baseline: string | null;
}

export interface PackageSubtask {
  id: string;
  title: string | null;
  state: string;
  done: boolean;
}

/** A work package as readers see it: what was intended beside what happened, each under its own name (W3). */
export interface PackageView {
  /** `package:MISSION/WP01`. */
  key: string;
  mission: string;
  id: string;
  authored: Authored | null;
  actual: {
    state: PackageStatus;
    since: number | null;
    forced: number;
    forcedMoves: ForcedMove[];
    /** As they were marked. */
    marks: Record<string, string>;
    notes: PackageNote[];
    refs: string[];
    claim: PackageClaim | null;
    /** Empty until the first pick-up: the recommendation never fills it. */
    resolved: Identity | null;
    reviews: PackageReview[];
    backfilled: number;
  };
  /** The two joined: each subtask that the file names or somebody marked, with what was marked. */
  subtasks: PackageSubtask[];
}

const settled: readonly PackageStatus[] = ['genesis', 'done', 'canceled'];

/** The one function that joins authored and actual (W3). Pure. */
export function reconstruct(state: PackageState): PackageView {
  const slash = state.id.indexOf('/');
  const { authored } = state;
  const held = state.claimedAt !== null || state.agent !== null || state.process !== null || state.assignee !== null;
  const titles = new Map(authored?.subtasks.map((s) => [s.id, s.title]));
  const ids = [...new Set([...titles.keys(), ...Object.keys(state.subtasks)])];
  return {
    key: `package:${state.id}`,
    mission: state.id.slice(0, slash),
    id: state.id.slice(slash + 1),
    authored,
    actual: {
      state: state.state,
      since: state.since,
      forced: state.forced,
      forcedMoves: state.forcedMoves,
      marks: state.subtasks,
      notes: state.notes,
      refs: state.refs,
      claim: held
        ? {
            by: state.claimedBy,
            agent: state.agent,
            assignee: state.assignee,
            since: state.claimedAt,
            process: state.process,
            heartbeat: state.heartbeat,
            baseline: state.baseline,
          }
        : null,
      resolved: state.resolved,
      reviews: state.reviews,
      backfilled: state.backfilled,
    },
    subtasks: ids.map((id) => ({
      id,
      title: titles.get(id) ?? null,
      state: state.subtasks[id] ?? 'open',
      done: isDone(state.subtasks[id]),
    })),
  };
}

/** Whether somebody may be at work on it. */
export const isUnderWay = (view: PackageView): boolean => !settled.includes(view.actual.state);
