import { parseHandoffKey } from '../ledger/index.js';
import { findItem } from '../verbs/find.js';
import { findPackage, isPackageKey } from '../verbs/packages.js';
import { answer, EXIT } from './io.js';
import { type ItemHistory, runningOf, showJson } from './json.js';
import { packageShowJson, packageText } from './package.js';
import { failed, withLedger } from './session.js';
import { showText } from './show-text.js';
import { type AddVerb, example, withJson } from './verb.js';

/** `owed show`: one item, its events, its posts, why it is open. */
export const addShow: AddVerb = (program, bind) => {
  const command = withJson(program.command('show'))
    .description('show one item: why it is open, what proof is awaited, its events and posts')
    .argument('<key>', "the item's key, with or without its kind");
  example(command, 'owed show leads/western-slope-alert');
  bind<object>(command, (call, _options, typed = '') =>
    withLedger(
      call,
      async (ctx) => {
        const { ledger, config } = ctx;
        if (isPackageKey(typed)) {
          const found = await findPackage(ctx, typed);
          if (!found.ok) return failed(call.io, found);
          const events = await ledger.packages.events(found.value.view.key);
          await answer(call, packageShowJson(found.value, events), packageText(found.value, ctx.now()));
          return EXIT.done;
        }
        const found = await findItem(ctx, typed);
        if (!found.ok) return failed(call.io, found);
        const item = found.value;
        const board = item.handoff ? parseHandoffKey(item.subject) : null;
        const [events, posts, status] = [
          await ledger.eventsOf(item.key),
          await ledger.postsOf(item.key),
          await ledger.status(),
        ];
        const claim = board === null ? null : (await ledger.board(board)).claim;
        const history: ItemHistory = { events, posts, claim };
        const { teamUrl } = runningOf(status, ctx.now());
        await answer(call, showJson(item, history, teamUrl), showText(item, history, config, ctx.now()));
        return EXIT.done;
      },
      { existing: true },
    ),
  );
};
