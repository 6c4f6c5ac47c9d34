import type { Channel } from '../state.js';
import { type Message, Refusal } from '../types.js';
import { threadFields, wireMessage } from '../wire.js';
import { type CallContext, type Family, joinedChannel, requireScope, scopeFor } from './method.js';
import { inRange, pageOf, rangeOf } from './paging.js';

function readable(context: CallContext): Channel {
  const channel = joinedChannel(context);
  requireScope(context, scopeFor(channel, 'history'));
  return channel;
}

/** A fault on order hides a message from readers for a while. */
function visible({ world, hiddenForMs = 0 }: CallContext, messages: Message[]): Message[] {
  const now = world.state.now();
  const postedBefore = now - hiddenForMs;
  return messages.filter(({ ts, visibleAt = 0 }) => visibleAt <= now && Number(ts) * 1000 <= postedBefore + 1);
}

function shows(context: CallContext): boolean {
  const { app, args, hideMetadata } = context;
  return args.boolean('include_all_metadata') && !hideMetadata && app.scopes.includes('metadata.message:read');
}

function show(context: CallContext, message: Message): Record<string, unknown> {
  const { state } = context.world;
  const replies = visible(context, state.repliesOf(message.channel, message.ts));
  return { ...wireMessage(state, message, shows(context)), ...threadFields(message, replies) };
}

function metadataOfPage(next_cursor: string) {
  return next_cursor ? { response_metadata: { next_cursor } } : {};
}

/** Top level only, newest first. */
function history(context: CallContext) {
  const { world, args } = context;
  const channel = readable(context);
  const limit = args.integer('limit', 100, 1, 999, 'invalid_limit');
  const range = rangeOf(args);
  const top = visible(context, world.state.in(channel.id))
    .filter((message) => message.thread_ts === undefined || message.thread_ts === message.ts)
    .filter((message) => inRange(message.ts, range))
    .reverse();
  const { items, has_more, next_cursor } = pageOf(top, args, limit, (message) => message.ts, true);
  return {
    messages: items.map((message) => show(context, message)),
    has_more,
    pin_count: 0,
    ...metadataOfPage(next_cursor),
  };
}

/** The parent first on each page, then replies, oldest first. The ts of a reply gives that reply alone. */
function replies(context: CallContext) {
  const { world, args } = context;
  const channel = readable(context);
  const ts = args.ts('ts', 'thread_not_found') ?? '';
  const found = visible(context, world.state.in(channel.id)).find((message) => message.ts === ts);
  if (!found) throw new Refusal('thread_not_found');
  const limit = args.integer('limit', 1000, 1, 1000, 'invalid_limit');
  const range = rangeOf(args);
  const inThread = visible(context, world.state.repliesOf(channel.id, ts)).filter((each) => inRange(each.ts, range));
  const { items, has_more, next_cursor } = pageOf(inThread, args, limit, (message) => message.ts);
  return {
    messages: [found, ...items].map((message) => show(context, message)),
    has_more,
    ...metadataOfPage(next_cursor),
  };
}

export const historyMethods: Family = {
  'conversations.history': { token: 'bot', run: history },
  'conversations.replies': { token: 'bot', run: replies },
};
