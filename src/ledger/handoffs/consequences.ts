import type { Bounds } from '../../config/types.js';
import type { ItemCommand } from '../items/decide.js';
import type { ItemHandoff } from '../items/events.js';
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
    const text = `handed again to ${p.nameOf(handoff.to)}; it goes on in the next round`;
    if (items.sent.state === 'open') {
      const why: Proof = { kind: 'handed-again', text, link: line.link, by: p.me, at: line.at };
      out.push({
        item: 'sent',
        command: { do: 'next-round', why, handoff: facts, snapshot, link: line.link, owedTo: seen.owedTo },
      });
    } else {
      const bounds = p.bounds('handoff', seen.class);
      const missing = seen.origin ? '' : ' (no origin thread was named, so none hears how it ends)';
      out.push({
        item: 'sent',
        command: {
          do: 'open',
          opening: {
            openedAt: opened,
            nudgeAt: at(opened, bounds.nudge),
            pageAt: at(opened, bounds.page),
            owedTo: seen.owedTo,
            owedBy: p.me,
            link: line.link,
            noLinkWhy: null,
            what: `${p.nameOf(handoff.to)} was handed ${handoff.lane}/${handoff.item}: ${handoff.why}${missing}`,
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
    out.push({
      item: 'sent',
      command: {
        do: 'next-round',
        why: { kind: pending.how, text, link: facts.link, by: taker, at: facts.at },
        handoff: { ...mine, taker: seat },
        snapshot,
        link: sent.link,
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
      if (seat === taker) {
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
  const close = (kind: string, text: string, link: string | null): Consequence => ({
    item: 'received',
    command: { do: 'close', proof: { kind, text, link, by: seat, at: facts.at } },
  });
  const open = received.state === 'open';
  switch (claim.act) {
    case 'accepted':
    case 'working':
      if (open && seat === p.me && received.acceptedAt === null) {
        return [{ item: 'received', command: { do: 'annotate', delta: { acceptedAt: facts.at } } }];
      }
      return handedOn(received, seat, close, p);
    case 'done':
      if (open && seat === p.me) return [close('bridge-done', `${p.nameOf(seat)} finished it`, claim.link)];
      return handedOn(received, seat, close, p);
    case 'released':
    case 'handed-on':
      if (open && seat === p.me) {
        const pending = { to: claim.to, how: claim.act, at: facts.at };
        return [{ item: 'received', command: { do: 'annotate', delta: { pending } } }];
      }
      if (claim.to === p.me && !open && after.handoff) return [receivedByRelease(after, seat, facts, p)];
      return [];
    case 'handed-back':
      if (open && seat === p.me) return [close('handed-back', `${p.nameOf(seat)} handed it back`, facts.link)];
      if (open && received.pending?.to === seat) {
        return [{ item: 'received', command: { do: 'annotate', delta: { pending: null } } }];
      }
      return [];
    case 'marked':
      return [];
    default: {
      const never: never = claim;
      throw new Error(`no such claim: ${JSON.stringify(never)}`);
    }
  }
}

/** The releaser owes it until the named seat's own claim exists; then its item closes as handed on (H6, H9). */
function handedOn(
  received: ItemState,
  seat: string,
  close: (kind: string, text: string, link: string | null) => Consequence,
  p: Perspective,
): Consequence[] {
  if (received.state !== 'open' || received.pending?.to !== seat || seat === p.me) return [];
  return [close('handed-on', `handed on to ${p.nameOf(seat)}, who claimed it`, null)];
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
  return { item: 'received', command: openReceived(asItem, facts.at, [p.humanOf(handoff.by)], facts.link, p) };
}

/** The three keys of a handoff's items. */
export const seatItemKeys = (key: string) => ({
  sent: itemKey('handoff', key),
  received: itemKey('handoff-received', key),
  held: itemKey('held', key),
});
