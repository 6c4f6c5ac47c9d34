import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Envelope, openLedger } from '../src/ledger/index.js';
import { messageEnvelopes } from './acks/envelopes.js';
import { BRIDGE, benchConfig } from './config.js';
import { interleave } from './stats.js';
import { type Row, row } from './table.js';

/** Envelopes that are stored together, as with a hundred in flight. */
const BATCH = 100;

/** Rows a second into the inbox, through the ledger and by one prepared statement of better-sqlite3, a hundred a commit. */
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
    const measured = await interleave(
      rounds,
      () => rate(batches, (envelopes) => ledger.persist(envelopes, 'bench', Date.now(), 0)),
      () => rate(batches, async (envelopes) => store(envelopes)),
    );
    const name = 'inbox rows stored, a hundred a commit';
    return [row({ name, against: 'bare better-sqlite3', unit: 'rows/s', bound: null }, measured, (r) => r)];
  } finally {
    bare.close();
    await ledger.close();
  }
}

const make = messageEnvelopes(BRIDGE);

async function rate(batches: number, store: (envelopes: readonly Envelope[]) => Promise<unknown>): Promise<number> {
  const made = Array.from({ length: batches }, () => Array.from({ length: BATCH }, envelope));
  const start = performance.now();
  for (const envelopes of made) await store(envelopes);
  return ((batches * BATCH) / (performance.now() - start)) * 1000;
}

function envelope(): Envelope {
  const { payload } = JSON.parse(make().text) as { payload: { event: { channel: string; ts: string } } };
  const { channel, ts } = payload.event;
  return { id: `msg:${channel}:${ts}`, orderAt: Number(ts) * 1000, body: payload };
}
