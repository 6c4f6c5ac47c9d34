import type { Command } from 'commander';
import { parsePermalink } from '../messages/parse/index.js';
import { dateUtc, renderDecision } from '../messages/render/index.js';
import type { VerbContext, VerbResult } from '../verbs/context.js';
import {
  answerDecision,
  applyDecision,
  type DecisionDone,
  driveWords,
  findDecision,
  verifyDecision,
} from '../verbs/decision.js';
import { raiseDecision } from '../verbs/decision-raise.js';
import type { DecisionView } from '../verbs/ledger.js';
import { decisionJson } from './decision-json.js';
import { answer, type Call, EXIT, fail } from './io.js';
import { collect, duration } from './options.js';
import { byPerson, bySeat, causeOf } from './people.js';
import { reportSaid, type SaidOptions, withSaid } from './said.js';
import { failed, withLedger } from './session.js';
import { cut, fromSlack, plain, table } from './text.js';
import { type AddVerb, type Bind, example, withJson } from './verb.js';

/** `owed decision …`: questions to people, and what becomes of the answers (D1 to D9). */
export const addDecision: AddVerb = (program, bind) => {
  const group = program.command('decision').description('questions put to people, and what becomes of the answers');
  addRaise(group, bind);
  addList(group, bind);
  addShow(group, bind);
  addAnswer(group, bind);
  addSupersede(group, bind);
  addApply(group, bind);
  addVerified(group, bind);
};

interface RaiseOptions extends SaidOptions {
  question: string;
  option: string[];
  task?: string;
  decider?: string[];
  waits?: string;
  bound?: number;
  channel?: string;
  thread?: string;
  session?: string;
  rungs?: boolean;
}

function withQuestion(command: Command): Command {
  return withSaid(command)
    .requiredOption('--question <question>', 'what is to be decided')
    .requiredOption('--option <option>', '"NAME", or "NAME: what it leads to"; may be given several times', collect)
    .option('--task <task>', 'what it belongs to: LANE/ITEM, a work package; whoever holds it is told the answer')
    .option('--decider <person>', "who may decide; this seat's human unless given; may be given several times", collect)
    .option('--waits <text>', 'what waits on it')
    .option('--bound <time>', "how long it may stay unapplied once decided (the kind's bound unless given)", duration)
    .option('--channel <id>', 'where it is posted')
    .option('--thread <url>', 'the thread it is posted in, by a link of one of its messages')
    .option('--session <id>', 'the session that asks')
    .option('--rungs', 'the configured rungs may be asked about it meanwhile; a person decides all the same');
}

const RAISE_EXAMPLE =
  'owed decision raise --question "Ship the importer today?" --option "ship: customers see it today" --option wait --task leads/importer';

function addRaise(group: Command, bind: Bind): void {
  const command = withQuestion(group.command('raise')).description('ask a question, with one button an option');
  example(command, RAISE_EXAMPLE);
  bind<RaiseOptions>(command, (call, options) => raise(call, options, null));
}

function addSupersede(group: Command, bind: Bind): void {
  const command = withQuestion(
    group.command('supersede').argument('<id>', 'the decision that is replaced'),
  ).description('ask anew: a changed mind is a new question that replaces the old one');
  example(command, 'owed decision supersede d7k2m9q4xw --question "Ship it on Monday?" --option ship --option wait');
  bind<RaiseOptions>(command, (call, options, id = '') => raise(call, options, id));
}

async function raise(call: Call, options: RaiseOptions, supersedes: string | null): Promise<number> {
  const thread = options.thread ? parsePermalink(options.thread) : null;
  if (options.thread && !thread) {
    return fail(call.io, 'usage', `"${options.thread}" is not a link to a Slack message; copy one with "Copy link".`);
  }
  if (options.channel && !/^[CGD][A-Z0-9]+$/.test(options.channel)) {
    return fail(
      call.io,
      'usage',
      `"${options.channel}" is not a channel's id; it is at the bottom of the channel's About.`,
    );
  }
  return withLedger(call, async (ctx) => {
    const result = await raiseDecision(ctx, bySeat(ctx.config, options.requestId), {
      question: options.question,
      options: options.option,
      task: options.task ?? null,
      deciders: options.decider ?? [],
      waits: options.waits ?? null,
      bound: options.bound ?? null,
      channel: thread?.channel ?? options.channel ?? null,
      thread: thread ? (thread.threadTs ?? thread.ts) : null,
      session: options.session ?? null,
      supersedes,
      rungs: options.rungs === true,
    });
    if (!result.ok) return failed(call.io, result);
    const { view, effect, sentence } = result.value;
    return reportSaid(call, ctx, { key: `decision:${view.id}`, effect, sentence }, options, decisionJson(view));
  });
}

function addList(group: Command, bind: Bind): void {
  const command = withJson(group.command('list'))
    .description('list decisions: open questions and what is not applied yet, unless you say otherwise')
    .option('--pending', 'those that nobody answered yet')
    .option('--outstanding', 'those that are decided and not applied: the backlog')
    .option('--all', 'all of them');
  example(command, 'owed decision list --outstanding');
  bind<{ pending?: boolean; outstanding?: boolean; all?: boolean }>(command, (call, options) =>
    withLedger(call, async (ctx) => {
      const { decisions } = ctx.ledger;
      const kinds = options.all
        ? [{}]
        : [
            ...(options.outstanding && !options.pending ? [] : [{ only: 'pending' as const }]),
            ...(options.pending && !options.outstanding ? [] : [{ only: 'outstanding' as const }]),
          ];
      const views = (await Promise.all(kinds.map((filter) => decisions.list(filter)))).flat();
      await answer(call, views.map(decisionJson), views.length === 0 ? 'No decisions.' : listText(views));
      return EXIT.done;
    }),
  );
}

const listText = (views: readonly DecisionView[]): string =>
  table(
    ['ID', 'QUESTION', 'DECISION', 'APPLICATION', 'VERIFICATION'],
    views.map((view) => {
      const { facts } = view;
      const needs = facts.needs === null ? '' : ` (needs ${facts.needs})`;
      return [
        view.id,
        cut(plain(view.question), 50),
        view.answer ? `${facts.decision}: ${cut(plain(view.answer.choice), 20)}` : facts.decision,
        `${facts.application ?? ''}${plain(needs)}`,
        plain(facts.verified ?? ''),
      ];
    }),
  );

function addShow(group: Command, bind: Bind): void {
  const command = withJson(group.command('show').argument('<id>', 'the decision')).description(
    'show one decision with its three facts, and whom its answer reached',
  );
  example(command, 'owed decision show d7k2m9q4xw');
  bind<object>(command, (call, _options, id = '') =>
    withLedger(call, async (ctx) => {
      const found = await findDecision(ctx, id);
      return found.ok ? shown(call, ctx, { view: found.value, sentence: '' }) : failed(call.io, found);
    }),
  );
}

/** A decision in words: what its message in Slack says, and whom the answer reached. */
function showText(ctx: VerbContext, view: DecisionView): string {
  const over = { item: null, decision: view, now: ctx.now(), config: ctx.config, teamUrl: null };
  const lines = [
    fromSlack(renderDecision({ tags: [] }, over).text)
      .replace(/\*/g, '')
      .replace(/`/g, ''),
  ];
  if (view.drives.length > 0) lines.push(`Told: ${view.drives.map((drive) => driveWords(ctx, drive)).join(', ')}`);
  for (const note of view.notes) lines.push(`Note by ${note.by}, ${dateUtc(note.at)}: ${note.text}`);
  return lines.flatMap((line) => line.split('\n').map(plain)).join('\n');
}

async function shown(call: Call, ctx: VerbContext, { view, sentence }: DecisionDone): Promise<number> {
  await answer(call, decisionJson(view), sentence || showText(ctx, view));
  return EXIT.done;
}

type Doing = (ctx: VerbContext) => Promise<VerbResult<DecisionDone>>;

const carryOut = (call: Call, work: Doing): Promise<number> =>
  withLedger(call, async (ctx) => {
    const result = await work(ctx);
    return result.ok ? shown(call, ctx, result.value) : failed(call.io, result);
  });

const withRequest = (command: Command): Command =>
  withJson(command).option('--request-id <id>', 'repeating the command with the same id changes nothing');

function addAnswer(group: Command, bind: Bind): void {
  const command = withRequest(group.command('answer').argument('<id>', 'the decision'))
    .description('answer in the name of a person; it shows as by command line, never as a click')
    .option('--choice <option>', 'one of its options')
    .option('--other <text>', 'words of your own in place of an option')
    .requiredOption('--by <name>', "whose answer it is: a person's key or display name");
  example(command, 'owed decision answer d7k2m9q4xw --choice ship --by gera');
  bind<{ choice?: string; other?: string; by: string; requestId?: string }>(command, (call, options, id = '') => {
    if ((options.choice === undefined) === (options.other === undefined)) {
      return fail(call.io, 'usage', 'Give one of them: --choice OPTION, or --other TEXT.');
    }
    return carryOut(call, async (ctx) => {
      const asker = byPerson(options.by, ctx.config);
      if (!asker.ok) return asker;
      const request = { asker: asker.value, cause: causeOf(options.requestId) };
      const said = { id, choice: options.choice ?? null, other: options.other ?? null, how: 'command-line' as const };
      return answerDecision(ctx, request, said);
    });
  });
}

function addApply(group: Command, bind: Bind): void {
  const command = withRequest(
    group
      .command('apply')
      .argument('<id>', 'the decision')
      .argument('<state>', 'queued, executing, blocked or applied'),
  )
    .description('say how far the application has come; it touches nothing of the decision')
    .option('--needs <capability>', 'what a blocked one needs, such as human-identity')
    .option('--why <why>', 'why it is blocked, in a line')
    .option('--holder <name>', 'who executes it (whoever holds its task unless given)');
  example(command, 'owed decision apply d7k2m9q4xw blocked --needs human-identity --why "the form takes no bot"');
  bind<{ needs?: string; why?: string; holder?: string; requestId?: string }>(
    command,
    (call, options, id = '', state = '') =>
      carryOut(call, (ctx) =>
        applyDecision(ctx, bySeat(ctx.config, options.requestId), {
          id,
          state,
          needs: options.needs ?? null,
          why: options.why ?? null,
          holder: options.holder ?? null,
        }),
      ),
  );
}

function addVerified(group: Command, bind: Bind): void {
  const command = withRequest(group.command('verified').argument('<id>', 'the decision'))
    .description('record a verification of what was applied')
    .requiredOption('--revision <revision>', 'what it was taken against: org/app@COMMIT, or a link')
    .requiredOption('--evidence <evidence>', 'what was checked and seen')
    .option('--failed', 'it failed: the decision is open for application again');
  example(
    command,
    'owed decision verified d7k2m9q4xw --revision org/app@a1b2c3 --evidence "saw the import run at 16:10"',
  );
  bind<{ revision: string; evidence: string; failed?: boolean; requestId?: string }>(
    command,
    (call, options, id = '') =>
      carryOut(call, (ctx) =>
        verifyDecision(ctx, bySeat(ctx.config, options.requestId), {
          id,
          revision: options.revision,
          evidence: options.evidence,
          failed: options.failed === true,
        }),
      ),
  );
}
