import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../src', import.meta.url));
const sources = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { file: relative(root, path).split(sep).join('/'), code: readFileSync(path, 'utf8') };
  });
const of = (folder: string) => sources.filter(({ file }) => file.startsWith(folder));
const importers = (module: string) =>
  sources
    .filter(({ code }) => new RegExp(`from '[^']*/${module}\\.js'`).test(code))
    .map(({ file }) => file)
    .sort();

/** Fields of the front matter that an older tool wrote what happened into. */
const RUNTIME =
  /\b(lane|shell_pid|shell_pid_created_at|assignee|agent|history|review_status|reviewed_by|review_feedback|review_artifact_\w+|base_commit|progress|tracker_refs)\b/;

describe('authored files', () => {
  it('[W1] are opened for reading and for nothing else', () => {
    const files = of('packages/');
    expect(files.length).toBeGreaterThan(8);
    const write =
      /\b(writeFile|appendFile|createWriteStream|truncate|ftruncate|rename|unlink|rm|rmdir|mkdir|mkdtemp|copyFile|cp|chmod|chown|utimes|lutimes|symlink|link|open)(Sync)?\(|\bfs\.|fs\/promises/;
    for (const { file, code } of files) {
      expect([file, write.exec(code)?.[0] ?? null]).toEqual([file, null]);
      const from =
        /import \{([^}]*)\} from 'node:fs'/
          .exec(code)?.[1]
          ?.split(',')
          .map((name) => name.trim()) ?? [];
      for (const name of from.filter(Boolean)) {
        expect(['type Dirent', 'readdirSync', 'readFileSync', 'existsSync']).toContain(name);
      }
    }
    // One module opens a package's file, and says how.
    expect(files.find(({ file }) => file === 'packages/file.ts')?.code).toContain("flag: 'r'");
  });

  it('[W3] what an older tool left in them is read by the backfill of an import, and by no other', () => {
    expect(importers('leftovers')).toEqual(['packages/backfill.ts', 'packages/import.ts']);
    expect(importers('backfill')).toEqual(['packages/import.ts']);
  });

  it('[W3] no reader uses a field of the front matter as what happened', () => {
    // Whoever holds the front matter itself: the reader of intent, that of the leftovers, and the import's own.
    const holders = of('packages/')
      .filter(({ code }) => /\bfront(\.|\?\.|\[|:)|\{ front \}/.test(code))
      .map(({ file }) => file);
    expect(holders.sort()).toEqual([
      'packages/authored.ts',
      'packages/file.ts',
      'packages/import.ts',
      'packages/leftovers.ts',
    ]);
    const intent = sources.find(({ file }) => file === 'packages/authored.ts')?.code ?? '';
    const asked = [...intent.matchAll(/(?:text|list)\(([^)]*)\)|front\.(\w+)|front\?\.(\w+)|front\[([^\]]*)\]/g)].map(
      String,
    );
    for (const words of asked) expect(words).not.toMatch(RUNTIME);
    const own = sources.find(({ file }) => file === 'packages/import.ts')?.code ?? '';
    const read = [...own.matchAll(/front\.(\w+)/g)].map(([, name]) => name);
    for (const name of read) expect(['verdict', 'reviewer_agent', 'reviewer', 'reviewed_at']).toContain(name);
    // Nobody outside of the folder reads front matter at all.
    expect(
      sources
        .filter(
          ({ file, code }) => !file.startsWith('packages/') && /readMarkdown|splitMarkdown|parseDocument\(/.test(code),
        )
        .map(({ file }) => file),
    ).toEqual(expect.not.arrayContaining(['ledger/packages/evolve.ts']));
  });

  it('[W3, L7] in the fold, what was intended stands under one name, and one function joins the two', () => {
    const readers = sources
      .filter(({ file, code }) => file.startsWith('ledger/packages/') && /\.authored\b|\bauthored\b\?/.test(code))
      .map(({ file }) => file)
      .sort();
    expect(readers).toEqual([
      'ledger/packages/bridge.ts',
      'ledger/packages/decide.ts',
      'ledger/packages/evolve.ts',
      'ledger/packages/reconstruct.ts',
      'ledger/packages/take-in.ts',
    ]);
    // Of those, who is meant is read by none: the gate and the bridge ask only which subtasks there are.
    for (const file of ['bridge', 'decide', 'evolve']) {
      const code = sources.find((source) => source.file === `ledger/packages/${file}.ts`)?.code ?? '';
      expect(code).not.toMatch(/authored\??\.(role|profile|model)/);
    }
    const resolvers = sources.filter(({ code }) => /resolved[^;\n]*(\?\?|\|\|)[^;\n]*authored/.test(code));
    expect(resolvers.map(({ file }) => file)).toEqual([]);
  });
});
