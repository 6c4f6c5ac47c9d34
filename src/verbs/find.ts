import { nearest } from '../messages/parse/index.js';
import { formsOf, notFound, refused, type VerbContext, type VerbResult } from './context.js';
import { type ItemView, parseHandoffKey } from './ledger.js';

/** Finds the one item that a person's words mean, or says in a sentence why none is (U6). */
export async function findItem(ctx: VerbContext, typed: string): Promise<VerbResult<ItemView>> {
  const match = await ctx.ledger.matchKey(typed);
  if ('ambiguous' in match) {
    return refused(`"${typed}" means more than one item; write one of ${match.ambiguous.join(', ')}.`);
  }
  if ('nearest' in match) {
    const queued = await queuedHandoff(ctx, typed);
    if (queued) return notFound(queued);
    const near = nearest(
      typed,
      match.nearest.flatMap((key) => [key, key.slice(key.indexOf(':') + 1)]),
    );
    const hint = near ? ` Did you mean ${near}?` : ` ${formsOf(ctx).list} lists what is open.`;
    return notFound(`There is no item "${typed}".${hint}`);
  }
  const item = await ctx.ledger.item(match.found);
  return item ? { ok: true, value: item } : notFound(`There is no item "${typed}".`);
}

/** A HANDOFF that was asked for and does not stand on the bridge yet; its item opens there (H5). */
async function queuedHandoff(ctx: VerbContext, typed: string): Promise<string | null> {
  const key = parseHandoffKey(typed.replace(/^handoff:/, ''));
  if (!key) return null;
  const posts = await ctx.ledger.postsOf(`handoff:${key}`);
  const waits = posts.find((post) => post.effect.startsWith('handoff/') && !['posted', 'dropped'].includes(post.state));
  if (!waits) return null;
  const why = waits.reason ? ` (${waits.reason})` : '';
  return `The HANDOFF of ${key} waits to be posted on the bridge${why}; its item opens when it stands there.`;
}
