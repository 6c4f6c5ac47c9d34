import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Envelope, openLedger } from '../src/ledger/index.js';
import { messageEnvelopes } from './acks/envelopes.js';
import { BRIDGE, benchConfig } from './config.js';
import { interleave, median } from './stats.js';
import { type Row, row } from './table.js';

/** Envelopes that are stored together, as with a hundred in flight. */
const BATCH = 100;

/**
 * The inbox's rows through the ledger, and by one prepared statement of better-sqlite3: a hundred a commit, and one. The
 * latter is what the disk takes to sync, below which no acknowledgement gets.
 */
export async function insertRows(dir: string, rounds: number, batches: number): Promise<Row[]> {
  const config = (name: string) => benchConfig(`sqlite:${join(dir, `${name}.db`)}`);
  const ledger = await openLedger(config('inserts-ours'));
  await (await openLedger(config('inserts-bare'))).close();
  const bare = new Sqlite(join(dir, 'inserts-bare.db'));
  bare.pragma('synchronous = FULL');
  try {
    const statement = bare.prepare(
      `insert into inbox (id, order_at, ordered, body, received_at, state, holder, lease_until, attempts)
       values (?, ?, 1, ?, ?, 'new', 'bench', ?, 0) on conflict (id) do nothing returning id`,
    );
    const store = bare.transaction((envelopes: readonly Envelope[]) => {
      const at = Date.now();
      for (const e of envelopes) statement.all(e.id, e.orderAt, JSON.stringify(e.body), at, at);
    });
    const ours = (envelopes: readonly Envelope[]) => ledger.persist(envelopes, 'bench', Date.now(), 0);
    const other = async (envelopes: readonly Envelope[]) => store(envelopes);
    const measure = (size: number) =>
      interleave(
        rounds,
        () => times(batches, size, ours),
        () => times(batches, size, other),
      );
    const against = 'bare better-sqlite3';
    const name = 'inbox rows stored,';
    const many = { name: `${name} a hundred a commit`, against, unit: 'rows/s' as const, bound: null };
    const single = { name: `${name} one a commit, p50`, against, unit: 'ms' as const, bound: null };
    return [
      row(many, await measure(BATCH), (t) => (t.length * BATCH * 1000) / t.reduce((sum, one) => sum + one, 0)),
      row(single, await measure(1), median),
    ];
  } finally {
    bare.close();
    await ledger.close();
  }
}

const make = messageEnvelopes(BRIDGE);

/** Milliseconds of each commit. */
async function times(
  commits: number,
  size: number,
  store: (envelopes: readonly Envelope[]) => Promise<unknown>,
): Promise<number[]> {
  const made = Array.from({ length: commits }, () => Array.from({ length: size }, envelope));
  const took: number[] = [];
  for (const envelopes of made) {
    const start = performance.now();
    await store(envelopes);
    took.push(performance.now() - start);
  }
  return took;
}

function envelope(): Envelope {
  const { payload } = JSON.parse(make().text) as { payload: { event: { channel: string; ts: string } } };
  const { channel, ts } = payload.event;
  return { id: `msg:${channel}:${ts}`, orderAt: Number(ts) * 1000, body: payload };
}
