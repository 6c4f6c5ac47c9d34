import type { AppDefinition } from '../definition.js';
import type { Channel } from '../state.js';
import { type Message, Refusal } from '../types.js';
import type { World } from '../world.js';
import type { Args } from './args.js';

/** One call, once its token has been accepted. */
export interface CallContext {
  world: World;
  app: AppDefinition;
  args: Args;
  /** A fault on order: ms for which history hides a message after its post. */
  hiddenForMs?: number;
  /** A fault on order: answer without metadata. */
  hideMetadata?: boolean;
}

/** A Web API method. `run` returns the answer without `ok`, and throws a Refusal with Slack's error code. */
export interface Method {
  token: 'bot' | 'app';
  /** Needed whatever the arguments; methods check the rest with `requireScope`. */
  scope?: string;
  run: (context: CallContext) => Record<string, unknown>;
}

export type Family = Record<string, Method>;

/** Throws `missing_scope`, with what is needed and what the app has. */
export function requireScope({ app }: CallContext, needed: string): void {
  if (!app.scopes.includes(needed)) throw new Refusal('missing_scope', { needed, provided: app.scopes.join(',') });
}

const PREFIX = { channel: 'channels', group: 'groups', im: 'im' };

/** The scope that reads this kind of conversation: `…:read` or `…:history`. */
export function scopeFor(channel: Channel, verb: 'read' | 'history'): string {
  return `${PREFIX[channel.kind]}:${verb}`;
}

/** The conversation named by `channel`, if the app can know of it. Throws `channel_not_found`; names are not ids. */
export function knownChannel({ world, app, args }: CallContext): Channel {
  const channel = world.state.channel(args.string('channel') ?? '');
  if (channel.kind !== 'channel' && !channel.members.has(app.botUser)) throw new Refusal('channel_not_found');
  return channel;
}

/** The same, of which the app is a member. Throws `not_in_channel` too. */
export function joinedChannel(context: CallContext): Channel {
  const channel = knownChannel(context);
  if (!channel.members.has(context.app.botUser)) throw new Refusal('not_in_channel');
  return channel;
}

/** The message with this ts in the channel; throws `message_not_found`. */
export function messageAt(context: CallContext, channel: Channel, ts: string | undefined): Message {
  const message = ts ? context.world.state.find(channel.id, ts) : undefined;
  if (!message || message.subtype === 'tombstone') throw new Refusal('message_not_found');
  return message;
}
