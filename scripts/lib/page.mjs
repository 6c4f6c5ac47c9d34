// Pages with generated parts: written by a script, or with --check only compared, so that a test can hold them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');

/** Puts `text` between `<!-- NAME -->` and `<!-- end NAME -->`. */
export function withPart(page, name, text) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end ${name} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no part "${name}"`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

/** Writes the page, or with --check ends with 1 where it differs from what the code gives. */
export function settle(path, text, script) {
  if (read(path) === text) return;
  if (process.argv.includes('--check')) {
    console.error(`${path} is not what the code gives; run \`node ${script}\` and commit it.`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(join(root, path), text);
  console.log(`${path} written`);
}
