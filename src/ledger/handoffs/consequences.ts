import type { Bounds } from '../../config/types.js';
import type { ItemCommand } from '../items/decide.js';
import type { ItemHandoff, Pending } from '../items/events.js';
import type { ItemState } from '../items/evolve.js';
import { itemKey, tsToMillis } from '../keys.js';
import type { DuePost } from '../posts/raise.js';
import type { HandoffClass, Place, Proof, Saying } from '../types.js';
import type { SeatClaim } from './decide.js';
import type { HandedOff } from './events.js';
import type { BoardState } from './evolve.js';
import { fingerprint } from './fingerprint.js';

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
  nameOf: (seat: string) => string;
}

/** What of the line only its reader knows. Times are milliseconds UTC. */
export interface LineFacts {
  /** The line's own permalink. */
  link: string;
  at: number;
}

export type Consequence = { item: keyof SeatItems; command: ItemCommand } | { post: DuePost };

const at = (base: number, bound: number | null) => (bound === null ? null : base + bound);

/** The receiving seat's item waits: no bounds, so it neither nudges nor pages (H6). */
function openReceived(
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
const whatSent = (handoff: ItemHandoff, p: Perspective): string => {
  const missing = handoff.origin ? '' : ' (no origin thread was named, so none hears how it ends)';
  return `${p.nameOf(handoff.taker ?? '')} was handed ${handoff.lane}/${handoff.item}: ${handoff.why}${missing}`;
};

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
  claim: SeatClaim | { act: 'handed-on'; to: string; why: string },
  items: SeatItems,
  facts: LineFacts,
  p: Perspective,
): Consequence[] {
  return [
    ...forSender(before, after, seat, claim, items, facts, p),
    ...forTaker(after, seat, claim, items.received, facts, p),
  ];
}

type AnyClaim = Parameters<typeof ofClaim>[3];

function mirror(item: ItemState, key: string, round: number, effect: string, saying: Saying): Consequence[] {
  const origin = item.handoff?.origin;
  if (!origin) return [];
  const place: Place = { channel: origin.channel, thread: origin.ts };
  return [{ post: { effect, place, saying, itemKey: key, round, lane: `origin/${key}` } }];
}

function forSender(
  before: BoardState,
  after: BoardState,
  seat: string,
  claim: AnyClaim,
  items: SeatItems,
  facts: LineFacts,
  p: Perspective,
): Consequence[] {
  const { sent, held } = items;
  const mine = sent.handoff;
  if (sent.state !== 'open' || !mine) return [];
  const key = sent.key;
  const out: Consequence[] = [];
  const holding = claim.act === 'accepted' || claim.act === 'working' || claim.act === 'done';
  let { round, snapshot, acceptedAt, pending } = sent;
  let taker = mine.taker;

  if (pending && seat === pending.to && seat !== taker && holding) {
    // The named seat's own claim exists: the item goes on with it, its due times carried over (H9).
    const how = pending.how === 'released' ? 'released' : 'handed on';
    const text = `${how} to ${p.nameOf(seat)}; it goes on in round ${round + 1}`;
    snapshot = fingerprint(before.claim);
    const handoff = { ...mine, taker: seat };
    out.push({
      item: 'sent',
      command: {
        do: 'next-round',
        why: { kind: pending.how, text, link: facts.link, by: taker, at: facts.at },
        handoff,
        snapshot,
        link: sent.link,
        what: whatSent(handoff, p),
      },
    });
    round += 1;
    taker = seat;
    acceptedAt = null;
    pending = null;
  }

  const inThisRound = fingerprint(after.claim) !== snapshot;
  if (seat === taker && inThisRound && holding && acceptedAt === null) {
    out.push({ item: 'sent', command: { do: 'annotate', delta: { acceptedAt: facts.at } } });
    if (claim.act !== 'done') {
      const saying: Saying = { say: 'accepted', seat, at: facts.at, link: facts.link };
      out.push(...mirror(sent, key, round, `accepted/${key}/${round}`, saying));
    }
    if (held.state === 'open') {
      const text = `accepted by ${p.nameOf(seat)} when it was handed over again`;
      const proof: Proof = { kind: 'handoff-accepted', text, link: facts.link, by: seat, at: facts.at };
      out.push({ item: 'held', command: { do: 'close', proof } });
    }
  }

  switch (claim.act) {
    case 'done':
      if (seat === taker && inThisRound && claim.link) {
        const text = `${p.nameOf(seat)} finished it`;
        const proof: Proof = { kind: 'bridge-done', text, link: claim.link, by: seat, at: facts.at };
        out.push({ item: 'sent', command: { do: 'close', proof } });
        const saying: Saying = { say: 'finished', seat, link: claim.link };
        out.push(...mirror(sent, key, round, `finished/${key}/${round}`, saying));
      }
      break;
    case 'released':
    case 'handed-on':
      // Whom a release names may pass it on without ever claiming it; the record follows (H9).
      if (seat === taker || seat === pending?.to) {
        const how = claim.act;
        out.push({
          item: 'sent',
          command: { do: 'annotate', delta: { pending: { to: claim.to, how, at: facts.at } } },
        });
        const saying: Saying = { say: how, from: seat, to: claim.to, link: facts.link };
        out.push(...mirror(sent, key, round, `${how}/${key}/${round}/${claim.to}`, saying));
      }
      break;
    case 'handed-back':
      if (seat === taker) out.push(...handedBack(sent, held, seat, facts, p));
      else if (pending && seat === pending.to) {
        out.push({ item: 'sent', command: { do: 'annotate', delta: { pending: null } } });
        const saying: Saying = { say: 'handed-back', from: seat, to: taker ?? p.me, link: facts.link };
        out.push(...mirror(sent, key, round, `handed-back/${key}/${round}/${seat}`, saying));
      }
      break;
  }
  return out;
}

/** Handed back closes the sender's item, and the seat that holds it again owes it, with the bounds of its class (H9). */
function handedBack(sent: ItemState, held: ItemState, seat: string, facts: LineFacts, p: Perspective): Consequence[] {
  const mine = sent.handoff as ItemHandoff;
  const text = `handed back by ${p.nameOf(seat)}`;
  const out: Consequence[] = [
    {
      item: 'sent',
      command: { do: 'close', proof: { kind: 'handed-back', text, link: facts.link, by: seat, at: facts.at } },
    },
  ];
  if (held.state !== 'open') {
    const bounds = p.bounds('held', mine.class);
    out.push({
      item: 'held',
      command: {
        do: 'open',
        opening: {
          openedAt: facts.at,
          nudgeAt: at(facts.at, bounds.nudge),
          pageAt: at(facts.at, bounds.page),
          owedTo: sent.owedTo,
          owedBy: p.me,
          link: facts.link,
          noLinkWhy: null,
          what: `${mine.lane}/${mine.item} is with ${p.nameOf(p.me)} again, ${text}`,
          handoff: { ...mine, taker: null },
          snapshot: null,
        },
      },
    });
  }
  const saying: Saying = { say: 'handed-back', from: seat, to: p.me, link: facts.link };
  out.push(...mirror(sent, sent.key, sent.round, `handed-back/${sent.key}/${sent.round}`, saying));
  return out;
}

function forTaker(
  after: BoardState,
  seat: string,
  claim: AnyClaim,
  received: ItemState,
  facts: LineFacts,
  p: Perspective,
): Consequence[] {
  const close = (kind: string, text: string, link: string | null): Consequence[] => [
    { item: 'received', command: { do: 'close', proof: { kind, text, link, by: seat, at: facts.at } } },
  ];
  const pending = (to: Pending | null): Consequence[] => [
    { item: 'received', command: { do: 'annotate', delta: { pending: to } } },
  ];
  const who = p.nameOf(seat);
  const ours = after.taker === p.me || after.pendingTo === p.me;
  const passes = claim.act === 'released' || claim.act === 'handed-on';
  if (received.state !== 'open') {
    const named = passes && claim.to === p.me && after.pendingTo === p.me && after.handoff !== null;
    return named ? [receivedByRelease(after, seat, facts, p)] : [];
  }
  if (seat === p.me) {
    if (claim.act === 'done') return close('bridge-done', `${who} finished it`, claim.link);
    if (claim.act === 'handed-back') return close('handed-back', `${who} handed it back`, facts.link);
    if (passes && !ours) return close('handed-on', `${who} passed it on to ${p.nameOf(claim.to)}`, facts.link);
    if (passes) return pending({ to: claim.to, how: claim.act, at: facts.at });
    const begins = claim.act !== 'marked' && received.acceptedAt === null;
    return begins ? [{ item: 'received', command: { do: 'annotate', delta: { acceptedAt: facts.at } } }] : [];
  }
  // The releaser owes it until the named seat's own claim exists; then its item closes as handed on (H6, H9).
  const claimed = claim.act === 'accepted' || claim.act === 'working' || claim.act === 'done';
  if (!ours && claimed) return close('handed-on', `${who} claimed it`, facts.link);
  if (!ours && passes) return close('handed-on', `${who} released it to ${p.nameOf(claim.to)} instead`, facts.link);
  if (!ours && claim.act === 'handed-back') return close('handed-back', `${who} handed it back`, facts.link);
  if (received.pending?.to !== seat) return [];
  if (passes) return pending({ to: claim.to, how: claim.act, at: facts.at });
  return claim.act === 'handed-back' ? pending(null) : [];
}

function receivedByRelease(after: BoardState, from: string, facts: LineFacts, p: Perspective): Consequence {
  const handoff = after.handoff as HandedOff;
  const asItem: ItemHandoff = {
    lane: handoff.lane,
    item: handoff.item,
    sender: from,
    taker: p.me,
    why: handoff.why,
    class: 'unknown',
    bridge: { channel: handoff.line.channel, ts: handoff.line.ts },
    origin: null,
  };
  const owedTo = [handoff.owedTo ?? p.humanOf(handoff.by)];
  return { item: 'received', command: openReceived(asItem, facts.at, owedTo, facts.link, p) };
}

/** The three keys of a handoff's items. */
export const seatItemKeys = (key: string) => ({
  sent: itemKey('handoff', key),
  received: itemKey('handoff-received', key),
  held: itemKey('held', key),
});
