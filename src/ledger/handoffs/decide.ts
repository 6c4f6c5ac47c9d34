import type { NewEvent } from '../events/record.js';
import { compareTs, tsToMillis } from '../keys.js';
import type { ClaimRefusal } from '../types.js';
import type { BoardDelta, HandedOff, Line } from './events.js';
import { type BoardState, type BoardStatus, countedAs, holds, isHeld } from './evolve.js';

/** One bridge claim, its names already resolved to seats of the configuration. `until` is milliseconds UTC. */
export type SeatClaim =
  | { act: 'accepted' | 'working'; until: number | null; note: string | null }
  | { act: 'done'; link: string | null }
  | { act: 'released'; to: string; why: string }
  | { act: 'handed-back'; why: string }
  | { act: 'marked'; subtask: string; state: 'done' | 'open' };

export type BoardDecision =
  | { ok: true; events: NewEvent[] }
  /** The line changes nothing, and its writer is told why. */
  | { ok: false; refusal: ClaimRefusal }
  /** The line belongs to an earlier round, or came after a later one: it counts for nothing, in silence (H8, H11). */
  | { ok: false; refusal: null };

const move = (type: string, from: string, to: BoardStatus, payload: Record<string, unknown>): NewEvent => ({
  class: 'transition',
  type,
  from,
  to,
  payload,
});
const annotate = (delta: BoardDelta): NewEvent => ({ class: 'annotation', type: 'Annotated', payload: delta });

/** Whether somebody owes this key now, by a HANDOFF that has neither ended nor been handed back. */
export const isOpen = (board: BoardState): boolean =>
  board.handoff !== null && ['handed', 'accepted', 'working', 'released'].includes(board.state);

/** What a HANDOFF of this key amounts to, given what is open on it (H9). */
export type HandoffMeaning = 'new' | 'handed-again' | 'handed-on' | 'handed-back';

/** Whether a release names the seat, which has not claimed it yet (H9). */
const isNamed = (board: BoardState, seat: string): boolean => seat === board.pendingTo && seat !== board.taker;

/** Whether passing it to `to` gives it back: to its sender, or by the seat that a release names to the releaser (H9). */
const givesBack = (board: BoardState, seat: string, to: string): boolean =>
  to === board.handoff?.by || (isNamed(board, seat) && to === board.taker);

/** The HANDOFF of a seat that owes it, or was named to, hands it on or back. Pure. */
export function handoffMeaning(board: BoardState, by: string, to: string): HandoffMeaning {
  if (!isOpen(board)) return 'new';
  if ((by !== board.taker && !isNamed(board, by)) || by === board.handoff?.by) return 'handed-again';
  return givesBack(board, by, to) ? 'handed-back' : 'handed-on';
}

/** What a claim amounts to: a release to where it came from hands it back (H9). Pure. */
export function claimMeaning(board: BoardState, seat: string, said: SeatClaim): SeatClaim {
  if (said.act !== 'released' || said.to === seat || !isOpen(board)) return said;
  return givesBack(board, seat, said.to) ? { act: 'handed-back', why: said.why } : said;
}

/** Decides on a HANDOFF that was judged sound (H3). What it says was authored once: an edit of it counts for nothing (L7). Pure. */
export function decideHandoff(board: BoardState, handoff: HandedOff): BoardDecision {
  if (board.handoff?.line.ts === handoff.line.ts) return { ok: false, refusal: null };
  const passedOn = (['released', 'handed-back'] as const).some((act) =>
    board.counted.includes(countedAs(handoff.line, act)),
  );
  if (passedOn) return { ok: false, refusal: null };
  if (board.lastLine && compareTs(handoff.line.ts, board.lastLine.ts) < 0 && board.round > 0) {
    return { ok: false, refusal: null };
  }
  const { by, to, line, why } = handoff;
  switch (handoffMeaning(board, by, to)) {
    case 'new':
      return { ok: true, events: [move('HandedOff', board.state, 'handed', handoff)] };
    case 'handed-again':
      return {
        ok: true,
        events: [
          move('Withdrawn', board.state, 'withdrawn', { by, line }),
          move('HandedOff', 'withdrawn', 'handed', handoff),
        ],
      };
    case 'handed-on':
      return { ok: true, events: release(board, { seat: by, line, to, why, how: 'handed-on' }) };
    case 'handed-back':
      return { ok: true, events: handBack(board, by, line, why) };
  }
}

function release(
  board: BoardState,
  released: { seat: string; line: Line; to: string; why: string; how: 'released' | 'handed-on' },
): NewEvent[] {
  // Released before and still not taken up, or passed on by whom it was for: only whom it is for changes.
  if (board.state === 'released' || isNamed(board, released.seat)) {
    return [annotate({ pendingTo: released.to, counted: [countedAs(released.line, 'released')] })];
  }
  return [move('Released', board.state, 'released', released)];
}

function handBack(board: BoardState, seat: string, line: Line, why: string): NewEvent[] {
  // The seat that a release named declines it: the releaser goes on owing it (H9).
  if (isNamed(board, seat)) return [annotate({ pendingTo: null, counted: [countedAs(line, 'handed-back')] })];
  return [move('HandedBack', board.state, 'handed-back', { seat, line, why })];
}

/** A hold that passes from one seat to another ends first: no state follows itself (L2). */
function takenOver(board: BoardState, seat: string, line: Line): NewEvent[] {
  if (!isHeld(board) || holds(board, seat)) return [];
  const from = board.claim?.seat ?? '';
  const why = 'taken up by the seat that it was released to';
  return [move('Released', board.state, 'released', { seat: from, line, to: seat, why, how: 'released' })];
}

/** The act as it is remembered: each mark of a message is one. */
export const actOf = (claim: SeatClaim): string =>
  claim.act === 'marked' ? `marked/${plain(claim.subtask)}/${claim.state}` : claim.act;

/** Where a late or early line stands against what was already read (H8, H11). */
function isLate(board: BoardState, line: Line, claim: SeatClaim): boolean {
  if (board.handoff && compareTs(line.ts, board.handoff.line.ts) < 0) return true;
  // An edit stands where its message stood; one that counted before does not count again.
  if (line.edited !== null) return board.counted.includes(countedAs(line, actOf(claim)));
  return board.lastLine !== null && compareTs(line.ts, board.lastLine.ts) < 0;
}

/**
 * Decides on one BRIDGE CLAIM line of a seat (H7 to H9). Last week's line, edited today, still belongs to last week. Pure.
 */
export function decideClaim(board: BoardState, seat: string, claim: SeatClaim, line: Line): BoardDecision {
  if (isLate(board, line, claim)) return { ok: false, refusal: null };
  if (claim.act === 'marked') return decideMark(board, seat, claim, line);
  const may = board.taker === null || seat === board.taker || seat === board.pendingTo;
  if (!may) return { ok: false, refusal: { why: 'not-the-taker', taker: board.taker } };
  switch (claim.act) {
    case 'accepted':
    case 'working':
      return hold(board, seat, claim, line);
    case 'done':
      return done(board, seat, claim.link, line);
    case 'released': {
      if (!isOpen(board) && !holds(board, seat)) return { ok: false, refusal: { why: 'unknown-key' } };
      if (claim.to === seat) return { ok: false, refusal: { why: 'release-to-itself' } };
      return { ok: true, events: release(board, { seat, line, to: claim.to, why: claim.why, how: 'released' }) };
    }
    case 'handed-back':
      if (!isOpen(board)) return { ok: false, refusal: { why: 'unknown-key' } };
      return { ok: true, events: handBack(board, seat, line, claim.why) };
    default: {
      const never: never = claim;
      throw new Error(`no such claim: ${JSON.stringify(never)}`);
    }
  }
}

function hold(
  board: BoardState,
  seat: string,
  claim: { act: 'accepted' | 'working'; until: number | null; note: string | null },
  line: Line,
): BoardDecision {
  if (board.state === claim.act && holds(board, seat)) {
    const notes = claim.note ? [{ text: claim.note, by: seat, at: tsToMillis(line.ts) }] : undefined;
    const counted = [countedAs(line, claim.act)];
    return { ok: true, events: [annotate({ until: claim.until, counted, ...(notes ? { notes } : {}) })] };
  }
  if (board.state === 'handed-back') return { ok: false, refusal: { why: 'not-the-taker', taker: null } };
  const type = claim.act === 'accepted' ? 'Accepted' : 'Working';
  const payload = { seat, line, implied: false, until: claim.until, note: claim.note };
  const over = takenOver(board, seat, line);
  return { ok: true, events: [...over, move(type, over.length > 0 ? 'released' : board.state, claim.act, payload)] };
}

function done(board: BoardState, seat: string, link: string | null, line: Line): BoardDecision {
  if (!link) return { ok: false, refusal: { why: 'done-without-link' } };
  if (board.state === 'handed-back') return { ok: false, refusal: { why: 'not-the-taker', taker: null } };
  const open = Object.entries(board.subtasks).filter(([, state]) => state === 'open');
  if (open.length > 0) return { ok: false, refusal: { why: 'open-subtasks', names: open.map(([name]) => name) } };
  const payload = { seat, line, link };
  if (holds(board, seat)) return { ok: true, events: [move('Done', board.state, 'done', payload)] };
  const implied = { seat, line, implied: true, until: null, note: null };
  const over = takenOver(board, seat, line);
  const from = over.length > 0 ? 'released' : board.state;
  return {
    ok: true,
    events: [...over, move('Working', from, 'working', implied), move('Done', 'working', 'done', payload)],
  };
}

const plain = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

function decideMark(
  board: BoardState,
  seat: string,
  claim: { act: 'marked'; subtask: string; state: 'done' | 'open' },
  line: Line,
): BoardDecision {
  if (!board.handoff) return { ok: false, refusal: { why: 'unknown-key' } };
  if (seat !== board.taker && seat !== board.handoff.by) {
    return { ok: false, refusal: { why: 'not-the-taker', taker: board.taker } };
  }
  const known = Object.keys(board.subtasks);
  const name = known.find((n) => plain(n) === plain(claim.subtask));
  if (!name) return { ok: false, refusal: { why: 'unknown-subtask', named: claim.subtask, known } };
  if (board.subtasks[name] === claim.state) return { ok: true, events: [] };
  const counted = [countedAs(line, actOf(claim))];
  return { ok: true, events: [annotate({ subtasks: { [name]: claim.state }, counted })] };
}
