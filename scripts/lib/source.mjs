// Loads a module from its TypeScript source, so that a page is made from the code as it stands and not from an old build.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './page.mjs';

export async function fromSource(path) {
  // Under node_modules, where git does not look and packages are found.
  const folder = join(root, 'node_modules/.cache/owed-docs');
  const outfile = join(folder, `${process.pid}-${path.replace(/\W+/g, '-')}.mjs`);
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [join(root, path)],
    outfile,
    bundle: true,
    packages: 'external',
    external: ['../../dev/*'],
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}
