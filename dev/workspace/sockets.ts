import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { WorkspaceOptions } from './definition.js';
import type { State } from './state.js';
import { Refusal } from './types.js';

/** Most sockets one app may hold open. */
const MAX_CONNECTIONS = 10;
const PING_EVERY_MS = 10_000;
const TICKET_LIFE_MS = 30_000;

export type EnvelopeType = 'events_api' | 'slash_commands' | 'interactive';
export type DisconnectReason = 'refresh_requested' | 'warning' | 'link_disabled';

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

interface Connection {
  appId: string;
  socket: WebSocket;
  /** Told to go away: gets nothing more. */
  leaving: boolean;
}

type Ack = { acked: true; payload: unknown } | { acked: false; reason: 'no_socket' | 'timeout' };

/** The Socket Mode side: one-time addresses, one socket for each payload, acknowledgements, redelivery. */
export class Sockets {
  /** Every delivery since the start, oldest first. */
  readonly deliveries: Delivery[] = [];
  private readonly tickets = new Map<string, { appId: string; until: number }>();
  private readonly connections: Connection[] = [];
  private readonly refused = new Set<string>();
  private readonly unavailable = new Set<string>();
  private readonly turn = new Map<string, number>();
  private readonly waiting = new Map<string, (payload: unknown) => void>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly duplicate = new Set<string>();
  private readonly ackTimeoutMs: number;
  private readonly retryDelaysMs: number[];
  private readonly disconnectGraceMs: number;
  private stopped = false;

  constructor(
    private readonly state: State,
    options: WorkspaceOptions,
  ) {
    this.ackTimeoutMs = options.ackTimeoutMs ?? 3_000;
    this.retryDelaysMs = options.retryDelaysMs ?? [0, 60_000, 300_000];
    this.disconnectGraceMs = options.disconnectGraceMs ?? 10_000;
  }

  /** A one-time address path for `apps.connections.open`; throws `internal_error` while the app is refused. */
  openTicket(appId: string): string {
    if (this.refused.has(appId)) throw new Refusal('internal_error');
    const ticket = randomUUID();
    this.tickets.set(ticket, { appId, until: Date.now() + TICKET_LIFE_MS });
    return `/link/?ticket=${ticket}&app_id=${appId}`;
  }

  /** The app a ticket was made for, once; undefined for a used, old or unknown one. */
  redeem(ticket: string): string | undefined {
    const known = this.tickets.get(ticket);
    this.tickets.delete(ticket);
    return known && known.until >= Date.now() ? known.appId : undefined;
  }

  /** Takes a socket into service, or tells it `too_many_websockets`. */
  accept(appId: string, socket: WebSocket): void {
    socket.on('error', () => socket.terminate());
    if (this.of(appId).length >= MAX_CONNECTIONS) {
      socket.send(JSON.stringify({ type: 'disconnect', reason: 'too_many_websockets', debug_info: debugInfo() }));
      socket.close(1000);
      return;
    }
    const connection: Connection = { appId, socket, leaving: false };
    this.connections.push(connection);
    const pinging = setInterval(() => socket.ping(), PING_EVERY_MS);
    socket.on('message', (data) => this.receive(String(data)));
    socket.on('close', () => {
      clearInterval(pinging);
      this.connections.splice(this.connections.indexOf(connection), 1);
      this.state.changed({ what: 'socket' });
    });
    const hello = { type: 'hello', num_connections: this.of(appId).length, connection_info: { app_id: appId } };
    socket.send(JSON.stringify({ ...hello, debug_info: debugInfo() }));
    this.state.changed({ what: 'socket' });
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

  /** Each socket of an app in turn. */
  private next(appId: string): Connection | undefined {
    const open = this.of(appId).filter(({ socket, leaving }) => !leaving && socket.readyState === socket.OPEN);
    if (open.length === 0) return undefined;
    const turn = this.turn.get(appId) ?? 0;
    this.turn.set(appId, turn + 1);
    return open[turn % open.length];
  }

  private receive(data: string): void {
    try {
      const { envelope_id, payload } = JSON.parse(data) as { envelope_id: string; payload?: unknown };
      this.waiting.get(envelope_id)?.(payload);
    } catch {
      // Slack ignores what it cannot read.
    }
  }

  private of(appId: string): Connection[] {
    return this.connections.filter((each) => each.appId === appId);
  }

  private later(ms: number, run: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.stopped) run();
    }, ms);
    this.timers.add(timer);
    return timer;
  }

  /** Whether `apps.connections.open` of this app has to answer HTTP 503. */
  isUnavailable(appId: string): boolean {
    return this.unavailable.has(appId);
  }

  /** How many sockets an app has open (all apps when absent). */
  count(appId?: string): number {
    return this.connections.filter((each) => appId === undefined || each.appId === appId).length;
  }

  /** Ends sockets without a close frame, as a lost network does. */
  cut(appId?: string): void {
    for (const each of [...this.connections]) {
      if (appId === undefined || each.appId === appId) each.socket.terminate();
    }
  }

  /** While on, `apps.connections.open` of this app answers HTTP 503 or, by `how`, `internal_error`. */
  refuse(appId: string, on: boolean, how: 'http-503' | 'internal_error' = 'http-503'): void {
    this.refused.delete(appId);
    this.unavailable.delete(appId);
    if (on) (how === 'http-503' ? this.unavailable : this.refused).add(appId);
  }

  /** Tells every socket of the app to disconnect; they get nothing more, and are ended after the grace time. */
  disconnect(appId: string, reason: DisconnectReason): void {
    for (const connection of this.of(appId)) {
      connection.leaving = true;
      connection.socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: debugInfo() }));
      this.later(this.disconnectGraceMs, () => connection.socket.terminate());
    }
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

function debugInfo() {
  return { host: 'applink-local', build_number: 1, approximate_connection_time: 18_060 };
}
