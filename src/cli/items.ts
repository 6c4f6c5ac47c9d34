import { Option } from 'commander';
import { nearest } from '../config/index.js';
import { answer, EXIT, fail } from './io.js';
import { itemJson, runningOf } from './json.js';
import { owedToFilter } from './people.js';
import { failed, withLedger } from './session.js';
import { itemsText } from './text.js';
import { type AddVerb, example, withJson } from './verb.js';

interface ItemsOptions {
  open?: true;
  closed?: true;
  all?: true;
  kind?: string;
  owedTo?: string;
}

/** `owed items`: what is owed, a line each. */
export const addItems: AddVerb = (program, bind) => {
  const command = withJson(program.command('items'))
    .description('list what is owed, the oldest first')
    .addOption(new Option('--open', 'what is open (the default)').conflicts(['closed', 'all']))
    .addOption(new Option('--closed', 'what is closed').conflicts('all'))
    .option('--all', 'both')
    .option('--kind <kind>', 'of one kind, such as handoff or check')
    .option('--owed-to <person>', 'owed to one person: a key, a display name or a Slack id');
  example(command, 'owed items --owed-to gera --kind handoff');
  bind<ItemsOptions>(command, (call, options) =>
    withLedger(
      call,
      async (ctx) => {
        const { config, ledger } = ctx;
        const owedTo = options.owedTo === undefined ? null : owedToFilter(options.owedTo, config);
        if (owedTo && !owedTo.ok) return failed(call.io, owedTo);
        const state = options.all ? 'all' : options.closed ? 'closed' : 'open';
        const items = await ledger.listItems({
          state,
          ...(options.kind === undefined ? {} : { kind: options.kind }),
          ...(owedTo ? { owedTo: owedTo.value } : {}),
        });
        // A kind that was taken out of the configuration may still have items; only a word that nothing knows is a slip.
        if (items.length === 0 && options.kind !== undefined && !config.kinds.has(options.kind)) {
          return fail(call.io, 'usage', unknownKind(options.kind, [...config.kinds.keys()]));
        }
        const { teamUrl } = runningOf(await ledger.status(), ctx.now());
        const json = items.map((item) => itemJson(item, teamUrl));
        const none = state === 'all' ? 'There is nothing.' : `Nothing is ${state}.`;
        await answer(call, json, items.length > 0 ? itemsText(items, config, ctx.now()) : none);
        return EXIT.done;
      },
      { existing: true },
    ),
  );
};

function unknownKind(kind: string, known: readonly string[]): string {
  const near = nearest(kind, known);
  const hint = near ? `did you mean ${near}?` : `known: ${known.join(', ')}.`;
  return `There is no kind "${kind}"; ${hint}`;
}
