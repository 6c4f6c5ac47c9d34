import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { startPostgres, type TestPostgres } from './postgres.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Asked by GET, answers with the URL of an empty database. */
    postgresBroker: string;
  }
}

/**
 * One PostgreSQL a test run, started by the first test that asks for a database, so that a run of unit tests starts none.
 * Its broker listens on a port of its own: runs beside one another share nothing.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<TestPostgres> | null = null;
  const server = createServer((_request, response) => {
    starting ??= startPostgres();
    // A connection that is kept open would be closed under the next test that uses it.
    response.setHeader('connection', 'close');
    starting
      .then((postgres) => postgres.database())
      .then(
        (url) => response.end(url),
        (error) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  project.provide('postgresBroker', `http://127.0.0.1:${port}/`);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await (await starting?.catch(() => null))?.stop();
  };
}
