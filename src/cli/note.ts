import { parseHandoffKey } from '../ledger/index.js';
import { noteItem } from '../verbs/items.js';
import { answer, EXIT, fail } from './io.js';
import { itemJson, runningOf } from './json.js';
import { bySeat } from './people.js';
import { failed, withLedger } from './session.js';
import { type AddVerb, example, withJson } from './verb.js';

/** `owed note`: a note on a handoff's item; it changes no state (L2). */
export const addNote: AddVerb = (program, bind) => {
  const command = withJson(program.command('note'))
    .description('note something on the item of a handoff; changes no state and says nothing in Slack')
    .argument('<key>', 'LANE/ITEM')
    .argument('<text>', 'the note')
    .option('--request-id <id>', 'repeating the command with the same id notes nothing twice');
  example(command, 'owed note leads/western-slope-alert "she is back on Thursday"');
  bind<{ requestId?: string }>(command, async (call, options, key = '', text = '') => {
    if (parseHandoffKey(key) === null) {
      return fail(
        call.io,
        'usage',
        `"${key}" is not a handoff's key; write LANE/ITEM, for example leads/western-slope-alert.`,
      );
    }
    return withLedger(
      call,
      async (ctx) => {
        const result = await noteItem(ctx, bySeat(ctx.config, options.requestId), { key, text });
        if (!result.ok) return failed(call.io, result);
        const { item, sentence } = result.value;
        const { teamUrl } = runningOf(await ctx.ledger.status(), ctx.now());
        await answer(call, itemJson(item, teamUrl), sentence);
        return EXIT.done;
      },
      { existing: true },
    );
  });
};
