/** Why something of GitHub's could not be read, in a sentence for the item (O2). Never from a message: those quote (X2). */
export interface Failure {
  reason: string;
  /** Not to be read before; null where GitHub named no time. */
  retryAt: number | null;
  /** GitHub's own status; null where the answer was not GitHub's, or there was none. */
  status: number | null;
}

export type Got<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export interface Asking {
  /** What is read, as a person would name it: `org/app#12`. */
  what: string;
  hasToken: boolean;
  timeout: number;
  now: number;
}

/** Thrown by the bounded fetch; see `client.ts` for its name. */
export class TimedOut extends Error {
  override name = 'AbortError';
}

/** An answer longer than anything that GitHub says. */
export class TooLong extends Error {
  override name = 'TooLong';
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An answer that is not what GitHub documents: a proxy's page, another service behind the address. */
export function strange({ what }: Pick<Asking, 'what'>, status: number | null = null): Failure {
  const seen = status === null ? '' : ` (${status})`;
  return { reason: `what came back for ${what} is not an answer of GitHub's${seen}`, retryAt: null, status: null };
}

/** Waits out a rate limit without asking: the limit is this token's, whatever is read. */
export function stillLimited(retryAt: number): Failure {
  const until = `${new Date(retryAt).toISOString().slice(11, 16)} UTC`;
  return { reason: `GitHub's rate limit is used up until ${until}`, retryAt, status: 403 };
}

/** By GitHub's own clock, so that ours may be wrong; within an hour, its longest window. */
function resetOf(headers: Fields, now: number): number {
  const reset = Number(text(headers['x-ratelimit-reset'])) * 1000;
  const date = Date.parse(text(headers.date));
  const wait = reset - (Number.isNaN(date) ? now : date);
  return now + (Number.isFinite(wait) && reset > 0 ? Math.min(Math.max(wait, 1000), HOUR) : MINUTE);
}

/** Null where it is no rate limit. Without a time of its own GitHub asks for at least a minute. */
function limitedUntil(status: number, headers: Fields, message: string, now: number): number | null {
  if (status !== 403 && status !== 429) return null;
  const after = Number(text(headers['retry-after']));
  if (after > 0) return now + Math.min(after * 1000, HOUR);
  if (/\bsecondary rate\b/i.test(message)) return now + MINUTE;
  if (headers['x-ratelimit-remaining'] === '0' || /\brate limit exceeded\b/i.test(message))
    return resetOf(headers, now);
  return status === 429 ? now + MINUTE : null;
}

function answered(status: number, response: Fields, asking: Asking): Failure {
  const { what, hasToken, now } = asking;
  const headers = fields(response.headers);
  const message = fields(response.data).message;
  if (status >= 500) return { reason: `GitHub answered ${status} for ${what}`, retryAt: null, status };
  const until = limitedUntil(status, headers, text(message), now);
  if (until !== null) return { ...stillLimited(until), status };
  if (typeof message !== 'string') return strange(asking, status);
  switch (status) {
    case 401:
      return {
        reason: hasToken ? 'GitHub does not accept the token' : `${what} is not shown without a token`,
        retryAt: null,
        status,
      };
    case 403: {
      const sso = text(headers['x-github-sso']) !== '';
      const reason = sso
        ? `the token is not authorised for the single sign-on of the organisation of ${what}`
        : hasToken
          ? `the token may not read ${what}`
          : `${what} is not shown without a token`;
      return { reason, retryAt: null, status };
    }
    case 404: {
      const or = hasToken ? 'the token has no access to it' : 'it is private and no token is set';
      return { reason: `${what} does not exist, or ${or}`, retryAt: null, status };
    }
    case 410:
      return { reason: `${what} was deleted`, retryAt: null, status };
    default:
      return { reason: `GitHub answered ${status} for ${what}`, retryAt: null, status };
  }
}

/** The system's code (`ECONNREFUSED`), below whatever wraps it. */
function codeOf(error: unknown): string | null {
  let at: unknown = error;
  for (let depth = 0; depth < 5; depth += 1) {
    const { code, cause } = fields(at);
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
    at = cause;
  }
  return null;
}

/** Reads whatever a request threw. What it does not recognise is a broken connection. Pure. */
export function failureOf(error: unknown, asking: Asking): Failure {
  const { status, response, cause } = fields(error);
  if (error instanceof TimedOut || cause instanceof TimedOut) {
    const seconds = Math.round(asking.timeout / 100) / 10;
    return { reason: `GitHub did not answer within ${seconds} s for ${asking.what}`, retryAt: null, status: null };
  }
  if (error instanceof TooLong || cause instanceof TooLong) return strange(asking);
  if (typeof status === 'number' && response !== undefined) return answered(status, fields(response), asking);
  const code = codeOf(error);
  return { reason: `GitHub could not be reached${code === null ? '' : ` (${code})`}`, retryAt: null, status: null };
}
