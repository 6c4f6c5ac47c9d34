import type { ItemHandoff } from '../items/events.js';
import { tsToMillis } from '../keys.js';
import type { HandoffClass, Proof } from '../types.js';
import type { HandedOff } from './events.js';
import type { BoardState } from './evolve.js';
import { fingerprint } from './fingerprint.js';
import { forSender } from './for-sender.js';
import { forTaker } from './for-taker.js';
import {
  at,
  type Consequence,
  type CountedClaim,
  type LineFacts,
  openReceived,
  type Perspective,
  type SeatItems,
  whatSent,
} from './seat-items.js';

export { type Consequence, type LineFacts, type Perspective, type SeatItems, seatItemKeys } from './seat-items.js';

export interface HandoffSeen {
  handoff: HandedOff;
  class: HandoffClass;
  owedTo: string[];
  origin: { channel: string; ts: string } | null;
}

/** A HANDOFF that counts: the sender's item opens (H5), the taker's waits (H6); a hand-on or hand-back is a claim (H9). */
export function ofHandoff(
  before: BoardState,
  seen: HandoffSeen,
  meaning: 'new' | 'handed-again',
  items: SeatItems,
  line: LineFacts,
  p: Perspective,
): Consequence[] {
  const { handoff } = seen;
  const opened = tsToMillis(handoff.line.ts);
  const facts: ItemHandoff = {
    lane: handoff.lane,
    item: handoff.item,
    sender: handoff.by,
    taker: handoff.to,
    why: handoff.why,
    class: seen.class,
    bridge: { channel: handoff.line.channel, ts: handoff.line.ts },
    origin: seen.origin,
  };
  const out: Consequence[] = [];
  if (handoff.by === p.me) {
    const snapshot = fingerprint(before.claim);
    const { nudge, page } = p.bounds('handoff', seen.class);
    const bounds = { nudgeAt: at(opened, nudge), pageAt: at(opened, page) };
    const what = whatSent(facts, p);
    const text = `handed again to ${p.nameOf(handoff.to)}; it goes on in the next round`;
    if (items.sent.state === 'open') {
      const why: Proof = { kind: 'handed-again', text, link: line.link, by: p.me, at: line.at };
      const { owedTo } = seen;
      out.push({
        item: 'sent',
        command: { do: 'next-round', why, handoff: facts, snapshot, link: line.link, what, owedTo, bounds },
      });
    } else {
      out.push({
        item: 'sent',
        command: {
          do: 'open',
          opening: {
            openedAt: opened,
            ...bounds,
            owedTo: seen.owedTo,
            owedBy: p.me,
            link: line.link,
            noLinkWhy: null,
            what,
            handoff: facts,
            snapshot,
          },
        },
      });
    }
  }
  const elsewhere = meaning === 'handed-again' && items.received.state === 'open';
  if (elsewhere) {
    const text = `handed again by ${p.nameOf(handoff.by)} to ${p.nameOf(handoff.to)}`;
    out.push({
      item: 'received',
      command: { do: 'close', proof: { kind: 'handed-again', text, link: line.link, by: handoff.by, at: line.at } },
    });
  }
  if (handoff.to === p.me && (items.received.state !== 'open' || elsewhere)) {
    out.push({ item: 'received', command: openReceived(facts, opened, seen.owedTo, line.link, p) });
  }
  return out;
}

/** A claim that counts, seen from the sender's record and from the taker's (H7 to H9, H12). */
export function ofClaim(
  before: BoardState,
  after: BoardState,
  seat: string,
  claim: CountedClaim,
  items: SeatItems,
  facts: LineFacts,
  p: Perspective,
): Consequence[] {
  return [
    ...forSender(before, after, seat, claim, items, facts, p),
    ...forTaker(after, seat, claim, items.received, facts, p),
  ];
}
