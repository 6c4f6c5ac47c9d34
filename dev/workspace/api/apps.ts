import type { Family } from './method.js';

export const appMethods: Family = {
  'auth.test': {
    token: 'bot',
    run: ({ world, app }) => ({
      url: world.siteUrl,
      team: world.state.team.name,
      user: app.name.toLowerCase(),
      team_id: world.state.team.id,
      user_id: app.botUser,
      bot_id: app.botId,
      is_enterprise_install: false,
    }),
  },
  'apps.connections.open': {
    token: 'app',
    run: ({ world, app }) => ({ url: `${world.url.replace('http', 'ws')}${world.sockets.openTicket(app.appId)}` }),
  },
};
