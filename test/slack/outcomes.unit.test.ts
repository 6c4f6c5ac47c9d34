import { describe, expect, it } from 'vitest';
import type { Failure } from '../../src/slack/failure.js';
import { failureOf } from '../../src/slack/failure.js';
import { MEANINGS, meaningOf, outcomeOf, words } from '../../src/slack/outcomes.js';

const NOW = 1_000_000;

function refused(code: string, over: Partial<Extract<Failure, { kind: 'refused' }>> = {}): Failure {
  return { kind: 'refused', code, needed: null, pointers: [], retryAfter: null, ...over };
}
const outcome = (failure: Failure, edits = false) => outcomeOf(failure, { now: NOW, edits });

describe('[P3] an error code', () => {
  it.each(['ratelimited', 'rate_limited', 'request_timeout'])('%s gives the claim back for later', (code) => {
    expect(outcome(refused(code, { retryAfter: 7 }))).toMatchObject({ outcome: 'later', retryAt: NOW + 7000 });
  });

  it.each(['internal_error', 'fatal_error', 'service_unavailable'])('%s leaves the post unknown', (code) => {
    expect(outcome(refused(code)).outcome).toBe('unknown');
  });

  it.each([
    ['channel_not_found', 'place'],
    ['not_in_channel', 'place'],
    ['is_archived', 'place'],
    ['restricted_action', 'place'],
    ['restricted_action_read_only_channel', 'place'],
    ['restricted_action_thread_only_channel', 'place'],
    ['messages_tab_disabled', 'place'],
    ['cannot_reply_to_message', 'place'],
    ['thread_not_found', 'place'],
    ['no_permission', 'place'],
    ['msg_too_long', 'content'],
    ['msg_blocks_too_long', 'content'],
    ['invalid_blocks', 'content'],
    ['invalid_blocks_format', 'content'],
    ['no_text', 'content'],
    ['metadata_too_large', 'content'],
    ['metadata_must_be_sent_from_app', 'content'],
    ['account_inactive', 'stop'],
    ['token_revoked', 'stop'],
    ['token_expired', 'stop'],
    ['invalid_auth', 'stop'],
    ['not_authed', 'stop'],
    ['missing_scope', 'stop'],
  ])('%s stays, for the %s', (code, what) => {
    expect(outcome(refused(code))).toMatchObject({ outcome: 'stays', what, code });
  });

  it.each(['message_not_found', 'cant_update_message', 'edit_window_closed'])(
    '%s stays for an edit, and is unknown for a message',
    (code) => {
      expect(outcome(refused(code), true)).toMatchObject({ outcome: 'stays', what: 'content', code });
      expect(outcome(refused(code)).outcome).toBe('unknown');
    },
  );

  it.each(['never_heard_of', 'user_not_found', 'hash_conflict', 'toString', 'constructor'])(
    '%s, which posting has no meaning for, leaves the post unknown',
    (code) => expect(outcome(refused(code)).outcome).toBe('unknown'),
  );
});

it.each<[string, Failure]>([
  ['a time-out', { kind: 'timeout' }],
  ['a lost connection', { kind: 'connection', code: 'ECONNRESET' }],
  ['a 500', { kind: 'http', status: 500 }],
  ['a 404 of some proxy', { kind: 'http', status: 404 }],
  ['a page of HTML', { kind: 'not-slack' }],
])('[P3] %s leaves the post unknown, in words', (_, failure) => {
  const result = outcome(failure);
  expect(result.outcome).toBe('unknown');
  expect(result).toHaveProperty('reason', expect.stringMatching(/\w+ \w+/));
});

describe('the words for a code', () => {
  it.each(Object.keys(MEANINGS))('[P3] %s are a phrase of plain words that names the code', (pattern) => {
    const code = pattern.replace('*', '');
    expect(meaningOf(code)?.says).toMatch(/^\S+( \S+)+$/);
    expect(words(refused(code))).toContain(`(${code})`);
  });

  it('[U5] name the scope that is missing and where the blocks are faulty', () => {
    expect(words(refused('missing_scope', { needed: 'channels:history' }))).toBe(
      'a scope is missing (missing_scope, channels:history): add it, install the app again (`owed manifest` has all of them)',
    );
    expect(words(refused('invalid_blocks', { pointers: ['/blocks/0/text'] }))).toContain('at /blocks/0/text');
  });
});

describe('[X2] an error of the client', () => {
  const platform = (data: object) => failureOf({ code: 'slack_webapi_platform_error', data });

  it('whose "code" is a page of text is no code, and the page goes no further', () => {
    const failure = platform({ ok: false, error: '<html>a private word</html>' });
    expect(failure).toEqual({ kind: 'not-slack' });
    expect(words(failure)).not.toContain('private');
  });

  it('gives of Slack’s messages the place alone, never the words', () => {
    const messages = ['[ERROR] must be less than 3001 characters: a private word [json-pointer:/blocks/0/text/text]'];
    const failure = platform({ error: 'invalid_blocks', response_metadata: { messages } });
    expect(failure).toMatchObject({ pointers: ['/blocks/0/text/text'] });
    expect(JSON.stringify(failure)).not.toContain('private');
  });

  it('is a time-out or a broken connection by its innermost cause', () => {
    const timeout = Object.assign(new Error('x'), { name: 'TimeoutError' });
    expect(failureOf({ code: 'slack_webapi_request_error', original: timeout })).toEqual({ kind: 'timeout' });
    const reset = Object.assign(new Error('read'), { code: 'ECONNRESET' });
    const fetchFailed = new TypeError('fetch failed', { cause: reset });
    expect(failureOf({ code: 'slack_webapi_request_error', original: fetchFailed })).toEqual({
      kind: 'connection',
      code: 'ECONNRESET',
    });
    expect(failureOf('nonsense')).toEqual({ kind: 'connection', code: null });
    expect(failureOf(undefined)).toEqual({ kind: 'connection', code: null });
  });
});
