import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunOptions, runCommand } from '../../src/agents/process.js';

const BOUNDS = { input: '', timeout: 20_000, maxOutput: 65_536, maxError: 1_000 } as const;
const run = (argv: string[], more: Partial<RunOptions> = {}) => runCommand(argv, { ...BOUNDS, ...more });
const node = (code: string, more: Partial<RunOptions> = {}) => run([process.execPath, '-e', code], more);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'owed-process-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Gone, or dead and only waiting to be counted by whoever adopted it. */
function isGone(pid: number): boolean {
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

describe('[A2] a command', () => {
  it('[A2] is given its input and gives its output, its errors and its exit code', async () => {
    const code = `process.stdin.on('data', d => process.stdout.write('heard ' + d)); console.error('a word'); process.exitCode = 3`;
    expect(await node(code, { input: 'é\n' })).toEqual({
      outcome: 'exited',
      code: 3,
      stdout: 'heard é\n',
      stderr: 'a word\n',
      truncated: false,
    });
  });

  it('[A2] that ends well and prints nothing has an empty output', async () => {
    expect(await node('')).toMatchObject({ outcome: 'exited', code: 0, stdout: '', stderr: '' });
  });

  it('[A2] gets each word as it is, because no shell reads it', async () => {
    const words = ['$HOME', '`id`', '; rm -rf /', "it's", '*'];
    const result = await run([process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', ...words]);
    expect(result).toMatchObject({ code: 0 });
    expect(JSON.parse(result.outcome === 'exited' ? result.stdout : '')).toEqual(words);
  });

  it('[A2] may close its input early, however much there was to read', async () => {
    const result = await node('process.stdin.destroy(); console.log("did not care")', { input: 'x'.repeat(4_000_000) });
    expect(result).toMatchObject({ outcome: 'exited', code: 0, stdout: 'did not care\n' });
  });

  it('[A2] that is not there is missing, in one sentence', async () => {
    expect(await run(['no-such-agent-anywhere'])).toEqual({
      outcome: 'missing',
      sentence: 'no-such-agent-anywhere was not found; install it, or put it on the PATH.',
    });
  });

  it('[A2] that may not be executed says so', async () => {
    const file = join(folder, 'agent.txt');
    writeFileSync(file, 'hello', { mode: 0o600 });
    expect(await run([file])).toMatchObject({ outcome: 'not-executable' });
  });

  it.each([
    ['an empty one', [], {}],
    ['one with a character no program can be given', ['node', 'a\0b'], {}],
    ['one in a folder that is not there', ['node'], { cwd: '/no/such/folder' }],
  ])('[A2] %s is not started, and nothing is thrown', async (_, argv, more) => {
    const result = await run(argv, more);
    expect(result).toMatchObject({ outcome: 'not-started', sentence: expect.stringMatching(/\.$/) });
  });

  it('[A2] that is killed from outside is no exit', async () => {
    expect(await node('process.kill(process.pid, "SIGKILL")')).toEqual({
      outcome: 'killed',
      sentence: 'node was killed by SIGKILL.',
    });
  });

  it('[A2] that hangs is ended with what it started, also where neither listens to SIGTERM', async () => {
    const file = join(folder, 'grandchild');
    const deaf = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    const code = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(`${deaf} console.log('up')`)}], { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.once('data', () => require('node:fs').writeFileSync(${JSON.stringify(file)}, String(child.pid)));
      ${deaf}`;
    // The time-out stands for any: the run is ended once the grandchild is known to be up.
    const stop = new AbortController();
    const running = node(code, { signal: stop.signal, grace: 100 });
    await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+$/), {
      timeout: 20_000,
    });
    stop.abort();
    expect(await running).toMatchObject({ outcome: 'killed' });
    expect(isGone(Number(readFileSync(file, 'utf8')))).toBe(true);
  });

  it('[A2] past its time is timed out', async () => {
    expect(await node('setInterval(() => {}, 1000)', { timeout: 50, grace: 50 })).toEqual({
      outcome: 'timed-out',
      sentence: 'node gave no answer within 50 ms.',
    });
  });

  it('[A2] that prints a megabyte is ended, and one that prints as much as it may is not', async () => {
    const print = (bytes: number) => `process.stdout.write('x'.repeat(${bytes}))`;
    expect(await node(`${print(1_048_576)}; setInterval(() => {}, 1000)`)).toMatchObject({
      outcome: 'too-much-output',
      sentence: 'node printed more than 65536 bytes.',
    });
    const result = await node(print(65_536));
    expect(result.outcome === 'exited' && result.stdout.length).toBe(65_536);
  });

  it('[A2] may complain at any length; the beginning is kept', async () => {
    const result = await node(`process.stderr.write('x'.repeat(1_000_000)); console.log('fine')`);
    expect(result).toMatchObject({ outcome: 'exited', code: 0, stdout: 'fine\n', truncated: true });
    expect(result.outcome === 'exited' && result.stderr.length).toBe(1_000);
  });

  it('[A2] that leaves something running behind it has answered when it ends', async () => {
    const code = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      console.log(child.pid); process.exit(0)`;
    const result = await node(code);
    expect(result).toMatchObject({ outcome: 'exited', code: 0, stdout: expect.stringMatching(/^\d+\n$/) });
    if (result.outcome === 'exited') process.kill(Number(result.stdout), 'SIGKILL');
  });

  it('[X2] never sees our tokens, under any name', async () => {
    const env = {
      PATH: process.env.PATH,
      SLACK_BOT_TOKEN: 'xoxb-1',
      SLACK_APP_TOKEN: 'xapp-1',
      OUR_HUB: 'ghp-1',
      COPY: 'xoxb-1',
      PLAIN: 'yes',
    };
    const result = await node('console.log(JSON.stringify(process.env))', { env, secrets: ['OUR_HUB'] });
    expect(JSON.parse(result.outcome === 'exited' ? result.stdout : '')).toMatchObject({ PLAIN: 'yes' });
    expect(JSON.stringify(result)).not.toMatch(/xoxb|xapp|ghp-/);
  });
});
