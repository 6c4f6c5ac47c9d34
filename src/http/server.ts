import Fastify from 'fastify';
import type { Health } from './health.js';
import { createMetrics } from './metrics.js';

export interface HttpServer {
  port: number;
  close(): Promise<void>;
}

/**
 * `/health` (200, or 503 when something is wrong) and `/metrics` on loopback (G1).
 * @throws an Error with one sentence when the port is taken.
 */
export async function startHttp(opts: {
  host: string;
  port: number;
  read: () => Promise<Health>;
}): Promise<HttpServer> {
  const app = Fastify({ logger: false });
  const metrics = createMetrics(opts.read);
  app.get('/health', async (_request, reply) => {
    const health = await opts.read();
    return reply.code(health.ok ? 200 : 503).send(health);
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
  try {
    await app.listen({ host: opts.host, port: opts.port });
  } catch (error) {
    const taken = (error as { code?: string }).code === 'EADDRINUSE';
    throw new Error(
      taken
        ? `http.port ${opts.port} is taken by another process; write another port under http: in the configuration (0 picks a free one).`
        : `The health server cannot listen on ${opts.host}:${opts.port}: ${(error as Error).message}`,
    );
  }
  const address = app.server.address();
  return { port: typeof address === 'object' && address ? address.port : opts.port, close: () => app.close() };
}
