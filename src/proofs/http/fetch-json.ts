/**
 * One bounded GET of a JSON document (O4): https, or http on this machine; each address judged before it is connected to;
 * redirects only to the same origin or to hosts allowed by name; 1 MiB and one time-out for all of it. Never throws.
 */

import { isIP } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { isLoopbackHost, urlFault } from '../../config/urls.js';
import { AddressRefused, guardedLookup, mayAsk, type Reach, type Resolve } from './addresses.js';

export interface FetchOptions {
  /** Hosts, with or without port, that may be redirected to and that may be of the network around us. */
  allow: readonly string[];
  /** Milliseconds for everything, redirects included. */
  timeout: number;
  /** Milliseconds UTC, for `Retry-After` as a date. */
  now: number;
  etag: string | null;
  signal?: AbortSignal;
  /** In place of the system's name look-up. */
  resolve?: Resolve;
}

export type Fetched =
  | { got: 'document'; document: unknown; etag: string | null }
  /** 304: what was read with this ETag still holds. */
  | { got: 'unchanged' }
  | { got: 'nothing'; reason: string; retryAt: number | null };

const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;

/** Reads the JSON document at an address. */
export async function fetchJson(url: URL, options: FetchOptions): Promise<Fetched> {
  const deadline = AbortSignal.timeout(options.timeout);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  let at = url;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const step = await askOnce(at, url, options, signal);
      if (!('redirect' in step)) return step;
      const fault = redirectFault(step.redirect, url, options.allow);
      if (fault !== null) return nothing(`${at.host} redirects to ${fault}`);
      at = step.redirect;
    }
    return nothing(`${url.host} redirects more than ${MAX_REDIRECTS} times`);
  } catch (error) {
    return nothing(failure(error, at, deadline.aborted, options.timeout));
  }
}

async function askOnce(
  at: URL,
  first: URL,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Fetched | { redirect: URL }> {
  const reach = reachOf(at, first, options.allow);
  const literal = at.hostname.replace(/^\[(.*)\]$/, '$1');
  // An address in the place of a name is connected to without a look-up.
  if (isIP(literal) !== 0 && !mayAsk(literal, reach)) throw new AddressRefused(at.hostname);
  const agent = new Agent({ connect: { lookup: guardedLookup(reach, options.resolve) }, pipelining: 0 });
  try {
    const response = await request(at, {
      dispatcher: agent,
      signal,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'owed',
        ...(options.etag === null ? {} : { 'if-none-match': options.etag }),
      },
    });
    return await readResponse(response, at, options);
  } finally {
    // Ends what is left of an answer that nobody reads to its end.
    await agent.destroy().catch(() => {});
  }
}

async function readResponse(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  at: URL,
  options: FetchOptions,
): Promise<Fetched | { redirect: URL }> {
  body.on('error', () => {});
  if (statusCode === 304 && options.etag !== null) return { got: 'unchanged' };
  const location = one(headers.location);
  if ([301, 302, 303, 307, 308].includes(statusCode) && location !== null) {
    return URL.canParse(location, at.href)
      ? { redirect: new URL(location, at) }
      : nothing(`${at.host} redirects nowhere`);
  }
  if (statusCode !== 200)
    return nothing(`${at.host} answered ${statusCode}`, retryAt(one(headers['retry-after']), options.now));
  const type = (one(headers['content-type']) ?? 'no type').split(';')[0]!.trim().toLowerCase();
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(type))
    return nothing(`${at.host} answered with ${type.slice(0, 60)}, not JSON`);
  if ((one(headers['content-encoding']) ?? 'identity') !== 'identity') return nothing(`${at.host} answered compressed`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) return nothing(`${at.host} answered with more than 1 MiB`);
    chunks.push(chunk);
  }
  try {
    const document: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return { got: 'document', document, etag: one(headers.etag) };
  } catch {
    return nothing(`${at.host} answered with JSON that cannot be read`);
  }
}

/** What may be connected to: the configuration's own loopback address is this machine; every other name is the internet. */
function reachOf(at: URL, first: URL, allow: readonly string[]): Reach {
  if (isNamed(at, allow)) return 'named';
  return at.origin === first.origin && isLoopbackHost(at.hostname) ? 'loopback' : 'public';
}

function isNamed(at: URL, allow: readonly string[]): boolean {
  return allow.some((each) => [at.host, at.hostname].includes(each.toLowerCase()));
}

/** Why a redirect is not followed; null where it is. */
function redirectFault(to: URL, first: URL, allow: readonly string[]): string | null {
  const fault = urlFault(to.href);
  if (fault !== null) return `an address that ${fault}`;
  if (to.origin === first.origin || isNamed(to, allow)) return null;
  return `${to.host}, which "allow" does not name`;
}

function retryAt(header: string | null, now: number): number | null {
  if (header === null) return null;
  const at = /^\d{1,9}$/.test(header) ? now + Number(header) * 1000 : Date.parse(header);
  return Number.isFinite(at) && at > now ? at : null;
}

function failure(error: unknown, at: URL, timedOut: boolean, timeout: number): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AddressRefused) {
    return `${cause.host} is in the network around us, or this machine; name the host under "allow" if that is meant`;
  }
  if (timedOut)
    return `${at.host} gave no answer within ${timeout < 1000 ? `${timeout} ms` : `${Math.round(timeout / 1000)} s`}`;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${at.host} could not be reached${code}`;
}

const one = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;
const nothing = (reason: string, retry: number | null = null): Fetched => ({
  got: 'nothing',
  reason,
  retryAt: retry,
});
