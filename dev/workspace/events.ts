import type { AppDefinition } from './definition.js';
import type { Channel } from './state.js';
import type { Message } from './types.js';
import { wireMessage } from './wire.js';
import type { World } from './world.js';

const MESSAGE_EVENT = { channel: 'message.channels', group: 'message.groups', im: 'message.im' };
const HISTORY_SCOPE = { channel: 'channels:history', group: 'groups:history', im: 'im:history' };

type Event = Record<string, unknown> & { type: string };

function send(world: World, app: AppDefinition, event: Event, channel?: Channel): void {
  const { state } = world;
  world.sockets.event(app.appId, {
    token: 'local-verification-token',
    team_id: state.team.id,
    context_team_id: state.team.id,
    context_enterprise_id: null,
    api_app_id: app.appId,
    event,
    type: 'event_callback',
    event_id: state.nextId('Ev'),
    event_time: state.seconds(),
    authorizations: [
      {
        enterprise_id: null,
        team_id: state.team.id,
        user_id: app.botUser,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: channel ? state.isExternal(channel) : false,
  });
}

/** Apps that are members of the channel and may hear its messages. */
function listeners(world: World, channel: Channel): AppDefinition[] {
  return world.state.apps.filter(
    (app) =>
      channel.members.has(app.botUser) &&
      app.events.includes(MESSAGE_EVENT[channel.kind]) &&
      app.scopes.includes(HISTORY_SCOPE[channel.kind]),
  );
}

function place(channel: Channel, eventTs: string) {
  return { channel: channel.id, event_ts: eventTs, channel_type: channel.kind };
}

/** A new message: `message` for every member app, its author's too, and `app_mention` for the apps it mentions. */
export function messagePosted(world: World, message: Message): void {
  const channel = world.state.channel(message.channel);
  const wire = wireMessage(world.state, message);
  for (const app of listeners(world, channel)) {
    send(world, app, { ...wire, type: 'message', ...place(channel, message.ts) }, channel);
  }
  if (channel.kind === 'im' || message.subtype) return;
  for (const app of world.state.apps) {
    const hears = app.events.includes('app_mention') && app.scopes.includes('app_mentions:read');
    if (!hears || !channel.members.has(app.botUser) || message.user === app.botUser) continue;
    if (!message.mentions.includes(app.botUser)) continue;
    const { channel_type: _, ...where } = place(channel, message.ts);
    send(world, app, { ...wire, type: 'app_mention', ...where }, channel);
  }
}

/** `message_changed`, with the message before and after. */
export function messageChanged(world: World, message: Message, previous: Message): void {
  const channel = world.state.channel(message.channel);
  const ts = world.state.nextTs();
  for (const app of listeners(world, channel)) {
    send(
      world,
      app,
      {
        type: 'message',
        subtype: 'message_changed',
        hidden: true,
        message: wireMessage(world.state, message),
        previous_message: wireMessage(world.state, previous),
        ts,
        ...place(channel, ts),
      },
      channel,
    );
  }
}

export function messageDeleted(world: World, previous: Message): void {
  const channel = world.state.channel(previous.channel);
  const ts = world.state.nextTs();
  const before = wireMessage(world.state, previous);
  for (const app of listeners(world, channel)) {
    const event = { type: 'message', subtype: 'message_deleted', hidden: true, deleted_ts: previous.ts };
    send(world, app, { ...event, previous_message: before, ts, ...place(channel, ts) }, channel);
  }
}

/** `reaction_added` or `reaction_removed`. */
export function reactionChanged(world: World, type: string, message: Message, user: string, reaction: string): void {
  const channel = world.state.channel(message.channel);
  const event_ts = world.state.nextTs();
  for (const app of world.state.apps) {
    if (!app.events.includes(type) || !app.scopes.includes('reactions:read')) continue;
    if (!channel.members.has(app.botUser)) continue;
    const item = { type: 'message', channel: message.channel, ts: message.ts };
    send(world, app, { type, user, reaction, item_user: message.user, item, event_ts }, channel);
  }
}

export function memberJoined(world: World, channel: Channel, user: string): void {
  const event_ts = world.state.nextTs();
  for (const app of world.state.apps) {
    if (!app.events.includes('member_joined_channel') || !channel.members.has(app.botUser)) continue;
    const channel_type = channel.kind === 'group' ? 'G' : 'C';
    const event = { type: 'member_joined_channel', user, channel: channel.id, channel_type };
    send(world, app, { ...event, team: world.state.teamOf(user), event_ts }, channel);
  }
}

/** `app_home_opened` on the Home tab, to the app whose Home it is. */
export function homeOpened(world: World, app: AppDefinition, user: string, view?: Record<string, unknown>): void {
  if (!app.events.includes('app_home_opened')) return;
  const im = world.state.imOf(app.appId, user);
  const event_ts = world.state.nextTs();
  const event = { type: 'app_home_opened', user, channel: im.id, tab: 'home', event_ts };
  send(world, app, view ? { ...event, view } : event);
}
