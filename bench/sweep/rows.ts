import { join } from 'node:path';
import { runChase } from '../../src/sweeps/chase/run.js';
import { sweep } from '../../src/sweeps/index.js';
import { benchConfig } from '../config.js';
import { interleave } from '../stats.js';
import { type Row, row, type Skipped } from '../table.js';
import { DUE, NOW, type Seeded, seed } from './seed.js';

export interface SweepSizes {
  many: number;
  few: number;
  rounds: number;
}

/** One sweep over many open items against one over few, with the same items due: it must cost what is due (S6). */
export async function sweepRows(dir: string, sizes: SweepSizes): Promise<Row[]> {
  const url = (name: string) => `sqlite:${join(dir, `${name}.db`)}`;
  return compare('', url, sizes, { atMost: 1.2 });
}

/** The same on a PostgreSQL of this run's own, or why not. Its commits are not synced, which favours neither side. */
export async function postgresSweepRows(sizes: SweepSizes): Promise<(Row | Skipped)[]> {
  const name = 'PostgreSQL: sweep';
  let server: { database(): Promise<string>; stop(): Promise<void> };
  try {
    const { startPostgres } = await import('../../test/support/postgres.js');
    server = await startPostgres();
  } catch (error) {
    return [{ name, skipped: (error as Error).message.split('\n')[0] ?? '' }];
  }
  try {
    const urls = { many: await server.database(), few: await server.database() };
    return await compare('PostgreSQL: ', (which) => urls[which], sizes, null);
  } finally {
    await server.stop();
  }
}

async function compare(
  engine: string,
  url: (which: 'many' | 'few') => string,
  { many, few, rounds }: SweepSizes,
  bound: Row['bound'],
): Promise<Row[]> {
  const a = await seed(benchConfig(url('many')), many, many);
  const b = await seed(benchConfig(url('few')), few, many);
  try {
    const due = await interleave(
      rounds,
      () => timed(a, 'reset', DUE),
      () => timed(b, 'reset', DUE),
    );
    const none = await interleave(
      rounds,
      () => timed(a, 'none', 0),
      () => timed(b, 'none', 0),
    );
    const [open, against] = [count(many), `${count(few)} open, the same due`];
    const ms = (time: number) => time;
    return [
      row({ name: `${engine}sweep, ${open} open, ${DUE} due`, against, unit: 'ms', bound }, due, ms),
      row({ name: `${engine}sweep, ${open} open, none due`, against, unit: 'ms', bound: null }, none, ms),
    ];
  } finally {
    await a.close();
    await b.close();
  }
}

const count = (n: number) => n.toLocaleString('en-US');

/** Milliseconds of one sweep's database work: what is due is read, and each page is raised in a transaction of its own. */
async function timed(seeded: Seeded, before: 'reset' | 'none', expected: number): Promise<number> {
  await seeded[before]();
  const { ledger } = seeded;
  const now = () => NOW;
  const config = benchConfig('sqlite:unused');
  let raised = 0;
  const start = performance.now();
  await sweep({
    ledger,
    holder: 'bench',
    now,
    parts: [
      {
        name: 'chasing what is due',
        run: async () => {
          const counts = await runChase({ ledger, config, holder: 'bench', now });
          raised = counts.done;
          return counts;
        },
      },
    ],
  });
  const took = performance.now() - start;
  if (raised !== expected) throw new Error(`${expected} pages were due and ${raised} raised`);
  return took;
}
