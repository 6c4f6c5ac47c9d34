import type { BoardDecision, SeatClaim } from '../handoffs/decide.js';
import type { BoardDelta, Line } from '../handoffs/events.js';
import type { BoardState } from '../handoffs/evolve.js';
import type { Unit } from '../unit.js';
import { gate, type PackageCommand } from './decide.js';
import type { PackageStatus } from './edges.js';
import { NOBODY, type PackageDelta } from './events.js';
import { openSubtasks, type PackageState } from './evolve.js';
import { matchPackage, onPackage } from './packages.js';
import { packageStream } from './table.js';

/** What a handoff and the work package that it names have in common: one stream, and one gate (W7). */

/** The package that the open handoff of a key names, as it is; null where it names none. */
export async function packageOf(unit: Unit, board: BoardState): Promise<PackageState | null> {
  const named = board.handoff?.package;
  if (!named) return null;
  const match = await matchPackage(unit.db, named);
  const id = 'found' in match ? match.found : named.trim().replace(/^package:/i, '');
  return (await unit.load(packageStream, id)).state;
}

const plain = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The package's own subtask that a mark means, by its id, its title, or both; null where it has none of that name. */
export function subtaskNamed(state: PackageState, name: string): string | null {
  const wanted = plain(name);
  const authored = state.authored?.subtasks ?? [];
  const found = authored.find(({ id, title }) =>
    [id, title, title === null ? null : `${id} ${title}`].some((n) => n !== null && plain(n) === wanted),
  );
  return found?.id ?? Object.keys(state.subtasks).find((id) => plain(id) === wanted) ?? null;
}

/** A decision on a bridge claim, with the package's gate behind it, and its subtasks known beside the handoff's. Pure. */
export function withPackage(
  decision: BoardDecision,
  state: PackageState | null,
  claim: SeatClaim,
  counted: string,
): BoardDecision {
  if (state === null) return decision;
  if (claim.act === 'done') {
    const names = gate(state, 'done');
    if (names.length === 0) return decision;
    if (decision.ok) return { ok: false, refusal: { why: 'open-subtasks', names } };
    if (decision.refusal?.why !== 'open-subtasks') return decision;
    return { ok: false, refusal: { why: 'open-subtasks', names: [...new Set([...decision.refusal.names, ...names])] } };
  }
  if (claim.act !== 'marked' || decision.ok || decision.refusal?.why !== 'unknown-subtask') return decision;
  if (subtaskNamed(state, claim.subtask) !== null) {
    const delta: BoardDelta = { counted: [counted] };
    return { ok: true, events: [{ class: 'annotation', type: 'Annotated', payload: delta }] };
  }
  const known = [...decision.refusal.known, ...(state.authored?.subtasks.map((s) => s.id) ?? openSubtasks(state))];
  return { ok: false, refusal: { ...decision.refusal, known } };
}

const annotate = (delta: PackageDelta): PackageCommand => ({ do: 'annotate', delta });

/** The way that a taker's words lead, from where the package is. */
const towards: Readonly<
  Record<'accepted' | 'working' | 'done', Partial<Record<PackageStatus, readonly PackageStatus[]>>>
> = {
  accepted: { planned: ['claimed'] },
  working: { planned: ['claimed', 'in_progress'], claimed: ['in_progress'], blocked: ['in_progress'] },
  // The taker says done; a review says approved. What was approved already is done with it.
  done: {
    planned: ['claimed', 'in_progress', 'for_review'],
    claimed: ['in_progress', 'for_review'],
    in_progress: ['for_review'],
    approved: ['done'],
  },
};

/** What a claim that counted means for the package's stream. Pure; each command is decided on when its turn comes. */
export function ofClaim(state: PackageState, seat: string, claim: SeatClaim, line: Line, at: number): PackageCommand[] {
  switch (claim.act) {
    case 'accepted':
    case 'working': {
      const moves = movesOf(state, seat, claim.act);
      // Another than before takes it up where it is: whoever that is, it is not who it was (W3).
      const taken = moves.length === 0 && state.agent !== seat ? [annotate({ agent: seat, resolved: NOBODY })] : [];
      const notes = claim.note ? [{ text: claim.note, by: seat, at }] : [];
      return [...moves, ...taken, ...(notes.length > 0 ? [annotate({ notes })] : [])];
    }
    case 'done':
      return [...movesOf(state, seat, 'done'), ...(claim.link ? [annotate({ refs: [claim.link] })] : [])];
    case 'released':
    case 'handed-back':
      return state.agent === seat ? [annotate({ released: true })] : [];
    case 'marked': {
      const id = subtaskNamed(state, claim.subtask);
      if (id === null || state.subtasks[id] === claim.state) return [];
      return [annotate({ subtasks: { [id]: claim.state } })];
    }
    default: {
      const never: never = claim;
      throw new Error(`no such claim on ${line.ts}: ${JSON.stringify(never)}`);
    }
  }
}

function movesOf(state: PackageState, seat: string, act: 'accepted' | 'working' | 'done'): PackageCommand[] {
  const reason = `the bridge says ${act}`;
  return (towards[act][state.state] ?? []).map((to) => ({
    do: 'move',
    to,
    reason,
    ...(to === 'claimed' ? { claim: { agent: seat } } : {}),
  }));
}

/** Carries a claim that counted over to the package's stream; what the package does not allow leaves it as it is. */
export async function followClaim(
  unit: Unit,
  state: PackageState | null,
  seat: string,
  claim: SeatClaim,
  line: Line,
  at: number,
): Promise<void> {
  if (state === null) return;
  for (const command of ofClaim(state, seat, claim, line, at)) {
    if ('refused' in (await onPackage(unit, state.id, command))) return;
  }
}
