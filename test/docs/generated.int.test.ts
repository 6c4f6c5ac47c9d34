/** The generated parts of the pages are what the code gives; each script says what to do where they are not. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ROOT, read } from './pages.js';

const check = (script: string) =>
  spawnSync(process.execPath, [`scripts/${script}`, '--check'], { cwd: ROOT, encoding: 'utf8' });

describe('pages that are written from the code', () => {
  it.each([
    ['docs/lifecycle.md: the edges of handoff and item', 'diagrams.mjs'],
    ['docs/rules.md: every rule has its row, every file named exists, every test named names the rule', 'rules.mjs'],
    ['docs/cli.md: every command and every option', 'cli-page.mjs'],
  ])('%s', (_, script) => {
    const { stderr, status } = check(script);
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

describe('docs/lifecycle.md', () => {
  /** The states that the diagram under a heading shows. */
  function drawn(heading: string): string[] {
    const section = read('docs/lifecycle.md').split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
    const arrows = [...section.matchAll(/^ {2}(\S+) --> (\S+?):/gm)].flatMap(([, from, to]) => [from, to]);
    return [...new Set(arrows)].filter((state): state is string => state !== undefined && state !== '[*]').sort();
  }
  const schema = read('src/ledger/db/schema.ts');
  /** The union of a row's `state`. */
  function states(table: string): string[] {
    const body = new RegExp(`interface ${table} \\{([\\s\\S]*?)\\n\\}`).exec(schema)?.[1] ?? '';
    const union = /^ {2}state: ([^;]+);/m.exec(body)?.[1] ?? '';
    return [...union.matchAll(/'([a-z-]+)'/g)].map((match) => match[1] ?? '').sort();
  }

  it('draws the states of a post that its row may have', () => {
    expect(drawn('A post')).toEqual(states('PostsTable'));
    expect(drawn('A post')).toHaveLength(5);
  });

  it('draws the states of an envelope that its row may have', () => {
    expect(drawn('An envelope')).toEqual(states('InboxTable'));
    expect(drawn('An envelope')).toHaveLength(3);
  });
});
