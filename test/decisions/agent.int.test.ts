import { describe, expect, it } from 'vitest';
import { answerAsk } from '../../src/verbs/answer.js';
import { FakeClock } from '../support/clock.js';
import { engines, openTestLedger } from '../support/ledgers.js';

/** An agent whose reply puts a question to people. */
const agent = (decision: object) =>
  `agent: { command: ${JSON.stringify([process.execPath, '-e', `console.log(JSON.stringify(${JSON.stringify({ reply: 'I asked her.', decision })}))`])}, timeout: 20s }`;

describe.each(engines)('a question in an agent’s reply, on %s', (engine) => {
  const answered = async (decision: object) => {
    const clock = new FakeClock();
    const { ledger, config } = await openTestLedger(engine, { more: agent(decision) });
    const ts = clock.ts();
    const act = { now: clock.now(), actor: { kind: 'human' as const, id: 'gera' }, cause: 'ask' };
    const ask = { channel: 'C08GENERAL', ts, thread: ts, asker: 'U01GERA', text: 'shall we merge?' };
    await ledger.openAsk(act, ask, 'gera', 'Gera', 'https://work.slack.com/archives/C08GENERAL/p1');
    const deps = {
      asker: async (user: string) => ({
        asker: { kind: 'human' as const, key: 'gera', user, name: 'Gera' },
        mayNot: null,
      }),
      thread: async () => [],
      link: () => 'https://work.slack.com/archives/C08GENERAL/p1',
      itemJson: (item: object) => item,
      command: '/owed-smith',
      log: () => {},
    };
    const ctx = { ledger, config, now: clock.now };
    await answerAsk(ctx, deps, `ask:C08GENERAL/${ts}`, 1);
    await answerAsk(ctx, deps, `ask:C08GENERAL/${ts}`, 1);
    const claim = await ledger.claimPost({ ...act, cause: 'say' }, `answer/ask:C08GENERAL/${ts}/1/1`);
    return { ledger, said: claim?.saying.say === 'answer' ? claim.saying.text : null };
  };

  it('[D3] is asked in the seat’s name, once, and the asker hears where', async () => {
    const { ledger, said } = await answered({
      question: 'Merge it?',
      options: ['yes', 'no'],
      task: 'infra/merge',
      deciders: ['fede'],
    });
    const asked = await ledger.decisions.list();
    expect(asked).toMatchObject([
      {
        question: 'Merge it?',
        task: 'infra/merge',
        deciders: ['fede'],
        asker: { kind: 'seat', id: 'smith' },
        answer: null,
      },
    ]);
    expect(said).toBe(`I asked her.\ndecision:${asked[0]?.id} is asked; Fede may decide.`);
  });

  it('[D3, U6] a question that cannot be asked is said to the asker in a sentence', async () => {
    const { ledger, said } = await answered({ question: 'Merge it?', options: ['yes', 'no'], deciders: ['fdee'] });
    expect(await ledger.decisions.list()).toEqual([]);
    expect(said).toMatch(/^I asked her\.\nNo person is called "fdee"; did you mean/);
  });
});
