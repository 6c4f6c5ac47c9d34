import { randomUUID } from 'node:crypto';
import { type Connection, Connections } from './connections.js';
import type { WorkspaceOptions } from './definition.js';
import type { State } from './state.js';

export type EnvelopeType = 'events_api' | 'slash_commands' | 'interactive';

/** One payload on its way to an app, over as many envelopes as it took. */
export interface Delivery {
  appId: string;
  type: EnvelopeType;
  payload: Record<string, unknown>;
  /** Ids of the envelopes sent, oldest first; none for an attempt that found no socket. */
  envelopeIds: string[];
  attempts: number;
  /** `lost`: every attempt went unacknowledged. */
  status: 'waiting' | 'acked' | 'lost';
  ackPayload?: unknown;
}

type Ack = { acked: true; payload: unknown } | { acked: false; reason: 'no_socket' | 'timeout' };

/** The Socket Mode side: one socket for each payload, acknowledgements, redelivery. */
export class Sockets extends Connections {
  /** Every delivery since the start, oldest first. */
  readonly deliveries: Delivery[] = [];
  private readonly waiting = new Map<string, (payload: unknown) => void>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly duplicate = new Set<string>();
  private readonly ackTimeoutMs: number;
  private readonly retryDelaysMs: number[];
  private stopped = false;

  constructor(state: State, options: WorkspaceOptions) {
    super(state, options.disconnectGraceMs ?? 10_000, (data) => this.acknowledged(data));
    this.ackTimeoutMs = options.ackTimeoutMs ?? 3_000;
    this.retryDelaysMs = options.retryDelaysMs ?? [0, 60_000, 300_000];
  }

  /** Sends an event: redelivered while unacknowledged, then lost. */
  event(appId: string, payload: Record<string, unknown>): void {
    const delivery = this.begin(appId, 'events_api', payload);
    // Not within the call that causes it: a hook may kill the receiver before the event leaves.
    setImmediate(() => this.attempt(delivery));
  }

  /** Sends a command or an interaction, once, and waits for its acknowledgement. */
  request(appId: string, type: 'slash_commands' | 'interactive', payload: Record<string, unknown>): Promise<Ack> {
    const delivery = this.begin(appId, type, payload);
    return new Promise((resolve) => {
      const sent = this.send(delivery, (ackPayload) => {
        clearTimeout(timer);
        resolve({ acked: true, payload: ackPayload });
      });
      const timer = this.later(sent ? this.ackTimeoutMs : 0, () => {
        delivery.status = 'lost';
        resolve({ acked: false, reason: sent ? 'timeout' : 'no_socket' });
      });
    });
  }

  private begin(appId: string, type: EnvelopeType, payload: Record<string, unknown>): Delivery {
    const delivery: Delivery = {
      appId,
      type,
      // What is told is how things were, also when it is told again later.
      payload: structuredClone(payload),
      envelopeIds: [],
      attempts: 0,
      status: 'waiting',
    };
    this.deliveries.push(delivery);
    return delivery;
  }

  private attempt(delivery: Delivery): void {
    if (this.stopped || delivery.status !== 'waiting') return;
    const sent = this.send(delivery, () => {});
    this.later(sent ? this.ackTimeoutMs : 0, () => {
      if (delivery.status !== 'waiting') return;
      const delay = this.retryDelaysMs[delivery.attempts - 1];
      if (delay === undefined) delivery.status = 'lost';
      else this.later(delay, () => this.attempt(delivery));
    });
  }

  /** Sends one envelope to one socket; false when there is none. */
  private send(delivery: Delivery, onAck: (payload: unknown) => void): boolean {
    delivery.attempts += 1;
    const connection = this.next(delivery.appId);
    if (!connection) return false;
    const envelopeId = randomUUID();
    delivery.envelopeIds.push(envelopeId);
    this.waiting.set(envelopeId, (payload) => {
      if (delivery.status !== 'waiting') return;
      delivery.status = 'acked';
      delivery.ackPayload = payload;
      onAck(payload);
    });
    this.write(connection, delivery, envelopeId);
    if (this.duplicate.delete(delivery.appId))
      this.write(this.next(delivery.appId) ?? connection, delivery, envelopeId);
    return true;
  }

  private write(connection: Connection, delivery: Delivery, envelopeId: string): void {
    const { type, payload, attempts } = delivery;
    const retry =
      type === 'events_api' ? { retry_attempt: attempts - 1, retry_reason: attempts > 1 ? 'timeout' : '' } : {};
    const accepts_response_payload = type !== 'events_api';
    connection.socket.send(
      JSON.stringify({ envelope_id: envelopeId, payload, type, accepts_response_payload, ...retry }),
    );
  }

  private acknowledged(data: string): void {
    try {
      const { envelope_id, payload } = JSON.parse(data) as { envelope_id: string; payload?: unknown };
      this.waiting.get(envelope_id)?.(payload);
    } catch {
      // Slack ignores what it cannot read.
    }
  }

  private later(ms: number, run: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.stopped) run();
    }, ms);
    this.timers.add(timer);
    return timer;
  }

  /** Sends an envelope again, acknowledged or not, under its old id; throws for an unknown id or without a socket. */
  resend(envelopeId: string): void {
    const delivery = this.deliveries.find((each) => each.envelopeIds.includes(envelopeId));
    if (!delivery) throw new Error(`no envelope ${envelopeId}`);
    const connection = this.next(delivery.appId);
    if (!connection) throw new Error(`${delivery.appId} has no socket open`);
    this.write(connection, delivery, envelopeId);
  }

  /** The next payload for this app is delivered twice. */
  duplicateNext(appId: string): void {
    this.duplicate.add(appId);
  }

  /** Ends every socket and timer. */
  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.cut();
  }
}
