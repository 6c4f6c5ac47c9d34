import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultSpec } from './faults.js';
import type { Person } from './people/person.js';
import { snapshot } from './snapshot.js';
import { Refusal } from './types.js';
import type { Workspace } from './workspace.js';
import type { World } from './world.js';

/** What a person can do over HTTP: the methods of Person, with their arguments as an array. */
const VERBS = new Set<string>([
  'post',
  'reply',
  'dm',
  'edit',
  'delete',
  'react',
  'unreact',
  'slash',
  'press',
  'openShortcut',
  'openHome',
  'pressHome',
  'modal',
  'pressModal',
  'fill',
  'submit',
  'closeModal',
] satisfies (keyof Person)[]);

type Params = Record<string, string>;

function params(request: FastifyRequest): Params {
  return request.params as Params;
}

/** Answers JSON; a refusal or a mistake of the caller as 400 with `error`. */
async function answer(reply: FastifyReply, run: () => unknown): Promise<void> {
  try {
    await reply.send({ ok: true, result: (await run()) ?? null });
  } catch (error) {
    const code = error instanceof Refusal ? error.code : String(error instanceof Error ? error.message : error);
    await reply.code(400).send({ ok: false, error: code });
  }
}

/** Live news for the page, as Server-Sent Events; each says only that something changed. */
function changes(world: World, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  reply.raw.write('retry: 500\n\n');
  const tell = (change: object) => reply.raw.write(`data: ${JSON.stringify(change)}\n\n`);
  world.state.changes.on('change', tell);
  request.raw.on('close', () => world.state.changes.off('change', tell));
}

/** Acting and looking from other processes and from the page, under /dev. JSON in, `{ok, result | error}` out. */
export function devRoutes(app: FastifyInstance, world: World, workspace: Workspace): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith('/dev/')) return;
    // A page of another origin can send a form here, but not JSON without asking first.
    const { origin, host } = request.headers;
    const foreign = origin !== undefined && origin !== `http://${host}`;
    const form = request.body !== undefined && !request.headers['content-type']?.startsWith('application/json');
    if (foreign || form) await reply.code(403).send({ ok: false, error: 'not_from_here' });
  });
  app.get('/dev/changes', (request, reply) => changes(world, request, reply));
  app.get('/dev/state/:user', (request, reply) =>
    answer(reply, () => snapshot(world, workspace.as(params(request).user ?? '').id)),
  );
  app.post('/dev/as/:user/:verb', (request, reply) =>
    answer(reply, () => {
      const { user = '', verb = '' } = params(request);
      if (!VERBS.has(verb)) throw new Error(`no such verb: ${verb}`);
      const person = workspace.as(user) as unknown as Record<string, (...args: unknown[]) => unknown>;
      return person[verb]?.(...((request.body as { args?: unknown[] } | undefined)?.args ?? []));
    }),
  );
  app.post('/dev/as-app/:app/post', (request, reply) =>
    answer(reply, () => {
      const { channel, text, ...options } = request.body as { channel: string; text: string };
      return workspace.asApp(params(request).app ?? '').post(channel, text, options);
    }),
  );
  app.get('/dev/messages/:channel', (request, reply) =>
    answer(reply, () => workspace.messages(params(request).channel ?? '')),
  );
  app.get('/dev/thread/:channel/:ts', (request, reply) =>
    answer(reply, () => workspace.thread(params(request).channel ?? '', params(request).ts ?? '')),
  );
  app.get('/dev/dm/:app/:user', (request, reply) =>
    answer(reply, () => workspace.dm(params(request).app ?? '', params(request).user ?? '')),
  );
  app.get('/dev/ephemerals/:user', (request, reply) =>
    answer(reply, () => workspace.ephemerals(params(request).user ?? '')),
  );
  app.get('/dev/home/:app/:user', (request, reply) =>
    answer(reply, () => workspace.home(params(request).app ?? '', params(request).user ?? '')),
  );
  app.get('/dev/calls', (request, reply) =>
    answer(reply, () => workspace.calls((request.query as { method?: string }).method)),
  );
  breakingRoutes(app, workspace);
}

/** Faults, sockets, membership, tokens. */
function breakingRoutes(app: FastifyInstance, workspace: Workspace): void {
  app.get('/dev/faults', (_request, reply) =>
    answer(reply, () => workspace.faults.list().map(({ id, spec, hits }) => ({ id, spec, hits }))),
  );
  app.post('/dev/faults', (request, reply) =>
    answer(reply, () => ({ id: workspace.faults.add(request.body as FaultSpec).id })),
  );
  app.delete('/dev/faults/:id', (request, reply) =>
    answer(reply, () => workspace.faults.remove(Number(params(request).id))),
  );
  app.get('/dev/sockets/:app', (request, reply) => answer(reply, () => workspace.sockets.count(params(request).app)));
  app.post('/dev/sockets/:app/:verb', (request, reply) =>
    answer(reply, () => {
      const { app: appId = '', verb = '' } = params(request);
      const run = {
        cut: () => workspace.sockets.cut(appId),
        refuse: () => workspace.sockets.refuse(appId, true),
        allow: () => workspace.sockets.refuse(appId, false),
        refresh: () => workspace.sockets.disconnect(appId, 'refresh_requested'),
        warn: () => workspace.sockets.disconnect(appId, 'warning'),
        unlink: () => workspace.sockets.disconnect(appId, 'link_disabled'),
        duplicate: () => workspace.sockets.duplicateNext(appId),
      }[verb];
      if (!run) throw new Error(`no such verb: ${verb}`);
      return run();
    }),
  );
  app.put('/dev/membership/:channel/:user', (request, reply) =>
    answer(reply, () => workspace.membership.add(params(request).channel ?? '', params(request).user ?? '')),
  );
  app.delete('/dev/membership/:channel/:user', (request, reply) =>
    answer(reply, () => workspace.membership.remove(params(request).channel ?? '', params(request).user ?? '')),
  );
  app.put('/dev/archived/:channel', (request, reply) =>
    answer(reply, () => workspace.channels.archive(params(request).channel ?? '')),
  );
  app.delete('/dev/archived/:channel', (request, reply) =>
    answer(reply, () => workspace.channels.unarchive(params(request).channel ?? '')),
  );
  app.put('/dev/revoked/:app', (request, reply) =>
    answer(reply, () => workspace.tokens.revoke(params(request).app ?? '')),
  );
  app.delete('/dev/revoked/:app', (request, reply) =>
    answer(reply, () => workspace.tokens.restore(params(request).app ?? '')),
  );
}
