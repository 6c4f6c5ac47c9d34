import { type Migration, Migrator } from 'kysely';
import { LedgerUnreachable, type OpenDb } from '../db/open.js';
import { first } from './2026_11_30_0001_first.js';
import { proofReads } from './2026_11_30_0002_proof_reads.js';
import { packages } from './2026_11_30_0003_packages.js';
import { decisions } from './2026_11_30_0004_decisions.js';
import { rungAsks } from './2026_11_30_0005_rung_asks.js';

/** Forward only, in order of name; a released migration is never edited (L6). */
export function migrations(engine: 'sqlite' | 'postgres'): Record<string, Migration> {
  return {
    '2026_11_30_0001_first': first(engine),
    '2026_11_30_0002_proof_reads': proofReads,
    '2026_11_30_0003_packages': packages,
    '2026_11_30_0004_decisions': decisions,
    '2026_11_30_0005_rung_asks': rungAsks,
  };
}

/** Thrown when the ledger was written by a newer Owed; the message says so and what to do. */
export class NewerSchema extends Error {}

/**
 * Brings the ledger to this binary's schema; two processes that start at once wait for each other.
 * @param upTo the last migration to run, for tests that go step by step.
 * @returns the names of the migrations that ran.
 * @throws NewerSchema when the ledger holds a migration that this binary does not know (L6).
 * @throws LedgerUnreachable when the database cannot be reached.
 */
export async function migrate(open: OpenDb, upTo?: string): Promise<string[]> {
  const known = migrations(open.engine);
  const migrator = new Migrator({ db: open.db, provider: { getMigrations: async () => known } });
  const applied = await appliedMigrations(open);
  const unknown = applied.filter((name) => !(name in known));
  if (unknown.length > 0) {
    throw new NewerSchema(
      `The ledger was written by a newer Owed (it holds ${unknown.join(', ')}, which this version does not know); install that version or a later one, the ledger was not touched.`,
    );
  }
  if (applied.length === Object.keys(known).length) return [];
  const { error, results } = upTo ? await migrator.migrateTo(upTo) : await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).filter((r) => r.status === 'Success').map((r) => r.migrationName);
}

async function appliedMigrations(open: OpenDb): Promise<string[]> {
  let tables: { name: string }[];
  try {
    tables = await open.db.introspection.getTables({ withInternalKyselyTables: true });
  } catch (error) {
    throw new LedgerUnreachable(
      `The ledger's database cannot be reached (${(error as Error).message}); check ledger.url and that the server runs.`,
    );
  }
  if (!tables.some((t) => t.name === 'kysely_migration')) return [];
  const rows = await open.db
    .selectFrom('kysely_migration' as never)
    .select('name' as never)
    .execute();
  return (rows as { name: string }[]).map((r) => r.name).sort();
}
