import { describe, expect, it } from 'vitest';
import { type AgentQuestion, askAgent } from '../../src/agents/command.js';

const QUESTION: AgentQuestion = {
  seat: 'smith',
  ask: {
    key: 'ask:C01/1793569884.602059',
    text: 'is the “gate” green?',
    from: { user: 'U01GERA', name: 'Gera' },
    channel: 'C01',
    ts: '1793569884.602059',
    thread_ts: null,
    link: null,
    thread: [{ from: 'Gera', text: 'hello', ts: '1793569880.000001' }],
  },
  open_items: [{ key: 'check:nightly-e2e', kind: 'check' }],
};
const ask = (code: string, timeout = 20_000) =>
  askAgent({ command: [process.execPath, '-e', code], timeout }, QUESTION, { grace: 50 });

describe('the configured agent', () => {
  it('[A2] gets the ask as one JSON object and answers in print', async () => {
    const echo = `let all = ''; process.stdin.on('data', d => { all += d }).on('end', () => {
      console.log(JSON.stringify({ reply: JSON.stringify(JSON.parse(all)) })) })`;
    const answer = await ask(echo);
    expect(answer.ok && JSON.parse(answer.reply ?? '')).toEqual(QUESTION);
  });

  it('[A2] may answer without reading the ask', async () => {
    expect(await ask('process.stdin.destroy(); console.log("yes")')).toMatchObject({ ok: true, reply: 'yes' });
  });

  it.each([
    ['that crashes', 'throw new Error("no model")', 'ended with exit code 1: Error: no model'],
    ['that says nothing', '', 'printed no reply'],
    ['that hangs', 'setInterval(() => {}, 1000)', 'gave no answer within'],
    [
      'that prints without end',
      'const go = () => process.stdout.write("x".repeat(65536), go); go()',
      'printed more than',
    ],
  ])('[A2] one %s gives no answer, and one sentence', async (_, code, words) => {
    const answer = await ask(code, code.startsWith('setInterval') ? 100 : 20_000);
    expect(answer).toEqual({ ok: false, sentence: expect.stringContaining(words) });
  });

  it('[A2] that is not installed gives no answer', async () => {
    const answer = await askAgent({ command: ['no-such-agent'], timeout: 1_000 }, QUESTION);
    expect(answer).toEqual({
      ok: false,
      sentence: "The agent's command failed: no-such-agent was not found; install it, or put it on the PATH.",
    });
  });
});
