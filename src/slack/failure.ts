import { ErrorCode } from '@slack/web-api';
import { fields, text } from './fields.js';

/** What went wrong with one call, without anything of its content. */
export type Failure =
  /** Slack answered `ok: false`. `retryAfter` is in seconds. */
  | { kind: 'refused'; code: string; needed: string | null; pointers: string[]; retryAfter: number | null }
  | { kind: 'limited'; retryAfter: number }
  | { kind: 'http'; status: number }
  /** An answer that Slack does not give: a proxy's page with status 200, a page of history without its messages. */
  | { kind: 'not-slack' }
  | { kind: 'timeout' }
  | { kind: 'connection'; code: string | null };

/** An error code as Slack writes them; the client puts a whole HTML page there when the answer is no JSON. */
const CODE = /^[a-z][a-z0-9_.-]{0,79}$/;
const POINTER = /\[json-pointer:(\/[\w/.-]{0,200})\]/;

/** An answer with `ok: true` that lacks what it must have: nothing is concluded from it. */
export class BadAnswer extends Error {
  override name = 'BadAnswer';
}

/** Reads an error of the web client. Whatever it does not recognise is a broken connection: nobody knows what Slack did. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BadAnswer) return { kind: 'not-slack' };
  const e = fields(error);
  switch (e.code) {
    case ErrorCode.RateLimitedError:
      return { kind: 'limited', retryAfter: typeof e.retryAfter === 'number' ? e.retryAfter : DEFAULT_RETRY_AFTER };
    case ErrorCode.HTTPError:
      return { kind: 'http', status: typeof e.statusCode === 'number' ? e.statusCode : 0 };
    case ErrorCode.PlatformError:
      return refusal(fields(e.data));
    default:
      return broken(error);
  }
}

/** Where Slack (or something before it) limits the rate without saying for how long; seconds. */
export const DEFAULT_RETRY_AFTER = 30;

function refusal(data: Record<string, unknown>): Failure {
  const code = text(data, 'error');
  if (code === null || !CODE.test(code)) return { kind: 'not-slack' };
  const meta = fields(data, 'response_metadata');
  const messages = Array.isArray(meta.messages) ? meta.messages : [];
  return {
    kind: 'refused',
    code,
    needed: text(data, 'needed'),
    pointers: messages.flatMap((m) => (typeof m === 'string' ? (POINTER.exec(m)?.[1] ?? []) : [])),
    retryAfter: typeof meta.retryAfter === 'number' ? meta.retryAfter : null,
  };
}

/** Follows the causes: undici wraps the system's error, the web client wraps undici's. */
function broken(error: unknown): Failure {
  let code: string | null = null;
  let at: unknown = error;
  for (let depth = 0; depth < 6 && typeof at === 'object' && at !== null; depth++) {
    const { name, code: own, cause, original } = at as Record<string, unknown>;
    if (name === 'TimeoutError' || name === 'AbortError') return { kind: 'timeout' };
    if (typeof own === 'string' && !own.startsWith('slack_') && /^[A-Z][A-Z0-9_]+$/.test(own)) code = own;
    at = cause ?? original;
  }
  return { kind: 'connection', code };
}
