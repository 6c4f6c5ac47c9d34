import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A real PostgreSQL of this run alone: its own process, folder and port, gone when the run ends, however it ends. */
export interface TestPostgres {
  /** Makes an empty database and gives its URL. */
  database(): Promise<string>;
  stop(): Promise<void>;
}

/** Beside this file, or beside its source where this is built. */
const SCRIPT = ['./postgres-server.mjs', '../../../test/support/postgres-server.mjs']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

/** @throws when it does not start, with the first line of why. */
export async function startPostgres(): Promise<TestPostgres> {
  if (!SCRIPT) throw new Error('test/support/postgres-server.mjs is not there');
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  const line = async (): Promise<string> => {
    const next = await lines.next();
    if (next.done) throw new Error(said.trim() || 'PostgreSQL ended without a word');
    return next.value;
  };
  await line();
  let queue: Promise<unknown> = Promise.resolve();
  return {
    database: () => {
      const next = queue.then(() => {
        child.stdin.write('database\n');
        return line();
      });
      queue = next.catch(() => {});
      return next;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
