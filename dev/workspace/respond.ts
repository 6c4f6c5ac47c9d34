import { fillIn } from './blocks/blocks.js';
import { type Content, checkNotEmpty, checkText, messageBlocks } from './content.js';
import { edit, post, remove } from './messages.js';
import type { ResponseTarget } from './response-urls.js';
import { type Block, type Ephemeral, isRecord, type Message, Refusal } from './types.js';
import type { World } from './world.js';

function contentOf(body: Record<string, unknown>): Content {
  const text = typeof body.text === 'string' ? body.text : '';
  checkText(text);
  const blocks = body.blocks === undefined ? undefined : messageBlocks(body.blocks);
  return { text, ...(blocks ? { blocks } : {}) };
}

function original(world: World, { appId, message, channel, user }: ResponseTarget): Message | Ephemeral {
  const { state } = world;
  const found = message?.ephemeral
    ? state.ephemerals.find((each) => each.ts === message.ts && each.user === user)
    : message && state.find(channel, message.ts);
  if (!found) throw new Refusal('message_not_found');
  if (found.app_id !== appId) throw new Refusal('cant_update_message');
  return found;
}

/** Stores a message for one person, and says so. */
export function showEphemeral(world: World, target: ResponseTarget, content: Content): Ephemeral {
  const { state } = world;
  const ephemeral: Ephemeral = {
    ts: state.nextTs(),
    channel: target.channel,
    user: target.user,
    app_id: target.appId,
    text: content.text,
    ...withBlocks(world, content.blocks),
    ...(target.thread_ts ? { thread_ts: target.thread_ts } : {}),
  };
  state.ephemerals.push(ephemeral);
  state.changed({ what: 'ephemeral', channel: target.channel, ts: ephemeral.ts, user: target.user });
  return ephemeral;
}

function withBlocks(world: World, blocks: Block[] | undefined) {
  return blocks?.length ? { blocks: fillIn(blocks, () => world.state.nextId('')) } : {};
}

/**
 * What an app says to a person through a response URL or as the payload of a command's acknowledgement: a new message
 * (to the person alone unless `response_type` is `in_channel`), or the original replaced, blocks and all, or deleted. Works in channels
 * the app is not a member of, as in Slack. Throws what Slack refuses; `invalid_payload` for what is not an object.
 */
export function respond(world: World, target: ResponseTarget, body: unknown): void {
  if (!isRecord(body)) throw new Refusal('invalid_payload');
  const { state } = world;
  const app = state.appById(target.appId);
  if (body.delete_original === true) {
    const message = original(world, target);
    if ('reactions' in message) remove(world, message);
    else state.ephemerals.splice(state.ephemerals.indexOf(message), 1);
    state.changed({ what: 'ephemeral', channel: target.channel, user: target.user });
    return;
  }
  const content = contentOf(body);
  checkNotEmpty(content);
  if (body.replace_original === true) {
    const message = original(world, target);
    if ('reactions' in message) edit(world, message, { blocks: [], ...content }, app.botId);
    else {
      delete message.blocks;
      Object.assign(message, { text: content.text, ...withBlocks(world, content.blocks) });
    }
    state.changed({ what: 'ephemeral', channel: target.channel, ts: message.ts, user: target.user });
    return;
  }
  const thread_ts = typeof body.thread_ts === 'string' ? body.thread_ts : undefined;
  if (body.response_type === 'in_channel')
    post(world, state.channel(target.channel), content, { user: app.botUser, app, thread_ts });
  else showEphemeral(world, { ...target, thread_ts: thread_ts ?? target.thread_ts }, content);
}
