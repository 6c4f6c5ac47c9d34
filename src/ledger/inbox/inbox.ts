import { CompiledQuery, type Insertable } from 'kysely';
import type { Db } from '../db/open.js';
import type { InboxRow, InboxTable } from '../db/schema.js';

/** An envelope as it is kept: what it is about, when it belongs, and its body (X3). Times are milliseconds UTC. */
export interface Envelope {
  id: string;
  orderAt: number;
  body: Record<string, unknown>;
  /** Nobody listens to it: it is kept as done at once, so that it is known and never handled. */
  settled?: boolean;
}

/** After this many failures an envelope is parked: visible, and in nobody's way (X3). */
export const PARK_AFTER = 5;

/**
 * Persists envelopes in one statement, so that many share one commit (design "Many envelopes, one commit").
 * @returns the ids that are new; the others were seen before (L5).
 */
export async function persist(
  db: Db,
  envelopes: readonly Envelope[],
  holder: { id: string; now: number; lease: number },
): Promise<Set<string>> {
  const unique = [...new Map(envelopes.map((e) => [e.id, e])).values()];
  const fresh = new Set<string>();
  for (let from = 0; from < unique.length; from += AT_ONCE) {
    for (const id of await insert(db, unique.slice(from, from + AT_ONCE), holder)) fresh.add(id);
  }
  return fresh;
}

/**
 * Rows of one insert. Any other number is filled up with repetitions of its first row, which the conflict clause drops: so
 * there are few statements, each compiled and prepared once. With one for each number of rows nearly every batch would be
 * compiled and prepared anew, and those that are kept would fill the memory.
 */
const SIZES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];

/** Databases bound the parameters of one statement; a day of a busy bridge is read back in more rows than that. */
const AT_ONCE = 512;

async function insert(
  db: Db,
  envelopes: readonly Envelope[],
  holder: { id: string; now: number; lease: number },
): Promise<string[]> {
  const rows = envelopes.map((e) => ({
    id: e.id,
    order_at: e.orderAt,
    ordered: isMessage(e.id) ? 1 : 0,
    body: e.settled ? null : JSON.stringify(e.body),
    received_at: holder.now,
    state: e.settled ? ('done' as const) : ('new' as const),
    holder: holder.id,
    lease_until: holder.now + holder.lease,
    attempts: 0,
  }));
  const [first] = rows;
  if (!first) return [];
  const size = SIZES.find((s) => s >= rows.length) as number;
  const parameters: unknown[] = [];
  for (const row of rows) parameters.push(...Object.values(row));
  const filler = Object.values({ ...first, body: null });
  for (let n = rows.length; n < size; n += 1) parameters.push(...filler);
  const { rows: fresh } = await db.executeQuery<{ id: string }>(
    CompiledQuery.raw(textFor(db, size, first), parameters),
  );
  return fresh.map((r) => r.id);
}

/** The insert's text by its rows, for each engine. */
const texts = new WeakMap<object, Map<number, string>>();

function textFor(db: Db, size: number, like: Insertable<InboxTable>): string {
  const { adapter } = db.getExecutor();
  const known = texts.get(adapter) ?? new Map<number, string>();
  texts.set(adapter, known);
  let text = known.get(size);
  if (text === undefined) {
    text = db
      .insertInto('inbox')
      .values(Array.from({ length: size }, () => like))
      .onConflict((c) => c.column('id').doNothing())
      .returning('id')
      .compile().sql;
    known.set(size, text);
  }
  return text;
}

/** Messages, their edits and deletions: what is said is handled in the order in which it was said (H11). */
export const isMessage = (id: string): boolean => /^(?:msg|edit|del|change):/.test(id);

/** Clicks and commands to be handled by this holder: its own, and those whose holder let the lease pass. */
export async function takeable(db: Db, holder: string, now: number, limit: number): Promise<InboxRow[]> {
  return db
    .selectFrom('inbox')
    .selectAll()
    .where('state', '=', 'new')
    .where('ordered', '=', 0)
    .where((e) => e.or([e('holder', '=', holder), e('lease_until', '<', now)]))
    .orderBy('order_at')
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** A message as old as this was stored by whoever got it, or is read back with what came before it. Milliseconds. */
const OLD = 5_000;

/**
 * Messages to be handled, whoever stored them, in the order of their own time; for the process whose turn it is.
 * @param receivedBefore milliseconds UTC: what arrived later waits, so that what another replica is still storing comes first.
 */
export async function takeableMessages(
  db: Db,
  now: number,
  receivedBefore: number,
  limit: number,
): Promise<InboxRow[]> {
  return db
    .selectFrom('inbox')
    .selectAll()
    .where('state', '=', 'new')
    .where('ordered', '=', 1)
    .where((e) => e.or([e('received_at', '<=', receivedBefore), e('order_at', '<=', receivedBefore - OLD)]))
    .where((e) => e.or([e('attempts', '=', 0), e('lease_until', '<', now)]))
    .orderBy('order_at')
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Takes or renews a turn for `length` milliseconds; false while another process has it. */
export async function takeTurn(db: Db, name: string, holder: string, now: number, length: number): Promise<boolean> {
  const row = await db
    .insertInto('turns')
    .values({ name, holder, until: now + length })
    .onConflict((c) =>
      c
        .column('name')
        .doUpdateSet({ holder, until: now + length })
        .where((e) => e.or([e('turns.holder', '=', holder), e('turns.until', '<', now)])),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a turn back, so that a clean stop holds up nobody. */
export async function endTurn(db: Db, name: string, holder: string): Promise<void> {
  await db.deleteFrom('turns').where('name', '=', name).where('holder', '=', holder).execute();
}

/** Takes over a row whose lease has passed, or renews one's own; false when another was faster. */
export async function lease(db: Db, row: InboxRow, holder: string, now: number, length: number): Promise<boolean> {
  const won = await db
    .updateTable('inbox')
    .set({ holder, lease_until: now + length })
    .where('id', '=', row.id)
    .where('state', '=', 'new')
    .where('lease_until', '=', row.lease_until)
    .returning('id')
    .executeTakeFirst();
  return won !== undefined;
}

/** Marks rows as handled; the body goes, the identity stays, so a redelivery of any age is known (L5). */
export async function markDone(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('inbox').set({ state: 'done', body: null, error: null }).where('id', 'in', ids).execute();
}

/** Records a failure: tried again after a growing wait, parked after several, visible in `owed status` (X3). */
export async function markFailed(db: Db, row: InboxRow, error: string, now: number): Promise<'later' | 'parked'> {
  const attempts = row.attempts + 1;
  const parked = attempts >= PARK_AFTER;
  await db
    .updateTable('inbox')
    .set({
      attempts,
      error,
      state: parked ? 'parked' : 'new',
      lease_until: now + Math.min(60_000, 250 * 4 ** attempts),
      holder: null,
    })
    .where('id', '=', row.id)
    .execute();
  return parked ? 'parked' : 'later';
}

/** Removes identities of handled envelopes received before `before`; Slack redelivers for at most a day (facts page). */
export async function prune(db: Db, before: number): Promise<void> {
  await db.deleteFrom('inbox').where('state', '=', 'done').where('received_at', '<', before).execute();
}
