import { join } from 'node:path';
import type { Config } from '../../src/config/index.js';
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
    const measure = (before: 'reset' | 'none', config: Config, expected: number) =>
      interleave(
        rounds,
        () => timed(a, before, config, expected),
        () => timed(b, before, config, expected),
      );
    const apart = await measure('reset', benchConfig('sqlite:unused', DUE), DUE);
    const storm = await measure('reset', benchConfig('sqlite:unused'), DUE);
    const none = await measure('none', benchConfig('sqlite:unused'), 0);
    const open = `${engine}sweep, ${count(many)} open`;
    const against = `${count(few)} open, the same due`;
    const ms = (time: number) => time;
    return [
      row({ name: `${open}, ${DUE} due, a page each`, against, unit: 'ms', bound }, apart, ms),
      row({ name: `${open}, ${DUE} due, one storm`, against, unit: 'ms', bound }, storm, ms),
      row({ name: `${open}, none due`, against, unit: 'ms', bound: null }, none, ms),
    ];
  } finally {
    await a.close();
    await b.close();
  }
}

const count = (n: number) => n.toLocaleString('en-US');

/**
 * Milliseconds of one sweep's database work: what is due is read, and its pages are raised, each in a transaction of its own
 * or all in one where they make a storm (O11).
 */
async function timed(seeded: Seeded, before: 'reset' | 'none', config: Config, expected: number): Promise<number> {
  await seeded[before]();
  const { ledger } = seeded;
  const now = () => NOW;
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
