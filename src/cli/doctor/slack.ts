import { BOT_SCOPES, type Config, type Secrets } from '../../config/index.js';
import type { BotSelf, SlackProbe } from '../slack-probe.js';
import { span } from '../text.js';
import { bad, type Finding, good, lost, unsure } from './finding.js';
import { checkPeople, checkPlaces } from './reach.js';
import { saidBySlack } from './said-by-slack.js';

/** Tokens, identity, scopes, clock; then channels and people. Without a configuration only the first. */
export async function checkSlack(probe: SlackProbe, secrets: Secrets, config: Config | null): Promise<Finding[]> {
  const self = await probe.self();
  if (!self.ok) {
    if (self.unreachable) {
      const fix = 'Look at the network, the proxy and SLACK_API_URL; nothing that needs Slack was looked at.';
      return [lost('bot token', `Slack could not be reached (${self.code})`, fix)];
    }
    const { says, fix } = saidBySlack(self.code);
    return [bad('bot token', says, fix), await appToken(probe, secrets, null)];
  }
  const findings = [
    good('bot token', `works, at ${self.value.teamUrl}`),
    ...(config ? [identity(self.value, config)] : []),
    scopes(self.value),
    await appToken(probe, secrets, self.value.botId),
    clock(self.value),
  ];
  if (!config) return findings;
  // Another seat's bot is in other channels: what it sees says nothing about this one.
  if (findings.some((finding) => finding.check === 'identity' && finding.ok === false)) {
    return [...findings, unsure('channels', 'not looked at: the token is of another bot')];
  }
  return [...findings, ...(await checkPlaces(probe, config)), ...(await checkPeople(probe, config))];
}

function identity({ botUser }: BotSelf, config: Config): Finding {
  const seat = config.seats.get(config.seat);
  const name = seat?.name ?? config.seat;
  if (seat?.botUser === botUser) return good('identity', `${botUser} is ${name}`);
  const other = [...config.seats.values()].find((each) => each.botUser === botUser);
  if (other) {
    const found = `SLACK_BOT_TOKEN is ${other.name}'s (${botUser}), and this seat is ${name}`;
    return bad('identity', found, `Set the token of ${name}'s app, or run the seat ${other.key} with it (OWED_SEAT).`);
  }
  const found = `SLACK_BOT_TOKEN is of the bot user ${botUser}, and the configuration says ${seat?.botUser}`;
  return bad(
    'identity',
    found,
    `Set seats.${config.seat}.bot_user to ${botUser} if the app is ${name}'s, else its own token.`,
  );
}

function scopes({ scopes: granted }: BotSelf): Finding {
  if (granted === null) return unsure('scopes', 'Slack did not say which are granted');
  const missing = BOT_SCOPES.filter(({ scope }) => !granted.includes(scope));
  if (missing.length === 0) return good('scopes', `all ${BOT_SCOPES.length} are granted`);
  const words = missing.map(({ scope, why }) => `${scope} (${why})`).join(', ');
  return bad('scopes', `missing: ${words}`, 'Add them to the app (`owed manifest` has them all) and install it again.');
}

/** An app token names its app; Slack's own begin `xapp-1-A…-`. */
const APP_OF_TOKEN = /^xapp-\d+-(A[A-Z0-9]+)-/;

async function appToken(probe: SlackProbe, secrets: Secrets, botId: string | null): Promise<Finding> {
  const opened = await probe.socket();
  if (!opened.ok) {
    if (opened.unreachable)
      return lost('app token', `Slack gave no socket (${opened.code})`, 'Try again; Slack may be in trouble.');
    if (opened.code === 'missing_scope') {
      return bad('app token', 'it lacks connections:write', 'Make an app-level token with connections:write.');
    }
    const { says, fix } = saidBySlack(opened.code);
    return bad('app token', says, fix);
  }
  const named = APP_OF_TOKEN.exec(secrets.appToken)?.[1];
  const app = named && botId ? await probe.appOf(botId) : null;
  if (app?.ok && app.value !== null && app.value !== named) {
    const found = `it is of the app ${named}, and the bot token is of ${app.value}`;
    return bad('app token', found, 'Take both tokens from the same app: else the seat hears what another one should.');
  }
  return good('app token', 'gives a socket');
}

/** More than this and times in Slack and in the ledger tell different stories, milliseconds. */
const CLOCK = 30_000;

function clock({ clockAhead }: BotSelf): Finding {
  if (clockAhead === null) return unsure('clock', 'Slack did not say what time it is');
  const off = Math.abs(clockAhead);
  if (off <= CLOCK) return good('clock', off < 2_000 ? 'agrees with Slack' : `${span(off)} from Slack's`);
  const found = `${span(off)} ${clockAhead > 0 ? 'ahead of' : 'behind'} Slack's`;
  return bad('clock', found, 'Switch time synchronisation (NTP) on: bounds and pages go by this clock.');
}
