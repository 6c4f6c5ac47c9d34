import type { Config } from '../../config/types.js';
import { itemKey } from '../keys.js';
import { packageOf, withPackage } from '../packages/bridge.js';
import type { PackageState } from '../packages/evolve.js';
import type { ClaimRefusal, ClaimWords, HandoffWords } from '../types.js';
import type { Unit } from '../unit.js';
import { claimMeaning, decideClaim, isOpen, type SeatClaim } from './decide.js';
import type { BoardState } from './evolve.js';
import { handoffStream } from './table.js';

export type SayRefusal = ClaimRefusal | { why: 'same-again'; taker: string } | { why: 'not-ours'; taker: string };

export type SayResult = { ok: true; key: string; effect: string } | { ok: false; refusal: SayRefusal };

/** Raises the HANDOFF that this seat is to post; its item opens when the post stands on the bridge (H5, H15, P8). */
export async function sayHandoff(
  unit: Unit,
  config: Config,
  key: string,
  words: HandoffWords,
  to: string,
): Promise<SayResult> {
  const board = (await unit.load(handoffStream, key)).state;
  const same = isOpen(board) && board.taker === to && board.handoff?.why === words.why;
  if (same) return { ok: false, refusal: { why: 'same-again', taker: to } };
  const effect = `handoff/${key}/${unit.ctx.newId()}`;
  await unit.raise({
    effect,
    place: { channel: config.channels.bridge },
    saying: { say: 'handoff', handoff: words },
    itemKey: itemKey('handoff', key),
    lane: `bridge/${key}`,
  });
  return { ok: true, key, effect };
}

/**
 * Raises the BRIDGE CLAIM that this seat is to post in the HANDOFF's thread. Owed's own verbs refuse before anything is
 * posted (H4): whatever the bridge would refuse is refused here.
 */
export async function sayClaim(
  unit: Unit,
  config: Config,
  key: string,
  claim: SeatClaim,
  words: ClaimWords,
): Promise<SayResult> {
  const board = (await unit.load(handoffStream, key)).state;
  const refusal = refusesOwn(board, config.seat, claim, unit.ctx.now, await packageOf(unit, board));
  if (refusal) return { ok: false, refusal };
  const effect = `claim/${key}/${unit.ctx.newId()}`;
  const thread = board.handoff?.line.ts ?? null;
  await unit.raise({
    effect,
    place: { channel: board.handoff?.line.channel ?? config.channels.bridge, thread },
    saying: { say: 'claim', key, claim: words },
    itemKey: itemKey(board.handoff?.by === config.seat ? 'handoff' : 'handoff-received', key),
    lane: `bridge/${key}`,
  });
  return { ok: true, key, effect };
}

/** What the bridge would answer to this claim of ours, posted now; null when it would count. Pure. */
export function refusesOwn(
  board: BoardState,
  seat: string,
  claim: SeatClaim,
  now: number,
  named: PackageState | null = null,
): SayRefusal | null {
  if (board.state === 'none') return { why: 'unknown-key' };
  const ts = `${Math.floor(now / 1000)}.999999`;
  const decided = decideClaim({ ...board, lastLine: null }, seat, claimMeaning(board, seat, claim), {
    channel: board.handoff?.line.channel ?? '',
    ts,
    edited: null,
  });
  const decision = withPackage(decided, named, claim, '');
  return decision.ok ? null : (decision.refusal ?? { why: 'unknown-key' });
}
