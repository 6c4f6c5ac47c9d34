import { nearest } from '../messages/parse/index.js';
import { formsOf, notFound, refused, type VerbContext, type VerbResult } from './context.js';
import type { ItemView } from './ledger.js';

/** Finds the one item that a person's words mean, or says in a sentence why none is (U6). */
export async function findItem(ctx: VerbContext, typed: string): Promise<VerbResult<ItemView>> {
  const match = await ctx.ledger.matchKey(typed);
  if ('ambiguous' in match) {
    return refused(`"${typed}" means more than one item; write one of ${match.ambiguous.join(', ')}.`);
  }
  if ('nearest' in match) {
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
