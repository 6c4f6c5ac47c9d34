import type { WebClient } from '@slack/web-api';
import { type ClientOptions, createCache, createClient, read } from './client.js';
import { BadAnswer } from './failure.js';
import { fields, text } from './fields.js';
import type { BotFacts, Identities, SelfFacts, UserFacts } from './types.js';

const TEN_MINUTES = 600_000;

/**
 * Who people, bots and this seat's own bot are, remembered for ten minutes. What cannot be read is unknown: whoever asks
 * whether somebody may do something must then refuse (X1, H2).
 */
export function createIdentities(options: ClientOptions & { now: () => number }): Identities {
  const client = createClient(options);
  const selves = createCache<SelfFacts>(TEN_MINUTES, options.now);
  const users = createCache<UserFacts>(TEN_MINUTES, options.now);
  const bots = createCache<BotFacts>(TEN_MINUTES, options.now);

  const self = () => selves('self', () => read(options.now, () => readSelf(client)));
  return {
    self,
    user: (id) =>
      users(id, async () => {
        const us = await self();
        if (!us.ok) return us;
        return read(options.now, async () => userFacts(await client.apiCall('users.info', { user: id }), id, us.value));
      }),
    bot: (botId) => bots(botId, () => read(options.now, () => readBot(client, botId))),
  };
}

async function readSelf(client: WebClient): Promise<SelfFacts> {
  const answer = await client.apiCall('auth.test', {});
  const teamId = text(answer, 'team_id');
  const botUser = text(answer, 'user_id');
  const teamUrl = text(answer, 'url');
  if (teamId === null || botUser === null || teamUrl === null)
    throw new BadAnswer('auth.test without team, user or url');
  const botId = text(answer, 'bot_id');
  return {
    teamId,
    enterpriseId: text(answer, 'enterprise_id'),
    teamUrl: teamUrl.endsWith('/') ? teamUrl : `${teamUrl}/`,
    botUser,
    botId,
    appId: text(answer, 'app_id') ?? (await appOf(client, botId)),
    scopes: answer.response_metadata?.scopes ?? null,
  };
}

/** `auth.test` names the app of no bot token; nothing depends on it so much as to fail for it. */
async function appOf(client: WebClient, botId: string | null): Promise<string | null> {
  if (botId === null) return null;
  try {
    return (await readBot(client, botId)).appId;
  } catch {
    return null;
  }
}

async function readBot(client: WebClient, botId: string): Promise<BotFacts> {
  const answer = await client.apiCall('bots.info', { bot: botId });
  const id = text(answer, 'bot', 'id');
  if (id === null) throw new BadAnswer('bots.info without a bot');
  return {
    botId: id,
    user: text(answer, 'bot', 'user_id'),
    appId: text(answer, 'bot', 'app_id'),
    name: text(answer, 'bot', 'name') ?? id,
  };
}

function userFacts(answer: unknown, id: string, self: SelfFacts): UserFacts {
  const user = fields(answer, 'user');
  if (text(user, 'id') !== id) throw new BadAnswer('users.info gave another user');
  return {
    id,
    name: text(user, 'profile', 'display_name') ?? text(user, 'profile', 'real_name') ?? text(user, 'name') ?? id,
    isBot: user.is_bot === true || id === 'USLACKBOT',
    isGuest: user.is_restricted === true || user.is_ultra_restricted === true,
    isExternal: isExternal(user, self),
    deleted: user.deleted === true,
  };
}

/**
 * Of this workspace is who says so: `team_id` is ours, or the same enterprise lists ours among the person's teams.
 * Nothing said counts as external (X1).
 */
function isExternal(user: Record<string, unknown>, self: SelfFacts): boolean {
  if (user.is_stranger === true) return true;
  const enterprise = text(user, 'enterprise_user', 'enterprise_id') ?? text(user, 'enterprise_id');
  if (enterprise !== null && enterprise !== self.enterpriseId) return true;
  if (text(user, 'team_id') === self.teamId) return false;
  const { teams } = fields(user, 'enterprise_user');
  return !(enterprise !== null && Array.isArray(teams) && teams.includes(self.teamId));
}
