import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../src/agents/command.js';
import { replied } from '../../src/agents/types.js';

const exited = (stdout: string, code = 0, stderr = '') =>
  answerOf({ outcome: 'exited', code, stdout, stderr, truncated: false });
const json = (value: unknown) => exited(JSON.stringify(value));

describe('what the agent’s command prints', () => {
  it('[A2] is the reply', () => {
    expect(exited('\nThe gate is red since 14:10.\r\nI asked Trinity.\n')).toEqual(
      replied('The gate is red since 14:10.\nI asked Trinity.'),
    );
  });

  it('[A2] loses colours and control characters', () => {
    expect(exited('\x1b[1mbold\x1b[0m\x07')).toEqual(replied('bold'));
    expect(json({ reply: 'a\u0000b' })).toEqual(replied('ab'));
  });

  it('[A2] is cut at what Slack advises, and says so', () => {
    const answer = exited('x'.repeat(5_000));
    expect(answer).toMatchObject({ ok: true, warnings: ['The reply was too long for one message and was cut.'] });
    expect(answer.ok && answer.reply).toHaveLength(4_000);
    expect(answer.ok && answer.reply).toMatch(/\(cut, 1\d{3} more characters\)$/);
  });

  it('[A2] may be JSON with more than a reply', () => {
    const answer = json({
      reply: 'Handed to Trinity.',
      handoff: { to: 'trinity', lane: 'leads', item: 'w-7', why: 'her number', customer: 'yes', subtasks: ['call'] },
      decision: { question: 'Merge?', options: ['yes', 'no'], task: 'T-1' },
      session_link: { session: 's-1' },
      close: { key: 'ask:C1/1.2', link: 'https://acme.slack.com/archives/C1/p1' },
    });
    expect(answer).toEqual({
      ok: true,
      reply: 'Handed to Trinity.',
      placeholder: null,
      handoff: {
        to: 'trinity',
        lane: 'leads',
        item: 'w-7',
        why: 'her number',
        origin: null,
        customer: true,
        subtasks: ['call'],
        refs: [],
        owedTo: null,
      },
      decision: { question: 'Merge?', options: ['yes', 'no'], task: 'T-1', deciders: [] },
      sessionLink: { session: 's-1', link: null },
      close: { key: 'ask:C1/1.2', link: 'https://acme.slack.com/archives/C1/p1', proof: null },
      warnings: [],
    });
  });

  it('[A2] may be a placeholder, which is told apart from a reply', () => {
    expect(json({ placeholder: 'on it' })).toEqual({ ...replied(null), placeholder: 'on it' });
  });

  it('[A2] [X1] may hold a part and no reply', () => {
    const answer = json({ close: { key: 'ask:C1/1.2', proof: 'she called back' } });
    expect(answer).toMatchObject({ ok: true, reply: null, close: { link: null, proof: 'she called back' } });
  });

  it('[A2] has unknown keys told, and is taken all the same', () => {
    expect(json({ reply: 'yes', mood: 1, session_link: { session: 's', url: 'x' } })).toMatchObject({
      ok: true,
      reply: 'yes',
      warnings: [
        'The agent\'s command gave "mood", which nobody knows.',
        'The agent\'s command gave "session_link.url", which nobody knows.',
      ],
    });
  });

  it('[X1] has no verb that decides or mutes: such a key is unknown', () => {
    const answer = json({ reply: 'done', mute: { key: 'x' }, answer: { id: 'd1', choice: 'yes' } });
    expect(answer.ok && answer.warnings).toHaveLength(2);
  });

  it.each([
    ['', 'printed no reply.'],
    [' \n\u0007', 'printed no reply.'],
    ['{"reply": "x"', 'began its answer with { and printed no JSON object.'],
    ['{not json} at all', 'began its answer with { and printed no JSON object.'],
    ['{}', 'gave no reply.'],
    ['{"reply": "", "placeholder": null}', 'gave no reply.'],
    ['{"unknown": 1}', 'gave no reply.'],
    ['{"reply": 5}', 'gave an answer that does not fit: reply is no text.'],
    ['{"reply": "x", "handoff": {"to": "t", "lane": "l", "item": "i"}}', 'does not fit: handoff.why is missing.'],
    ['{"reply": "x", "handoff": {"to": "t", "lane": "l", "item": "i", "why": " "}}', 'handoff.why is empty.'],
    ['{"decision": {"question": "q", "options": []}}', 'decision.options is empty.'],
    ['{"close": {"key": {}}}', 'close.key is no text.'],
  ])('[A2] %j is no answer: it %s', (stdout, words) => {
    const answer = exited(stdout);
    expect(answer).toEqual({ ok: false, sentence: expect.stringContaining(words) });
    expect(answer.ok || answer.sentence).toMatch(/^The agent's command .*\.$/);
  });

  it('[A2] does not count when the command failed', () => {
    expect(exited('I found it', 3, 'Trace\nValueError: no such lead\n')).toEqual({
      ok: false,
      sentence: "The agent's command ended with exit code 3: ValueError: no such lead",
    });
    expect(exited('I found it', 1)).toEqual({ ok: false, sentence: "The agent's command ended with exit code 1." });
    expect(answerOf({ outcome: 'timed-out', sentence: 'my-agent gave no answer within 600 s.' })).toEqual({
      ok: false,
      sentence: "The agent's command failed: my-agent gave no answer within 600 s.",
    });
  });

  it('[A2] never throws, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify(value)),
        ),
        (text) => void exited(text),
      ),
    );
    const parts = fc.dictionary(
      fc.constantFrom('reply', 'placeholder', 'handoff', 'decision', 'session_link', 'close', '__proto__', 'other'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(parts, (value) => {
        const answer = json(value);
        if (!answer.ok) expect(answer.sentence).toMatch(/^The agent's command [^\n]*\.$/);
      }),
    );
  });
});
