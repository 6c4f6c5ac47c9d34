import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll } from 'vitest';
import type { ReplicaWork } from './replica.js';

let bundle: Promise<string> | null = null;
let folder: string | null = null;

afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
  [folder, bundle] = [null, null];
});

/** The replica as one file of JavaScript, beside the packages that it imports. */
async function bundled(): Promise<string> {
  const caches = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
  mkdirSync(caches, { recursive: true });
  folder = mkdtempSync(join(caches, 'owed-replica-'));
  const outfile = join(folder, 'replica.mjs');
  const entry = fileURLToPath(new URL('./replica.ts', import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  return outfile;
}

/** Runs processes on one ledger that all begin at the same word; gives what each of them says. */
export async function race<T>(url: string, works: readonly ReplicaWork[]): Promise<T[]> {
  bundle ??= bundled();
  const file = await bundle;
  const running = works.map((work) => {
    const child = spawn(process.execPath, [file, JSON.stringify({ url, ...work })], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<unknown> => {
      const line = await lines.next();
      if (line.done) throw new Error('the replica ended without a word');
      return JSON.parse(line.value) as unknown;
    };
    const ended = once(child, 'exit');
    return { child, next, ended };
  });
  try {
    for (const { next } of running) await next();
    for (const { child } of running) child.stdin.write('go\n');
    const said = await Promise.all(running.map(({ next }) => next() as Promise<T>));
    await Promise.all(running.map(({ ended }) => ended));
    return said;
  } finally {
    for (const { child } of running) if (child.exitCode === null) child.kill('SIGKILL');
  }
}
