import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRun, withSubject } from '../../../src/proofs/command/read.js';

const NOW = Date.UTC(2026, 10, 2, 17, 0);
const exited = (code: number, printed: unknown, stderr = '') =>
  readRun(
    {
      outcome: 'exited',
      code,
      stdout: typeof printed === 'string' ? printed : JSON.stringify(printed),
      stderr,
      truncated: false,
    },
    'check-ticket',
    NOW,
  );
const open = { read: 'open', blocking: null, notDone: null, owedTo: [], link: null };
const unknown = (reason: string) => ({ read: 'unknown', reason: expect.stringContaining(reason), retryAt: null });

describe('what a proof command says', () => {
  it('[O1] [O4] proves by an exit of 0 and the word', () => {
    expect(exited(0, { state: 'proved', text: 'closed by\nthe vendor', link: 'https://v.example/9' })).toEqual({
      read: 'proved',
      proof: { kind: 'command', text: 'closed by the vendor', link: 'https://v.example/9', by: null, at: NOW },
    });
    expect(exited(0, '{"state": "proved", "extra": 1}\n')).toMatchObject({
      proof: { text: 'check-ticket says that it is done', link: null },
    });
  });

  it.each([
    '',
    'done',
    'proved',
    '{}',
    '[]',
    'null',
    '"proved"',
    '{"state": "PROVED"}',
    '{"state": "done"}',
    '{"state": true}',
  ])('[O1] [O2] [O4] proves nothing by an exit of 0 and %j', (printed) =>
    expect(exited(0, printed)).toEqual(unknown('printed no {"state"')),
  );

  it('[O4] is open by the word, or by an exit of 1', () => {
    expect(exited(0, { state: 'not-proved', blocking: 'the vendor', text: 'in review' })).toEqual({
      ...open,
      blocking: 'the vendor',
      notDone: 'in review',
    });
    expect(exited(1, '')).toEqual(open);
    expect(exited(1, { state: 'not-proved', blocking: 'the vendor' })).toEqual({ ...open, blocking: 'the vendor' });
    expect(exited(1, { state: 'proved', text: 'closed' })).toEqual(open);
  });

  it('[O2] is unknown by the word, with its reason', () => {
    expect(exited(0, { state: 'unknown', text: 'the vendor is down' })).toEqual(unknown('the vendor is down'));
    expect(exited(0, { state: 'unknown' })).toEqual(unknown('check-ticket says that it does not know'));
  });

  it('[O2] is unknown by any other exit, whatever it printed', () => {
    expect(exited(2, { state: 'proved' }, 'curl: (6) no such host\n')).toEqual(
      unknown('check-ticket ended with exit code 2: curl: (6) no such host'),
    );
    expect(exited(137, '')).toEqual(unknown('check-ticket ended with exit code 137'));
    expect(readRun({ outcome: 'timed-out', sentence: 'x gave no answer within 30 s.' }, 'x', NOW)).toEqual(
      unknown('x gave no answer within 30 s'),
    );
  });

  it('[O4] [P9] has no link that is none', () => {
    expect(exited(0, { state: 'proved', text: 'x', link: 'javascript:alert(1)' })).toMatchObject({
      proof: { link: null },
    });
  });

  it('[O1] proves by nothing but the word at an exit of 0', () => {
    fc.assert(
      fc.property(fc.nat(255), fc.oneof(fc.string(), fc.json()), (code, printed) => {
        if (!/"state"\s*:\s*"proved"/.test(printed)) expect(exited(code, printed).read).not.toBe('proved');
      }),
    );
  });
});

describe('the words of a proof command', () => {
  it('[O4] have the subject as a part of a word, never as words', () => {
    expect(withSubject(['check', '--id={subject}', '{subject}', 'x'], 'a; rm -rf "$HOME" $&')).toEqual([
      'check',
      '--id=a; rm -rf "$HOME" $&',
      'a; rm -rf "$HOME" $&',
      'x',
    ]);
  });

  it('[O4] have a program that no subject chooses', () => {
    expect(withSubject(['{subject}', 'x'], '/bin/rm')).toEqual(['{subject}', 'x']);
  });

  it('[O4] take no subject for an option', () => {
    expect(withSubject(['check', '{subject}'], '--delete')).toBeNull();
    expect(withSubject(['check', '--', '{subject}'], '--delete')).toEqual(['check', '--', '--delete']);
    expect(withSubject(['check', '--id', 'x-{subject}'], '-9')).toEqual(['check', '--id', 'x--9']);
  });
});
