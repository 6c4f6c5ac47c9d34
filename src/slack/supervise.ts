import type { Logger } from 'pino';
import { type Connection, NoHello, SentAway } from './connection.js';
import { type Failure, failureOf } from './failure.js';
import { codeOf, words } from './outcomes.js';

export interface SuperviseOptions {
  connect: (signal: AbortSignal) => Promise<Connection>;
  signal: AbortSignal;
  now: () => number;
  log: Logger;
  /** Milliseconds before the next attempt, after `failures` (from 1) in a row. */
  wait: (failures: number) => number;
  up: () => void;
  /** A connection that was up is gone. */
  down: () => void;
  /** An attempt failed, or a connection ended for a reason that lasts. */
  failed: (fault: SocketFault) => void;
}

export interface SocketFault {
  code: string;
  reason: string;
}

/** A connection that lasted this long was a good one: its end is Slack's ordinary refresh, and the next opens at once. */
const GOOD = 10_000;

/** Ends that come back until somebody mends their cause. */
const LASTING = new Set(['link_disabled', 'too_many_websockets']);

/** Keeps one socket open until the signal: never throws, never gives up (P3, G1). */
export async function supervise(options: SuperviseOptions): Promise<void> {
  const { signal, now, log } = options;
  let failures = 0;
  while (!signal.aborted) {
    let atLeast = 0;
    try {
      const connection = await options.connect(signal);
      const since = now();
      options.up();
      const reason = await endOf(connection, signal);
      options.down();
      if (reason !== null && LASTING.has(reason)) options.failed(refusedBy(reason));
      failures = now() - since >= GOOD ? 0 : failures + 1;
      if (!signal.aborted) log.info({ reason }, 'the socket closed; opening the next');
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      const failure = failureOf(error);
      if (failure.kind === 'limited') atLeast = failure.retryAfter * 1000;
      const fault = faultOf(error, failure);
      log.warn({ code: fault.code, failures }, 'the socket did not open; trying again');
      options.failed(fault);
    }
    if (failures > 0) await pause(Math.max(atLeast, options.wait(failures)), signal);
  }
}

/** Half a second, doubled up to half a minute; `random` (0 to 1) takes off up to half, so that replicas do not march. */
export function socketWait(failures: number, random: number): number {
  const full = Math.min(30_000, 500 * 2 ** Math.min(failures - 1, 10));
  return Math.round(full * (1 - random / 2));
}

/** Waits for the connection's end, or closes it at the signal; either way it is closed afterwards. */
async function endOf(connection: Connection, signal: AbortSignal): Promise<string | null> {
  const over = new AbortController();
  const stopped = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { signal: over.signal });
    if (signal.aborted) resolve(null);
  });
  const reason = await Promise.race([connection.ended, stopped]);
  over.abort();
  await connection.close();
  return reason;
}

function faultOf(error: unknown, failure: Failure): SocketFault {
  if (error instanceof NoHello) {
    return { code: 'no_hello', reason: 'Slack took the connection and never said hello' };
  }
  if (error instanceof SentAway) return refusedBy(error.reason);
  return { code: codeOf(failure), reason: words(failure) };
}

function refusedBy(code: string): SocketFault {
  return { code, reason: words({ kind: 'refused', code, needed: null, pointers: [], retryAfter: null }) };
}

/** Resolves after `ms`, or at the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
