import { type BuiltinFacts, builtinAnswer, type Found, inLane, keysMeant } from '../agents/builtin.js';
import { askAgent } from '../agents/command.js';
import type { AgentAnswer, AgentQuestion, AgentReplied } from '../agents/types.js';
import { understand } from '../messages/parse/chat.js';
import { nearest } from '../messages/parse/index.js';
import { isPlaceholder } from '../messages/parse/placeholder.js';
import type { Asker, Request, VerbContext } from './context.js';
import { raiseDecision } from './decision-raise.js';
import { handOff } from './handoff.js';
import { closeItem } from './items.js';
import type { ItemView } from './ledger.js';
import { openSessionLink } from './session-link.js';

/** What answering needs of Slack, handed in. */
export interface AnswerDeps {
  /** Who asked, and whether they may act (X1). */
  asker: (user: string) => Promise<{ asker: Asker; mayNot: BuiltinFacts['asker']['mayNot'] }>;
  /** The thread so far, oldest first; empty where it could not be read. */
  thread: (channel: string, thread: string) => Promise<{ from: string; text: string; ts: string }[]>;
  link: (channel: string, ts: string, thread: string | null) => string;
  itemJson: (item: ItemView) => object;
  /** The slash command, for what the built-in agent says. */
  command: string;
  log: (sentence: string) => void;
}

/**
 * Has the agent answer an ask (A2): what it says is raised as a post; what it asks for is done as the verbs do it. `run` is 1,
 * or 2 for the re-run (A4): each says its words once.
 */
export async function answerAsk(ctx: VerbContext, deps: AnswerDeps, key: string, run: number): Promise<void> {
  const item = await ctx.ledger.item(key);
  if (item?.state !== 'open' || !item.ask) return;
  const { ask } = item;
  const { asker, mayNot } = await deps.asker(ask.asker);
  const owed = (await ctx.ledger.listItems({ owedTo: asker.key ?? ask.asker })).filter((other) => other.key !== key);
  const link = deps.link(ask.channel, ask.ts, ask.thread === ask.ts ? null : ask.thread);
  const answer = ctx.config.agent
    ? await askAgent(ctx.config.agent, await question(ctx, deps, item, asker, owed, link), {
        secrets: [ctx.config.github.tokenEnv],
      })
    : await builtIn(ctx, deps, item, { asker, mayNot }, owed);
  await carryOut(ctx, deps, item, asker, answer, run, { link, mayNot });
}

/** All that was asked: the first message, and those that joined it (A1). */
const asked = (item: ItemView): string =>
  [item.ask?.text ?? '', ...item.notes.map((note) => note.text)].filter(Boolean).join('\n');

async function question(
  ctx: VerbContext,
  deps: AnswerDeps,
  item: ItemView,
  asker: Asker,
  owed: ItemView[],
  link: string,
): Promise<AgentQuestion> {
  const { channel, ts, thread, asker: user } = item.ask as NonNullable<ItemView['ask']>;
  return {
    seat: ctx.config.seat,
    ask: {
      key: item.key,
      text: asked(item),
      from: { user, name: asker.name },
      channel,
      ts,
      thread_ts: thread === ts ? null : thread,
      link,
      thread: await deps.thread(channel, thread),
    },
    open_items: owed.map(deps.itemJson),
  };
}

async function builtIn(
  ctx: VerbContext,
  deps: AnswerDeps,
  item: ItemView,
  who: { asker: Asker; mayNot: BuiltinFacts['asker']['mayNot'] },
  owed: ItemView[],
): Promise<AgentAnswer> {
  const intent = understand(asked(item), [ctx.config.seats.get(ctx.config.seat)?.name ?? '']);
  const all = (await ctx.ledger.listItems({ state: 'open' })).filter((other) => other.key !== item.key);
  const what = 'what' in intent ? intent.what : null;
  const lane = intent.intent === 'open' ? intent.lane : null;
  return builtinAnswer(intent, {
    now: ctx.now(),
    config: ctx.config,
    command: deps.command,
    asker: { key: who.asker.key, user: who.asker.user ?? '', mayNot: who.mayNot },
    owedToAsker: owed,
    open: lane === null ? all : all.filter((other) => inLane(other, lane)),
    found: what === null ? null : await found(ctx, what, all),
  });
}

async function found(ctx: VerbContext, what: string, open: ItemView[]): Promise<Found> {
  const match = await ctx.ledger.matchKey(what);
  if ('found' in match) {
    const item = await ctx.ledger.item(match.found);
    if (item) return { item };
  }
  if ('ambiguous' in match) return { ambiguous: match.ambiguous };
  const meant = keysMeant(what, open);
  if (meant.length > 1) return { ambiguous: meant };
  const one = open.find((item) => item.key === meant[0]);
  if (one) return { item: one };
  return {
    nearest: nearest(
      what,
      open.map((item) => item.subject),
    ),
  };
}

async function carryOut(
  ctx: VerbContext,
  deps: AnswerDeps,
  item: ItemView,
  asker: Asker,
  answer: AgentAnswer,
  run: number,
  around: { link: string; mayNot: BuiltinFacts['asker']['mayNot'] },
): Promise<void> {
  if (!answer.ok) {
    deps.log(`${item.key}: ${answer.sentence}`);
    await say(ctx, item, `no-answer/${item.key}/${item.round}/${run}`, { say: 'no-answer', sentence: answer.sentence });
    return;
  }
  for (const warning of answer.warnings) deps.log(`${item.key}: ${warning}`);
  const refusals = await does(ctx, item, asker, answer, run, around);
  const reply = [answer.reply, ...refusals].filter((text): text is string => text !== null && text !== '').join('\n');
  // "On it" is no reply, whatever field it came in (A3).
  const closes = reply !== '' && !isPlaceholder(answer.reply ?? reply);
  if (reply) {
    await say(ctx, item, `answer/${item.key}/${item.round}/${run}`, { say: 'answer', text: reply, closes });
  }
  if (answer.placeholder) {
    const effect = `placeholder/${item.key}/${item.round}/${run}`;
    await say(ctx, item, effect, { say: 'answer', text: answer.placeholder, closes: false });
  }
}

type Saying = Parameters<VerbContext['ledger']['raise']>[1]['saying'];

async function say(ctx: VerbContext, item: ItemView, effect: string, saying: Saying): Promise<void> {
  const { channel, thread } = item.ask as NonNullable<ItemView['ask']>;
  const act = { now: ctx.now(), actor: { kind: 'seat' as const, id: ctx.config.seat }, cause: effect };
  const lane = `ask/${channel}/${thread}`;
  await ctx.ledger.raise(act, {
    effect,
    place: { channel, thread },
    saying,
    itemKey: item.key,
    round: item.round,
    lane,
  });
}

/** What the agent asked for besides its words; what was refused comes back as sentences for the asker (U6). */
async function does(
  ctx: VerbContext,
  item: ItemView,
  asker: Asker,
  answer: AgentReplied,
  run: number,
  around: { link: string; mayNot: BuiltinFacts['asker']['mayNot'] },
): Promise<string[]> {
  const refusals: string[] = [];
  const seat: Asker = { kind: 'seat', key: ctx.config.seat, user: null, name: ctx.config.seat };
  const cause = (what: string) => `agent:${item.key}:${item.round}:${run}:${what}`;
  if (answer.handoff) {
    const asking: Request = { asker: seat, cause: cause('handoff') };
    const done = await handOff(ctx, asking, { ...answer.handoff, origin: answer.handoff.origin ?? around.link });
    if (!done.ok) refusals.push(done.sentence);
  }
  if (answer.sessionLink) {
    const { channel, thread } = item.ask as NonNullable<ItemView['ask']>;
    const asking: Request = { asker: seat, cause: cause('session') };
    const { session, link } = answer.sessionLink;
    const done = await openSessionLink(ctx, asking, { session, channel, thread, link: around.link, sessionLink: link });
    if (!done.ok) refusals.push(done.sentence);
  }
  if (answer.close) refusals.push(...(await closeFor(ctx, item, asker, answer.close, cause('close'), around)));
  if (answer.decision) {
    const asking: Request = { asker: seat, cause: cause('decision') };
    const done = await raiseDecision(ctx, asking, {
      ...answer.decision,
      waits: null,
      bound: null,
      channel: null,
      thread: null,
      session: null,
      supersedes: null,
      rungs: false,
    });
    // The asker hears where the question went, so that nobody waits for an answer in this thread.
    refusals.push(done.ok ? done.value.sentence : done.sentence);
  }
  return refusals;
}

/** The asker's own close of the asker's own item, passed on with the message that said so (X1). */
async function closeFor(
  ctx: VerbContext,
  item: ItemView,
  asker: Asker,
  close: NonNullable<AgentReplied['close']>,
  cause: string,
  around: { link: string; mayNot: BuiltinFacts['asker']['mayNot'] },
): Promise<string[]> {
  if (around.mayNot !== null) return ['Only full members of this workspace can close an item.'];
  const match = await ctx.ledger.matchKey(close.key);
  const target = 'found' in match ? await ctx.ledger.item(match.found) : null;
  if (!target) return [`There is no item "${close.key}".`];
  const own = target.key === item.key || target.owedTo.includes(asker.key ?? asker.user ?? '');
  if (!own) return [`${target.key} is not owed to you, so you cannot close it here.`];
  const proof = close.proof ?? `said by ${asker.name}`;
  const done = await closeItem(ctx, { asker, cause }, { key: target.key, proof, link: close.link ?? around.link });
  return [done.ok ? done.value.sentence : done.sentence];
}
