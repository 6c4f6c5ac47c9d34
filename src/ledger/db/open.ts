import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import pg from 'pg';
import type { Tables } from './schema.js';

export type Db = Kysely<Tables>;
export type Engine = 'sqlite' | 'postgres';

export interface OpenDb {
  db: Db;
  engine: Engine;
  /** Reads many rows as they were at one moment, while others write. */
  snapshot<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /** Which kinds have a proof that is read at a source at a cadence (S4); set by whoever knows the configuration. */
  isRead?: (kind: string) => boolean;
  /** SQLite only: a consistent copy while others write (L8). */
  backup: ((file: string) => Promise<void>) | null;
  close(): Promise<void>;
}

/** Kysely begins deferred transactions; a read that later writes would fail at once when another process wrote between. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/**
 * Kysely runs SQLite's migrations outside a transaction, and two processes that start at once in each other's way. SQLite's
 * DDL is transactional: begun immediately, it is also the lock (L6).
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: ConstructorParameters<typeof SqliteDriver>[0];
  constructor(config: ConstructorParameters<typeof SqliteDriver>[0]) {
    super(config);
    this.#database = config;
  }
  override createDriver() {
    return new ImmediateDriver(this.#database);
  }
  override createAdapter() {
    return new TransactionalAdapter();
  }
}

/** Kysely's dialect prepares every query anew; keeping the statements gave 1.3 to 1.6 times the rate (design). */
function withPreparedStatements(database: Sqlite.Database) {
  const kept = new Map<string, Sqlite.Statement>();
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      let statement = kept.get(sql);
      if (!statement) {
        statement = database.prepare(sql);
        if (kept.size < 500) kept.set(sql, statement);
      }
      return statement as never;
    },
  };
}

/** Thrown when the ledger cannot be opened; the message is one sentence for a person, with the fix. */
export class LedgerUnreachable extends Error {}

function openSqlite(file: string): OpenDb {
  let database: Sqlite.Database;
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
    database = new Sqlite(file);
    database.pragma('journal_mode = WAL');
    database.pragma('foreign_keys = ON');
    database.pragma('synchronous = FULL');
    database.pragma('busy_timeout = 5000');
  } catch (error) {
    throw new LedgerUnreachable(
      `The ledger ${file} cannot be opened (${(error as Error).message}); make its folder writable, or set ledger.url to another place.`,
    );
  }
  const db = new Kysely<Tables>({
    dialect: new ImmediateSqliteDialect({ database: withPreparedStatements(database) }),
  });
  return {
    db,
    engine: 'sqlite',
    // Deferred, so that it holds up no writer: WAL keeps what was there when the reading began.
    snapshot: (read) => readBetween(db, 'begin deferred', read),
    backup: async (to) => {
      await database.backup(to);
      chmodSync(to, 0o600);
    },
    close: () => db.destroy(),
  };
}

function openPostgres(url: string): OpenDb {
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: 10_000,
    types: {
      // 8-byte integers hold milliseconds, well inside what a double holds exactly.
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === 20 ? Number : pg.types.getTypeParser(oid, format as 'text')) as never,
    },
  });
  // An idle client whose server went away must not end the process; the next query says what is wrong.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    engine: 'postgres',
    snapshot: (read) => readBetween(db, 'begin isolation level repeatable read read only', read),
    backup: null,
    close: () => db.destroy(),
  };
}

async function readBetween<T>(db: Db, begin: string, read: (db: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await connection.executeQuery(CompiledQuery.raw(begin));
    try {
      return await read(connection);
    } finally {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    }
  });
}

/**
 * Opens the ledger's database: `sqlite:FILE` or `postgres://…` (L6). The SQLite file is made with mode 0600 and its folder
 * if absent.
 * @throws LedgerUnreachable with one sentence and the fix.
 */
export function openDatabase(url: string): OpenDb {
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length));
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url);
  throw new LedgerUnreachable(
    'ledger.url is neither sqlite:FILE nor postgres://…; write for example sqlite:./owed-smith.db.',
  );
}
