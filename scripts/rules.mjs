// docs/rules.md: fills in which tests name each rule, and holds the table against the code. `--check` writes nothing.
//
// A row is `| ID | words | files | tests | status |`. Words, files and status are written by hand; the tests are those that
// name the rule in brackets, such as `[H8]`.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, root, settle } from './lib/page.mjs';

const PAGE = 'docs/rules.md';
/** How many rules each area has. */
const AREAS = { L: 8, P: 9, H: 15, O: 12, S: 6, A: 5, D: 9, R: 6, W: 7, C: 7, U: 6, G: 1, X: 4 };
const STATUSES = ['built', 'in part', 'not yet'];
/** More than these say nothing more. */
const TESTS_SHOWN = 3;

const ROW = /^\| [A-Z]\d+ \|/;
const CITED = /\[([A-Z]\d+(?:, ?[A-Z]\d+)*)\]/g;

/** Tests that are in the repository: what lies there untracked is somebody's unfinished work. */
function testFiles() {
  const listed = spawnSync('git', ['ls-files', 'test'], { cwd: root, encoding: 'utf8' });
  const found =
    listed.status === 0
      ? listed.stdout.split('\n')
      : readdirSync(join(root, 'test'), { recursive: true }).map((path) => join('test', path));
  return found.filter((path) => path.endsWith('.test.ts') && existsSync(join(root, path))).sort();
}

/** Rule id → test files that name it, those that name it most often first. */
function citations() {
  const counts = new Map();
  for (const path of testFiles()) {
    for (const [, ids] of readFileSync(join(root, path), 'utf8').matchAll(CITED)) {
      for (const id of ids.split(/, ?/)) {
        const of = counts.get(id) ?? new Map();
        counts.set(id, of.set(path, (of.get(path) ?? 0) + 1));
      }
    }
  }
  const most = ([a, n], [b, m]) => m - n || a.localeCompare(b);
  return new Map([...counts].map(([id, of]) => [id, [...of].sort(most).map(([path]) => path)]));
}

const cited = citations();
const problems = [];
const pathsIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path);

function row(line) {
  if (!ROW.test(line)) return line;
  const cells = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
  const [id = '', words = '', files = '', shown = '', given = ''] = cells;
  if (cells.length !== 5) problems.push(`${id} has ${cells.length} cells, not five`);
  const tests = cited.get(id) ?? [];
  for (const path of pathsIn(files)) if (!existsSync(join(root, path))) problems.push(`${id}: there is no ${path}`);
  for (const path of pathsIn(shown)) {
    if (!tests.includes(path)) problems.push(`${id}: ${path} is not there, or does not name the rule`);
  }
  const status = given === 'not yet' && tests.length > 0 ? 'in part' : given;
  if (status !== given) problems.push(`${id} is "not yet", and ${tests[0]} names it`);
  if (!STATUSES.some((known) => status === known || status.startsWith(`${known}:`))) {
    problems.push(`${id}: "${status}" is none of ${STATUSES.join(', ')}`);
  }
  if (status === 'built' && tests.length === 0) problems.push(`${id} is "built", and no test names it`);
  if (status === 'built' && pathsIn(files).length === 0) problems.push(`${id}: no file is named`);
  const listed = tests
    .slice(0, TESTS_SHOWN)
    .map((path) => `\`${path}\``)
    .join(' ');
  return `| ${id} | ${words} | ${files} | ${listed} | ${status} |`;
}

const before = read(PAGE);
const ids = [...before.matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, id]) => id);
const wanted = Object.entries(AREAS).flatMap(([area, n]) => Array.from({ length: n }, (_, i) => `${area}${i + 1}`));
for (const id of wanted) {
  const times = ids.filter((each) => each === id).length;
  if (times !== 1) problems.push(`${id} has ${times} rows, not one`);
}
for (const id of ids) if (!wanted.includes(id)) problems.push(`${id} is no rule`);
const after = before.split('\n').map(row).join('\n');

if (process.argv.includes('--check')) {
  // Which three tests are shown is not held: another test that names a rule makes no page wrong.
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(
      `\nRun \`npm run docs\`, read what it changed in ${PAGE}, and name files and status where it cannot know.`,
    );
    process.exitCode = 1;
  }
} else {
  settle(PAGE, after, 'scripts/rules.mjs');
  for (const problem of problems) console.error(problem);
}
