import type { Command } from 'commander';
import type { Request, VerbContext, VerbResult } from '../verbs/context.js';
import { findItem } from '../verbs/find.js';
import type { ItemDone } from '../verbs/items.js';
import { answer, type Call, EXIT, fail } from './io.js';
import { itemJson, runningOf } from './json.js';
import { byPerson, causeOf } from './people.js';
import { failed, withLedger } from './session.js';
import { withJson } from './verb.js';

/** The part that close, mute, unmute and take share: one item, done by a person with a name (O1, O8, O12, X1). */

export interface PersonOptions {
  by: string;
  requestId?: string;
}

export function withPerson(command: Command): Command {
  return withJson(
    command
      .argument('<key>', "the item's key, with or without its kind")
      .requiredOption('--by <name>', "whose act it is: a person's key or display name"),
  ).option('--request-id <id>', 'repeating the command with the same id changes nothing');
}

/** Finds who asks, does it, and prints the item. */
export function byAPerson(
  call: Call,
  options: PersonOptions,
  key: string,
  act: (ctx: VerbContext, request: Request) => Promise<VerbResult<ItemDone>>,
): Promise<number> {
  return withLedger(
    call,
    async (ctx) => {
      const asker = byPerson(options.by, ctx.config);
      if (!asker.ok) return failed(call.io, asker);
      const cause = causeOf(options.requestId);
      const before = options.requestId === undefined ? null : await doneBefore(ctx, key, cause);
      const result: VerbResult<ItemDone> = before ?? (await act(ctx, { asker: asker.value, cause }));
      if (!result.ok) return failed(call.io, result);
      const { item, sentence } = result.value;
      if (options.requestId !== undefined && !before && !(await causedBy(ctx, item.key, cause))) {
        return fail(
          call.io,
          'refused',
          `The request ${options.requestId} was refused before; give a new one its own id.`,
        );
      }
      const { teamUrl } = runningOf(await ctx.ledger.status(), ctx.now());
      await answer(call, itemJson(item, teamUrl), sentence);
      return EXIT.done;
    },
    { existing: true },
  );
}

/** A repeated request is answered by what it did, also where the item has closed by it (L5). */
async function doneBefore(ctx: VerbContext, key: string, cause: string): Promise<VerbResult<ItemDone> | null> {
  const found = await findItem(ctx, key);
  if (!found.ok || !(await causedBy(ctx, found.value.key, cause))) return null;
  return {
    ok: true,
    value: { item: found.value, sentence: `${found.value.key}: this request was carried out before.` },
  };
}

const causedBy = async (ctx: VerbContext, key: string, cause: string): Promise<boolean> =>
  (await ctx.ledger.eventsOf(key)).some((event) => event.cause === cause);
