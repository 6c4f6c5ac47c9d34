import type { AppDefinition, WorkspaceDefinition } from './definition.js';

/** The bot scopes of Owed's manifest. */
export const BOT_SCOPES = [
  'app_mentions:read',
  'channels:history',
  'groups:history',
  'im:history',
  'im:write',
  'chat:write',
  'commands',
  'users:read',
  'reactions:read',
  'reactions:write',
  'channels:read',
  'groups:read',
  'metadata.message:read',
];

/** The bot events of Owed's manifest. */
export const BOT_EVENTS = [
  'app_mention',
  'message.channels',
  'message.groups',
  'message.im',
  'reaction_added',
  'app_home_opened',
  'member_joined_channel',
];

const SHORTCUTS: AppDefinition['shortcuts'] = [
  { callback_id: 'owed_handoff', name: 'Hand off…', type: 'message' },
  { callback_id: 'owed_track', name: 'Owed: track this…', type: 'message' },
];

function app(name: string, commands: string[], shortcuts: AppDefinition['shortcuts']): AppDefinition {
  const id = name.toUpperCase();
  return {
    appId: `A0${id}`,
    name,
    botUser: `U0${id}`,
    botId: `B0${id}`,
    botToken: `xoxb-${name.toLowerCase()}`,
    appToken: `xapp-${name.toLowerCase()}`,
    scopes: [...BOT_SCOPES],
    events: [...BOT_EVENTS],
    commands,
    shortcuts: shortcuts.map((shortcut) => ({ ...shortcut })),
  };
}

/**
 * The workspace of the tests and the demo: the seats Smith and Trinity, a plain alerting app, and the people and
 * channels of the examples. A new object each time, so a test may change it before starting.
 */
export function twoSeatWorkspace(): WorkspaceDefinition {
  const apps = [
    app('Smith', ['/owed-smith'], SHORTCUTS),
    app('Trinity', ['/owed-trinity'], SHORTCUTS),
    app('Alerts', [], []),
  ];
  const local = ['U01GERA', 'U02FEDE', 'U03NEO', 'U04GUEST'];
  const everybody = [...apps.map((each) => each.botUser), ...local];
  return {
    team: { id: 'T0OWED', name: 'Owed Local', domain: 'owed-local' },
    apps,
    people: [
      { id: 'U01GERA', name: 'gera', real_name: 'Gera', tz: 'Europe/Madrid' },
      { id: 'U02FEDE', name: 'fede', real_name: 'Fede', tz: 'America/Argentina/Buenos_Aires' },
      { id: 'U03NEO', name: 'neo', real_name: 'Neo', tz: 'America/Denver' },
      { id: 'U04GUEST', name: 'guest', real_name: 'Guest', tz: 'UTC', is_restricted: true, is_ultra_restricted: true },
      { id: 'U05EXT', name: 'ext', real_name: 'Ext', tz: 'UTC', is_stranger: true, team_id: 'T9OTHER' },
    ],
    channels: [
      { id: 'C01ALERTS', name: 'alerts', members: [...everybody] },
      { id: 'C02BRIDGE', name: 'bridge', members: [...everybody] },
      { id: 'C05LEADS', name: 'leads-alerts', members: [...everybody] },
      { id: 'C06RUNS', name: 'runs', members: [...everybody] },
      { id: 'C07DECIDE', name: 'decisions', members: [...everybody] },
      { id: 'C08GENERAL', name: 'general', members: [...everybody, 'U05EXT'] },
    ],
  };
}
