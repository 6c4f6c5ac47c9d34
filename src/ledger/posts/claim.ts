import type { Db } from '../db/open.js';
import type { PostRow } from '../db/schema.js';
import { type ItemState, pageDue } from '../items/evolve.js';
import { itemStream } from '../items/table.js';
import type { Place, Saying } from '../types.js';
import type { Unit } from '../unit.js';
import { effectKind } from './raise.js';
import type { PostClaim } from './types.js';

/** What the claim's transaction found when it looked at the item again (P2). */
export type Guard = { go: true } | { go: false; drop: string } | { go: false; hold: { until: number; reason: string } };

/**
 * Whether a nudge or page still has its reason: the item open, in its round, due, and not held by a take; and no nudge in
 * one breath with its page. Pure (P2, S3, O12).
 */
export function guard(kind: string, round: number | null, item: ItemState, now: number): Guard {
  if (kind !== 'page' && kind !== 'nudge') return { go: true };
  if (item.state !== 'open') return { go: false, drop: 'its item is closed' };
  if (round !== item.round) return { go: false, drop: 'its item is in a later round' };
  const page = pageDue(item);
  if (kind === 'nudge' && (item.said.page || (page !== null && page <= now))) {
    return { go: false, drop: 'its page is due by now' };
  }
  if (kind === 'page' && item.taken && item.taken.until > now) {
    const reason = `taken by ${item.taken.by} until ${new Date(item.taken.until).toISOString()}`;
    return { go: false, hold: { until: item.taken.until, reason } };
  }
  return { go: true };
}

export function toClaim(row: PostRow): PostClaim {
  return {
    effect: row.effect,
    key: row.post_key,
    place: JSON.parse(row.place) as Place,
    saying: JSON.parse(row.saying) as Saying,
    itemKey: row.item_key,
    round: row.round,
    edits: row.edits ? (JSON.parse(row.edits) as { channel: string; ts: string }) : null,
    attempt: row.attempts,
    leaseUntil: row.lease_until ?? 0,
  } as PostClaim;
}

/**
 * Claims one due post for one attempt: a conditional write that exactly one of any number of racing sweeps, replicas and
 * restarts wins (P1), after the item was looked at again in the same transaction (P2).
 * @param lease milliseconds, longer than the post's own time-out (P5).
 * @returns the claim, or null when another has it, it is not due, or its reason is gone.
 */
export async function claim(unit: Unit, effect: string, lease: number): Promise<PostClaim | null> {
  const { now } = unit.ctx;
  const row = await unit.db.selectFrom('posts').selectAll().where('effect', '=', effect).executeTakeFirst();
  if (row?.state !== 'due' || row.not_before > now) return null;
  if (row.lane !== null && (await earlierInLane(unit.db, row))) return null;
  if (effectKind(effect) === 'storm' && !(await someStillOpen(unit, row))) {
    const change = {
      state: 'dropped' as const,
      settled_at: now,
      reason: 'all its items are closed',
      reason_code: 'stale',
    };
    await unit.db.updateTable('posts').set(change).where('effect', '=', effect).where('state', '=', 'due').execute();
    return null;
  }
  if (row.item_key !== null) {
    const item = (await unit.load(itemStream, row.item_key)).state;
    const verdict = guard(effectKind(effect), row.round, item, now);
    if (!verdict.go) {
      const change =
        'drop' in verdict
          ? { state: 'dropped' as const, settled_at: now, reason: verdict.drop, reason_code: 'stale' }
          : { not_before: verdict.hold.until, reason: verdict.hold.reason, reason_code: 'taken' };
      await unit.db.updateTable('posts').set(change).where('effect', '=', effect).where('state', '=', 'due').execute();
      return null;
    }
  }
  const won = await unit.db
    .updateTable('posts')
    .set({
      state: 'claimed',
      attempts: row.attempts + 1,
      attempted_at: now,
      first_attempt_at: row.first_attempt_at ?? now,
      lease_until: now + lease,
      absent_reads: 0,
      first_absent_at: null,
    })
    .where('effect', '=', effect)
    .where('state', '=', 'due')
    .where('attempts', '=', row.attempts)
    .returningAll()
    .executeTakeFirst();
  return won ? toClaim(won) : null;
}

/** Whether an earlier post of the same lane is still to be settled: lines of one thread keep their order. */
async function earlierInLane(db: Db, row: PostRow): Promise<boolean> {
  const earlier = await db
    .selectFrom('posts')
    .select('id')
    .where('lane', '=', row.lane)
    .where('id', '<', row.id)
    .where('state', 'in', ['due', 'claimed', 'unknown'])
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/** Whether the page of a storm still has a reason: one of its items open in its round (O11, P2). */
async function someStillOpen(unit: Unit, row: PostRow): Promise<boolean> {
  const { items } = JSON.parse(row.saying) as Extract<Saying, { say: 'storm' }>;
  for (const { key, round } of items) {
    const item = await unit.item(key);
    if (item.state === 'open' && item.round === round) return true;
  }
  return false;
}
