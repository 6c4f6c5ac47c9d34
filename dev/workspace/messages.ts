import { randomUUID } from 'node:crypto';
import { fillIn } from './blocks/blocks.js';
import type { Content } from './content.js';
import type { AppDefinition } from './definition.js';
import { memberJoined, messageChanged, messageDeleted, messagePosted, reactionChanged } from './events.js';
import { mentionsOf } from './mentions.js';
import type { Channel } from './state.js';
import { type Message, Refusal } from './types.js';
import type { World } from './world.js';

/** Who writes, and how. */
export interface Posting {
  user: string;
  app?: AppDefinition;
  thread_ts?: string;
  /** `link_names` or `parse: full`: bare @here and the like ping. */
  parseNames?: boolean;
  /** ms for which history and replies do not show it. */
  hiddenForMs?: number;
  subtype?: string;
}

/** Throws `thread_not_found`, or `cannot_reply_to_message` for the ts of a reply, which real Slack botches in silence. */
export function checkThread(world: World, channel: Channel, threadTs: string | undefined): void {
  if (threadTs === undefined) return;
  const parent = world.state.find(channel.id, threadTs);
  if (!parent || parent.subtype === 'tombstone') throw new Refusal('thread_not_found');
  if (parent.thread_ts && parent.thread_ts !== parent.ts) throw new Refusal('cannot_reply_to_message');
}

/** Stores a message and tells the apps. The content has been checked; throws only for the channel and the thread. */
export function post(world: World, channel: Channel, content: Content, by: Posting): Message {
  const { state } = world;
  if (channel.is_archived) throw new Refusal('is_archived');
  checkThread(world, channel, by.thread_ts);
  const { metadata, attachments, text } = content;
  const blocks = content.blocks?.length ? fillIn(content.blocks, () => state.nextId('')) : undefined;
  const message: Message = {
    channel: channel.id,
    ts: state.nextTs(),
    user: by.user,
    team: state.teamOf(by.user),
    text,
    ...(blocks ? { blocks } : {}),
    ...(attachments?.length ? { attachments } : {}),
    ...(by.app ? { app_id: by.app.appId, bot_id: by.app.botId } : { client_msg_id: randomUUID() }),
    ...(by.thread_ts ? { thread_ts: by.thread_ts } : {}),
    ...(metadata ? { metadata } : {}),
    ...(by.subtype ? { subtype: by.subtype } : {}),
    reactions: [],
    mentions: mentionsOf(text, blocks, by.parseNames),
    ...(by.hiddenForMs ? { visibleAt: state.now() + by.hiddenForMs } : {}),
  };
  if (message.subtype) delete message.client_msg_id;
  state.in(channel.id).push(message);
  const parent = by.thread_ts ? state.find(channel.id, by.thread_ts) : undefined;
  if (parent) parent.thread_ts = parent.ts;
  messagePosted(world, message);
  state.changed({ what: 'message', channel: channel.id, ts: message.ts });
  return message;
}

/** Changes a message in place, marks it edited by `by` and tells the apps. Pings nobody. */
export function edit(world: World, message: Message, content: Partial<Content>, by: string): Message {
  const { state } = world;
  const previous = structuredClone(message);
  if (content.text !== undefined) message.text = content.text;
  if (content.blocks) {
    if (content.blocks.length > 0) message.blocks = fillIn(content.blocks, () => state.nextId(''));
    else delete message.blocks;
  }
  if (content.attachments) message.attachments = content.attachments;
  if ('metadata' in content) {
    if (content.metadata) message.metadata = content.metadata;
    else delete message.metadata;
  }
  message.edited = { user: by, ts: state.nextTs() };
  messageChanged(world, message, previous);
  state.changed({ what: 'message', channel: message.channel, ts: message.ts });
  return message;
}

/** Gives a message a link preview: a `message_changed` with the same text and no `edited`, as Slack sends after a link. */
export function unfurl(world: World, message: Message, preview: Record<string, unknown>): void {
  const previous = structuredClone(message);
  message.attachments = [...(message.attachments ?? []), preview];
  messageChanged(world, message, previous);
  world.state.changed({ what: 'message', channel: message.channel, ts: message.ts });
}

/** Deletes a message; a parent with replies stays as a tombstone. */
export function remove(world: World, message: Message): void {
  const { state } = world;
  const previous = structuredClone(message);
  const all = state.in(message.channel);
  if (state.repliesOf(message.channel, message.ts).length > 0) {
    Object.assign(message, { subtype: 'tombstone', text: 'This message was deleted.', user: 'USLACKBOT' });
    for (const field of ['blocks', 'attachments', 'app_id', 'bot_id', 'metadata', 'client_msg_id', 'edited'] as const)
      delete message[field];
    message.reactions = [];
  } else {
    all.splice(all.indexOf(message), 1);
  }
  messageDeleted(world, previous);
  state.changed({ what: 'message', channel: message.channel, ts: message.ts });
}

/** Adds a reaction; throws `already_reacted`, or `invalid_name` for what cannot be the name of an emoji. */
export function react(world: World, message: Message, user: string, name: string): void {
  if (!/^[a-z0-9_+'-]+(::skin-tone-[2-6])?$/.test(name)) throw new Refusal('invalid_name');
  const reaction = message.reactions.find((each) => each.name === name);
  if (reaction?.users.includes(user)) throw new Refusal('already_reacted');
  if (reaction) reaction.users.push(user);
  else message.reactions.push({ name, users: [user] });
  reactionChanged(world, 'reaction_added', message, user, name);
  world.state.changed({ what: 'message', channel: message.channel, ts: message.ts });
}

/** Takes a reaction back; throws `no_reaction`. */
export function unreact(world: World, message: Message, user: string, name: string): void {
  const reaction = message.reactions.find((each) => each.name === name);
  if (!reaction?.users.includes(user)) throw new Refusal('no_reaction');
  reaction.users = reaction.users.filter((each) => each !== user);
  message.reactions = message.reactions.filter((each) => each.users.length > 0);
  reactionChanged(world, 'reaction_removed', message, user, name);
  world.state.changed({ what: 'message', channel: message.channel, ts: message.ts });
}

/** Puts somebody in a channel, with the line and the event that Slack gives for it. */
export function join(world: World, channel: Channel, user: string): void {
  if (channel.members.has(user)) return;
  channel.members.add(user);
  memberJoined(world, channel, user);
  const app = world.state.appOfBotUser(user);
  post(world, channel, { text: `<@${user}> has joined the channel` }, { user, app, subtype: 'channel_join' });
  world.state.changed({ what: 'membership', channel: channel.id, user });
}
