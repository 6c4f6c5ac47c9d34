import { WebClient, type WebClientOptions } from '@slack/web-api';
import { DEFAULT_RETRY_AFTER, failureOf } from './failure.js';
import { silent } from './log.js';
import { unread } from './outcomes.js';
import type { ReadResult } from './types.js';

export interface ClientOptions {
  token: string;
  /** With or without its closing slash; Slack's own when absent. */
  apiUrl?: string | null;
  /** Milliseconds for one call. */
  timeout: number;
}

/**
 * The one way Owed makes a web client: no retries of its own (a repeated `chat.postMessage` is a second message), a 429 is
 * an error at once and pauses nothing (P7). Each caller has one of its own.
 */
export function createClient(options: ClientOptions): WebClient {
  return new WebClient(options.token, { ...clientOptions(options), logger: silent });
}

/** The same, as options; a fresh object each time, because Bolt and the receiver write into theirs. */
export function clientOptions(options: Omit<ClientOptions, 'token'>): WebClientOptions {
  return {
    ...(options.apiUrl ? { slackApiUrl: options.apiUrl } : {}),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: options.timeout,
    fetch: fetchWithRetryAfter,
  };
}

/** The client takes a 429 without a readable `Retry-After` for an error of its own: give it one. */
const fetchWithRetryAfter: NonNullable<WebClientOptions['fetch']> = async (url, init) => {
  const response = await globalThis.fetch(url, init);
  if (response.status !== 429 || !Number.isNaN(Number.parseInt(response.headers.get('retry-after') ?? '', 10))) {
    return response;
  }
  await response.body?.cancel();
  return new Response(null, { status: 429, headers: { 'retry-after': String(DEFAULT_RETRY_AFTER) } });
};

/** One read: its value, or why it is unknown. Never throws. */
export async function read<T>(now: () => number, call: () => Promise<T>): Promise<ReadResult<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    return unread(failureOf(error), now());
  }
}

/**
 * Keeps good answers for `ttl` milliseconds and lets callers of one moment share one call. A failure is never kept: the
 * next caller asks again.
 */
export function createCache<T>(ttl: number, now: () => number) {
  const entries = new Map<string, { at: number; answer: Promise<ReadResult<T>> }>();
  return async (key: string, load: () => Promise<ReadResult<T>>): Promise<ReadResult<T>> => {
    const kept = entries.get(key);
    if (kept !== undefined && now() - kept.at < ttl) return kept.answer;
    const entry = { at: now(), answer: load() };
    entries.set(key, entry);
    const answer = await entry.answer;
    if (!answer.ok && entries.get(key) === entry) entries.delete(key);
    return answer;
  };
}
