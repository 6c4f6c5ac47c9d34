import type { Bounds } from '../../config/types.js';
import type { ItemCommand } from '../items/decide.js';
import type { ItemHandoff } from '../items/events.js';
import type { ItemState } from '../items/evolve.js';
import { itemKey } from '../keys.js';
import type { DuePost } from '../posts/raise.js';
import type { HandoffClass } from '../types.js';
import type { SeatClaim } from './decide.js';

/**
 * What a line on the bridge means for this seat's own items (H5 to H9, H12). Pure: the board before and after the line,
 * the items as they are, and the time come in; commands and posts come out, in order.
 */

/** This seat's three items of one key. */
export interface SeatItems {
  sent: ItemState;
  received: ItemState;
  held: ItemState;
}

export interface Perspective {
  /** This process's seat. */
  me: string;
  bounds: (kind: 'handoff' | 'held', of: HandoffClass) => Bounds;
  /** The human who answers for a seat. */
  humanOf: (seat: string) => string;
  /** Whom items of a kind are owed to by the configuration, else `otherwise`. */
  owedTo: (kind: 'handoff' | 'held', otherwise: string[]) => string[];
  nameOf: (seat: string) => string;
}

/** What of the line only its reader knows. Times are milliseconds UTC. */
export interface LineFacts {
  /** The line's own permalink. */
  link: string;
  at: number;
}

export type Consequence = { item: keyof SeatItems; command: ItemCommand } | { post: DuePost };

/** A claim as it counts: a BRIDGE CLAIM, or a HANDOFF of the taker's that hands it on (H9). */
export type CountedClaim = SeatClaim | { act: 'handed-on'; to: string; why: string };

export const at = (base: number, bound: number | null) => (bound === null ? null : base + bound);

/** The receiving seat's item waits: no bounds, so it neither nudges nor pages (H6). */
export function openReceived(
  handoff: ItemHandoff,
  opened: number,
  owedTo: string[],
  link: string,
  p: Perspective,
): ItemCommand {
  return {
    do: 'open',
    opening: {
      openedAt: opened,
      nudgeAt: null,
      pageAt: null,
      owedTo,
      owedBy: p.me,
      link,
      noLinkWhy: null,
      what: `${handoff.lane}/${handoff.item} from ${p.nameOf(handoff.sender)}: ${handoff.why}`,
      handoff,
      snapshot: null,
    },
  };
}

/** What the sender's item says: who has it, and why it had to be them. */
export const whatSent = (handoff: ItemHandoff, p: Perspective): string => {
  const missing = handoff.origin ? '' : ' (no origin thread was named, so none hears how it ends)';
  return `${p.nameOf(handoff.taker ?? '')} was handed ${handoff.lane}/${handoff.item}: ${handoff.why}${missing}`;
};

/** The three keys of a handoff's items. */
export const seatItemKeys = (key: string) => ({
  sent: itemKey('handoff', key),
  received: itemKey('handoff-received', key),
  held: itemKey('held', key),
});
