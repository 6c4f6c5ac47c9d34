import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHistory } from '../../src/slack/history.js';
import { type Answer, type FakeSlack, fakeSlack } from './fake-slack.js';
import { BOT_TOKEN } from './support.js';

let slack: FakeSlack;
beforeEach(async () => {
  slack = await fakeSlack();
});
afterEach(() => slack.close());

const NOW = 1_000_000;
const reader = () => createHistory({ token: BOT_TOKEN, apiUrl: slack.apiUrl, now: () => NOW });
const messages = (...ts: string[]) => ts.map((t) => ({ type: 'message', user: 'U01', text: t, ts: t }));
const page = (cursor: string, ...ts: string[]) => ({
  messages: messages(...ts),
  has_more: cursor !== '',
  response_metadata: { next_cursor: cursor },
});
const ts = (read: unknown) => (read as { value: { ts: string }[] }).value.map((m) => m.ts);

describe('a channel', () => {
  it('[H11] is read page by page, with metadata, and given oldest first', async () => {
    const pages: Record<string, Answer> = {
      '': page('c1', '15.0', '14.0'),
      c1: page('c2', '13.0', '12.0'),
      c2: page('', '11.0'),
    };
    slack.on('conversations.history', (args) => pages[args.cursor ?? ''] ?? 'lost');
    const read = await reader().channel('C02', '10.0');
    expect(ts(read)).toEqual(['11.0', '12.0', '13.0', '14.0', '15.0']);
    expect(slack.to('conversations.history').map((c) => c.args)).toEqual(
      ['', 'c1', 'c2'].map((cursor) => ({
        channel: 'C02',
        oldest: '10.0',
        inclusive: 'false',
        limit: '200',
        include_all_metadata: 'true',
        ...(cursor && { cursor }),
      })),
    );
  });

  it('[H11] that is quiet is an empty read, not a failure', async () => {
    slack.on('conversations.history', () => page(''));
    expect(await reader().channel('C02', '10.0', { inclusive: true })).toEqual({ ok: true, value: [] });
    expect(slack.to('conversations.history')[0]?.args.inclusive).toBe('true');
  });

  it.each<[string, Answer, object]>([
    ['not_in_channel', { ok: false, error: 'not_in_channel' }, { code: 'not_in_channel', retryAt: null }],
    [
      '429',
      { status: 429, headers: { 'retry-after': '60' }, text: '' },
      { code: 'ratelimited', retryAt: NOW + 60_000 },
    ],
    ['500', { status: 500, text: 'no' }, { code: 'http_500', retryAt: null }],
    ['HTML', { status: 200, text: '<html>' }, { code: 'not_slack', retryAt: null }],
    ['no messages', { has_more: false }, { code: 'not_slack', retryAt: null }],
    ['more without a cursor', { messages: messages('11.0'), has_more: true }, { code: 'not_slack', retryAt: null }],
    ['the same cursor again', page('c1', '11.0'), { code: 'not_slack', retryAt: null }],
  ])('[H10] whose second page fails (%s) is unread as a whole, in words', async (_, second, failure) => {
    slack.on('conversations.history', (args) => (args.cursor ? second : page('c1', '12.0')));
    const read = await reader().channel('C02', '10.0');
    expect(read).toMatchObject({ ok: false, ...failure });
    expect(read).toHaveProperty('reason', expect.stringMatching(/\w+ \w+/));
  });

  it('[H10] is tried once more after a broken connection, from the page that broke', async () => {
    slack.on('conversations.history', (args, nth) => {
      if (nth === 2) return 'lost';
      return args.cursor ? page('', '11.0') : page('c1', '12.0');
    });
    expect(ts(await reader().channel('C02', '10.0'))).toEqual(['11.0', '12.0']);
    expect(slack.to('conversations.history')).toHaveLength(3);
  });

  it('[H10] is tried once more only', async () => {
    slack.on('conversations.history', () => 'lost');
    expect(await reader().channel('C02', '10.0')).toMatchObject({ ok: false, code: 'connection' });
    expect(slack.to('conversations.history')).toHaveLength(2);
  });
});

describe('a thread', () => {
  beforeEach(() => {
    slack.on('conversations.replies', (args) =>
      args.cursor ? page('', '16.0', '19.0', '20.0') : page('c1', '16.0', '17.0', '18.0'),
    );
  });

  it('[H11] is read whole, its first message once', async () => {
    expect(ts(await reader().thread('C02', '16.0'))).toEqual(['16.0', '17.0', '18.0', '19.0', '20.0']);
    expect(slack.to('conversations.replies')[0]?.args).toMatchObject({ channel: 'C02', ts: '16.0' });
  });

  it('[H11] from some time on is read without its older first message', async () => {
    expect(ts(await reader().thread('C02', '16.0', { oldest: '17.0' }))).toEqual(['18.0', '19.0', '20.0']);
  });
});
