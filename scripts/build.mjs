// Compiles src, dev and bench to dist/ and bundles the local workspace's page. Run by `npm ci` (prepare) and by `npm test`.
// When neither what goes in nor what came out has changed since, there is nothing to do; --force builds all the same.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);

const INPUTS = [
  'src',
  'dev',
  'bench',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
  'scripts/build.mjs',
];
const PAGE = 'dev/workspace/page/main.tsx';
const PAGE_OUT = 'dist/dev/workspace/page';
const PROGRAM = 'dist/src/cli/main.js';
const STAMP = 'dist/.built';

/** Every file at or under a path, in order of name. */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const filesOf = (paths) => paths.flatMap((path) => (/\.\w+$/.test(path) ? [path] : filesUnder(path)));

/** One hash over names and contents. */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(existsSync(file) ? readFileSync(file) : '')
      .update('\0');
  }
  return hash.digest('hex');
}

const inputs = () => `${process.versions.modules} ${hashOf(filesOf(INPUTS))}`;
const outputs = () => hashOf(filesUnder('dist').filter((file) => file !== STAMP));

const before = inputs();
if (!process.argv.includes('--force') && existsSync(STAMP)) {
  const stamp = readFileSync(STAMP, 'utf8');
  if (stamp === `${before}\n${outputs()}\n`) {
    console.log('dist is what these sources give; nothing to build.');
    process.exit(0);
  }
}

// Without its stamp an interrupted build is never taken for a finished one.
rmSync(STAMP, { force: true });
mkdirSync('dist', { recursive: true });
// Written over what is there, so that a process that runs from dist meanwhile finds its files.
const compiled = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--listEmittedFiles'],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 26 },
);
const said = compiled.stdout.split('\n');
const emitted = said.filter((line) => line.startsWith('TSFILE: ')).map((line) => relative(root, line.slice(8).trim()));
const words = said.filter((line) => line !== '' && !line.startsWith('TSFILE: '));
if (words.length > 0) console.error(words.join('\n'));
if (compiled.status !== 0 || emitted.length === 0) process.exit(compiled.status || 1);

if (existsSync(PAGE)) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [PAGE],
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'dataurl', '.png': 'dataurl' },
    outdir: PAGE_OUT,
    logLevel: 'warning',
  });
}

// What an earlier build left of files that are gone.
const kept = new Set(emitted);
for (const file of filesUnder('dist')) if (!kept.has(file) && !file.startsWith(`${PAGE_OUT}/`)) rmSync(file);
// npm makes it executable only where it links it.
chmodSync(PROGRAM, 0o755);
// Sources that changed while they were compiled are compiled again the next time.
if (inputs() === before) writeFileSync(STAMP, `${before}\n${outputs()}\n`);
