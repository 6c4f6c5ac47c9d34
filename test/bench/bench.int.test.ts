import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const BENCH = fileURLToPath(new URL('../../dist/bench/main.js', import.meta.url));

it('prints every row of the table, each with what it is held against', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '--quick']);
  const names = stdout.split('\n').map((line) => line.split(/ {2,}/)[0]);
  for (const name of [
    'acks, 100 in flight; channel nobody listens to',
    'acks, 100 in flight; channel nobody listens to, p99',
    'ack, one in flight; channel nobody listens to, p50',
    'acks, 100 in flight; bridge, stored with the body',
    'acks, 100 in flight; bridge, stored with the body, p99',
    'ack, one in flight; bridge, stored with the body, p50',
    'sweep, 2,000 open, 100 due, a page each',
    'sweep, 2,000 open, 100 due, one storm',
    'sweep, 2,000 open, none due',
    'inbox rows stored, a hundred a commit',
    'inbox rows stored, one a commit, p50',
    'import of 30 packages, 600 events',
  ]) {
    expect(names).toContain(name);
  }
  expect(stdout).toMatch(/^PostgreSQL: sweep/m);
  expect(stdout).toMatch(/^medians of 1 interleaved rounds/m);
}, 120_000);

it('refuses a part that there is not, and names those that there are', async () => {
  const ran = promisify(execFile)(process.execPath, [BENCH, '--only', 'everything']);
  await expect(ran).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there are acks, sweep, inserts, packages, postgres'),
  });
});
