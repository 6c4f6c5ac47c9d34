import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openLedger } from '../src/ledger/index.js';
import { importPackages } from '../src/packages/index.js';
import { benchConfig } from './config.js';
import { interleave } from './stats.js';
import { type Row, row } from './table.js';

/** As many as a mission has. */
const TOGETHER = 10;
const DAY = Date.UTC(2026, 2, 2);

/** A folder of missions of the usual size, with one package's life in each log: some twenty lines a package. */
function generate(dir: string, count: number): void {
  for (let first = 0; first < count; first += TOGETHER) {
    const mission = `mission-${String(first / TOGETHER).padStart(4, '0')}`;
    const tasks = join(dir, mission, 'tasks');
    mkdirSync(tasks, { recursive: true });
    let log = '';
    for (let n = 0; n < Math.min(TOGETHER, count - first); n += 1) {
      const wp = `WP${String(n + 1).padStart(2, '0')}`;
      writeFileSync(join(tasks, `${wp}-timetable.md`), file(wp));
      log += lines(mission, wp, first + n);
    }
    writeFileSync(join(dir, mission, 'status.events.jsonl'), log);
  }
}

const file = (wp: string): string => `---
work_package_id: ${wp}
title: Night timetable of ${wp}
dependencies: []
requirement_refs: [FR-001, FR-002]
subtasks: [T001, T002, T003, T004]
role: implementer
agent_profile: caller
model: large
---

# ${wp}

${'Print the timetable, and hang it where it is read.\n'.repeat(20)}`;

const LIFE = ['genesis', 'planned', 'claimed', 'in_progress', 'for_review', 'in_review', 'approved', 'done'];

function lines(mission: string, wp: string, nth: number): string {
  let minute = 0;
  const next = () => {
    minute += 1;
    return {
      at: new Date(DAY + (nth * 40 + minute) * 60_000).toISOString(),
      event_id: `01${String(nth).padStart(12, '0')}${String(minute).padStart(12, '0')}`,
      wp_id: wp,
    };
  };
  const told: object[] = LIFE.slice(1).map((to, i) => ({
    ...next(),
    from_lane: LIFE[i],
    to_lane: to,
    actor: 'claude',
    force: false,
    reason: `so it went on to ${to}`,
    evidence: null,
    review_ref: null,
    mission_slug: mission,
    policy_metadata: to === 'claimed' ? { agent: 'claude', shell_pid: 41, shell_pid_created_at: '1772442000.5' } : null,
  }));
  const note = (delta: object) => ({ ...next(), kind: 'annotation', actor: 'claude', delta });
  for (const id of ['T001', 'T002', 'T003', 'T004'])
    told.push(note({ subtasks: { [id]: 'done' }, note: `${id} is done` }));
  for (let i = 0; i < 8; i += 1)
    told.push(note({ note: `The press runs; ${i} sheets of the timetable are dry by now.` }));
  return told.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const COLUMNS =
  'id, stream, version, class, type, from_state, to_state, forced, at, actor, cause, payload, prev_hash, hash'.split(
    ', ',
  );

/** Events that the import commits together: of five hundred packages. */
const A_COMMIT = 500 * 20;

/**
 * The import of a folder of packages into an empty ledger – files read, lines parsed, events checked, hashed, folded and
 * projected – against the insert of its finished event rows alone, by the driver itself: each in a transaction of its own, as
 * the ledger appends an act; and, with nothing promised, as many in one as the import has.
 */
export async function packageRows(dir: string, rounds: number, count: number): Promise<Row[]> {
  const folder = join(dir, 'missions');
  generate(folder, count);
  const named = (name: string) => join(dir, `${name}.db`);
  const { rows } = await imported(folder, named('packages'), true);
  const ms = (time: number) => time;
  const name = `import of ${count.toLocaleString('en-US')} packages, ${rows.length.toLocaleString('en-US')} events`;
  const ours = () => imported(folder, named('packages'), false).then((run) => run.ms);
  // A commit for each of sixty thousand takes minutes: twice is enough to see by how much.
  const single = await interleave(Math.min(rounds, 2), ours, () => inserted(rows, named('raw'), 1));
  const together = await interleave(rounds, ours, () => inserted(rows, named('raw'), A_COMMIT));
  const against = 'the bare insert of its rows';
  return [
    row({ name, against: `${against}, one a commit`, unit: 'ms', bound: { atMost: 1.5 } }, single, ms),
    row({ name: `${name}, in its commits`, against: `${against}, the same`, unit: 'ms', bound: null }, together, ms),
  ];
}

function fresh(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
}

type EventRowValues = (string | number | null)[];

async function imported(folder: string, path: string, keep: boolean): Promise<{ ms: number; rows: EventRowValues[] }> {
  fresh(path);
  const ledger = await openLedger(benchConfig(`sqlite:${path}`));
  const act = { now: DAY, actor: { kind: 'process' as const, id: 'bench' }, cause: 'bench' };
  const start = performance.now();
  await importPackages(ledger, act, folder, { compare: false });
  const ms = performance.now() - start;
  await ledger.close();
  if (!keep) return { ms, rows: [] };
  const database = new Sqlite(path, { readonly: true });
  const rows = database
    .prepare(`select ${COLUMNS.join(', ')} from events`)
    .raw()
    .all() as EventRowValues[];
  database.close();
  return { ms, rows };
}

/** Into the ledger's own table, with its indexes, journal and syncs. */
async function inserted(rows: readonly EventRowValues[], path: string, together: number): Promise<number> {
  fresh(path);
  await (await openLedger(benchConfig(`sqlite:${path}`))).close();
  const database = new Sqlite(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const insert = database.prepare(
    `insert into events (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})`,
  );
  const batch = database.transaction((from: number, to: number) => {
    for (let i = from; i < to; i += 1) insert.run(...(rows[i] as EventRowValues));
  });
  const start = performance.now();
  for (let i = 0; i < rows.length; i += together) batch(i, Math.min(rows.length, i + together));
  const ms = performance.now() - start;
  database.close();
  return ms;
}
