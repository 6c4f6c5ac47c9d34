import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalls } from '../../src/slack/calls.js';
import { type Answer, type FakeSlack, fakeSlack } from './fake-slack.js';
import { BOT_TOKEN, SAID } from './support.js';

let slack: FakeSlack;
beforeEach(async () => {
  slack = await fakeSlack();
});
afterEach(() => slack.close());

const NOW = 1_000_000;
const calls = () => createCalls({ token: BOT_TOKEN, apiUrl: slack.apiUrl, timeout: 5_000, now: () => NOW });
const VIEW = { type: 'modal' };
const done = { ok: true, value: null };

describe('[U1] a modal', () => {
  it('is opened with its trigger, and updated by its id and hash', async () => {
    slack.on('views.open', () => ({ view: { id: 'V1', hash: 'h1' } }));
    slack.on('views.update', () => ({ view: { id: 'V1', hash: 'h2' } }));
    expect(await calls().openView('1.2.a', VIEW)).toEqual({ ok: true, value: { id: 'V1', hash: 'h1' } });
    expect(await calls().updateView({ id: 'V1', hash: 'h1' }, VIEW)).toMatchObject({ value: { hash: 'h2' } });
    expect(slack.to('views.open')[0]?.args).toEqual({ trigger_id: '1.2.a', view: JSON.stringify(VIEW) });
    expect(slack.to('views.update')[0]?.args).toMatchObject({ view_id: 'V1', hash: 'h1' });
  });

  it('whose trigger is too old is a failure in words', async () => {
    slack.on('views.open', () => ({ ok: false, error: 'expired_trigger_id' }));
    expect(await calls().openView('1.2.a', VIEW)).toEqual({
      ok: false,
      code: 'expired_trigger_id',
      reason: 'the click is more than three seconds old (expired_trigger_id): click again',
      retryAt: null,
    });
    expect(slack.to('views.open')).toHaveLength(1);
  });
});

it('[U2] a Home tab, a reaction and a word to one person are one call each', async () => {
  for (const method of ['views.publish', 'reactions.add', 'chat.postEphemeral']) slack.on(method, () => ({}));
  expect(await calls().publishHome('U01', VIEW)).toEqual(done);
  expect(await calls().react('C01', '1.0', 'eyes')).toEqual(done);
  expect(await calls().postEphemeral({ channel: 'C01', user: 'U01', thread: '1.0' }, SAID)).toEqual(done);
  expect(slack.to('views.publish')[0]?.args.user_id).toBe('U01');
  expect(slack.to('reactions.add')[0]?.args).toEqual({ channel: 'C01', timestamp: '1.0', name: 'eyes' });
  expect(slack.to('chat.postEphemeral')[0]?.args).toMatchObject({ user: 'U01', text: SAID.text, thread_ts: '1.0' });
});

it('[A2] a reaction that is there already is done', async () => {
  slack.on('reactions.add', () => ({ ok: false, error: 'already_reacted' }));
  expect(await calls().react('C01', '1.0', 'eyes')).toEqual(done);
});

it('[U5] a channel tells its name, membership and archive; a DM has the bot for a member', async () => {
  slack.on('conversations.info', (args) =>
    args.channel === 'D01'
      ? { channel: { id: 'D01', is_im: true } }
      : { channel: { id: 'C01', name: 'bridge', is_member: false, is_archived: true } },
  );
  const value = { id: 'C01', name: 'bridge', isMember: false, isArchived: true };
  expect(await calls().channelInfo('C01')).toEqual({ ok: true, value });
  expect(await calls().channelInfo('D01')).toMatchObject({ value: { name: 'D01', isMember: true } });
});

it('[U5] the scopes are those that Slack names, and unknown where it names none', async () => {
  expect(await calls().scopes()).toEqual({ ok: true, value: ['chat:write', 'users:read'] });
  slack.on('auth.test', () => ({ team_id: 'T01' }));
  expect(await calls().scopes()).toMatchObject({ ok: false });
});

describe('[U1] an answer through a response URL', () => {
  it.each<[string, Answer, object]>([
    ['plain ok', { status: 200, text: 'ok' }, done],
    ['ok in JSON', { ok: true }, done],
    ['used_url', { ok: false, error: 'used_url' }, { ok: false, code: 'used_url' }],
    ['404', { status: 404, text: 'no' }, { ok: false, code: 'expired_url' }],
    ['500', { status: 500, text: 'no' }, { ok: false, code: 'http_500' }],
    ['429', { status: 429, headers: { 'retry-after': '2' }, text: '' }, { ok: false, retryAt: NOW + 2_000 }],
    ['a lost connection', 'lost', { ok: false, code: 'connection' }],
  ])('that Slack takes with %s', async (_, answer, result) => {
    slack.on('commands/T01/secret', () => answer);
    const said = await calls().respond(`${slack.url}/commands/T01/secret`, { text: 'hi' });
    expect(said).toMatchObject(result);
    expect(JSON.stringify(said)).not.toContain('secret');
    expect(slack.to('commands/T01/secret')[0]?.args.body).toBe('{"text":"hi"}');
  });

  it('[X2] that is no URL is a failure without it', async () => {
    const said = await calls().respond('not a secret url', {});
    expect(said.ok).toBe(false);
    expect(JSON.stringify(said)).not.toContain('secret');
  });
});
