import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ackRows } from './acks/rows.js';
import { insertRows } from './inserts.js';
import { postgresSweepRows, sweepRows } from './sweep/rows.js';
import { holds, type Row, render, type Skipped } from './table.js';

const TMPFS = 0x01021994;

/** A folder on a disk: the temporary one, or the working one where that is memory. */
function diskFolder(wanted: string | undefined): string {
  const parent = wanted ?? (statfsSync(tmpdir()).type === TMPFS ? process.cwd() : tmpdir());
  return mkdtempSync(join(parent, 'owed-bench-'));
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    dir: { type: 'string' },
  },
});
const { quick } = values;
const rounds = Number(values.rounds ?? (quick ? 1 : 7));
const sizes = { many: quick ? 2_000 : 1_000_000, few: 1_000, rounds };
const dir = diskFolder(values.dir);

/** The parts of the table, in order; `--only` names some of them. */
const parts: Record<string, () => Promise<(Row | Skipped)[]>> = {
  acks: () => ackRows(dir, rounds, quick ? 100 : 1_500),
  sweep: () => sweepRows(dir, sizes),
  inserts: () => insertRows(dir, rounds, quick ? 2 : 100),
  postgres: () => postgresSweepRows(sizes),
};
const wanted = values.only?.split(',') ?? Object.keys(parts);

const rows: (Row | Skipped)[] = [];
try {
  for (const name of wanted) {
    const part = parts[name];
    if (!part) throw new Error(`there is no part "${name}"; there are ${Object.keys(parts).join(', ')}`);
    rows.push(...(await part()));
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
process.stdout.write(`${render(rows)}\n\n`);
process.stdout.write(
  `medians of ${rounds} interleaved rounds; load ${loadavg()[0]?.toFixed(2)} on ${cpus().length} cores; Node ${process.version}\n`,
);
const missed = rows.some((r) => !('skipped' in r) && !holds(r));
process.exitCode = missed && values.strict ? 1 : 0;
