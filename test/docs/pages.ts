import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Every page that people read, relative to the root. */
export function pages(): string[] {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.md'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'dev/workspace/README.md', ...docs];
}

/** The blocks of one language in a page. */
export function blocks(page: string, language: string): string[] {
  const found = read(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return [...found].map((match) => match[1] ?? '');
}

/** The rows of the table that follows a heading, as trimmed cells, without its head. */
export function table(page: string, heading: string): string[][] {
  const text = read(page);
  const from = text.indexOf(`\n## ${heading}\n`);
  if (from < 0) throw new Error(`${page} has no heading "${heading}"`);
  const section = text.slice(from + 1).split(/\n(?=## )/)[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The words in backticks of one cell. */
export const coded = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
