import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Envelope } from './envelopes.js';

/** What one round of load saw. */
export interface Round {
  /** Envelopes acknowledged a second. */
  rate: number;
  /** Milliseconds from an envelope's sending to its ack, sorted. */
  latencies: Float64Array;
}

interface App {
  sockets: WebSocket[];
  next: number;
  acked: (id: string) => void;
}

/**
 * Socket Mode and the few methods that a bot calls before its socket stands; an app is told by its app token. It only sends
 * and counts, so that the bot is what is measured: the local workspace keeps every delivery and is too slow for that.
 */
export class BenchSlack {
  readonly #http: Server;
  readonly #apps = new Map<string, App>();

  private constructor() {
    this.#http = createServer((request, response) => {
      request.resume();
      const method = request.url?.split('/').at(-1)?.split('?')[0] ?? '';
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ok: true, ...this.#answer(method, request) }));
    });
    const sockets = new WebSocketServer({ server: this.#http });
    sockets.on('connection', (socket, request) => this.#connected(socket, request.url?.slice(1) ?? ''));
  }

  /** Listens on a free port of the loopback interface. */
  static async start(): Promise<BenchSlack> {
    const slack = new BenchSlack();
    await new Promise<void>((resolve) => slack.#http.listen(0, '127.0.0.1', resolve));
    return slack;
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.port}/api/`;
  }

  /** Sends envelopes for `ms` milliseconds, `inFlight` of them unacknowledged at any time, and waits for the last acks. */
  load(token: string, inFlight: number, ms: number, make: () => Envelope): Promise<Round> {
    const app = this.#app(token);
    if (app.sockets.length === 0) throw new Error(`${token} has no socket open`);
    const sentAt = new Map<string, number>();
    const latencies: number[] = [];
    const start = performance.now();
    let last = start;
    return new Promise((resolve, reject) => {
      const stuck = setInterval(() => {
        if (performance.now() - last > 10_000) finish(new Error(`${token} acknowledged nothing for 10 s`));
      }, 1_000);
      const finish = (error?: Error) => {
        clearInterval(stuck);
        app.acked = () => {};
        if (error) return reject(error);
        resolve({ rate: (latencies.length / (last - start)) * 1000, latencies: Float64Array.from(latencies).sort() });
      };
      const send = () => {
        const { id, text } = make();
        const socket = app.sockets[app.next++ % app.sockets.length];
        sentAt.set(id, performance.now());
        socket?.send(text);
      };
      app.acked = (id) => {
        const sent = sentAt.get(id);
        if (sent === undefined) return;
        sentAt.delete(id);
        last = performance.now();
        latencies.push(last - sent);
        if (last - start < ms) send();
        else if (sentAt.size === 0) finish();
      };
      for (let i = 0; i < inFlight; i += 1) send();
    });
  }

  /** Closes every socket and the port. */
  async stop(): Promise<void> {
    for (const app of this.#apps.values()) for (const socket of app.sockets) socket.terminate();
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  #app(token: string): App {
    const known = this.#apps.get(token) ?? { sockets: [], next: 0, acked: () => {} };
    this.#apps.set(token, known);
    return known;
  }

  #connected(socket: WebSocket, token: string): void {
    const app = this.#app(token);
    app.sockets.push(socket);
    socket.on('close', () => app.sockets.splice(app.sockets.indexOf(socket), 1));
    socket.on('message', (data) => app.acked(envelopeId(data.toString())));
    socket.send(
      JSON.stringify({ type: 'hello', num_connections: app.sockets.length, connection_info: { app_id: 'A0BENCH' } }),
    );
  }

  #answer(method: string, request: IncomingMessage): Record<string, unknown> {
    switch (method) {
      case 'apps.connections.open': {
        const token = request.headers.authorization?.replace('Bearer ', '');
        return { url: `ws://127.0.0.1:${this.port}/${token}` };
      }
      case 'auth.test':
        return {
          url: 'https://bench.slack.com/',
          team: 'Bench',
          user: 'smith',
          team_id: 'T0BENCH',
          user_id: 'U0SMITH',
          bot_id: 'B0SMITH',
        };
      case 'bots.info':
        return { bot: { id: 'B0SMITH', user_id: 'U0SMITH', app_id: 'A0BENCH', name: 'smith' } };
      case 'conversations.info':
        return { channel: { id: 'C0BENCH', name: 'bench', is_channel: true, is_member: true, is_archived: false } };
      case 'conversations.history':
      case 'conversations.replies':
        return { messages: [], has_more: false };
      default:
        return {};
    }
  }
}

const KEY = '"envelope_id":"';

/** Without parsing the whole ack: the server must not be what is measured. */
function envelopeId(ack: string): string {
  const at = ack.indexOf(KEY) + KEY.length;
  return ack.slice(at, ack.indexOf('"', at));
}
