import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk, ts } from './support.js';

const OWED = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** The program as it is installed; `npm test` builds it first. */
describe.skipIf(!existsSync(OWED))('the built program', () => {
  let desk: Desk;
  beforeAll(() => {
    desk = new Desk();
  });
  afterAll(() => desk.end());

  const run = (command: string) =>
    spawnSync('sh', ['-c', command], { cwd: desk.dir, encoding: 'utf8', env: { PATH: process.env.PATH } });

  it('[U3] answers on standard output, fails on standard error, and exits with its code', () => {
    expect(run(`"${process.execPath}" "${OWED}" ledger migrate`)).toMatchObject({ status: 0, stderr: '' });
    expect(run(`"${process.execPath}" "${OWED}" items`)).toMatchObject({
      status: 0,
      stdout: 'Nothing is open.\n',
      stderr: '',
    });
    expect(run(`"${process.execPath}" "${OWED}" show no/such`)).toMatchObject({ status: 3, stdout: '' });
    expect(run(`"${process.execPath}" "${OWED}" itmes`)).toMatchObject({ status: 2, stdout: '' });
  });

  it('[L8] ends quietly when the reader of an export has seen enough', async () => {
    const many = Array.from({ length: 40 }, (_, n) => n);
    for (const n of many) await desk.handsOff(`item-${n}`, ts(n), `refs: ${'x'.repeat(1500)}`);
    const { stdout, stderr } = run(`"${process.execPath}" "${OWED}" ledger export | head -n 1`);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toBe('');
  });
});
