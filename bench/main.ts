import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ackRows } from './acks/rows.js';
import { insertRows } from './inserts.js';
import { packageRows } from './packages.js';
import { postgresSweepRows, sweepRows } from './sweep/rows.js';
import { holds, type Row, render, type Skipped } from './table.js';

const TMPFS = 0x01021994;

/** A folder on a disk: the temporary one, or the working one where that is memory. */
function diskFolder(wanted: string | undefined): string {
  const parent = wanted ?? (statfsSync(tmpdir()).type === TMPFS ? process.cwd() : tmpdir());
  return mkdtempSync(join(parent, 'owed-bench-'));
}

const USAGE = `npm run bench [-- OPTIONS]

Measures Owed against a stated other, in interleaved rounds, and prints one table.

  --only PARTS   some of: acks, sweep, inserts, packages, postgres (with commas)
  --rounds N     rounds that count, after one that does not; 7 unless given
  --dir FOLDER   where the databases go: on the disk that is to be measured
  --quick        small numbers, one round: shows that it runs, and measures nothing
  --strict       exit code 1 when a bound is missed
`;

/** Runs the parts that were asked for; resolves to the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      dir: { type: 'string' },
      quick: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { quick } = values;
  const rounds = Number(values.rounds ?? (quick ? 1 : 7));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1');
  const sizes = { many: quick ? 2_000 : 1_000_000, few: 1_000, rounds };
  const parts: Record<string, (dir: string) => Promise<(Row | Skipped)[]>> = {
    acks: (dir) => ackRows(dir, rounds, quick ? 100 : 1_500),
    sweep: (dir) => sweepRows(dir, sizes),
    inserts: (dir) => insertRows(dir, rounds, quick ? 2 : 100),
    packages: (dir) => packageRows(dir, rounds, quick ? 30 : 3_000),
    postgres: () => postgresSweepRows(sizes),
  };
  const wanted = values.only?.split(',') ?? Object.keys(parts);
  const unknown = wanted.find((name) => !(name in parts));
  if (unknown !== undefined) {
    throw new Error(`there is no part "${unknown}"; there are ${Object.keys(parts).join(', ')}`);
  }

  const rows: (Row | Skipped)[] = [];
  const dir = diskFolder(values.dir);
  const before = loadavg()[0];
  try {
    for (const name of wanted) rows.push(...((await parts[name]?.(dir)) ?? []));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  process.stdout.write(`${render(rows)}\n\n`);
  process.stdout.write(
    `medians of ${rounds} interleaved rounds; load ${before?.toFixed(2)} before and ${loadavg()[0]?.toFixed(2)} after, ` +
      `on ${cpus().length} cores; Node ${process.version}\n`,
  );
  const missed = rows.some((r) => !('skipped' in r) && !holds(r));
  return missed && values.strict ? 1 : 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    process.stderr.write(`bench: ${error.message}\n`);
    process.exitCode = 2;
  },
);
