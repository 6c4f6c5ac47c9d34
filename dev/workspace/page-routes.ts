import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';

const SHELL = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Owed Local</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/page/main.css" />
    <script type="module" src="/page/main.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;

const POLICY = "default-src 'self'; img-src * data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/** Beside this file once compiled; from the sources, where the build puts it. */
function bundle(name: string): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, 'page', name), join(here, '../../dist/dev/workspace/page', name)];
  return places.find((place) => existsSync(place));
}

function asset(name: string, type: string, reply: FastifyReply): void {
  const file = bundle(name);
  if (file) reply.type(type).header('cache-control', 'no-store').send(readFileSync(file));
  else reply.code(404).send('The page is not built yet: run `npm run build`.');
}

/** The page, also under the addresses of permalinks. */
export function pageRoutes(app: FastifyInstance): void {
  for (const url of ['/', '/archives/:channel', '/archives/:channel/:message']) {
    app.get(url, (_request, reply) => {
      reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(SHELL);
    });
  }
  app.get('/page/main.js', (_request, reply) => asset('main.js', 'text/javascript; charset=utf-8', reply));
  app.get('/page/main.css', (_request, reply) => asset('main.css', 'text/css; charset=utf-8', reply));
}
