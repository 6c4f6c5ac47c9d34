import type { AppDefinition } from './definition.js';
import type { State } from './state.js';
import type { Message, View } from './types.js';

export function botProfile(state: State, app: AppDefinition): Record<string, unknown> {
  return {
    id: app.botId,
    app_id: app.appId,
    user_id: app.botUser,
    name: app.name,
    icons: {},
    deleted: false,
    updated: 0,
    team_id: state.team.id,
  };
}

/** A message as the Web API and events show it. Metadata is left out unless it was asked for. */
export function wireMessage(state: State, message: Message, withMetadata = false): Record<string, unknown> {
  const app = message.app_id ? state.appById(message.app_id) : undefined;
  const parent = message.thread_ts ? state.find(message.channel, message.thread_ts) : undefined;
  return {
    ...(message.subtype ? { subtype: message.subtype } : {}),
    ...(message.client_msg_id ? { client_msg_id: message.client_msg_id } : {}),
    type: 'message',
    user: message.user,
    text: message.text,
    ts: message.ts,
    team: message.team,
    ...(message.team === state.team.id ? {} : { user_team: message.team, source_team: message.team }),
    ...(app ? { bot_id: app.botId, app_id: app.appId, bot_profile: botProfile(state, app) } : {}),
    ...(message.blocks ? { blocks: message.blocks } : {}),
    ...(message.attachments ? { attachments: message.attachments } : {}),
    ...(message.thread_ts ? { thread_ts: message.thread_ts } : {}),
    ...(parent && parent.ts !== message.ts ? { parent_user_id: parent.user } : {}),
    ...(message.edited ? { edited: message.edited } : {}),
    ...(message.reactions.length > 0
      ? { reactions: message.reactions.map(({ name, users }) => ({ name, users, count: users.length })) }
      : {}),
    ...(withMetadata && message.metadata ? { metadata: message.metadata } : {}),
  };
}

/** The thread fields of a parent, from the replies that the reader can see. */
export function threadFields(parent: Message, replies: Message[]): Record<string, unknown> {
  const latest = replies.at(-1);
  if (!latest) return {};
  const users = [...new Set(replies.map((reply) => reply.user))];
  return {
    thread_ts: parent.ts,
    reply_count: replies.length,
    reply_users_count: users.length,
    reply_users: users.slice(0, 5),
    latest_reply: latest.ts,
    is_locked: false,
    subscribed: false,
  };
}

export function wireView(state: State, view: View): Record<string, unknown> {
  const { values, ...rest } = view;
  return {
    ...rest,
    team_id: state.team.id,
    app_installed_team_id: state.team.id,
    bot_id: state.appById(view.app_id).botId,
    state: { values },
  };
}

export function wireTeam(state: State): { id: string; domain: string } {
  return { id: state.team.id, domain: state.team.domain };
}

export function wireUser(state: State, user: string): Record<string, unknown> {
  const name = state.person(user)?.name ?? state.appOfBotUser(user)?.name ?? user;
  return { id: user, username: name, name, team_id: state.teamOf(user) };
}
