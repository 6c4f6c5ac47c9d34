import type { Db } from '../db/open.js';
import { canonicalJson } from '../events/record.js';
import type { Place, Saying } from '../types.js';

/** A post to be made, written in the transaction of the event that causes it (P8). */
export interface DuePost {
  /** Its own key, once per item and round (P6): `page/handoff:leads/x/1`. */
  effect: string;
  place: Place;
  saying: Saying;
  itemKey?: string | null;
  round?: number | null;
  edits?: { channel: string; ts: string } | null;
  /** Posts of one lane are said in the order in which they were raised. */
  lane?: string | null;
  /** Milliseconds UTC; at once when absent. */
  notBefore?: number;
}

/** The part of an effect before its first slash: `page`, `nudge`, `accepted`, … */
export const effectKind = (effect: string): string => effect.slice(0, effect.indexOf('/'));

/**
 * Writes the row, unless a post with the same effect was ever raised.
 * @returns whether the row is new.
 */
export async function raise(db: Db, post: DuePost, ctx: { now: number; newId: () => string }): Promise<boolean> {
  const inserted = await db
    .insertInto('posts')
    .values({
      effect: post.effect,
      post_key: ctx.newId(),
      item_key: post.itemKey ?? null,
      round: post.round ?? null,
      place: canonicalJson(post.place),
      saying: canonicalJson(post.saying),
      edits: post.edits ? canonicalJson(post.edits) : null,
      lane: post.lane ?? null,
      state: 'due',
      created_at: ctx.now,
      not_before: post.notBefore ?? ctx.now,
      attempts: 0,
      absent_reads: 0,
    })
    .onConflict((c) => c.column('effect').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Closing an item cancels its nudge and page where they are only due, in the same transaction (grafana oncall #4654). */
export async function dropDue(db: Db, itemKey: string, now: number, reason: string): Promise<void> {
  await db
    .updateTable('posts')
    .set({ state: 'dropped', settled_at: now, reason, reason_code: 'stale' })
    .where('item_key', '=', itemKey)
    .where('state', '=', 'due')
    .where((e) => e.or([e('effect', 'like', 'page/%'), e('effect', 'like', 'nudge/%')]))
    .execute();
}
