import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { answer, type Incoming, type Outgoing, rateHeaders, refused } from './answer.js';
import type { FaultSpec, Faults } from './faults.js';
import { Refusal } from './types.js';
import type { World } from './world.js';

/** A request as it came in. Tokens are not kept. */
export interface Recorded {
  method: string;
  path: string;
  query: Record<string, string>;
  /** Whether it was conditional (If-None-Match). */
  conditional: boolean;
  authorized: boolean;
  /** Null where a fault gave no answer. */
  status: number | null;
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

function incoming(request: FastifyRequest, base: string): Incoming {
  const url = new URL(request.url, base);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, one(value)]));
  return {
    path: url.pathname,
    url: `${url.origin}${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    headers,
  };
}

const SECONDARY = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
const PAGE =
  '<!DOCTYPE html><html><title>Unicorn!</title><p>We had issues producing the response to your request.</html>';

/** What a fault answers; null where it answers nothing at all. */
function faulty(world: World, fault: FaultSpec, request: Incoming): Outgoing | null {
  switch (fault.kind) {
    case 'status':
      return refused(new Refusal(fault.status, 'Ordered by the test'));
    case 'html':
      return { status: fault.status ?? 200, body: PAGE, headers: { 'content-type': 'text/html; charset=utf-8' } };
    case 'json':
      return { status: 200, body: fault.body, headers: {} };
    case 'redirect':
      return { status: 301, body: { message: 'Moved Permanently' }, headers: { location: fault.to } };
    case 'secondary': {
      const after: Record<string, string> =
        fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
      const rate = rateHeaders(world.rate(world.caller(request.headers.authorization)));
      return refused(new Refusal(fault.status ?? 403, SECONDARY), { ...rate, ...after });
    }
    case 'hang':
    case 'stall':
    case 'cut':
      return null;
    default:
      throw new Error(`no such fault: ${fault satisfies never}`);
  }
}

function giveNoAnswer(fault: FaultSpec, reply: FastifyReply, request: FastifyRequest): void {
  reply.hijack();
  if (fault.kind === 'cut') request.raw.socket.destroy();
  if (fault.kind !== 'stall') return;
  reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '4096' });
  reply.raw.write('{"number": ');
}

/** Listens on 127.0.0.1 (a free port for 0). Throws when the port is taken. */
export async function serve(
  world: World,
  faults: Faults,
  record: (request: Recorded) => void,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const app = Fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
  let base = 'http://127.0.0.1';
  app.all('/*', (request, reply) => {
    const asked = incoming(request, base);
    const fault = faults.take(asked.path);
    const out =
      fault !== null
        ? faulty(world, fault, asked)
        : request.method === 'GET'
          ? answer(world, asked)
          : refused(new Refusal(404, 'Not Found'));
    record({
      method: request.method,
      path: asked.path,
      query: asked.query,
      conditional: asked.headers['if-none-match'] !== undefined,
      authorized: asked.headers.authorization !== undefined,
      status: out?.status ?? null,
    });
    if (out === null) return giveNoAnswer(fault!, reply, request);
    reply.code(out.status).headers({
      'content-type': 'application/json; charset=utf-8',
      date: new Date(world.now()).toUTCString(),
      'x-github-media-type': 'github.v3; format=json',
      ...out.headers,
    });
    reply.send(out.body === null ? undefined : typeof out.body === 'string' ? out.body : JSON.stringify(out.body));
  });
  base = await app.listen({ host: '127.0.0.1', port });
  return {
    url: base,
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
