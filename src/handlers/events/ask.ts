import { compareTs, tsToMillis } from '../../ledger/index.js';
import { permalink } from '../../messages/parse/index.js';
import { personNamed } from '../../verbs/people.js';
import type { HandlerContext } from '../context.js';

type Fields = Record<string, unknown>;
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

interface Spoken {
  channel: string;
  ts: string;
  thread: string | null;
  user: string;
  botId: string | null;
  text: string;
  direct: boolean;
}

/** A message somebody wrote; edits, deletions, joins and the like are none. Pure. */
export function readSpoken(event: Fields): Spoken | null {
  const subtype = text(event.subtype);
  if (subtype !== null && subtype !== 'thread_broadcast' && subtype !== 'file_share') return null;
  const [channel, ts, user] = [text(event.channel), text(event.ts), text(event.user)];
  if (!channel || !ts || !user) return null;
  const thread = text(event.thread_ts);
  return {
    channel,
    ts,
    thread: thread !== null && compareTs(thread, ts) !== 0 ? thread : null,
    user,
    botId: text(event.bot_id),
    text: text(event.text) ?? '',
    direct: event.channel_type === 'im',
  };
}

/** What people say to the seat: a direct message, a mention, a reply in a thread that it is in (A1). */
export async function onAskMessage(ctx: HandlerContext, event: Fields): Promise<void> {
  const said = readSpoken(event);
  if (said === null) return;
  const me = ctx.config.seats.get(ctx.config.seat)?.botUser;
  if (said.user === me) return onOwnMessage(ctx, said);
  if (said.botId !== null || [...ctx.config.seats.values()].some((seat) => seat.botUser === said.user)) return;
  if (!(await isForMe(ctx, said, me ?? ''))) return;
  const facts = await ctx.user(said.user);
  // Who cannot be read is unknown, and not nobody: the inbox tries again.
  if (!facts.ok) throw new Error(`the asker ${said.user} could not be read: ${facts.reason}`);
  // Asks of people outside the workspace and of bots open nothing (A5).
  if (facts.value.isExternal || facts.value.isBot || facts.value.deleted) return;
  const person = personNamed({ user: said.user }, ctx.config);
  const owedTo = person?.key ?? said.user;
  const name = person?.name ?? facts.value.name;
  const thread = said.thread ?? said.ts;
  const ask = { channel: said.channel, ts: said.ts, thread, asker: said.user, text: said.text.slice(0, 2000) };
  const link = permalink(ctx.teamUrl(), said.channel, said.ts, said.thread);
  const actor = { kind: 'human' as const, id: owedTo, name };
  const cause = `ask:${said.channel}:${said.ts}`;
  const opened = await ctx.ledger.openAsk({ now: ctx.now(), actor, cause }, ask, owedTo, name, link);
  if (!opened.applied) return;
  // Heard at once; that it was is no part of the ledger (A2).
  await ctx.react(said.channel, said.ts, 'eyes');
  if (opened.value.opened === 'new') ctx.answer(opened.value.key);
}

async function isForMe(ctx: HandlerContext, said: Spoken, me: string): Promise<boolean> {
  if (said.direct) return true;
  if (said.channel === ctx.config.channels.bridge) return false;
  if (said.text.includes(`<@${me}>`) || said.text.includes(`<@${me}|`)) return true;
  if (said.thread === null || !(await ctx.ledger.isOurThread(said.channel, said.thread))) return false;
  const others = [...ctx.config.seats.values()].filter((seat) => seat.botUser !== me);
  if (others.some((seat) => said.text.includes(`<@${seat.botUser}`))) return false;
  if (others.length === 0) return true;
  // In a thread of several seats a reply belongs to the one that last spoke there as itself (A1).
  const read = await ctx.readThread(said.channel, said.thread);
  if (!read.ok) throw new Error(`the thread ${said.channel}/${said.thread} could not be read: ${read.reason}`);
  const seats = new Set([...ctx.config.seats.values()].map((seat) => seat.botUser));
  const last = read.value
    .filter((m) => m.user !== null && seats.has(m.user) && !m.machine && compareTs(m.ts, said.ts) < 0)
    .at(-1);
  return last === undefined || last.user === me;
}

/** Our own words in a thread: it is ours from now on, and they may answer what was asked there (A1, A3). */
async function onOwnMessage(ctx: HandlerContext, said: Spoken): Promise<void> {
  const thread = said.thread;
  if (thread === null || said.channel === ctx.config.channels.bridge) return;
  const asks = await ctx.ledger.openAsks(said.channel, thread);
  for (const ask of asks) await ctx.readProof(ask.key);
  if (asks.length > 0) return;
  // Machine lines do not make a thread ours; what the socket brings does not say which is one, history does (A3).
  if (await ctx.ledger.isOurThread(said.channel, thread)) return;
  const read = await ctx.readThread(said.channel, thread);
  if (!read.ok) return;
  const own = read.value.find((m) => m.ts === said.ts);
  if (!own || own.machine) return;
  const actor = { kind: 'seat' as const, id: ctx.config.seat };
  await ctx.ledger.rememberThread(
    { now: ctx.now(), actor, cause: `own:${said.channel}:${tsToMillis(said.ts)}` },
    said.channel,
    thread,
  );
}
