import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIdentities } from '../../src/slack/identities.js';
import { type FakeSlack, fakeSlack } from './fake-slack.js';
import { BOT_TOKEN } from './support.js';

let slack: FakeSlack;
let now = 1_000_000;
beforeEach(async () => {
  slack = await fakeSlack();
  now = 1_000_000;
});
afterEach(() => slack.close());

const identities = () => createIdentities({ token: BOT_TOKEN, apiUrl: slack.apiUrl, timeout: 5_000, now: () => now });
const GERA = { id: 'U01', team_id: 'T01', name: 'gera', profile: { display_name: 'Gera' } };

describe('a person', () => {
  it.each<[string, object, object]>([
    ['of the workspace is no guest and not external', {}, { isGuest: false, isExternal: false, isBot: false }],
    ['restricted is a guest', { is_restricted: true }, { isGuest: true }],
    ['ultra-restricted is a guest', { is_ultra_restricted: true }, { isGuest: true }],
    ['of another team is external', { team_id: 'T99' }, { isExternal: true }],
    ['who is a stranger is external', { is_stranger: true }, { isExternal: true }],
    ['of no said team is external', { team_id: undefined }, { isExternal: true }],
    ['of another enterprise is external', { enterprise_user: { enterprise_id: 'E9' } }, { isExternal: true }],
    ['who is deleted says so', { deleted: true }, { deleted: true }],
    ['who is a bot says so', { is_bot: true }, { isBot: true }],
  ])('[X1] %s', async (_, over, facts) => {
    slack.on('users.info', () => ({ user: { ...GERA, ...over } }));
    expect(await identities().user('U01')).toMatchObject({ ok: true, value: { id: 'U01', name: 'Gera', ...facts } });
  });

  it('[X1] of our enterprise, in another home team, is ours where ours is among their teams', async () => {
    slack.on('auth.test', () => ({ url: 'https://w/', team_id: 'T01', user_id: 'U0SMITH', enterprise_id: 'E1' }));
    const enterprise_user = { enterprise_id: 'E1', teams: ['T01', 'T02'] };
    slack.on('users.info', () => ({ user: { ...GERA, team_id: 'T02', enterprise_user } }));
    expect(await identities().user('U01')).toMatchObject({ value: { isExternal: false } });
  });

  it('[X1] is asked about once in ten minutes, also by two at one moment', async () => {
    slack.on('users.info', () => ({ user: GERA }));
    const who = identities();
    await Promise.all([who.user('U01'), who.user('U01')]);
    now += 599_999;
    await who.user('U01');
    expect(slack.to('users.info')).toHaveLength(1);
    now += 1;
    slack.on('users.info', () => ({ user: { ...GERA, is_restricted: true } }));
    expect(await who.user('U01')).toMatchObject({ value: { isGuest: true } });
  });

  it.each([
    ['users.info', 'user_not_found'],
    ['users.info', 'ratelimited'],
    ['auth.test', 'internal_error'],
  ])('[X1] who cannot be read (%s: %s) is unknown, and is asked about again', async (method, error) => {
    slack.on('users.info', () => ({ user: GERA }));
    const who = identities();
    const works = { url: 'https://w/', team_id: 'T01', user_id: 'U0SMITH', user: GERA };
    slack.on(method, (_, nth) => (nth === 1 ? { ok: false, error } : works));
    expect(await who.user('U01')).toMatchObject({ ok: false, code: error });
    expect(await who.user('U01')).toMatchObject({ ok: true });
  });

  it('[X1] is not taken from an answer about another', async () => {
    slack.on('users.info', () => ({ user: { ...GERA, id: 'U02' } }));
    expect(await identities().user('U01')).toMatchObject({ ok: false });
  });
});

describe('this seat’s own bot', () => {
  it('[U5] is known by its token, with its scopes', async () => {
    expect(await identities().self()).toEqual({
      ok: true,
      value: {
        teamId: 'T01',
        enterpriseId: null,
        teamUrl: 'https://work.slack.com/',
        botUser: 'U0SMITH',
        botId: 'B0SMITH',
        appId: 'A0SMITH',
        scopes: ['chat:write', 'users:read'],
      },
    });
  });

  it('[U5] has its app from its bot where auth.test does not say, and none where nothing does', async () => {
    slack.on('auth.test', () => ({ url: 'https://w', team_id: 'T01', user_id: 'U0SMITH', bot_id: 'B0SMITH' }));
    expect(await identities().self()).toMatchObject({ value: { appId: null, scopes: null, teamUrl: 'https://w/' } });
    slack.on('bots.info', () => ({ bot: { id: 'B0SMITH', app_id: 'A0SMITH' } }));
    expect(await identities().self()).toMatchObject({ value: { appId: 'A0SMITH' } });
  });
});

it('[H2] a bot_message’s bot is known by its bot id, once', async () => {
  slack.on('bots.info', () => ({ bot: { id: 'B01', user_id: 'U0TRINITY', app_id: 'A0TRINITY', name: 'trinity' } }));
  const who = identities();
  const value = { botId: 'B01', user: 'U0TRINITY', appId: 'A0TRINITY', name: 'trinity' };
  expect(await who.bot('B01')).toEqual({ ok: true, value });
  await who.bot('B01');
  expect(slack.to('bots.info').map((c) => c.args)).toEqual([{ bot: 'B01' }]);
});
