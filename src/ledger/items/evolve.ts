import { foldDelta } from '../events/merge.js';
import type { EventRecord } from '../events/record.js';
import type { Note, Proof } from '../types.js';
import {
  type ClosedPayload,
  type ItemHandoff,
  itemRules,
  type Mute,
  type OpenedPayload,
  type Pending,
  type Said,
  type Taken,
} from './events.js';

/** An item as the fold of its events (spec §5). Times are milliseconds UTC. */
export interface ItemState {
  key: string;
  kind: string;
  subject: string;
  state: 'none' | 'open' | 'closed';
  /** 0 before it first opened. */
  round: number;
  openedAt: number;
  nudgeAt: number | null;
  pageAt: number | null;
  owedTo: string[];
  owedBy: string;
  link: string | null;
  noLinkWhy: string | null;
  what: string;
  blocking: string | null;
  handoff: ItemHandoff | null;
  snapshot: string | null;
  acceptedAt: number | null;
  pending: Pending | null;
  taken: Taken | null;
  muted: Mute | null;
  proof: Proof | null;
  closedAt: number | null;
  notes: Note[];
  refs: string[];
  /** What was said about it this round: `nudge`, `page` (P6). */
  said: Record<string, Said>;
}

export function initialItem(key: string): ItemState {
  const colon = key.indexOf(':');
  return {
    key,
    kind: key.slice(0, colon),
    subject: key.slice(colon + 1),
    state: 'none',
    round: 0,
    openedAt: 0,
    nudgeAt: null,
    pageAt: null,
    owedTo: [],
    owedBy: '',
    link: null,
    noLinkWhy: null,
    what: '',
    blocking: null,
    handoff: null,
    snapshot: null,
    acceptedAt: null,
    pending: null,
    taken: null,
    muted: null,
    proof: null,
    closedAt: null,
    notes: [],
    refs: [],
    said: {},
  };
}

/** The open and close edges (L2); a reopened item is the same key in a new round (O3). */
export const itemEdges = { none: ['open'], open: ['closed'], closed: ['open'] } as const;

/** `evolve` of an item: pure, no clock. An event type that this version does not know changes nothing. */
export function evolveItem(state: ItemState, event: EventRecord): ItemState {
  switch (event.type) {
    case 'Opened': {
      const opened = event.payload as OpenedPayload;
      // A new round starts clean: claims, takes and what was said belong to the round before (P6). Notes and refs stay.
      return {
        ...initialItem(state.key),
        notes: state.notes,
        refs: state.refs,
        ...opened,
        state: 'open',
      };
    }
    case 'Closed': {
      const closed = event.payload as ClosedPayload;
      return { ...state, state: 'closed', closedAt: event.at, proof: closed.proof, muted: closed.mute };
    }
    case 'Annotated':
      return foldDelta(itemRules, state, event.payload);
    default:
      return state;
  }
}

/** By what proof a round was closed, however many came after it; null while it is open. Pure. */
export function proofOfRound(events: readonly EventRecord[], round: number): Proof | null {
  let current = 0;
  for (const event of events) {
    if (event.type === 'Opened') current = (event.payload as OpenedPayload).round;
    if (event.type === 'Closed' && current === round) return (event.payload as ClosedPayload).proof;
  }
  return null;
}

/** When a post about the item may page: its bound, or the end of a take when that is later (O12). */
export function pageDue(item: ItemState): number | null {
  if (item.state !== 'open' || item.pageAt === null || item.said.page) return null;
  return item.taken ? Math.max(item.pageAt, item.taken.until) : item.pageAt;
}

/** When the nudge is due; never once the page is past its bound too (S3). */
export function nudgeDue(item: ItemState): number | null {
  if (item.state !== 'open' || item.nudgeAt === null || item.said.nudge || item.said.page) return null;
  return item.nudgeAt;
}

/** When the sweep has to look at the item next; null when nothing will be due (S6). Pure. */
export function nextDue(item: ItemState): number | null {
  const times = [pageDue(item), nudgeDue(item)].filter((t): t is number => t !== null);
  return times.length > 0 ? Math.min(...times) : null;
}
