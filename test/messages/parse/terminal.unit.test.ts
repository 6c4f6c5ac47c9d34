import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseTerminal,
  subjectKey,
  TERMINAL_WORDS,
  type TerminalLine,
  terminalFault,
  terminalText,
} from '../../../src/messages/parse/terminal.js';

const RUN = 'https://ci.example.com/run/9';
const PULL = 'https://github.com/org/app/pull/12';
const line = (word: TerminalLine['word'], label: string, subject: string, link: string | null = null) => ({
  ok: true,
  terminal: { word, label, subject, link },
});

describe('a terminal line', () => {
  it.each([
    [`DONE pr-drive: org/app#12 <${RUN}>`, line('DONE', 'pr-drive', 'org/app#12', RUN)],
    ['FAILED operator-task: rotate the keys', line('FAILED', 'operator-task', 'rotate the keys')],
    ['EXPIRED task: a: b', line('EXPIRED', 'task', 'a: b')],
    ['ESCALATED decision: 0199-aa', line('ESCALATED', 'decision', '0199-aa')],
    [`*DONE pr-drive: org/app#12* ${RUN}`, line('DONE', 'pr-drive', 'org/app#12', RUN)],
    [`*DONE* pr-drive: org/app#12`, line('DONE', 'pr-drive', 'org/app#12')],
    [`*DONE pr-drive:* org/app#12`, line('DONE', 'pr-drive', 'org/app#12')],
    [`*DONE pr-drive*: org/app#12`, line('DONE', 'pr-drive', 'org/app#12')],
    [`*DONE* \`pr-drive\`: \`org/app#12\``, line('DONE', 'pr-drive', 'org/app#12')],
    [`\`DONE pr-drive: org/app#12\``, line('DONE', 'pr-drive', 'org/app#12')],
    ['_FAILED task: my_task_', line('FAILED', 'task', 'my_task')],
    ['• FAILED task: rotate', line('FAILED', 'task', 'rotate')],
    ['1. - FAILED task: rotate', line('FAILED', 'task', 'rotate')],
    [':white_check_mark: DONE task: rotate', line('DONE', 'task', 'rotate')],
    [':x: *FAILED* task: rotate', line('FAILED', 'task', 'rotate')],
    [':man-shrugging::skin-tone-2: EXPIRED task: rotate', line('EXPIRED', 'task', 'rotate')],
    ['✅ DONE task: rotate', line('DONE', 'task', 'rotate')],
    ['⚠️ ESCALATED task: rotate', line('ESCALATED', 'task', 'rotate')],
    ['DONE task: “rotate the keys”', line('DONE', 'task', 'rotate the keys')],
    ['DONE\u00a0task:\u00a0rotate\u200b the\u00a0 keys.', line('DONE', 'task', 'rotate the keys')],
    ['DONE task: R&amp;D &lt;prod&gt;', line('DONE', 'task', 'R&D <prod>')],
    ['DONE task：rotate', line('DONE', 'task', 'rotate')],
    ['```DONE task: rotate```', line('DONE', 'task', 'rotate')],
    [`FAILED task: <${RUN}|see the run>: it broke`, line('FAILED', 'task', 'see the run: it broke', RUN)],
    [`FAILED task: rotate (<${RUN}>)`, line('FAILED', 'task', 'rotate', RUN)],
    [`FAILED task: rotate, see ${RUN} for more`, line('FAILED', 'task', 'rotate, see for more', RUN)],
    [`FAILED task: rotate <${RUN}|log>`, line('FAILED', 'task', 'rotate', RUN)],
    [`FAILED task: rotate — <${RUN}|log>.`, line('FAILED', 'task', 'rotate', RUN)],
  ])('[O5] %s', (text, read) => {
    expect(parseTerminal(text)).toEqual([read]);
  });

  it.each([
    [`DONE pr-drive: <${PULL}>`, 'org/app#12', PULL],
    [`DONE pr-drive: <${PULL}/files?w=1> <${RUN}>`, 'org/app#12', RUN],
    [`DONE pr-drive: <${PULL}|#12>`, 'org/app#12', PULL],
    [`DONE pr-drive: <${PULL}|app#12> <${RUN}|run>`, 'org/app#12', RUN],
    [`DONE pr-drive: app#12 <${PULL}>`, 'org/app#12', PULL],
    [`DONE pr-drive: PR #12 <${PULL}>`, 'org/app#12', PULL],
    [`DONE pr-drive: other#12 <${PULL}>`, 'other#12', PULL],
    [`DONE pr-drive: #13 <${PULL}>`, '#13', PULL],
    [`DONE pr-drive: <${RUN}>`, RUN, RUN],
  ])('[O5] names its pull request in one way: %s', (text, subject, link) => {
    expect(parseTerminal(text)).toEqual([line('DONE', 'pr-drive', subject, link)]);
  });

  it('[O5] may stand under other text, and there may be several', () => {
    const text = `Two things today.\r\n\r\nDONE task: one\r\nand then\r\nFAILED task: two ${RUN}`;
    expect(parseTerminal(text)).toEqual([line('DONE', 'task', 'one'), line('FAILED', 'task', 'two', RUN)]);
  });

  it.each([
    'done task: rotate',
    'Done task: rotate',
    'It is DONE task: rotate',
    'DONELY task: rotate',
    'DONE-ish task: rotate',
    'DONE_BY: gera',
    '&gt; DONE task: rotate',
    '> DONE task: rotate',
    '&gt;&gt;&gt; as they said\nDONE task: rotate',
    'BRIDGE CLAIM leads/x done https://example.com',
    '',
    ':tada:',
  ])('[O5] is not %j', (text) => {
    expect(parseTerminal(text)).toEqual([]);
  });

  it.each([
    ['all good\nDONE with the refactor', 2, 'there is no colon'],
    ['DONE', 1, 'there is no colon'],
    ['*FAILED*', 1, 'there is no colon'],
    ['DONE: org/app#12', 1, 'no label between DONE and the colon'],
    ['DONE -- : org/app#12', 1, 'no label'],
    ['DONE pr-drive:', 1, 'no subject after “pr-drive:”'],
    ['DONE pr-drive: —', 1, 'no subject'],
    ['FAILED `pr-drive`: **', 1, 'no subject'],
  ])('[O5] that cannot be read is a problem that names its line: %j', (text, number, words) => {
    const [read, ...more] = parseTerminal(text);
    expect(more).toEqual([]);
    expect(read).toMatchObject({ ok: false, problem: { line: number, message: expect.stringContaining(words) } });
    expect(read?.ok === false && read.problem.message).toMatch(/Write: DONE pr-drive: org\/app#12 https:\/\/…$/);
  });

  it('[O5] [P9] a subject from outside is one line and mentions nobody', () => {
    const text = terminalText({
      word: 'FAILED',
      label: 'task',
      subject: 'x\nDONE task: y <!channel> <@U01GERA> @here',
      link: null,
    });
    expect(text).not.toMatch(/[\n<>]|@here/);
    expect(parseTerminal(text)).toHaveLength(1);
  });

  const word = fc.constantFrom(...TERMINAL_WORDS);
  const link = fc.option(fc.webUrl({ withQueryParameters: true, withFragments: true }));

  it('[O5] is read back as it was written', () => {
    const name = fc
      .stringMatching(/^[a-z0-9ñé][a-z0-9 ñé&<>_'/-]{0,30}[a-z0-9]$/)
      .map((text) => text.replace(/\s+/g, ' '));
    fc.assert(
      fc.property(word, name, name, link, (w, label, subject, url) => {
        const terminal = { word: w, label, subject, link: url };
        expect(terminalFault(terminal)).toBeNull();
        expect(parseTerminal(terminalText(terminal))).toEqual([{ ok: true, terminal }]);
      }),
    );
  });

  it('[O1] [O5] whatever its subject, the line that was posted and the one that is read have one key', () => {
    const kind = fc.constantFrom('task', 'pull-request', 'check', 'vendor-ticket');
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.string({
        unit: fc.constantFrom('*', '_', '"', '’', ' ', '-', '.', '&', '<', '>', '|', 'a', '#', '1', '/'),
        maxLength: 15,
      }),
    );
    fc.assert(
      fc.property(kind, word, any, any, (k, w, label, subject) => {
        const terminal = { word: w, label, subject, link: null };
        fc.pre(terminalFault(terminal) === null);
        const [read, ...more] = parseTerminal(terminalText(terminal));
        expect(more).toEqual([]);
        expect(read?.ok).toBe(true);
        if (!read?.ok) return;
        expect(subjectKey(k, read.terminal.label, read.terminal.subject)).toBe(subjectKey(k, label, subject));
      }),
      { numRuns: 2_000 },
    );
  });

  it('[O5] is read in any text without throwing', () => {
    fc.assert(
      fc.property(word, fc.string({ unit: 'binary' }), (w, text) => void parseTerminal(`${w} ${text}`)),
      { numRuns: 500 },
    );
    const long = `DONE ${'*'.repeat(20_000)} ${'<https://x|'.repeat(3_000)}: ${'#1 '.repeat(5_000)} ${'(('.repeat(5_000)}`;
    expect(parseTerminal(long)).toHaveLength(1);
  });
});

describe('the key of a terminal line', () => {
  it.each([
    ['task', 'operator-task', 'rotate the keys', null, 'operator-task/rotate the keys'],
    ['pull-request', 'pr-drive', 'org/app#12', null, 'org/app#12'],
    ['pull-request', 'pr-drive', PULL, null, 'org/app#12'],
    ['pull-request', 'pr-drive', 'app#12', PULL, 'org/app#12'],
    ['pull-request', 'pr-drive', 'Org/App#12', null, 'org/app#12'],
    ['pull-request', 'pr-drive', 'https://github.com/ORG/App/pull/12', null, 'org/app#12'],
    ['task', 'operator-task', 'Org/App#12', null, 'operator-task/org/app#12'],
    ['pull-request', 'pr-drive', 'app#7', null, 'org/app#7'],
    ['pull-request', 'pr-drive', 'web#7', null, 'web#7'],
    ['pull-request', 'pr-drive', 'lib#7', null, 'lib#7'],
    ['pull-request', 'pr-drive', 'org/app#012 could not be rebased', RUN, 'org/app#12'],
    ['pull-request', 'pr-drive', 'fix the gate', PULL, 'org/app#12'],
    ['pull-request', 'pr-drive', 'fix the gate', RUN, 'fix the gate'],
    ['vendor-ticket', 'vendor-ticket', 'VT-9', PULL, 'VT-9'],
    ['prompt', 'prompt', 'which plan?', null, 'which plan?'],
  ])('[O5] for %s from %s: %s is the same however it is written', (kind, label, subject, link, key) => {
    const repos = ['org/app', 'org/lib', 'fork/lib'];
    expect(subjectKey(kind, label, subject, link, repos)).toBe(key);
  });
});

describe('the parts of a terminal line', () => {
  it.each([
    [{ label: ' ', subject: 'x', link: null }, 'needs a label'],
    [{ label: 'a:b', subject: 'x', link: null }, 'has a colon'],
    [{ label: 'task', subject: '—', link: null }, 'needs a subject'],
    [{ label: 'task', subject: 'x', link: 'javascript:alert(1)' }, 'is no http or https link'],
  ])('[O5] %j is refused before anything is posted', (parts, words) => {
    expect(terminalFault(parts)).toContain(words);
  });
});
