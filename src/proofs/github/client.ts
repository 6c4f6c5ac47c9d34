import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import { boundedFetch } from './bounded-fetch.js';
import { type Failure, failureOf, stillLimited } from './failure.js';

export interface Log {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface ClientOptions {
  /** Without a slash at its end: `https://api.github.com`. */
  apiUrl: string;
  /** Null reads what is public. */
  token: string | null;
  now: () => number;
  /** For one request, retry not included; milliseconds. */
  timeout: number;
  log?: Log;
  /** How long a second of waiting between attempts lasts; tests shorten it. */
  second?: number;
}

export interface Ask {
  /** Below the address of the API, encoded. */
  path: string;
  query?: Record<string, string | number>;
  /** What is read, for the sentence that says it could not be. */
  what: string;
}

export type Answer =
  | { is: 'answer'; data: unknown; etag: string | null; more: boolean }
  | { is: 'unchanged' }
  | { is: 'failure'; failure: Failure };

/** Waited out by the client itself; anything longer is the next sweep's. */
const LONGEST_WAIT_S = 3;

/** Not tried again: what stays as it is, and limits, which the throttling plugin alone sees to. */
const DO_NOT_RETRY = [400, 401, 403, 404, 406, 410, 415, 422, 429, 451, 501];

const Client = Octokit.plugin(retry, throttling);
const ignore = () => {};

function octokitOf({ apiUrl, token, timeout, log, second = 1000 }: ClientOptions): Octokit {
  // Octokit's own lines carry addresses and whole requests: only that it warned is kept (X2).
  const quiet = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: () => log?.debug({ from: 'octokit' }, 'Octokit warns'),
  };
  return new Client({
    baseUrl: apiUrl,
    userAgent: 'owed',
    ...(token !== null && { auth: token }),
    log: quiet,
    request: { fetch: boundedFetch(timeout), log: quiet },
    retry: { retries: 1, retryAfterBaseValue: second, doNotRetry: DO_NOT_RETRY },
    throttle: {
      retryAfterBaseValue: second,
      onRateLimit: () => false,
      onSecondaryRateLimit: (after: number, _options: object, _octokit: object, count: number) =>
        count === 0 && after <= LONGEST_WAIT_S,
    },
  });
}

/** GETs of GitHub's REST API. */
export interface Client {
  /** `etag`: only what has changed since is sent. Never throws. */
  get(ask: Ask, etag: string | null): Promise<Answer>;
}

/** A client of one API with one token. Once limited it asks nothing more until the limit ends: GitHub bans who goes on. */
export function createClient(options: ClientOptions): Client {
  const octokit = octokitOf(options);
  const { token, now, timeout } = options;
  let limitedUntil = 0;
  return {
    async get({ path, query = {}, what }, etag) {
      if (now() < limitedUntil) return { is: 'failure', failure: stillLimited(limitedUntil) };
      try {
        const { data, headers } = await octokit.request(`GET ${path}`, {
          ...query,
          headers: { 'x-github-api-version': '2022-11-28', ...(etag !== null && { 'if-none-match': etag }) },
        });
        const more = /;\s*rel="?next"?/.test(headers.link ?? '');
        return { is: 'answer', data, etag: headers.etag ?? null, more };
      } catch (error) {
        if (etag !== null && (error as { status?: unknown }).status === 304) return { is: 'unchanged' };
        const failure = failureOf(error, { what, hasToken: token !== null, timeout, now: now() });
        if (failure.retryAt !== null) limitedUntil = failure.retryAt;
        return { is: 'failure', failure };
      }
    },
  };
}
