import { join } from '../messages.js';
import type { Channel } from '../state.js';
import { Refusal } from '../types.js';
import { type CallContext, type Family, knownChannel, requireScope, scopeFor } from './method.js';
import { pageOf } from './paging.js';

function describe({ world, app }: CallContext, channel: Channel, withMembers = false): Record<string, unknown> {
  const { state } = world;
  const shared = { id: channel.id, created: channel.created, is_archived: channel.is_archived };
  if (channel.kind === 'im') return { ...shared, is_im: true, user: channel.im?.user, is_org_shared: false };
  const is_ext_shared = state.isExternal(channel);
  return {
    ...shared,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind === 'channel',
    is_group: channel.kind === 'group',
    is_im: false,
    is_mpim: false,
    is_private: channel.kind === 'group',
    is_general: channel.name === 'general',
    is_ext_shared,
    is_shared: is_ext_shared,
    is_org_shared: false,
    is_member: channel.members.has(app.botUser),
    context_team_id: state.team.id,
    topic: { value: '', creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
    ...(withMembers ? { num_members: channel.members.size } : {}),
  };
}

function info(context: CallContext) {
  const channel = knownChannel(context);
  requireScope(context, scopeFor(channel, 'read'));
  return { channel: describe(context, channel, context.args.boolean('include_num_members')) };
}

const KINDS: Record<string, Channel['kind'] | 'mpim'> = {
  public_channel: 'channel',
  private_channel: 'group',
  im: 'im',
  mpim: 'mpim',
};
const READ_SCOPE = { channel: 'channels:read', group: 'groups:read', im: 'im:read', mpim: 'mpim:read' };

function list(context: CallContext) {
  const { world, app, args } = context;
  const kinds = (args.string('types') ?? 'public_channel').split(',').map((type) => KINDS[type.trim()]);
  for (const kind of kinds) {
    if (!kind) throw new Refusal('invalid_types');
    requireScope(context, READ_SCOPE[kind]);
  }
  const limit = args.integer('limit', 100, 1, 1000, 'invalid_limit');
  const known = [...world.state.channels.values()]
    .filter((channel) => kinds.includes(channel.kind))
    .filter((channel) => channel.kind === 'channel' || channel.members.has(app.botUser))
    .filter((channel) => !(args.boolean('exclude_archived') && channel.is_archived))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const { items, next_cursor } = pageOf(known, args, limit, (channel) => channel.id);
  return {
    channels: items.map((channel) => ({ ...describe(context, channel, true) })),
    response_metadata: { next_cursor },
  };
}

function members(context: CallContext) {
  const channel = knownChannel(context);
  requireScope(context, scopeFor(channel, 'read'));
  const limit = context.args.integer('limit', 100, 1, 1000, 'invalid_limit');
  const { items, next_cursor } = pageOf([...channel.members].sort(), context.args, limit, (member) => member);
  return { members: items, response_metadata: { next_cursor } };
}

/** A direct message with one person. Groups need `mpim:write`, which Owed does not ask for. */
function open(context: CallContext) {
  const { world, app, args } = context;
  const { state } = world;
  if (args.has('channel')) return { channel: describe(context, knownChannel(context)) };
  const users = (args.string('users') ?? '').split(',').filter((user) => user !== '');
  if (users.length === 0) throw new Refusal('users_list_not_supplied');
  requireScope(context, users.length > 1 ? 'mpim:write' : 'im:write');
  if (users.length > 1) throw new Refusal('method_not_supported_for_channel_type');
  const [user = ''] = users;
  if (state.appOfBotUser(user)) throw new Refusal('cannot_dm_bot');
  const person = state.person(user);
  if (!person) throw new Refusal('user_not_found');
  if (person.is_stranger) throw new Refusal('user_not_visible');
  const im = state.imOf(app.appId, user);
  return { channel: args.boolean('return_im') ? describe(context, im) : { id: im.id } };
}

function joinChannel(context: CallContext) {
  const { world, app } = context;
  const channel = knownChannel(context);
  if (channel.kind !== 'channel') throw new Refusal('method_not_supported_for_channel_type');
  if (channel.is_archived) throw new Refusal('is_archived');
  join(world, channel, app.botUser);
  return { channel: describe(context, channel) };
}

export const conversations: Family = {
  'conversations.info': { token: 'bot', run: info },
  'conversations.list': { token: 'bot', run: list },
  'conversations.members': { token: 'bot', run: members },
  'conversations.open': { token: 'bot', run: open },
  'conversations.join': { token: 'bot', scope: 'channels:join', run: joinChannel },
};
