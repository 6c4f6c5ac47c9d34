import { parse } from 'node:querystring';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { dispatch } from './api/dispatch.js';
import { respond } from './respond.js';
import { isRecord, Refusal } from './types.js';
import type { World } from './world.js';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Only this machine, under a name of its own: a page elsewhere must not reach in by a name that points here. */
function isLocal(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, '') ?? '';
  return name === '127.0.0.1' || name === 'localhost' || name === '[::1]' || name.endsWith('.localhost');
}

function tokenOf(request: FastifyRequest, body: Record<string, unknown>): string {
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return header ?? (typeof body.token === 'string' ? body.token : '');
}

async function api(world: World, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method } = request.params as { method: string };
  const given = request.method === 'GET' ? request.query : request.body;
  const body = isRecord(given) ? given : {};
  const { call, answer } = await dispatch(world, method, tokenOf(request, body), body);
  const after = () => void world.hooks.run('after', call);
  switch (answer.kind) {
    case 'lost':
      reply.hijack();
      request.raw.socket.destroy();
      return after();
    case 'hung':
      reply.hijack();
      return after();
    case 'text':
      reply.raw.once('finish', after);
      reply.code(answer.status).type(answer.type).send(answer.body);
      return;
    case 'json':
      reply.raw.once('finish', after);
      reply.code(answer.status).headers(answer.headers).send(answer.body);
      return;
    default:
      throw new Error(`no such answer: ${answer satisfies never}`);
  }
}

function responseUrl(world: World, request: FastifyRequest, reply: FastifyReply): void {
  try {
    respond(world, world.responseUrls.use(request.url), request.body);
    reply.send('ok');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const status = error.code === 'expired_url' || error.code === 'used_url' ? 404 : 400;
    reply.code(status).send({ ok: false, error: error.code, ...error.extra });
  }
}

function serveSockets(world: World, app: FastifyInstance): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true });
  app.server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://local');
    const appId = url.pathname === '/link/' ? world.sockets.redeem(url.searchParams.get('ticket') ?? '') : undefined;
    if (!appId || !isLocal(request.headers.host)) {
      socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => world.sockets.accept(appId, ws));
  });
  return sockets;
}

/**
 * Listens on 127.0.0.1 (a free port for 0), and sets `world.url`. `more` adds further routes. Returns the function that
 * ends it, open connections included. Throws when the port is taken.
 */
export async function serve(
  world: World,
  port: number,
  more: (app: FastifyInstance) => void,
): Promise<() => Promise<void>> {
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, { ...parse(String(body)) });
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!isLocal(request.headers.host)) await reply.code(403).send({ ok: false, error: 'not_local' });
  });
  app.route({ method: ['GET', 'POST'], url: '/api/:method', handler: (request, reply) => api(world, request, reply) });
  for (const kind of ['commands', 'actions']) {
    app.post(`/${kind}/:team/:number/:secret`, (request, reply) => responseUrl(world, request, reply));
  }
  more(app);
  const sockets = serveSockets(world, app);
  world.url = await app.listen({ host: '127.0.0.1', port });
  return async () => {
    sockets.close();
    app.server.closeAllConnections();
    await app.close();
  };
}
