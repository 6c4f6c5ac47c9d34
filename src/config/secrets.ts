/** What comes from the environment alone (X2). No message here ever holds a value. */
import type { Env } from './load.js';
import type { Problem } from './problems.js';
import { urlFault } from './urls.js';

export interface Secrets {
  /** `xoxb-…`: the bot's own token, for the Web API. */
  botToken: string;
  /** `xapp-…`: the app's token, for the socket. */
  appToken: string;
  /** Ends in a slash, as the Web API client wants it. Slack's own unless SLACK_API_URL says otherwise. */
  apiUrl: string;
}

export type SecretsResult = { ok: true; secrets: Secrets } | { ok: false; problems: Problem[] };

export const SLACK_API_URL = 'https://slack.com/api/';

const WHERE_BOT = 'it starts with xoxb- (api.slack.com/apps, OAuth & Permissions, Bot User OAuth Token)';
const WHERE_APP =
  'it starts with xapp- (api.slack.com/apps, Basic Information, App-Level Tokens, with connections:write)';

/**
 * Reads SLACK_BOT_TOKEN, SLACK_APP_TOKEN and SLACK_API_URL.
 * @returns the three, or every problem with them; never with a token's text in it (X2).
 */
export function readSecrets(env: Env): SecretsResult {
  const botToken = env.SLACK_BOT_TOKEN?.trim() ?? '';
  const appToken = env.SLACK_APP_TOKEN?.trim() ?? '';
  const problems: Problem[] = [];
  const report = (path: string, message: string) => problems.push({ line: null, path, message });

  if (botToken.startsWith('xapp-') && appToken.startsWith('xoxb-')) {
    report(
      'SLACK_BOT_TOKEN',
      'the two tokens are swapped: SLACK_BOT_TOKEN holds the app token and SLACK_APP_TOKEN the bot token; exchange them',
    );
  } else {
    const bot = botFault(botToken);
    const app = appFault(appToken);
    if (bot !== null) report('SLACK_BOT_TOKEN', bot);
    if (app !== null) report('SLACK_APP_TOKEN', app);
  }

  const given = env.SLACK_API_URL?.trim();
  const apiUrl = given ? given : SLACK_API_URL;
  const fault = urlFault(apiUrl);
  if (fault !== null) report('SLACK_API_URL', `the address ${fault}; leave it unset for Slack's own`);

  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, secrets: { botToken, appToken, apiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/` } };
}

function botFault(token: string): string | null {
  if (token === '') return `is not set; put the bot's token in the environment: ${WHERE_BOT}`;
  if (token.startsWith('xapp-')) return `holds an app token; the bot's token goes here: ${WHERE_BOT}`;
  if (token.startsWith('xoxp-')) return `holds a user's token; the bot's token goes here: ${WHERE_BOT}`;
  return /^xoxb-\S+$/.test(token) ? null : `is not a bot token; ${WHERE_BOT}`;
}

function appFault(token: string): string | null {
  if (token === '') return `is not set; put the app's token in the environment: ${WHERE_APP}`;
  if (token.startsWith('xoxb-')) return `holds a bot token; the app's token goes here: ${WHERE_APP}`;
  return /^xapp-\S+$/.test(token) ? null : `is not an app token; ${WHERE_APP}`;
}
