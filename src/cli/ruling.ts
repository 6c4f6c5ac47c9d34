import type { Command } from 'commander';
import type { RulingView } from '../ledger/types.js';
import { parsePermalink } from '../messages/parse/index.js';
import { recordRuling } from '../verbs/ruling.js';
import { answer, EXIT, fail } from './io.js';
import { iso } from './json.js';
import { bySeat } from './people.js';
import { reportSaid, type SaidOptions, withSaid } from './said.js';
import { failed, withLedger } from './session.js';
import { ago, plain, table } from './text.js';
import { type AddVerb, type Bind, example, withJson } from './verb.js';

/** `owed ruling record|list`: what models ruled, and whether it reached whoever is parked on the question (§9). */
export const addRuling: AddVerb = (program, bind) => {
  const group = program
    .command('ruling')
    .description('answers obtained from models, delivered to whoever is parked on the question');
  addRecord(group, bind);
  addList(group, bind);
};

const rulingJson = (view: RulingView) => ({
  decision: view.decision,
  choice: view.choice,
  rung: view.rung,
  model: view.model,
  receipt: view.receipt,
  corroborated: view.corroboratedBy !== null,
  corroborated_by: view.corroboratedBy,
  obtained_at: iso(view.obtainedAt),
  delivered: view.deliveredAt !== null,
  delivered_at: iso(view.deliveredAt),
  channel: view.message?.channel ?? null,
  ts: view.message?.ts ?? null,
});

interface Options extends SaidOptions {
  decision: string;
  choice: string;
  rung: string;
  model: string;
  receipt: string;
  corroboratedBy?: string;
  thread?: string;
}

function addRecord(group: Command, bind: Bind): void {
  const command = withSaid(group.command('record'))
    .description('record a ruling and deliver it once; it decides nothing')
    .requiredOption('--decision <id>', 'the open question')
    .requiredOption('--choice <option>', 'one of its options')
    .requiredOption('--rung <rung>', 'which rung ruled')
    .requiredOption('--model <model>', 'which model it was')
    .requiredOption('--receipt <id>', 'the receipt of the asking; the ruling is known by it')
    .option('--corroborated-by <receipt>', 'the receipt of a second rung that agreed')
    .option('--thread <url>', 'the thread that is parked, by a link of one of its messages');
  example(command, 'owed ruling record --decision d7k2m9q4xw --choice ship --rung astra --model m-1 --receipt r-4711');
  bind<Options>(command, async (call, options) => {
    const at = options.thread ? parsePermalink(options.thread) : null;
    if (options.thread && !at) {
      return fail(call.io, 'usage', `"${options.thread}" is not a link to a Slack message; copy one with "Copy link".`);
    }
    return withLedger(call, async (ctx) => {
      const result = await recordRuling(ctx, bySeat(ctx.config, options.requestId), {
        decision: options.decision,
        choice: options.choice,
        rung: options.rung,
        model: options.model,
        receipt: options.receipt,
        corroboratedBy: options.corroboratedBy ?? null,
        thread: at && { channel: at.channel, ts: at.threadTs ?? at.ts },
      });
      if (!result.ok) return failed(call.io, result);
      const { view, effect, sentence } = result.value;
      return reportSaid(call, ctx, { key: `ruling:${view.receipt}`, effect, sentence }, options, rulingJson(view));
    });
  });
}

function addList(group: Command, bind: Bind): void {
  const command = withJson(group.command('list')).description('list rulings, and whether each was delivered');
  example(command, 'owed ruling list --json');
  bind<object>(command, (call) =>
    withLedger(call, async ({ ledger, now }) => {
      const views = await ledger.rulings.list();
      await answer(call, views.map(rulingJson), views.length === 0 ? 'No rulings.' : listText(views, now()));
      return EXIT.done;
    }),
  );
}

const listText = (views: readonly RulingView[], now: number): string =>
  table(
    ['RECEIPT', 'DECISION', 'CHOICE', 'RUNG', 'MODEL', 'CORROBORATED', 'DELIVERED'],
    views.map((view) => [
      plain(view.receipt),
      view.decision,
      plain(view.choice),
      plain(view.rung),
      plain(view.model),
      view.corroboratedBy === null ? 'no' : plain(view.corroboratedBy),
      view.deliveredAt === null ? 'not yet' : ago(view.deliveredAt, now),
    ]),
  );
