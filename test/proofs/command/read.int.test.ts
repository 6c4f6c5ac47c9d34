import { describe, expect, it } from 'vitest';
import { type CommandReadOptions, readCommandProof } from '../../../src/proofs/command/read.js';

const NOW = Date.UTC(2026, 10, 2, 17, 0);
const ITEM = { key: 'vendor-ticket:VT $9', subject: 'VT $9', opened: NOW - 60_000 };
const read = (code: string, more: Partial<CommandReadOptions> = {}) =>
  readCommandProof([process.execPath, '-e', code, '{subject}'], ITEM, {}, { now: NOW, grace: 50, ...more });

describe('a proof command', () => {
  it('[O4] gets the item as JSON and the subject as one word', async () => {
    const code = `let all = ''; process.stdin.on('data', d => { all += d }).on('end', () => {
      console.log(JSON.stringify({ state: 'proved', text: JSON.stringify([JSON.parse(all), process.argv.slice(1)]) })) })`;
    const { result, memory } = await read(code);
    expect(memory).toEqual({});
    expect(result.read === 'proved' && JSON.parse(result.proof.text)).toEqual([
      { key: 'vendor-ticket:VT $9', subject: 'VT $9', opened: '2026-11-02T16:59:00.000Z' },
      ['VT $9'],
    ]);
  });

  it.each([
    ['that ends well and says nothing', '', 'unknown'],
    ['that says no', 'process.exitCode = 1', 'open'],
    ['that fails', 'console.error("fatal: no network"); process.exitCode = 2', 'unknown'],
    ['that is killed', 'process.kill(process.pid, "SIGKILL")', 'unknown'],
    ['that hangs', 'setInterval(() => {}, 1000)', 'unknown'],
  ])('[O2] [O4] one %s', async (_, code, state) => {
    const { result } = await read(code, code.startsWith('setInterval') ? { timeout: 100 } : {});
    expect(result.read).toBe(state);
    if (result.read === 'unknown') expect(result.reason).toMatch(/^[^\n]+$/);
  });

  it('[O2] [O4] one that is missing, or cannot be given the subject, is unknown', async () => {
    const missing = await readCommandProof(['no-such-check'], ITEM, { kept: 1 }, { now: NOW });
    expect(missing).toEqual({
      result: { read: 'unknown', reason: expect.stringContaining('no-such-check was not found'), retryAt: null },
      memory: { kept: 1 },
    });
    for (const subject of ['--delete', 'a\0b']) {
      const { result } = await readCommandProof(['node', '{subject}'], { ...ITEM, subject }, {}, { now: NOW });
      expect(result.read).toBe('unknown');
    }
  });

  it('[X2] sees no token of ours', async () => {
    const env = { PATH: process.env.PATH, SLACK_BOT_TOKEN: 'xoxb-1', GITHUB_TOKEN: 'g-1' };
    const code = `const seen = Object.keys(process.env).filter(k => /TOKEN/.test(k)); console.log(JSON.stringify({ state: 'not-proved', text: 'saw ' + seen.length }))`;
    expect((await read(code, { env })).result).toMatchObject({ read: 'open', notDone: 'saw 0' });
  });
});
