import { createHash } from 'node:crypto';
import { route } from './routes.js';
import { type Access, type Answer, Refusal } from './types.js';
import { errorBody, type Rate, type World } from './world.js';

export interface Incoming {
  path: string;
  /** The address as asked, without its query. */
  url: string;
  query: Record<string, string>;
  headers: Record<string, string | undefined>;
}

export interface Outgoing {
  status: number;
  /** Null for 304. */
  body: unknown;
  headers: Record<string, string>;
}

const VERSION = '2022-11-28';
const MEDIA = /(?:^|[\s,])(?:application\/(?:json|vnd\.github[\w.+-]*)|\*\/\*)/i;

/** Refuses what GitHub refuses before it looks at anything else. */
function wellFormed({ headers }: Incoming): void {
  if (!headers['user-agent']) {
    throw new Refusal(
      403,
      'Request forbidden by administrative rules. Please make sure your request has a User-Agent header',
    );
  }
  if (!headers.accept || !MEDIA.test(headers.accept)) {
    throw new Refusal(415, "Unsupported 'Accept' header: Must accept 'application/json'.");
  }
  const version = headers['x-github-api-version'];
  if (version !== undefined && version !== VERSION) throw new Refusal(400, `Version ${version} is not supported`);
}

export function rateHeaders(rate: Rate): Record<string, string> {
  return {
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(Math.max(0, rate.limit - rate.used)),
    'x-ratelimit-used': String(rate.used),
    'x-ratelimit-reset': String(Math.floor(rate.reset / 1000)),
    'x-ratelimit-resource': 'core',
  };
}

export function refused(refusal: Refusal, headers: Record<string, string> = {}): Outgoing {
  return {
    status: refusal.status,
    body: errorBody(refusal.message),
    headers: { ...headers, ...refusal.headers },
  };
}

function primaryLimit(caller: Access | null): Refusal {
  return new Refusal(403, `API rate limit exceeded for ${caller === null ? '127.0.0.1' : `user ${caller.login}`}.`);
}

function attempt(world: World, caller: Access | null, request: Incoming): Answer {
  try {
    return route(world, caller, request.path, { url: request.url, query: request.query });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: errorBody(error.message), headers: error.headers };
  }
}

/**
 * One GET answered as GitHub answers it: who asks, what is left of the quota, the answer, its ETag. An answer that has not
 * changed is 304 and costs nothing; so it is for a caller with a token alone, as documented.
 */
export function answer(world: World, request: Incoming): Outgoing {
  let caller: Access | null;
  try {
    wellFormed(request);
    caller = world.caller(request.headers.authorization);
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
  const rate = world.rate(caller);
  if (rate.used >= rate.limit) return refused(primaryLimit(caller), rateHeaders(rate));
  const { status, body, headers } = attempt(world, caller, request);
  const etag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`;
  const unchanged = status === 200 && request.headers['if-none-match'] === etag;
  if (!(unchanged && caller !== null)) rate.used += 1;
  return {
    status: unchanged ? 304 : status,
    body: unchanged ? null : body,
    headers: {
      ...headers,
      ...rateHeaders(rate),
      ...(status === 200 && { etag, vary: 'Accept, Authorization' }),
    },
  };
}
