import { describe, expect, it } from 'vitest';
import { failureOf, TimedOut } from '../../../src/proofs/github/failure.js';
import { HOUR, START } from './support.js';

const asking = { what: 'org/app#12', hasToken: true, timeout: 10_000, now: START };
const error = (status: number, headers: Record<string, string> = {}, data: unknown = { message: 'No' }) => ({
  status,
  response: { headers, data },
});
const reason = (thrown: unknown, more: Partial<typeof asking> = {}) => failureOf(thrown, { ...asking, ...more }).reason;

describe('what could not be read', () => {
  it.each<[unknown, string]>([
    [error(401), 'GitHub does not accept the token'],
    [error(403), 'the token may not read org/app#12'],
    [
      error(403, { 'x-github-sso': 'required; url=https://github.com/orgs/x' }),
      'the token is not authorised for the single sign-on of the organisation of org/app#12',
    ],
    [error(404), 'org/app#12 does not exist, or the token has no access to it'],
    [error(404, {}, '<html>'), "what came back for org/app#12 is not an answer of GitHub's (404)"],
    [error(410), 'org/app#12 was deleted'],
    [error(451), 'GitHub answered 451 for org/app#12'],
    [error(502, {}, '<html>'), 'GitHub answered 502 for org/app#12'],
    [new TimedOut(), 'GitHub did not answer within 10 s for org/app#12'],
    [{ status: 500, cause: { cause: { code: 'ECONNREFUSED' } } }, 'GitHub could not be reached (ECONNREFUSED)'],
    ['nonsense', 'GitHub could not be reached'],
    [null, 'GitHub could not be reached'],
  ])('[O2] is said in one sentence: %j', (thrown, sentence) => {
    expect(reason(thrown)).toBe(sentence);
  });

  it('[O2] without a token says that one is missing', () => {
    expect(reason(error(404), { hasToken: false })).toBe(
      'org/app#12 does not exist, or it is private and no token is set',
    );
    expect(reason(error(403), { hasToken: false })).toBe('org/app#12 is not shown without a token');
  });

  const reset = (at: number) => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(at / 1000),
    date: new Date(START).toUTCString(),
  });

  it.each<[string, unknown, number]>([
    ['the reset of the primary limit', error(403, reset(START + 600_000)), START + 600_000],
    ['the same as 429', error(429, reset(START + 600_000)), START + 600_000],
    ['Retry-After of the secondary limit', error(403, { 'retry-after': '90' }), START + 90_000],
    ['a minute where GitHub names no time', error(429), START + 60_000],
    [
      'a minute of the secondary limit',
      error(403, {}, { message: 'You have exceeded a secondary rate limit' }),
      START + 60_000,
    ],
    ['an hour at most', error(403, reset(START + 100 * HOUR)), START + HOUR],
    ['a second at least', error(403, reset(START - HOUR)), START + 1000],
  ])('[S4] is not asked for again before %s', (_, thrown, retryAt) => {
    expect(failureOf(thrown, asking).retryAt).toBe(retryAt);
  });

  it("[S4] waits by GitHub's clock when ours is wrong", () => {
    const now = START + 5 * HOUR;
    expect(failureOf(error(403, reset(START + 600_000)), { ...asking, now }).retryAt).toBe(now + 600_000);
  });

  it('[X2] never quotes what GitHub or a proxy wrote', () => {
    const secret = { message: 'token ghp_secret in https://x', documentation_url: 'https://y' };
    for (const status of [400, 401, 403, 404, 410, 422, 429, 451, 500, 503]) {
      expect(reason(error(status, {}, secret))).not.toMatch(/ghp_|https/);
    }
  });
});
