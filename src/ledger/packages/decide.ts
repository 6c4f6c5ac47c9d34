import type { NewEvent } from '../events/record.js';
import { gated, isPickUp, type PackageStatus, packageEdges } from './edges.js';
import { type Authored, type Identity, type Moved, NOBODY, type PackageDelta, type Review } from './events.js';
import { openSubtasks, type PackageState } from './evolve.js';

export type PackageCommand =
  /** What the file says, read anew; the same content changes nothing. */
  | { do: 'author'; authored: Authored }
  | {
      do: 'move';
      to: PackageStatus;
      reason?: string;
      /** Leaves the edges, with a reason; it opens no gate. */
      forced?: true;
      claim?: Moved['claim'];
      /** Who it was given to, by whoever picks it up; what is not said is absent (W3). Of a pick-up only. */
      resolved?: Partial<Identity>;
      review?: Review;
    }
  | { do: 'annotate'; delta: PackageDelta };

export type PackageRefused =
  | { refused: 'no-edge'; from: PackageStatus; to: PackageStatus; edges: readonly PackageStatus[] }
  | { refused: 'same-state'; state: PackageStatus }
  | { refused: 'open-subtasks'; to: PackageStatus; names: string[] }
  | { refused: 'forced-without-reason'; to: PackageStatus };

export type PackageDecision = NewEvent[] | PackageRefused;

export const isPackageRefused = (decision: PackageDecision): decision is PackageRefused => !Array.isArray(decision);

/** The one gate (W5): the subtasks that stand in the way of a move, by name. Reads the fold alone. */
export const gate = (state: PackageState, to: PackageStatus): string[] =>
  gated.includes(to) ? openSubtasks(state) : [];

/** Decides on one command: the events, or why not. Pure. */
export function decidePackage(state: PackageState, command: PackageCommand): PackageDecision {
  switch (command.do) {
    case 'author':
      return JSON.stringify(state.authored) === JSON.stringify(command.authored)
        ? []
        : [{ class: 'annotation', type: 'Authored', payload: command.authored }];
    case 'move':
      return move(state, command);
    case 'annotate':
      return [{ class: 'annotation', type: 'Annotated', payload: command.delta }];
    default: {
      const never: never = command;
      throw new Error(`no such command: ${JSON.stringify(never)}`);
    }
  }
}

function move(state: PackageState, command: Extract<PackageCommand, { do: 'move' }>): PackageDecision {
  const { to, forced, claim, review } = command;
  const from = state.state;
  const reason = command.reason?.trim() || null;
  if (from === to) return { refused: 'same-state', state: from };
  if (forced && reason === null) return { refused: 'forced-without-reason', to };
  const edges = packageEdges[from];
  if (!forced && !edges.includes(to)) return { refused: 'no-edge', from, to, edges };
  const names = gate(state, to);
  if (names.length > 0) return { refused: 'open-subtasks', to, names };
  const payload: Moved = {
    reason,
    ...(claim ? { claim } : {}),
    ...(isPickUp(to) ? { resolved: { ...NOBODY, ...command.resolved } } : {}),
    ...(review ? { reviews: [review] } : {}),
  };
  return [{ class: 'transition', type: 'Moved', from, to, forced: forced === true, payload }];
}
