import { foldDelta } from '../events/merge.js';
import type { EventRecord } from '../events/record.js';
import type { Note, Proof } from '../types.js';
import {
  type Ask,
  type ClosedPayload,
  type ItemHandoff,
  itemRules,
  type Mute,
  type OpenedPayload,
  type Pending,
  type Said,
  type SessionThread,
  type Suppressed,
  type Taken,
  type Terminal,
  type Tracked,
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
  ask: Ask | null;
  terminal: Terminal | null;
  session: SessionThread | null;
  tracked: Tracked | null;
  rerun: { at: number; page: number } | null;
  lineAt: number | null;
  bySource: boolean;
  notDone: string | null;
  sessionLink: string | null;
  suppressed: Suppressed | null;
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
    ask: null,
    terminal: null,
    session: null,
    tracked: null,
    rerun: null,
    lineAt: null,
    bySource: false,
    notDone: null,
    sessionLink: null,
    suppressed: null,
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

/** When an ask is run again; never once it was (A4). */
export function rerunDue(item: ItemState): number | null {
  if (item.state !== 'open' || !item.rerun || item.said.rerun) return null;
  return item.rerun.at;
}

/** When the thread of a session link gets its line: as soon as the link can be read, else at its bound (O7). */
export function lineDue(item: ItemState): number | null {
  if (item.state !== 'open' || !item.session || item.said.line) return null;
  return item.sessionLink !== null ? item.openedAt : item.lineAt;
}

/** When a mute ends whose source would have opened the item meanwhile (O8). */
export function muteEnds(item: ItemState): number | null {
  if (item.state !== 'closed' || !item.muted || item.muted.until === null || !item.bySource) return null;
  return item.muted.until;
}

/** When the sweep has to look at the item next; null when nothing will be due (S6). Pure. */
export function nextDue(item: ItemState): number | null {
  const all = [pageDue(item), nudgeDue(item), rerunDue(item), lineDue(item), muteEnds(item)];
  const times = all.filter((t): t is number => t !== null);
  return times.length > 0 ? Math.min(...times) : null;
}
