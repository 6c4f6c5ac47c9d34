import type { Config } from '../../config/types.js';
import { type ItemState, initialItem } from '../items/evolve.js';
import { compareTs, itemKey, normalisePart, tsToMillis } from '../keys.js';
import { followClaim, packageOf, withPackage } from '../packages/bridge.js';
import type { ClaimRefusal, Proof, Saying } from '../types.js';
import type { Unit } from '../unit.js';
import { classify } from './classify.js';
import {
  type Consequence,
  type LineFacts,
  ofClaim,
  ofHandoff,
  type Perspective,
  type SeatItems,
  seatItemKeys,
} from './consequences.js';
import { actOf, claimMeaning, decideClaim, decideHandoff, handoffMeaning, type SeatClaim } from './decide.js';
import type { HandedOff, Line } from './events.js';
import { type BoardState, countedAs } from './evolve.js';
import { handoffStream } from './table.js';

/** Where a bridge message stands, and where a reply to it goes. */
export interface BridgeLine {
  /** The seat whose own bot user wrote it (H2). */
  seat: string;
  line: Line;
  /** The message's permalink. */
  link: string;
  /** The thread that a reply belongs in: the message's own ts, or its parent's. */
  thread: string;
}

export interface HandoffLine extends BridgeLine {
  /** Everything but the line and the author, names resolved to seats and people. */
  handoff: Omit<HandedOff, 'by' | 'line'>;
  /** Where the origin link points, null when it is none of Slack's. */
  origin: { channel: string; ts: string } | null;
}

export type Recorded = 'recorded' | 'late' | 'refused';

/** Whom the configuration names under `kinds.KIND.owed_to`; null where it names nobody. */
function configuredOwedTo(config: Config, kind: string): string[] | null {
  const named = config.kinds.get(kind)?.owedTo ?? [];
  return named.length > 0 ? named : null;
}

export function perspective(config: Config): Perspective {
  const humanOf = (seat: string) => config.seats.get(seat)?.human ?? config.overseer;
  return {
    me: config.seat,
    humanOf,
    owedTo: (kind, otherwise) => configuredOwedTo(config, kind) ?? otherwise,
    nameOf: (seat) => config.seats.get(seat)?.name ?? seat,
    bounds: (kind, of) => {
      const policy = config.kinds.get(kind);
      if (!policy) return { nudge: null, page: null };
      // Unknown is not internal: it gets the customer bounds (H13).
      return of === 'internal' ? policy.bounds : policy.customerBounds;
    },
  };
}

async function itemsOf(unit: Unit, key: string): Promise<SeatItems> {
  const keys = seatItemKeys(key);
  return {
    sent: await unit.item(keys.sent),
    received: await unit.item(keys.received),
    held: await unit.item(keys.held),
  };
}

async function carryOut(unit: Unit, key: string, consequences: Consequence[]): Promise<void> {
  const keys = seatItemKeys(key);
  for (const consequence of consequences) {
    if ('post' in consequence) await unit.raise(consequence.post);
    else await unit.onItem(keys[consequence.item], consequence.command);
  }
}

/** Records a sound HANDOFF read on the bridge, once (H5, H6, H9), and closes the broken one that it corrects (H4). */
export async function recordHandoff(unit: Unit, config: Config, seen: HandoffLine, key: string): Promise<Recorded> {
  const p = perspective(config);
  const before = (await unit.load(handoffStream, key)).state;
  const handoff: HandedOff = { ...seen.handoff, by: seen.seat, line: seen.line };
  const decision = decideHandoff(before, handoff);
  if (!decision.ok) {
    await closeCorrected(unit, seen, key, 'edit');
    return 'late';
  }
  const meaning = handoffMeaning(before, seen.seat, handoff.to);
  const after = await unit.append(handoffStream, key, decision.events);
  const items = await itemsOf(unit, key);
  const facts: LineFacts = { link: seen.link, at: tsToMillis(seen.line.ts) };
  if (meaning === 'new' || meaning === 'handed-again') {
    const owedTo = handoff.owedTo ? [handoff.owedTo] : p.owedTo('handoff', [p.humanOf(seen.seat)]);
    const originChannel = seen.origin?.channel ?? null;
    const classified = classify({ ...handoff, originChannel }, config);
    const whole = { handoff, class: classified, owedTo, origin: seen.origin };
    await carryOut(unit, key, ofHandoff(before, whole, meaning, items, facts, p));
  } else {
    const claim = { act: meaning, to: handoff.to, why: handoff.why } as const;
    await carryOut(unit, key, ofClaim(before, after, seen.seat, claim, items, facts, p));
  }
  await closeCorrected(unit, seen, key, 'post');
  return 'recorded';
}

/** Records one BRIDGE CLAIM line; a refused one is answered by the seat that keeps the record (H7 to H9). */
export async function recordClaim(
  unit: Unit,
  config: Config,
  seen: BridgeLine & { index: number },
  key: string,
  said: SeatClaim,
): Promise<Recorded> {
  const p = perspective(config);
  const before = (await unit.load(handoffStream, key)).state;
  const claim = claimMeaning(before, seen.seat, said);
  const named = await packageOf(unit, before);
  const decision = withPackage(
    decideClaim(before, seen.seat, claim, seen.line),
    named,
    claim,
    countedAs(seen.line, actOf(claim)),
  );
  if (!decision.ok) {
    if (decision.refusal) await replyToClaim(unit, config, seen, key, before, decision.refusal);
    return decision.refusal ? 'refused' : 'late';
  }
  const after = await unit.append(handoffStream, key, decision.events);
  const facts: LineFacts = { link: seen.link, at: tsToMillis(seen.line.ts) };
  await carryOut(unit, key, ofClaim(before, after, seen.seat, claim, await itemsOf(unit, key), facts, p));
  if (decision.events.length > 0) await followClaim(unit, named, seen.seat, claim, seen.line, facts.at);
  return 'recorded';
}

/** Which one seat answers a bad claim: the record's keeper, else the first other seat of the configuration (H4). */
function answers(config: Config, board: BoardState | null, writer: string): boolean {
  const keeper = board?.handoff?.by;
  if (keeper && keeper !== writer && config.seats.has(keeper)) return keeper === config.seat;
  const taker = board?.taker;
  if (keeper && taker && taker !== writer && config.seats.has(taker)) return taker === config.seat;
  return firstOther(config, writer) === config.seat;
}

/** The first other seat in the configuration's order (H4); null where there is no other. */
export const firstOther = (config: Config, writer: string): string | null =>
  [...config.seats.keys()].find((seat) => seat !== writer) ?? null;

const replyEffect = (seen: BridgeLine, index: number) =>
  `reply/${seen.line.channel}/${seen.line.ts}/${seen.line.edited ?? 0}/${index}`;

async function reply(unit: Unit, seen: BridgeLine, index: number, saying: Saying, key?: string): Promise<void> {
  await unit.raise({
    effect: replyEffect(seen, index),
    place: { channel: seen.line.channel, thread: seen.thread },
    saying,
    itemKey: key ?? null,
    lane: `bridge/${seen.line.channel}/${seen.thread}`,
  });
}

const userOf = (config: Config, seat: string) => config.seats.get(seat)?.botUser ?? seat;

async function replyToClaim(
  unit: Unit,
  config: Config,
  seen: BridgeLine & { index: number },
  key: string,
  board: BoardState,
  refusal: ClaimRefusal,
): Promise<void> {
  if (!answers(config, board, seen.seat)) return;
  await reply(unit, seen, seen.index, { say: 'claim-refused', to: userOf(config, seen.seat), key, reason: refusal });
}

/** A BRIDGE CLAIM line that could not be read gets a reply that names it; it changes nothing. */
export async function recordUnreadableClaim(
  unit: Unit,
  config: Config,
  seen: BridgeLine & { index: number },
  key: string | null,
  problem: { line: number; text: string; message: string },
): Promise<void> {
  const board = key ? (await unit.load(handoffStream, key)).state : null;
  if (!answers(config, board, seen.seat)) return;
  const { line, text, message } = problem;
  await reply(unit, seen, seen.index, { say: 'claim-unreadable', to: userOf(config, seen.seat), line, text, message });
}

/** A claim whose names mean no seat (H7): answered like any other refused one. */
export async function refuseClaim(
  unit: Unit,
  config: Config,
  seen: BridgeLine & { index: number },
  key: string,
  refusal: ClaimRefusal,
): Promise<void> {
  await replyToClaim(unit, config, seen, key, (await unit.load(handoffStream, key)).state, refusal);
}

/** The seat that replies to a HANDOFF that does not count, and keeps it (H4). */
const keeps = (config: Config, to: string | null, writer: string): boolean =>
  (to !== null && to !== writer && config.seats.has(to) ? to : firstOther(config, writer)) === config.seat;

/** A HANDOFF refused for its reason or its taker: a reply that teaches, and no item on either side (H3). */
export async function recordRefusedHandoff(
  unit: Unit,
  config: Config,
  seen: BridgeLine,
  to: string | null,
  refusal: { reason: 'ownership-only' | 'own-alert' | 'not-a-seat' | 'to-itself'; given: string },
): Promise<Recorded> {
  if (await countedBefore(unit, seen.line)) return 'late';
  if (!keeps(config, to, seen.seat)) return 'refused';
  await reply(unit, seen, 0, { say: 'handoff-refused', to: userOf(config, seen.seat), ...refusal });
  return 'refused';
}

/** Whether the message is a HANDOFF that counted: it was authored once, and what an edit makes of it counts for nothing (L7). */
async function countedBefore(unit: Unit, line: Line): Promise<boolean> {
  if (line.edited === null) return false;
  const row = await unit.db
    .selectFrom('board')
    .select('key')
    .where('channel', '=', line.channel)
    .where('thread_ts', '=', line.ts)
    .executeTakeFirst();
  return row !== undefined;
}

export const unparsedKey = (line: Line) => itemKey('handoff-unparsed', `${line.channel}/${line.ts}`);

/** A HANDOFF that cannot be read opens an item owed to the human of the seat that wrote it (H4). */
export async function recordUnparsedHandoff(
  unit: Unit,
  config: Config,
  seen: BridgeLine,
  readable: { to: string | null; lane: string | null; item: string | null },
  problem: { line: number; text: string; message: string },
): Promise<'late' | 'answered'> {
  if (await countedBefore(unit, seen.line)) return 'late';
  if (!keeps(config, readable.to, seen.seat)) return 'answered';
  const p = perspective(config);
  const opened = tsToMillis(seen.line.ts);
  const key = unparsedKey(seen.line);
  const what = `A HANDOFF by ${p.nameOf(seen.seat)} could not be read (line ${problem.line}: ${problem.message})`;
  const bound = config.kinds.get('handoff-unparsed')?.bounds.page ?? null;
  const handoff = {
    lane: readable.lane ?? '',
    item: readable.item ?? '',
    sender: seen.seat,
    taker: readable.to,
    why: '',
    class: 'unknown' as const,
    bridge: { channel: seen.line.channel, ts: seen.line.ts },
    origin: null,
  };
  const opening = {
    openedAt: opened,
    nudgeAt: null,
    pageAt: bound === null ? null : opened + bound,
    owedTo: configuredOwedTo(config, 'handoff-unparsed') ?? [p.humanOf(seen.seat)],
    owedBy: seen.seat,
    link: seen.link,
    noLinkWhy: null,
    what,
    handoff,
    snapshot: null,
  };
  const before = await unit.item(key);
  if (before.state === 'open') await unit.onItem(key, { do: 'annotate', delta: { what } });
  else if (before.state === 'none') await unit.onItem(key, { do: 'open', opening });
  const { line, text, message } = problem;
  await reply(unit, seen, 0, { say: 'handoff-unreadable', to: userOf(config, seen.seat), line, text, message }, key);
  return 'answered';
}

/**
 * A HANDOFF that reads closes the broken one that it corrects: its own message, edited; or an earlier one of the same seat
 * in the same thread, or with the same readable parts (H4). Nothing readable at all is matched by an edit or a thread only.
 * One that counts for nothing itself, because the corrected post was there first, still mends its own message (`edit`).
 */
async function closeCorrected(unit: Unit, seen: HandoffLine, key: string, how: 'post' | 'edit'): Promise<void> {
  const rows = await unit.db
    .selectFrom('items')
    .select(['key', 'state_json'])
    .where('kind', '=', 'handoff-unparsed')
    .where('state', '=', 'open')
    .where('owed_by', '=', seen.seat)
    .execute();
  for (const row of rows) {
    const item = { ...initialItem(row.key), ...(JSON.parse(row.state_json) as ItemState) };
    const edited = row.key === unparsedKey(seen.line);
    if (!edited && (how === 'edit' || !corrects(seen, item))) continue;
    const proof: Proof = {
      kind: 'corrected',
      text: edited ? 'its message was edited and reads now' : `posted anew as ${key}`,
      link: seen.link,
      by: seen.seat,
      at: tsToMillis(seen.line.ts),
    };
    await unit.onItem(row.key, { do: 'close', proof });
  }
}

function corrects(seen: HandoffLine, broken: ItemState): boolean {
  const facts = broken.handoff;
  if (!facts?.bridge) return false;
  if (compareTs(seen.line.ts, facts.bridge.ts) < 0) return false;
  if (facts.bridge.ts === seen.thread) return true;
  const pairs = [
    [facts.lane, seen.handoff.lane],
    [facts.item, seen.handoff.item],
  ] as const;
  const readable = pairs.filter(([was]) => normalisePart(was) !== '');
  if (facts.taker !== null && facts.taker !== seen.handoff.to) return false;
  return readable.length > 0 && readable.every(([was, is]) => normalisePart(was) === normalisePart(is));
}
