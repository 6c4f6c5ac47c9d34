import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseBridge } from '../../src/messages/parse/index.js';

const PAGE = readFileSync(new URL('../../docs/grammar.md', import.meta.url), 'utf8');
const AT = Date.UTC(2026, 10, 2, 15, 0);

/** Each `bridge` fence with the `json` fence after it; a longer fence holds a shorter one. */
function examples(): { heading: string; text: string; json: string }[] {
  const found = PAGE.matchAll(/^(`{3,})bridge\n([\s\S]*?)\n\1\n```json\n([\s\S]*?)\n```$/gm);
  return [...found].map((match) => {
    const headings = PAGE.slice(0, match.index).match(/^#+ .*$/gm) ?? [];
    const text = match[2]!.replace(/\\u([0-9a-f]{4})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return { heading: headings.at(-1)!.replace(/^#+ /, ''), text, json: match[3]! };
  });
}

describe('docs/grammar.md', () => {
  it('has no example without its reading, nor the other way', () => {
    expect(PAGE.match(/^`{3,}bridge$/gm)?.length).toBe(examples().length);
    expect(PAGE.match(/^```json$/gm)?.length).toBe(examples().length);
  });

  it.each(examples().map((each, index) => [`${index + 1}, ${each.heading}`, each] as const))(
    '[H1] example %s is read as the page says',
    (_, { text, json }) => {
      const said = JSON.parse(json) as { lines?: unknown[] };
      const read = parseBridge(text, AT);
      expect(read).toMatchObject(said);
      if (read.kind === 'claims') expect(read.lines).toHaveLength(said.lines!.length);
    },
  );
});
