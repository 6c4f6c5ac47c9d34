// Compiles src, dev and bench to dist/ and bundles the local workspace's page. Run by `npm ci` (prepare) and before tests.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });

const entry = 'dev/workspace/page/main.tsx';
if (existsSync(entry)) {
  const { build } = await import('esbuild');
  mkdirSync('dist/dev/workspace/page', { recursive: true });
  await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'dataurl', '.png': 'dataurl' },
    outdir: 'dist/dev/workspace/page',
    logLevel: 'warning',
  });
}
