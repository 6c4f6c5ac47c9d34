import type { Message, View } from './types.js';
import type { World } from './world.js';

const LAST_MESSAGES = 300;

/** A message as the page shows it. */
export type SeenMessage = Message & { permalink: string };

/** Everything that one person sees. */
export interface Snapshot {
  team: { id: string; name: string };
  me: string;
  people: { id: string; name: string; real_name: string; tz: string; guest: boolean; external: boolean }[];
  apps: {
    appId: string;
    name: string;
    botUser: string;
    commands: string[];
    shortcuts: { callback_id: string; name: string }[];
    sockets: number;
    dm: string;
    home?: View;
  }[];
  channels: { id: string; name: string; kind: 'channel' | 'group' | 'im'; is_archived: boolean; appId?: string }[];
  messages: Record<string, SeenMessage[]>;
  ephemerals: { ts: string; channel: string; app_id: string; text: string; blocks?: unknown[]; thread_ts?: string }[];
  modal?: View;
}

/** What `user` sees now: their channels with the last messages, their direct messages, their modal. */
export function snapshot(world: World, user: string): Snapshot {
  const { state } = world;
  for (const app of state.apps) state.imOf(app.appId, user);
  const mine = [...state.channels.values()].filter((channel) => channel.members.has(user));
  return {
    team: { id: state.team.id, name: state.team.name },
    me: user,
    people: state.people.map(({ id, name, real_name, tz, is_ultra_restricted, is_restricted, is_stranger }) => ({
      id,
      name,
      real_name,
      tz,
      guest: is_ultra_restricted ?? is_restricted ?? false,
      external: is_stranger ?? false,
    })),
    apps: state.apps.map(({ appId, name, botUser, commands, shortcuts }) => ({
      appId,
      name,
      botUser,
      commands,
      shortcuts: shortcuts.map(({ callback_id, name: label }) => ({ callback_id, name: label })),
      sockets: world.sockets.count(appId),
      dm: state.imOf(appId, user).id,
      home: state.homes.get(`${appId}:${user}`),
    })),
    channels: mine.map(({ id, name, kind, is_archived, im }) => ({ id, name, kind, is_archived, appId: im?.appId })),
    messages: Object.fromEntries(
      mine.map(({ id }) => [
        id,
        state
          .in(id)
          .slice(-LAST_MESSAGES)
          .map((message) => ({ ...message, permalink: world.permalink(id, message.ts, message.thread_ts) })),
      ]),
    ),
    ephemerals: state.ephemerals.filter((each) => each.user === user),
    modal: world.views.stack(user).at(-1),
  };
}
