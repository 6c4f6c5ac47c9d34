import type { Db, OpenDb } from '../db/open.js';
import { type EventRecord, fromRow } from '../events/record.js';
import { type Act, type Applied, once, transact } from '../transact.js';
import type { Unit } from '../unit.js';
import { decidePackage, isPackageRefused, type PackageCommand, type PackageRefused } from './decide.js';
import { evolvePackage, initialPackage, type PackageState, packageOrder } from './evolve.js';
import { type PackageView, reconstruct } from './reconstruct.js';
import { packageStream } from './table.js';
import { type Incoming, type TakenIn, takeIn } from './take-in.js';

export type PackageMatch = { found: string } | { ambiguous: string[] } | { nearest: string[] };

export interface PackageFilter {
  mission?: string;
  /** Those that somebody may be at work on. */
  underWay?: boolean;
  limit?: number;
}

/** Carries out one command on a package, in the caller's transaction. */
export async function onPackage(
  unit: Unit,
  id: string,
  command: PackageCommand,
): Promise<{ package: PackageState } | PackageRefused> {
  const decision = decidePackage((await unit.load(packageStream, id)).state, command);
  if (isPackageRefused(decision)) return decision;
  return { package: await unit.append(packageStream, id, decision) };
}

/**
 * The package that a person's or a HANDOFF's words name: `MISSION/WP01`, with or without `package:`; a mission by its number
 * or the beginning of its name where that is clear, and `WP01` alone where only one mission has it.
 */
export async function matchPackage(db: Db, typed: string): Promise<PackageMatch> {
  const text = typed.trim().replace(/^package:/i, '');
  const exact = await db.selectFrom('packages').select('id').where('id', '=', text).executeTakeFirst();
  if (exact) return { found: exact.id };
  const slash = text.lastIndexOf('/');
  const [mission, wp] = [text.slice(0, Math.max(0, slash)).toLowerCase(), text.slice(slash + 1).toLowerCase()];
  const rows = await db.selectFrom('packages').select(['id', 'mission', 'wp']).execute();
  const same = rows.filter((row) => row.wp.toLowerCase() === wp);
  const whole = same.filter((row) => row.mission.toLowerCase() === mission);
  const begun = whole.length > 0 ? whole : same.filter((row) => row.mission.toLowerCase().startsWith(mission));
  if (begun.length === 1 && begun[0]) return { found: begun[0].id };
  if (begun.length > 1) return { ambiguous: begun.map((row) => row.id).sort() };
  return { nearest: rows.map((row) => row.id) };
}

/** Verbs of work packages, beside the ledger's own. Times are milliseconds UTC. */
export class Packages {
  readonly #open: OpenDb;

  constructor(open: OpenDb) {
    this.#open = open;
  }

  /** Carries out one command on a package, once for its cause (L5). */
  do(act: Act, id: string, command: PackageCommand): Promise<Applied<{ package: PackageState } | PackageRefused>> {
    return once(this.#open, act, (unit) => onPackage(unit, id, command));
  }

  /** Takes in what happened elsewhere; what is known adds nothing, however often it is read (W6). */
  takeIn(act: Act, batch: readonly Incoming[]): Promise<Map<string, TakenIn>> {
    return transact(this.#open, act, (unit) => takeIn(unit.db, this.#open.engine, batch, unit.ctx));
  }

  async view(id: string): Promise<PackageView | null> {
    const row = await this.#open.db.selectFrom('packages').select('state_json').where('id', '=', id).executeTakeFirst();
    return row ? reconstruct(JSON.parse(row.state_json) as PackageState) : null;
  }

  match(typed: string): Promise<PackageMatch> {
    return matchPackage(this.#open.db, typed);
  }

  /** By mission and id; those under way the longest in their state first. */
  async list(filter: PackageFilter = {}): Promise<PackageView[]> {
    let query = this.#open.db.selectFrom('packages').select('state_json');
    if (filter.mission !== undefined) query = query.where('mission', '=', filter.mission);
    query = filter.underWay
      ? query.where('state', 'not in', ['genesis', 'done', 'canceled']).orderBy('since_at').orderBy('id')
      : query.orderBy('mission').orderBy('wp');
    if (filter.limit !== undefined) query = query.limit(filter.limit);
    const rows = await query.execute();
    return rows.map((row) => reconstruct(JSON.parse(row.state_json) as PackageState));
  }

  async countUnderWay(): Promise<number> {
    const row = await this.#open.db
      .selectFrom('packages')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('state', 'not in', ['genesis', 'done', 'canceled'])
      .executeTakeFirstOrThrow();
    return Number(row.n);
  }

  /** A package's events in the order of the fold. */
  async events(key: string): Promise<Omit<EventRecord, 'prevHash' | 'hash'>[]> {
    const rows = await this.#open.db.selectFrom('events').selectAll().where('stream', '=', key).execute();
    return packageOrder(rows.map(fromRow)).map(({ prevHash: _p, hash: _h, ...event }) => event);
  }

  /** The fold of a mission's packages without what was backfilled: what the logs alone say (`--compare`). */
  async foldOfLogs(mission: string): Promise<Map<string, PackageState>> {
    const ids = await this.#open.db.selectFrom('packages').select('id').where('mission', '=', mission).execute();
    const folds = new Map<string, PackageState>();
    for (const { id } of ids) {
      const events = await this.#open.db
        .selectFrom('events')
        .selectAll()
        .where('stream', '=', `package:${id}`)
        .execute();
      const said = events
        .map(fromRow)
        .filter((event) => event.payload.backfilled !== true && event.type !== 'Authored');
      folds.set(id.slice(mission.length + 1), packageOrder(said).reduce(evolvePackage, initialPackage(id)));
    }
    return folds;
  }
}
