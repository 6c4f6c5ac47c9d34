import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { State } from './state.js';
import { Refusal } from './types.js';

/** Most sockets one app may hold open. */
const MAX_CONNECTIONS = 10;
const PING_EVERY_MS = 10_000;
const TICKET_LIFE_MS = 30_000;

export type DisconnectReason = 'refresh_requested' | 'warning' | 'link_disabled';

export interface Connection {
  appId: string;
  socket: WebSocket;
  /** Told to go away: gets nothing more. */
  leaving: boolean;
}

/** The sockets that apps hold open: one-time addresses, at most ten for each app, each in turn. */
export class Connections {
  private readonly tickets = new Map<string, { appId: string; until: number }>();
  private readonly connections: Connection[] = [];
  private readonly refused = new Set<string>();
  private readonly unavailable = new Set<string>();
  private readonly turn = new Map<string, number>();

  constructor(
    private readonly state: State,
    private readonly disconnectGraceMs: number,
    /** Gets every frame that an app sends. */
    private readonly receive: (data: string) => void,
  ) {}

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

  /** Each socket of an app in turn. */
  next(appId: string): Connection | undefined {
    const open = this.of(appId).filter(({ socket, leaving }) => !leaving && socket.readyState === socket.OPEN);
    if (open.length === 0) return undefined;
    const turn = this.turn.get(appId) ?? 0;
    this.turn.set(appId, turn + 1);
    return open[turn % open.length];
  }

  private of(appId: string): Connection[] {
    return this.connections.filter((each) => each.appId === appId);
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
      setTimeout(() => connection.socket.terminate(), this.disconnectGraceMs).unref();
    }
  }
}

function debugInfo() {
  return { host: 'applink-local', build_number: 1, approximate_connection_time: 18_060 };
}
