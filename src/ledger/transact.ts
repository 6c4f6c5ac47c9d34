import { uuidv7 } from 'uuidv7';
import type { OpenDb } from './db/open.js';
import type { Actor } from './types.js';
import { Unit } from './unit.js';

/** Who acts, when, and because of what. `now` is milliseconds UTC; `cause` names the Slack message or command (L4, L5). */
export interface Act {
  now: number;
  actor: Actor;
  cause: string;
}

export type Applied<T> = { applied: true; value: T } | { applied: false };

const TRIES = 12;

/** Another writer appended first, or the database asked for a retry: nothing was written, so the act is simply tried again. */
function isConflict(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code === '40001' || code === '40P01' || code === 'SQLITE_BUSY' || code === 'SQLITE_BUSY_SNAPSHOT') return true;
  if (code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return /events|items|board|causes|decisions|rulings|rung_asks/.test(message ?? '');
  }
  return false;
}

/**
 * Runs one act as one transaction, tried again when another writer was faster (optimistic concurrency, L4). Without a cause
 * it is an act that repeats safely by itself (a claim, a settlement).
 * @throws what `work` throws, after which nothing is written; the last conflict after twelve tries.
 */
export async function transact<T>(open: OpenDb, act: Act, work: (unit: Unit) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const begin = open.db.transaction();
      const isolated = open.engine === 'postgres' ? begin.setIsolationLevel('serializable') : begin;
      return await isolated.execute((tx) =>
        work(new Unit(tx, { now: act.now, actor: act.actor, cause: act.cause, newId: uuidv7 }, open.isRead)),
      );
    } catch (error) {
      if (!isConflict(error) || attempt >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(100, 2 ** attempt)));
    }
  }
}

/** A decision that nothing was done, and why: what is asked again later may well be done then. */
const isRefusal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('refused' in value || ('ok' in value && value.ok === false));

/** As `transact`, and the same cause a second time changes nothing (L5). A refused act leaves no cause behind. */
export async function once<T>(open: OpenDb, act: Act, work: (unit: Unit) => Promise<T>): Promise<Applied<T>> {
  return transact(open, act, async (unit) => {
    const fresh = await unit.db
      .insertInto('causes')
      .values({ cause: act.cause, at: act.now })
      .onConflict((c) => c.column('cause').doNothing())
      .returning('cause')
      .executeTakeFirst();
    if (!fresh) return { applied: false };
    const value = await work(unit);
    if (isRefusal(value)) await unit.db.deleteFrom('causes').where('cause', '=', act.cause).execute();
    return { applied: true, value };
  });
}
