import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { connect } from './connection.js';
import { createIntake, type IntakeOptions } from './intake.js';
import { isTokenFault } from './outcomes.js';
import { type SocketFault, socketWait, supervise } from './supervise.js';
import type { SocketState } from './types.js';

export interface ReceiverOptions extends IntakeOptions {
  appToken: string;
  apiUrl?: string | null;
  log: Logger;
  /**
   * After every connect and reconnect of any socket (H11): read back what was said meanwhile. With several sockets it is
   * called for each, within moments at the start.
   */
  onConnected: () => unknown;
  /** Sockets to keep open; two unless given, so that Slack's refresh of one leaves no gap. Replicas × this ≤ 5. */
  connections?: number;
  /** Milliseconds until each socket must have said hello, and until `start` gives up; 20 s unless given. */
  startTimeout?: number;
  /** Milliseconds before another attempt, after so many failures in a row. */
  wait?: (failures: number) => number;
}

export interface SlackReceiver {
  /** Resolves when every socket is open, or at the deadline when at least one is; rejects with a `SlackStartError`. */
  start(): Promise<void>;
  /** Takes no more, finishes what is being stored, closes the sockets. */
  stop(): Promise<void>;
  state(): SocketState;
}

/** Owed cannot start; the message says why and what mends it. */
export class SlackStartError extends Error {
  override name = 'SlackStartError';
}

/** The sockets of one process, each under its own supervision, all giving to one intake. */
export function createReceiver(options: ReceiverOptions): SlackReceiver {
  const { log, appToken, apiUrl, now } = options;
  const deadline = options.startTimeout ?? 20_000;
  const wanted = options.connections ?? 2;
  const wait = options.wait ?? ((failures) => socketWait(failures, Math.random()));
  const intake = createIntake(options);
  const stopping = new AbortController();
  // Each socket waits on it once, and `start` does.
  setMaxListeners(wanted + 5, stopping.signal);
  let loops: Promise<void>[] = [];
  let open = 0;
  let fault: SocketFault | null = null;
  /** While `start` waits: told of every change. */
  let changed = () => {};

  const up = () => {
    open += 1;
    fault = null;
    log.info({ connections: open }, 'socket connected');
    changed();
    void Promise.resolve()
      .then(options.onConnected)
      .catch(() => log.error('reading back after connecting failed'));
  };
  const keepOpen = () =>
    supervise({
      connect: (signal) => connect({ appToken, apiUrl, log, deadline, signal, take: intake.take }),
      signal: stopping.signal,
      now,
      log,
      wait,
      up,
      down: () => {
        open -= 1;
      },
      failed: (reason) => {
        fault = reason;
        changed();
      },
    });

  async function stop(): Promise<void> {
    await intake.drain();
    stopping.abort();
    await Promise.all(loops);
  }

  /** Null when every socket is open, or at the deadline one; else why none is. */
  function opened(): Promise<SocketFault | null> {
    return new Promise((resolve) => {
      const settle = (outcome: SocketFault | null) => {
        clearTimeout(timer);
        changed = () => {};
        resolve(outcome);
      };
      const timer = setTimeout(() => settle(open > 0 ? null : (fault ?? NO_ANSWER)), deadline);
      stopping.signal.addEventListener('abort', () => settle(STOPPED), { once: true });
      changed = () => {
        if (fault !== null && isFinal(fault)) settle(fault);
        else if (open === wanted) settle(null);
      };
    });
  }

  return {
    async start() {
      loops = Array.from({ length: wanted }, keepOpen);
      const refused = await opened();
      if (refused === null) return;
      await stop();
      throw startError(refused, deadline);
    },
    stop,
    state: () => ({
      state: stateOf(),
      connections: open,
      lastEventAt: intake.lastEventAt(),
      lastError: fault?.reason ?? intake.lastError(),
    }),
  };

  function stateOf(): SocketState['state'] {
    if (stopping.signal.aborted) return 'stopped';
    if (open > 0) return 'connected';
    return fault === null ? 'connecting' : 'disconnected';
  }
}

const NO_ANSWER: SocketFault = {
  code: 'no_hello',
  reason:
    'Slack did not answer, or took the connection and never said hello: check the network, and any proxy on the way',
};
const STOPPED: SocketFault = { code: 'stopped', reason: 'it was stopped meanwhile' };

/** Nothing that waiting mends. */
function isFinal({ code }: SocketFault): boolean {
  return isTokenFault(code) || code === 'link_disabled';
}

function startError(fault: SocketFault, deadline: number): SlackStartError {
  if (isTokenFault(fault.code)) return new SlackStartError(`SLACK_APP_TOKEN: ${fault.reason}`);
  if (isFinal(fault) || fault === STOPPED) return new SlackStartError(`Slack's socket did not open: ${fault.reason}`);
  return new SlackStartError(`Slack's socket was not open after ${deadline / 1000} s: ${fault.reason}`);
}
