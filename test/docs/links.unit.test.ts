/** Links between files resolve, and so do their headings. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, ROOT, read } from './pages.js';

/** A heading's anchor, as GitHub makes it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map((match) => anchor(match[1] ?? ''));

function linksOf(page: string): string[] {
  const text = read(page).replace(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '').filter((link) => !/^[a-z]+:/.test(link));
}

describe('links of the pages', () => {
  it.each(pages().map((page) => [page]))('%s', (page) => {
    const broken = linksOf(page).filter((link) => {
      const [file = '', heading] = link.split('#');
      const path = file === '' ? page : join(dirname(page), file);
      if (!existsSync(join(ROOT, path))) return true;
      return heading !== undefined && !anchorsOf(path).includes(heading);
    });
    expect(broken).toEqual([]);
  });

  it('the pictures are there and small', () => {
    for (const name of ['page', 'thread']) {
      const { size } = statSync(join(ROOT, `docs/images/${name}.png`));
      expect(size).toBeLessThan(300_000);
    }
  });
});
