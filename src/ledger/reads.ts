import type { Db } from './db/open.js';

/** What a reader keeps between two reads of one item. */
export type Memory = Record<string, unknown>;

export interface ReadDue {
  key: string;
  memory: Memory;
  failures: number;
}

/** Puts the next reading of an item at `nextAt` (milliseconds UTC; null: never again), keeping what the reader remembers. */
export async function readNext(db: Db, key: string, nextAt: number | null): Promise<void> {
  await db
    .insertInto('reads')
    .values({ item_key: key, next_at: nextAt, failures: 0, memory: '{}' })
    .onConflict((c) => c.column('item_key').doUpdateSet({ next_at: nextAt }))
    .execute();
}

/** Whose turn it is to be read at `now`, the longest waiting first (S4). */
export async function readsDue(db: Db, now: number, limit: number): Promise<ReadDue[]> {
  const rows = await db
    .selectFrom('reads')
    .selectAll()
    .where('next_at', 'is not', null)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return rows.map((r) => ({ key: r.item_key, memory: JSON.parse(r.memory) as Memory, failures: r.failures }));
}

export async function memoryOf(db: Db, key: string): Promise<Memory> {
  const row = await db.selectFrom('reads').select('memory').where('item_key', '=', key).executeTakeFirst();
  return row ? (JSON.parse(row.memory) as Memory) : {};
}

/** Takes the turn to read an item for `length` milliseconds, so that replicas do not all ask the source (S4). */
export async function leaseRead(db: Db, key: string, now: number, length: number): Promise<boolean> {
  const row = await db
    .updateTable('reads')
    .set({ next_at: now + length })
    .where('item_key', '=', key)
    .where('next_at', '<=', now)
    .returning('item_key')
    .executeTakeFirst();
  return row !== undefined;
}

/** A reading that answered: when it was, and when the next is due. */
export async function readDone(db: Db, key: string, now: number, nextAt: number | null, memory: Memory): Promise<void> {
  const row = { next_at: nextAt, last_ok_at: now, last_error: null, failures: 0, memory: JSON.stringify(memory) };
  await db
    .insertInto('reads')
    .values({ item_key: key, ...row })
    .onConflict((c) => c.column('item_key').doUpdateSet(row))
    .execute();
}

/** A reading that failed is unknown: it says what failed, and the next waits longer (O2, S4). */
export async function readFailed(db: Db, key: string, now: number, nextAt: number, error: string): Promise<void> {
  await db
    .insertInto('reads')
    .values({ item_key: key, next_at: nextAt, last_error: error, last_error_at: now, failures: 1, memory: '{}' })
    .onConflict((c) =>
      c.column('item_key').doUpdateSet((e) => ({
        next_at: nextAt,
        last_error: error,
        last_error_at: now,
        failures: e('reads.failures', '+', 1),
      })),
    )
    .execute();
}
