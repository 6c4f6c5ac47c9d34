import { permalink } from '../../messages/parse/index.js';
import { closeItem } from '../../verbs/items.js';
import type { HandlerContext } from '../context.js';
import { admit } from '../people.js';
import { verbContext } from '../verbs.js';

type Fields = Record<string, unknown>;

const CHECKS = new Set(['white_check_mark', 'heavy_check_mark', 'ballot_box_with_check']);

/** The asker closes an ask with a check mark on it, or on a reply to it (A, O1). */
export async function onReaction(ctx: HandlerContext, event: Fields): Promise<void> {
  const item = event.item as { type?: string; channel?: string; ts?: string } | undefined;
  const user = event.user as string | undefined;
  if (item?.type !== 'message' || !item.channel || !item.ts || !user) return;
  if (!CHECKS.has(String(event.reaction))) return;
  const { channel, ts } = item;
  const asks = await ctx.ledger.asksAt(channel, ts);
  const mine = asks.filter((ask) => ask.ask?.asker === user);
  if (mine.length === 0) return;
  const admitted = await admit(ctx, user);
  if (!admitted.ok) return;
  const link = permalink(ctx.teamUrl(), channel, ts, null);
  for (const ask of mine) {
    const cause = `check:${channel}:${ts}:${user}:${ask.key}:${ask.round}`;
    const request = { asker: admitted.asker, cause };
    await closeItem(verbContext(ctx), request, { key: ask.key, proof: 'the asker marked it with a check', link });
  }
  ctx.kick();
}
