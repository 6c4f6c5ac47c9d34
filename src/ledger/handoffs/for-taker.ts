import type { ItemHandoff, Pending } from '../items/events.js';
import type { ItemState } from '../items/evolve.js';
import type { HandedOff } from './events.js';
import type { BoardState } from './evolve.js';
import { type Consequence, type CountedClaim, type LineFacts, openReceived, type Perspective } from './seat-items.js';

/** What a claim that counts means for the item of the seat that received the handoff (H6, H9). Pure. */
export function forTaker(
  after: BoardState,
  seat: string,
  claim: CountedClaim,
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
  const owedTo = handoff.owedTo ? [handoff.owedTo] : p.owedTo('handoff', [p.humanOf(handoff.by)]);
  return { item: 'received', command: openReceived(asItem, facts.at, owedTo, facts.link, p) };
}
