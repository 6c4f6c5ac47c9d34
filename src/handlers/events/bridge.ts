import { type BridgePart, compareTs, tsToMillis } from '../../ledger/index.js';
import { parseBridge, permalink } from '../../messages/parse/index.js';
import { bridgeParts } from '../../verbs/bridge-parts.js';
import type { HandlerContext } from '../context.js';

/** A message on the bridge, or its edit, as the event gives it. */
interface BridgeEvent {
  channel: string;
  ts: string;
  edited: string | null;
  thread: string | null;
  user: string | null;
  botId: string | null;
  text: string;
  machine: boolean;
}

type Fields = Record<string, unknown>;
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Reads a `message` event, or a `message_changed` of a real edit; null for deletions, unfurls and the like. Pure. */
export function readBridgeEvent(event: Fields): BridgeEvent | null {
  const subtype = text(event.subtype);
  const edit = subtype === 'message_changed';
  if (subtype !== null && !edit && subtype !== 'bot_message' && subtype !== 'thread_broadcast') return null;
  const message = (edit ? event.message : event) as Fields | undefined;
  const channel = text(event.channel);
  const ts = text(message?.ts);
  if (!message || !channel || !ts) return null;
  const edited = edit ? text((message.edited as Fields | undefined)?.ts) : null;
  if (edit && edited === null) return null;
  const metadata = message.metadata as { event_type?: string; event_payload?: Fields } | undefined;
  return {
    channel,
    ts,
    edited,
    thread: text(message.thread_ts),
    user: text(message.user),
    botId: text(message.bot_id),
    text: text(message.text) ?? '',
    machine: metadata?.event_type === 'owed_post' && metadata.event_payload?.machine === true,
  };
}

/** The seat whose own bot user wrote the message (H2); null for people, other apps and external accounts. */
async function authorSeat(ctx: HandlerContext, event: BridgeEvent): Promise<string | null> {
  if (event.botId === null) return null;
  let user = event.user;
  if (user === null) {
    const bot = await ctx.bot(event.botId);
    // Who wrote it is unknown, and that is not "nobody": the inbox tries again, and parks it in view.
    if (!bot.ok) throw new Error(`the author of ${event.channel}/${event.ts} could not be read: ${bot.reason}`);
    user = bot.value.user;
  }
  for (const seat of ctx.config.seats.values()) if (seat.botUser === user) return seat.key;
  return null;
}

/** Records what a seat said on the bridge; everybody else's words change nothing there (H2, H5). */
export async function onBridgeMessage(ctx: HandlerContext, raw: Fields): Promise<void> {
  const event = readBridgeEvent(raw);
  if (event === null || event.channel !== ctx.config.channels.bridge || event.machine) return;
  const at = tsToMillis(event.ts);
  const message = parseBridge(event.text, at);
  if (message.kind === 'none') return;
  const seat = await authorSeat(ctx, event);
  if (seat === null) return;
  const parts: BridgePart[] = bridgeParts(message, seat, at, ctx.config);
  const { channel, ts, edited, thread } = event;
  const inThread = thread !== null && compareTs(thread, ts) !== 0 ? thread : null;
  const seen = {
    seat,
    line: { channel, ts, edited },
    link: permalink(ctx.teamUrl(), channel, ts, inThread),
    thread: inThread ?? ts,
  };
  const cause = edited === null ? `msg:${channel}:${ts}` : `edit:${channel}:${ts}:${edited}`;
  const actor = { kind: 'seat' as const, id: seat };
  await ctx.ledger.recordBridge({ now: ctx.now(), actor, cause }, seen, parts);
  ctx.kick();
}
