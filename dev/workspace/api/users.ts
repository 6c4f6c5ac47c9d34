import type { AppDefinition, PersonDefinition } from '../definition.js';
import type { State } from '../state.js';
import { Refusal } from '../types.js';
import { botProfile } from '../wire.js';
import type { CallContext, Family } from './method.js';
import { pageOf } from './paging.js';

/** Offset of a zone from UTC now, in seconds. */
function zoneOffset(tz: string, at: number): number {
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone: tz, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = shown.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60) : 0;
}

function profile(state: State, name: string, realName: string) {
  return { real_name: realName, display_name: name, real_name_normalized: realName, team: state.team.id };
}

/** A person as `users.info` shows them. */
export function describePerson(state: State, person: PersonDefinition): Record<string, unknown> {
  return {
    id: person.id,
    team_id: person.team_id ?? state.team.id,
    name: person.name,
    deleted: false,
    real_name: person.real_name,
    tz: person.tz,
    tz_label: person.tz,
    tz_offset: zoneOffset(person.tz, state.now()),
    profile: profile(state, person.name, person.real_name),
    is_admin: false,
    is_owner: false,
    is_primary_owner: false,
    is_restricted: person.is_restricted ?? person.is_ultra_restricted ?? false,
    is_ultra_restricted: person.is_ultra_restricted ?? false,
    ...(person.is_stranger ? { is_stranger: true } : {}),
    is_bot: false,
    is_app_user: false,
    updated: 0,
  };
}

function describeBot(state: State, app: AppDefinition): Record<string, unknown> {
  return {
    id: app.botUser,
    team_id: state.team.id,
    name: app.name.toLowerCase(),
    deleted: false,
    real_name: app.name,
    tz: 'America/Los_Angeles',
    tz_offset: zoneOffset('America/Los_Angeles', state.now()),
    profile: { ...profile(state, app.name, app.name), api_app_id: app.appId, bot_id: app.botId },
    is_admin: false,
    is_owner: false,
    is_primary_owner: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_bot: true,
    is_app_user: false,
    updated: 0,
  };
}

function describe(state: State, user: string): Record<string, unknown> {
  const person = state.person(user);
  if (person) return describePerson(state, person);
  const app = state.appOfBotUser(user);
  if (!app) throw new Refusal('user_not_found');
  return describeBot(state, app);
}

function info({ world, args }: CallContext) {
  return { user: describe(world.state, args.string('user') ?? '') };
}

function list({ world, args }: CallContext) {
  const { state } = world;
  const ids = [...state.people.map(({ id }) => id), ...state.apps.map(({ botUser }) => botUser)].sort();
  const limit = args.integer('limit', ids.length, 1, 1000, 'invalid_limit');
  const { items, next_cursor } = pageOf(ids, args, limit, (id) => id);
  return {
    members: items.map((id) => describe(state, id)),
    cache_ts: state.seconds(),
    response_metadata: { next_cursor },
  };
}

function botInfo({ world, app, args }: CallContext) {
  const id = args.string('bot') ?? app.botId;
  const found = world.state.apps.find(({ botId }) => botId === id);
  if (!found) throw new Refusal('bot_not_found');
  return { bot: botProfile(world.state, found) };
}

export const users: Family = {
  'users.info': { token: 'bot', scope: 'users:read', run: info },
  'users.list': { token: 'bot', scope: 'users:read', run: list },
  'bots.info': { token: 'bot', scope: 'users:read', run: botInfo },
};
