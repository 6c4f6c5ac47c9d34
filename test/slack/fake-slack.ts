import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

/** One call as the server got it. */
export interface Call {
  method: string;
  args: Record<string, string>;
  token: string;
}

/** What the server answers; a plain object is `{ ok: true, …object }`. */
export type Answer =
  | Record<string, unknown>
  | { status: number; headers?: Record<string, string>; text: string }
  /** The call is taken, and the connection dropped without an answer. */
  | 'lost'
  /** No answer until the caller goes away. */
  | 'silence';

export interface FakeSlack {
  apiUrl: string;
  url: string;
  calls: Call[];
  to(method: string): Call[];
  on(method: string, answer: (args: Record<string, string>, nth: number) => Answer | Promise<Answer>): void;
  sockets: WebSocket[];
  acks: { envelope_id: string; payload: Record<string, unknown> }[];
  /** Whether a new socket hears hello. */
  hello: boolean;
  /** Sends to one open socket; `body` is the payload. */
  send(id: string, body: unknown, type?: string, extra?: Record<string, unknown>): void;
  sendRaw(text: string): void;
  acked(id: string): Promise<Record<string, unknown>>;
  /** Resolves when exactly so many sockets are open. */
  open(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A Slack that does what the test says: it records every call and every ack, and knows nothing of Slack's rules. */
export async function fakeSlack(): Promise<FakeSlack> {
  const answers = new Map<string, Parameters<FakeSlack['on']>[1]>();
  const calls: Call[] = [];
  const sockets: WebSocket[] = [];
  const acks: FakeSlack['acks'] = [];
  const http = createServer((req, res) => void handle(req, res));
  const ws = new WebSocketServer({ server: http });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;

  async function handle(req: IncomingMessage, res: ServerResponse) {
    let body = '';
    for await (const chunk of req) body += chunk;
    const method = (req.url ?? '').replace(/^\/(api\/)?/, '');
    const json = req.headers['content-type']?.includes('json');
    const args = json ? { body } : (Object.fromEntries(new URLSearchParams(body)) as Record<string, string>);
    calls.push({ method, args, token: (req.headers.authorization ?? '').replace('Bearer ', '') });
    const answer = (await answers.get(method)?.(args, slack.to(method).length)) ?? {
      ok: false,
      error: 'unknown_method',
    };
    if (answer === 'silence') return;
    if (answer === 'lost') return void req.socket.destroy();
    if (isRaw(answer)) return void res.writeHead(answer.status, answer.headers ?? {}).end(answer.text);
    const { headers, ...rest } = answer as { headers?: Record<string, string> };
    res.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ ok: true, ...rest }));
  }

  ws.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('close', () => sockets.splice(sockets.indexOf(socket), 1));
    socket.on('message', (data) => acks.push(JSON.parse(String(data))));
    if (slack.hello) socket.send(JSON.stringify({ type: 'hello', num_connections: sockets.length }));
  });

  const slack: FakeSlack = {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    url: `http://127.0.0.1:${port}`,
    calls,
    to: (method) => calls.filter((c) => c.method === method),
    on: (method, answer) => void answers.set(method, answer),
    sockets,
    acks,
    hello: true,
    send: (id, body, type = 'events_api', extra = {}) =>
      slack.sendRaw(JSON.stringify({ type, envelope_id: id, payload: body, accepts_response_payload: true, ...extra })),
    sendRaw: (text) => sockets.at(0)?.send(text),
    acked: (id) =>
      vi.waitUntil(() => acks.find((a) => a.envelope_id === id)?.payload, { timeout: 10_000, interval: 5 }),
    open: async (count) => {
      await vi.waitUntil(() => sockets.length === count, { timeout: 10_000, interval: 5 });
    },
    async close() {
      for (const socket of sockets) socket.terminate();
      ws.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  slack.on('apps.connections.open', () => ({ url: `ws://127.0.0.1:${port}/socket` }));
  slack.on('auth.test', () => ({
    headers: { 'x-oauth-scopes': 'chat:write, users:read' },
    url: 'https://work.slack.com/',
    team_id: 'T01',
    user_id: 'U0SMITH',
    bot_id: 'B0SMITH',
    app_id: 'A0SMITH',
  }));
  return slack;
}

function isRaw(answer: Answer): answer is { status: number; headers?: Record<string, string>; text: string } {
  return typeof answer === 'object' && 'status' in answer && 'text' in answer;
}
