import type { Db } from '../db/open.js';
import { countBacklog, skipList } from '../decisions/backlog.js';
import { readDeliveries } from '../rulings/rulings.js';
import type { Deliveries } from '../rulings/signal.js';
import type { Backlog, Skipped } from '../types.js';

/** As many names as a person reads. */
const SKIPPED = 200;

/** Counts and marks for `owed status`, `/health` and `/metrics` (G1, S5). A part that cannot be read throws; nothing is zero for it. */
export interface LedgerStatus {
  openByKind: Record<string, number>;
  oldestOpenByKind: Record<string, number>;
  posts: { due: number; claimed: number; unknown: number; waiting: number };
  parked: number;
  inboxNew: number;
  lastSweep: SweepRecord | null;
  processes: ProcessRecord[];
  held: { effect: string; state: string; reason: string; until: number }[];
  sources: { name: string; lastOkAt: number | null; lastError: string | null; lastErrorAt: number | null }[];
  parkedRows: { id: string; error: string | null }[];
  /** Labels of terminal lines that nobody mapped to a kind, the latest first (O5). */
  unmappedLabels: { label: string; times: number; lastAt: number }[];
  /** Decided and not applied; null where it could not be counted, never zero (D6). */
  backlog?: Backlog | null;
  /** Decided rows that no sweep drives, by name; null where they could not be read (D4). */
  skipped?: Skipped[] | null;
  /** Whether rulings reach whoever is parked (R5); null where it could not be read. */
  deliveries?: Deliveries | null;
}

export interface SweepRecord {
  startedAt: number;
  endedAt: number | null;
  /** Null where a count could not be taken, never zero (S5). */
  walked: number | null;
  read: number | null;
  done: number | null;
  errors: string[];
  /** The backlog as this sweep counted it; null where it could not (D6). */
  backlog?: Backlog | null;
}

export interface ProcessRecord {
  holder: string;
  pid: number;
  host: string;
  startedAt: number;
  seenAt: number;
  socket: Record<string, unknown>;
}

export async function readStatus(db: Db, now: number): Promise<LedgerStatus> {
  const open = await db
    .selectFrom('items')
    .select(['kind', (e) => e.fn.countAll<number>().as('n'), (e) => e.fn.min('opened_at').as('oldest')])
    .where('state', '=', 'open')
    .groupBy('kind')
    .execute();
  const unsettled = await db
    .selectFrom('posts')
    .select(['effect', 'state', 'reason', 'not_before'])
    .where('state', 'in', ['due', 'claimed', 'unknown'])
    .execute();
  const inbox = await db
    .selectFrom('inbox')
    .select(['state', (e) => e.fn.countAll<number>().as('n')])
    .where('state', 'in', ['new', 'parked'])
    .groupBy('state')
    .execute();
  const count = (state: string) => unsettled.filter((p) => p.state === state).length;
  const inboxCount = (state: string) => Number(inbox.find((r) => r.state === state)?.n ?? 0);
  const parkedRows = await db
    .selectFrom('inbox')
    .select(['id', 'error'])
    .where('state', '=', 'parked')
    .limit(50)
    .execute();
  const labels = await db.selectFrom('unmapped_labels').selectAll().orderBy('last_at', 'desc').limit(50).execute();
  return {
    openByKind: Object.fromEntries(open.map((r) => [r.kind, Number(r.n)])),
    oldestOpenByKind: Object.fromEntries(open.map((r) => [r.kind, Number(r.oldest)])),
    posts: {
      due: count('due'),
      claimed: count('claimed'),
      unknown: count('unknown'),
      waiting: unsettled.filter((p) => p.state === 'due' && p.reason !== null).length,
    },
    parked: inboxCount('parked'),
    inboxNew: inboxCount('new'),
    lastSweep: await lastSweep(db),
    processes: await processes(db),
    held: unsettled
      .filter((p) => p.reason !== null)
      .map((p) => ({ effect: p.effect, state: p.state, reason: p.reason as string, until: p.not_before })),
    sources: (await db.selectFrom('sources').selectAll().execute()).map((s) => ({
      name: s.name,
      lastOkAt: s.last_ok_at,
      lastError: s.last_error,
      lastErrorAt: s.last_error_at,
    })),
    parkedRows,
    backlog: await countBacklog(db).catch(() => null),
    skipped: await skipList(db, SKIPPED).catch(() => null),
    deliveries: await readDeliveries(db, now).catch(() => null),
    unmappedLabels: labels.map((r) => ({ label: r.label, times: Number(r.times), lastAt: Number(r.last_at) })),
  };
}

/** The last sweep that started, of any replica (S5). */
export async function lastSweep(db: Db): Promise<SweepRecord | null> {
  const row = await db.selectFrom('sweeps').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row
    ? {
        startedAt: row.started_at,
        endedAt: row.ended_at,
        walked: row.walked,
        read: row.read,
        done: row.done,
        errors: JSON.parse(row.errors) as string[],
        backlog: row.backlog === null ? null : (JSON.parse(row.backlog) as Backlog),
      }
    : null;
}

export async function processes(db: Db): Promise<ProcessRecord[]> {
  const rows = await db.selectFrom('processes').selectAll().orderBy('seen_at', 'desc').execute();
  return rows.map((r) => ({
    holder: r.holder,
    pid: r.pid,
    host: r.host,
    startedAt: r.started_at,
    seenAt: r.seen_at,
    socket: JSON.parse(r.socket) as Record<string, unknown>,
  }));
}
