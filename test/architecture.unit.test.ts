import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Who may import whom (design, "Who may import whom"), read off the sources. */

const root = fileURLToPath(new URL('../src', import.meta.url));

interface Import {
  from: string;
  /** `../ledger/index.js` as `ledger/index.ts`; a package as its own name. */
  of: string;
  local: boolean;
  typeOnly: boolean;
}

interface Source {
  file: string;
  folder: string;
  code: string;
  imports: Import[];
}

/** The code without comments and without the content of its strings and patterns: what is said is not what is done. */
function bare(code: string): string {
  return code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}

function importsOf(file: string, code: string): Import[] {
  const found: Import[] = [];
  const statement = /^(?:import|export)\s+(type\s+)?((?:[^'";]|\n)*?)from\s+'([^']+)'/gm;
  for (const [, type, names = '', of = ''] of code.matchAll(statement)) {
    const named = /^\{([\s\S]*)\}\s*$/.exec(names.trim())?.[1]?.split(',');
    const each = named?.map((name) => name.trim()).filter(Boolean) ?? [];
    const typeOnly = type !== undefined || (each.length > 0 && each.every((name) => name.startsWith('type ')));
    found.push({ from: file, ...target(file, of), typeOnly });
  }
  for (const [, of = ''] of code.matchAll(/(?:^import\s+|\bimport\()'([^']+)'/gm)) {
    found.push({ from: file, ...target(file, of), typeOnly: false });
  }
  for (const [, of = ''] of code.matchAll(/\bimport\('([^']+)'\)\./g))
    found.push({ from: file, ...target(file, of), typeOnly: true });
  return found;
}

function target(file: string, of: string): { of: string; local: boolean } {
  if (!of.startsWith('.')) return { of, local: false };
  return { of: join(dirname(file), of).split(sep).join('/').replace(/\.js$/, '.ts'), local: true };
}

const sources: Source[] = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const file = relative(root, path).split(sep).join('/');
    const code = readFileSync(path, 'utf8');
    return {
      file,
      folder: file.includes('/') ? file.slice(0, file.indexOf('/')) : '',
      code,
      imports: importsOf(file, code),
    };
  });

const folderOf = (one: Import) => (one.local && one.of.includes('/') ? one.of.slice(0, one.of.indexOf('/')) : null);
const within = (...folders: string[]) => sources.filter((source) => folders.includes(source.folder));
const faults = (from: Source[], is: (one: Import) => boolean): string[] =>
  from.flatMap((source) => source.imports.filter(is).map((one) => `${one.from} imports ${one.of}`));

describe('who may import whom', () => {
  it('there is something to look at', () => {
    expect(sources.length).toBeGreaterThan(80);
    expect(sources.flatMap((source) => source.imports).length).toBeGreaterThan(300);
    expect(importsOf('sweeps/x/run.ts', "import { type A,\n type B } from '../../ledger/index.js';")).toEqual([
      { from: 'sweeps/x/run.ts', of: 'ledger/index.ts', local: true, typeOnly: true },
    ]);
  });

  it('the ledger imports no other folder but types of the configuration', () => {
    const other = (one: Import) => {
      const folder = folderOf(one);
      if (!one.local || folder === 'ledger') return false;
      return !(folder === 'config' && one.of === 'config/types.ts' && one.typeOnly);
    };
    expect(faults(within('ledger'), other)).toEqual([]);
  });

  it('only the ledger imports Kysely and the drivers', () => {
    const driver = (one: Import) => !one.local && /^(?:kysely|better-sqlite3|pg)(?:\/|$)/.test(one.of);
    expect(
      faults(
        sources.filter((source) => source.folder !== 'ledger'),
        driver,
      ),
    ).toEqual([]);
    expect(faults(within('ledger'), driver).every((fault) => /^ledger\//.test(fault))).toBe(true);
  });

  it('what others get of the ledger is its index, or its types: never a database handle', () => {
    const inside = (one: Import) =>
      folderOf(one) === 'ledger' &&
      one.of !== 'ledger/index.ts' &&
      !(/(?:types|index)\.ts$/.test(one.of) && one.typeOnly);
    expect(
      faults(
        sources.filter((source) => source.folder !== 'ledger'),
        inside,
      ),
    ).toEqual([]);
    expect(readFileSync(join(root, 'ledger/index.ts'), 'utf8')).not.toMatch(/export .*\b(?:Db|OpenDb|openDatabase)\b/);
  });

  it('messages import nothing but types of the ledger and the configuration', () => {
    const other = (one: Import) => {
      const folder = folderOf(one);
      if (folder === 'messages') return false;
      if (!one.local) return one.of.startsWith('node:') || /slack|kysely|undici/.test(one.of);
      return !((folder === 'ledger' || folder === 'config') && one.typeOnly);
    };
    expect(faults(within('messages'), other)).toEqual([]);
  });

  it('handlers, sweeps, command line and tools never import each other', () => {
    const ways = ['handlers', 'sweeps', 'cli', 'mcp'];
    const crossing = (source: Source) =>
      source.imports.filter((one) => ways.includes(folderOf(one) ?? '') && folderOf(one) !== source.folder);
    expect(within(...ways).flatMap((source) => crossing(source).map((one) => `${one.from} imports ${one.of}`))).toEqual(
      [],
    );
  });

  it('verbs, proofs and agents import neither of those who carry requests to them', () => {
    const carriers = ['handlers', 'sweeps', 'cli', 'mcp', 'http', 'slack'];
    expect(
      faults(within('verbs', 'proofs', 'agents'), (one) => carriers.includes(folderOf(one) ?? '') && !one.typeOnly),
    ).toEqual([]);
  });

  it('slack is imported by the composition root, the doctor and the command line’s start alone; others get functions', () => {
    const mayUse = (source: Source) => source.folder === '' || source.folder === 'slack' || source.folder === 'cli';
    const slack = (one: Import) => folderOf(one) === 'slack' && !one.typeOnly;
    expect(
      faults(
        sources.filter((source) => !mayUse(source)),
        slack,
      ),
    ).toEqual([]);
    const sdk = (one: Import) => !one.local && /^@slack\/(?!types)/.test(one.of) && !one.typeOnly;
    expect(
      faults(
        sources.filter((source) => !['', 'slack', 'cli'].includes(source.folder)),
        sdk,
      ),
    ).toEqual([]);
  });
});

describe('core code does no I/O and reads no clock', () => {
  const core = sources.filter(
    ({ file }) =>
      /(?:^|\/)(?:decide|evolve|plan|route|edges|consequences|fingerprint|classify)\.ts$/.test(file) ||
      /^messages\//.test(file) ||
      /^verbs\/bridge-parts\.ts$/.test(file) ||
      /^ledger\/(?:keys|events\/merge)\.ts$/.test(file),
  );

  it('there is core code to look at', () => {
    expect(core.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        'ledger/items/decide.ts',
        'ledger/handoffs/evolve.ts',
        'ledger/handoffs/consequences.ts',
        'sweeps/chase/plan.ts',
        'sweeps/chase/route.ts',
        'messages/parse/bridge.ts',
      ]),
    );
  });

  it.each(core.map(({ file }) => [file] as const))('%s', (file) => {
    const source = core.find((one) => one.file === file) as Source;
    const io = source.imports.filter((one) => !one.local && one.of.startsWith('node:') && !one.typeOnly);
    expect(io.map((one) => one.of)).toEqual([]);
    const outside = source.imports.filter((one) => !one.typeOnly && /(?:^|\/)db\/open\.ts$/.test(one.of));
    expect(outside).toEqual([]);
    const code = bare(source.code);
    for (const read of [
      /\bDate\.now\b/,
      /\bnew Date\(\s*\)/,
      /\bMath\.random\b/,
      /\bprocess\./,
      /\bfetch\(/,
      /\bsetTimeout\b/,
    ]) {
      expect(code).not.toMatch(read);
    }
    expect(code).not.toMatch(/\bawait\b/);
  });
});
