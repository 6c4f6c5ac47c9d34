import type { ItemHandoff } from '../items/events.js';
import type { ItemState } from '../items/evolve.js';
import type { Place, Proof, Saying } from '../types.js';
import type { BoardState } from './evolve.js';
import { fingerprint } from './fingerprint.js';
import {
  at,
  type Consequence,
  type CountedClaim,
  type LineFacts,
  type Perspective,
  type SeatItems,
  whatSent,
} from './seat-items.js';

function mirror(item: ItemState, key: string, round: number, effect: string, saying: Saying): Consequence[] {
  const origin = item.handoff?.origin;
  if (!origin) return [];
  const place: Place = { channel: origin.channel, thread: origin.ts };
  return [{ post: { effect, place, saying, itemKey: key, round, lane: `origin/${key}` } }];
}

/** What a claim that counts means for the record that the sender keeps (H5, H8, H9, H12). Pure. */
export function forSender(
  before: BoardState,
  after: BoardState,
  seat: string,
  claim: CountedClaim,
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
          owedTo: p.owedTo('held', sent.owedTo),
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
