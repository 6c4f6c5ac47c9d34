import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ackRows } from './acks/rows.js';
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
const rounds = Number(values.rounds ?? (values.quick ? 1 : 7));
const dir = diskFolder(values.dir);
const rows: (Row | Skipped)[] = [];
try {
  rows.push(...(await ackRows(dir, rounds, values.quick ? 100 : 1_500)));
} finally {
  rmSync(dir, { recursive: true, force: true });
}
process.stdout.write(`${render(rows)}\n`);
process.stdout.write(
  `${rounds} rounds; load ${loadavg()[0]?.toFixed(2)} on ${cpus().length} cores; Node ${process.version}\n`,
);
const missed = rows.some((r) => !('skipped' in r) && !holds(r));
process.exitCode = missed && values.strict ? 1 : 0;
