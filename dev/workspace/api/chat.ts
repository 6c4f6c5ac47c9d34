import { fillIn } from '../blocks/blocks.js';
import {
  type Content,
  checkNotEmpty,
  checkText,
  messageAttachments,
  messageBlocks,
  messageMetadata,
} from '../content.js';
import { checkThread, edit, post, remove } from '../messages.js';
import type { Channel } from '../state.js';
import { type Ephemeral, isRecord, Refusal } from '../types.js';
import { wireMessage } from '../wire.js';
import type { Args } from './args.js';
import { type CallContext, type Family, joinedChannel, knownChannel, messageAt, requireScope } from './method.js';

/** The parts of the content that the call gives, each checked. */
export function contentOf(args: Args): Partial<Content> {
  const text = args.string('text');
  if (text !== undefined) checkText(text);
  const blocks = args.json('blocks', 'invalid_blocks_format');
  const attachments = args.json('attachments', 'invalid_attachments');
  const metadata = args.json('metadata', 'invalid_metadata_format');
  return {
    ...(text !== undefined ? { text } : {}),
    ...(blocks !== undefined ? { blocks: messageBlocks(blocks) } : {}),
    ...(attachments !== undefined ? { attachments: messageAttachments(attachments) } : {}),
    ...(metadata !== undefined ? { metadata: isEmptyObject(metadata) ? undefined : messageMetadata(metadata) } : {}),
  };
}

/** `metadata: {}` on an update takes the metadata away. */
function isEmptyObject(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

/** Where a post goes: a conversation the app is in, or by a person's id the direct message with that person. */
function postTarget(context: CallContext): Channel {
  const { world, app, args } = context;
  const id = args.string('channel') ?? '';
  if (world.state.person(id)) requireScope(context, 'im:write');
  const channel = world.state.person(id) ? world.state.imOf(app.appId, id) : knownChannel(context);
  if (channel.is_archived) throw new Refusal('is_archived');
  if (!channel.members.has(app.botUser)) throw new Refusal('not_in_channel');
  if (channel.im && world.state.person(channel.im.user)?.dm === false) throw new Refusal('messages_tab_disabled');
  return channel;
}

function checkRate(context: CallContext, channel: Channel): void {
  const { world, app } = context;
  const allowed = world.limits.postsPerSecondPerChannel;
  if (allowed === undefined) return;
  const now = world.state.now();
  const recent = world.calls.all.filter(
    ({ method, at, outcome, ...call }) =>
      method === 'chat.postMessage' &&
      call.app === app.appId &&
      call.args.channel === channel.id &&
      now - at < 1_000 &&
      (outcome.status !== 'answered' || outcome.ok),
  );
  if (recent.length > allowed) throw new Refusal('ratelimited', { retryAfter: 1 });
}

function postMessage(context: CallContext) {
  const { world, app, args } = context;
  const channel = postTarget(context);
  const content = { text: '', ...contentOf(args) };
  checkNotEmpty(content);
  const thread_ts = args.ts('thread_ts', 'invalid_thread_ts');
  checkThread(world, channel, thread_ts);
  checkRate(context, channel);
  const parseNames = args.boolean('link_names') || args.string('parse') === 'full';
  const by = { user: app.botUser, app, thread_ts, parseNames, hiddenForMs: context.hiddenForMs };
  const message = post(world, channel, content, by);
  return { channel: channel.id, ts: message.ts, message: wireMessage(world.state, message, true) };
}

function update(context: CallContext) {
  const { world, app, args } = context;
  const channel = joinedChannel(context);
  const message = messageAt(context, channel, args.ts('ts', 'message_not_found'));
  if (message.app_id !== app.appId || message.subtype) throw new Refusal('cant_update_message');
  if (channel.is_archived) throw new Refusal('is_archived');
  const content = contentOf(args);
  if (content.text === undefined && !content.blocks && !content.attachments) throw new Refusal('no_text');
  checkNotEmpty({ text: message.text, blocks: message.blocks, attachments: message.attachments, ...content });
  edit(world, message, content, app.botId);
  const wire = wireMessage(world.state, message, true);
  return { channel: channel.id, ts: message.ts, text: message.text, message: wire };
}

function deleteMessage(context: CallContext) {
  const { world, app, args } = context;
  const channel = joinedChannel(context);
  const message = messageAt(context, channel, args.ts('ts', 'message_not_found'));
  if (message.app_id !== app.appId) throw new Refusal('cant_delete_message');
  remove(world, message);
  return { channel: channel.id, ts: message.ts };
}

function postEphemeral(context: CallContext) {
  const { world, app, args } = context;
  const { state } = world;
  const channel = joinedChannel(context);
  if (channel.is_archived) throw new Refusal('is_archived');
  const user = args.string('user') ?? '';
  if (!state.person(user) || !channel.members.has(user)) throw new Refusal('user_not_in_channel');
  const content = { text: '', ...contentOf(args) };
  checkNotEmpty(content);
  const thread_ts = args.ts('thread_ts', 'invalid_thread_ts');
  checkThread(world, channel, thread_ts);
  const ephemeral: Ephemeral = {
    ts: state.nextTs(),
    channel: channel.id,
    user,
    app_id: app.appId,
    text: content.text,
    ...(content.blocks ? { blocks: fillIn(content.blocks, () => state.nextId('')) } : {}),
    ...(thread_ts ? { thread_ts } : {}),
  };
  state.ephemerals.push(ephemeral);
  state.changed({ what: 'ephemeral', channel: channel.id, ts: ephemeral.ts, user });
  return { message_ts: ephemeral.ts };
}

function getPermalink(context: CallContext) {
  const channel = knownChannel(context);
  const message = messageAt(context, channel, context.args.ts('message_ts', 'message_not_found'));
  return { channel: channel.id, permalink: context.world.permalink(channel.id, message.ts, message.thread_ts) };
}

export const chat: Family = {
  'chat.postMessage': { token: 'bot', scope: 'chat:write', run: postMessage },
  'chat.update': { token: 'bot', scope: 'chat:write', run: update },
  'chat.delete': { token: 'bot', scope: 'chat:write', run: deleteMessage },
  'chat.postEphemeral': { token: 'bot', scope: 'chat:write', run: postEphemeral },
  'chat.getPermalink': { token: 'bot', run: getPermalink },
};
