import { foldDelta } from '../events/merge.js';
import type { EventRecord } from '../events/record.js';
import { compareTs } from '../keys.js';
import type { Note } from '../types.js';
import {
  boardRules,
  type Done,
  type HandedBack,
  type HandedOff,
  type Held,
  type Line,
  type Released,
} from './events.js';
import type { BoardClaim } from './fingerprint.js';

export type BoardStatus =
  | 'none'
  | 'handed'
  | 'accepted'
  | 'working'
  | 'done'
  | 'released'
  | 'handed-back'
  | 'withdrawn';

/** One key of the claims board, as the fold of the lines read on the bridge. */
export interface BoardState {
  key: string;
  state: BoardStatus;
  /** Counts HANDOFF posts of this key (H1); 0 where only claims were seen. */
  round: number;
  handoff: HandedOff | null;
  /** The seat that owes it: who was handed it, until a release is taken up (H7, H9). */
  taker: string | null;
  /** The seat that a release or hand-on names, until its own claim (H9). */
  pendingTo: string | null;
  claim: BoardClaim | null;
  until: number | null;
  /** The last line that counted. */
  lastLine: Line | null;
  /** In the order in which the HANDOFF lists them. */
  subtaskNames: string[];
  subtasks: Record<string, 'done' | 'open'>;
  /** Lines of this round that counted, as `message#act`: an edit of one does not count again. */
  counted: string[];
  notes: Note[];
  refs: string[];
}

export const initialBoard = (key: string): BoardState => ({
  key,
  state: 'none',
  round: 0,
  handoff: null,
  taker: null,
  pendingTo: null,
  claim: null,
  until: null,
  lastLine: null,
  subtaskNames: [],
  subtasks: {},
  counted: [],
  notes: [],
  refs: [],
});

/**
 * The edges of a handoff (L2). There is none from a state to itself: a repeated line is an annotation, a HANDOFF over an
 * open one withdraws it first, a done without a hold begins one. Seats may claim a key before anybody handed it over; then
 * the first HANDOFF follows a hold, or its release.
 */
export const boardEdges: Readonly<Record<BoardStatus, readonly BoardStatus[]>> = {
  none: ['handed', 'accepted', 'working'],
  handed: ['accepted', 'working', 'released', 'handed-back', 'withdrawn'],
  accepted: ['working', 'done', 'released', 'handed-back', 'withdrawn', 'handed'],
  working: ['accepted', 'done', 'released', 'handed-back', 'withdrawn', 'handed'],
  released: ['accepted', 'working', 'handed-back', 'withdrawn', 'handed'],
  done: ['handed', 'accepted', 'working'],
  'handed-back': ['handed'],
  withdrawn: ['handed'],
};

/** Whether somebody holds the key in this round. A HANDOFF begins a new one: an older hold is only in its snapshot (H8). */
export const isHeld = (board: BoardState): boolean => board.state === 'accepted' || board.state === 'working';

/** Whether a seat holds the key now, by a line of its own. */
export const holds = (board: BoardState, seat: string): boolean => isHeld(board) && board.claim?.seat === seat;

export const countedAs = (line: Line, act: string): string => `${line.ts}#${act}`;

const later = (a: Line | null, b: Line): Line => (a && compareTs(a.ts, b.ts) > 0 ? a : b);

/** `evolve` of a handoff: pure, no clock. An unknown event type changes nothing. */
export function evolveBoard(state: BoardState, event: EventRecord): BoardState {
  switch (event.type) {
    case 'HandedOff': {
      const handoff = event.payload as HandedOff;
      return {
        ...state,
        state: 'handed',
        round: state.round + 1,
        handoff,
        taker: handoff.to,
        pendingTo: null,
        until: null,
        lastLine: later(state.lastLine, handoff.line),
        subtaskNames: handoff.subtasks.map((s) => s.name),
        subtasks: Object.fromEntries(handoff.subtasks.map((s) => [s.name, s.state])),
        counted: [],
        refs: [...new Set([...state.refs, ...handoff.refs])],
      };
    }
    case 'Accepted':
    case 'Working': {
      const held = event.payload as Held;
      const status = event.type === 'Accepted' ? 'accepted' : 'working';
      const claimedAt = holds(state, held.seat) ? (state.claim?.claimedAt ?? held.line.ts) : held.line.ts;
      return {
        ...state,
        state: status,
        taker: held.seat,
        pendingTo: held.seat === state.taker ? state.pendingTo : null,
        claim: { state: status, seat: held.seat, claimedAt, until: held.until, link: null },
        until: held.until,
        lastLine: later(state.lastLine, held.line),
        counted: held.implied ? state.counted : [...state.counted, countedAs(held.line, status)],
        notes: held.note ? [...state.notes, { text: held.note, by: held.seat, at: event.at }] : state.notes,
      };
    }
    case 'Done': {
      const done = event.payload as Done;
      return {
        ...state,
        state: 'done',
        pendingTo: null,
        claim: {
          state: 'done',
          seat: done.seat,
          claimedAt: state.claim?.claimedAt ?? done.line.ts,
          until: state.claim?.until ?? null,
          link: done.link,
        },
        lastLine: later(state.lastLine, done.line),
        counted: [...state.counted, countedAs(done.line, 'done')],
      };
    }
    case 'Released': {
      const released = event.payload as Released;
      return {
        ...state,
        state: 'released',
        pendingTo: released.to,
        claim: ended(state, released.seat, 'released', released.line),
        lastLine: later(state.lastLine, released.line),
        counted: [...state.counted, countedAs(released.line, 'released')],
      };
    }
    case 'HandedBack': {
      const back = event.payload as HandedBack;
      return {
        ...state,
        state: 'handed-back',
        pendingTo: null,
        claim: ended(state, back.seat, 'handed-back', back.line),
        lastLine: later(state.lastLine, back.line),
        counted: [...state.counted, countedAs(back.line, 'handed-back')],
      };
    }
    case 'Withdrawn':
      return { ...state, state: 'withdrawn', pendingTo: null };
    case 'Annotated': {
      const next = foldDelta(boardRules, state, event.payload);
      const until = (event.payload as { until?: number | null }).until;
      return until === undefined || !next.claim ? next : { ...next, claim: { ...next.claim, until } };
    }
    default:
      return state;
  }
}

function ended(state: BoardState, seat: string, how: 'released' | 'handed-back', line: Line): BoardClaim {
  const began = holds(state, seat) ? state.claim : null;
  return { state: how, seat, claimedAt: began?.claimedAt ?? line.ts, until: began?.until ?? null, link: null };
}
