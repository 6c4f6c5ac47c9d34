import type { ReceiverEvent } from '@slack/bolt';
import type { Logger } from 'pino';
import { isFields } from './fields.js';
import { errorId } from './log.js';
import type { Receive } from './types.js';

export interface Intake {
  /** One envelope from a socket: stored, then acknowledged. Never throws. */
  take(event: ReceiverEvent): Promise<void>;
  /** Takes no more, and resolves when what was being stored has been stored and acknowledged. */
  drain(): Promise<void>;
  lastEventAt(): number | null;
  lastError(): string | null;
}

export interface IntakeOptions {
  receive: Receive;
  /** Something was stored that somebody listens to: there is work. */
  accepted: () => void;
  now: () => number;
  log: Logger;
}

/**
 * Persist, then acknowledge (X3). What could not be stored is not acknowledged, and Slack sends it again; so does it with
 * what arrives while the process stops, to another socket. What was stored and could not be acknowledged comes again too,
 * and the inbox knows it by its id.
 */
export function createIntake({ receive, accepted, now, log }: IntakeOptions): Intake {
  const busy = new Set<Promise<void>>();
  let open = true;
  let lastEventAt: number | null = null;
  let lastError: string | null = null;

  async function store(event: ReceiverEvent): Promise<void> {
    const envelope = event.customProperties?.envelopeId;
    if (!isFields(event.body)) {
      log.warn({ envelope }, 'an envelope without a payload was left unacknowledged');
      return;
    }
    let answer: Awaited<ReturnType<Receive>>;
    try {
      answer = await receive(event.body, { retryNum: event.retryNum || null, retryReason: event.retryReason || null });
      lastError = null;
    } catch (error) {
      lastError = 'an event could not be stored; Slack sends it again';
      log.error({ envelope, ...errorId(error) }, 'not stored, so not acknowledged: Slack sends it again');
      return;
    }
    try {
      await event.ack(answer.ack);
    } catch (error) {
      log.warn({ envelope, ...errorId(error) }, 'stored, and the socket closed before the acknowledgement');
    }
    if (answer.settled) return;
    try {
      accepted();
    } catch (error) {
      log.error({ envelope, ...errorId(error) }, 'stored and acknowledged, and nobody took it up at once');
    }
  }

  return {
    async take(event) {
      if (!open) return;
      lastEventAt = now();
      const job = store(event);
      busy.add(job);
      try {
        await job;
      } finally {
        busy.delete(job);
      }
    },
    async drain() {
      open = false;
      await Promise.all(busy);
    },
    lastEventAt: () => lastEventAt,
    lastError: () => lastError,
  };
}
