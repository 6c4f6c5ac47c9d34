import { describe, expect, it } from 'vitest';
import { BUILT_IN_KIND_NAMES, KIND_DEFAULTS } from '../../src/config/kinds.js';
import { PROOF_SOURCES } from '../../src/config/schema.js';
import { kindOfLabel } from '../../src/ledger/index.js';
import { parseTerminal } from '../../src/messages/parse/terminal.js';
import { awaited } from '../../src/messages/render/index.js';
import { at } from '../support/clock.js';
import { testConfig } from '../support/config.js';
import { act } from '../support/items.js';
import { openTestLedger } from '../support/ledgers.js';
import { blocks, coded, read, table } from './pages.js';

/** docs/kinds.md is the table of the kinds, and what it says to do works. */
const PAGE = 'docs/kinds.md';
const more = blocks(PAGE, 'yaml').join('\n');

/** `4 h` as milliseconds. */
const length = (text: string): number => {
  const [, count, unit] = /page (\d+) (min|h)\b/.exec(text) ?? [];
  return Number(count) * (unit === 'h' ? 3_600_000 : 60_000);
};

describe('docs/kinds.md', () => {
  const rows = read(PAGE)
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => /^\| `/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

  it('[O4] has a row for each built-in kind, with its bound', () => {
    expect(rows.map(([name = '']) => coded(name)[0]).sort()).toEqual([...BUILT_IN_KIND_NAMES].sort());
    for (const name of ['handoff-unparsed', 'pull-request', 'check', 'prompt', 'task', 'decision'] as const) {
      const bounds = rows.find(([cell = '']) => coded(cell)[0] === name)?.[2] ?? '';
      expect([name, length(bounds)]).toEqual([name, KIND_DEFAULTS[name].bounds.page]);
    }
  });

  it('[O4] has each source of proof', () => {
    expect(table(PAGE, 'A kind of your own').map(([name = '']) => coded(name)[0])).toEqual([...PROOF_SOURCES]);
  });

  it('[O5] its terminal lines read', () => {
    const lines = blocks(PAGE, '').join('\n').trim().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(parseTerminal(line)).toMatchObject([{ ok: true }]);
  });

  it('[O4] its kinds load, are opened by a line of their name or label, and say what proof they await', async () => {
    const { ledger, config } = await openTestLedger('sqlite', { more });
    const labels = { 'vendor-ticket': 'VT-9', backup: 'monday', upstream: '12', 'errand-run': 'milk' };
    for (const [label, subject] of Object.entries(labels)) {
      const line = { word: 'FAILED' as const, label, subject, keySubject: subject, link: null, lineLink: null };
      await ledger.recordTerminal(act(at('09:10')), { ...line, at: at('09:10'), by: 'A09RUNNER', owedTo: null });
    }
    const open = await ledger.listItems();
    expect(open.map((item) => item.key).sort()).toEqual([
      ...['backup:monday', 'errand:milk', 'upstream:12', 'vendor-ticket:VT-9'],
    ]);
    const words = open.map((item) => awaited(item, config));
    expect(words.filter((each) => each === 'a person closing it with proof')).toEqual([]);
    expect((await ledger.readsDue(at('09:10'))).length).toBe(4);
  });

  it('[O4] names in its steps only files that are there, and exports that they have', () => {
    const steps = read(PAGE).split('## A proof source of your own')[1] ?? '';
    const files = [...new Set(steps.match(/src\/[\w/.-]+\.ts/g) ?? [])].filter((file) => !file.includes('NAME'));
    const text = files.map((file) => read(file)).join('\n');
    expect(files.length).toBeGreaterThan(4);
    for (const name of ['ReadOutcome', 'PROOF_SOURCES', 'ProofSource', 'proofOf', 'ofSource']) {
      expect(steps).toContain(name);
      expect(text).toContain(name);
    }
    expect(kindOfLabel(testConfig({ more }), 'errand-run')).toBe('errand');
  });
});
