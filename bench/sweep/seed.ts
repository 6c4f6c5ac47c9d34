import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Config } from '../../src/config/index.js';
import { type Ledger, openLedger } from '../../src/ledger/index.js';

/** Items that are due, the same in every ledger. */
export const DUE = 100;
/** The moment of every sweep, milliseconds UTC. */
export const NOW = Date.UTC(2026, 10, 30, 12);
const DAY = 86_400_000;
/** Rows of one insert into PostgreSQL. */
const CHUNK = 20_000;

type Value = string | number | null;

/** A table's rows as the ledger wrote them, whatever its columns are. */
interface Kept {
  columns: string[];
  rows: Value[][];
}

/** What is done to the database beside the ledger: seeding, and taking a sweep back. */
interface Raw {
  read(sql: string): Promise<Kept>;
  /** Inserts into `items`, all or nothing. */
  fill(columns: readonly string[], rows: Iterable<Value[]>): Promise<void>;
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** A ledger with many open items, `DUE` of which are due at `NOW`; `reset` brings it back to that. */
export interface Seeded {
  ledger: Ledger;
  reset(): Promise<void>;
  /** Nothing is due until the next `reset`. */
  none(): Promise<void>;
  close(): Promise<void>;
}

/** What a number stands for; the due ones lie evenly among the others, so that no page holds two of a million. */
const subject = (n: number) => `org/app#${String(n).padStart(7, '0')}`;

/**
 * Makes a ledger of `total` open items: the due ones opened by the ledger's own verb, with their events; of the others only
 * the projection, like the first's. `span` is how far apart their numbers lie.
 */
export async function seed(config: Config, total: number, span: number): Promise<Seeded> {
  const every = Math.floor(span / DUE);
  const ledger = await openLedger(config);
  for (let n = 0; n < DUE; n += 1) await open(ledger, `pull-request:${subject(n * every)}`, n);
  const raw = config.ledger.url.startsWith('sqlite:')
    ? sqlite(config.ledger.url.slice('sqlite:'.length))
    : await postgres(config.ledger.url);
  const due = await raw.read('select * from items order by key');
  const columns = due.columns.join(',');
  await raw.run('create table due_items as select * from items');
  await raw.run('delete from items');
  await raw.fill(due.columns, items(due, total, span, every));
  await raw.run('analyze');

  const streams = due.rows.map((r) => `'item:${r[due.columns.indexOf('key')]}'`).join(',');
  // Updated where they lie: rows that are written anew would lie side by side.
  const back = `update items set (${columns}) = (select ${columns} from due_items d where d.key = items.key)
    where key in (select key from due_items)`;
  const clean = async () => {
    await raw.run('delete from posts');
    await raw.run(`delete from events where version > 1 and stream in (${streams})`);
    await raw.run(back);
  };
  return {
    ledger,
    reset: async () => {
      await clean();
      await raw.run('checkpoint');
    },
    none: async () => {
      await clean();
      await raw.run(`update items set next_due_at = ${NOW + DAY} where key in (select key from due_items)`);
      await raw.run('checkpoint');
    },
    close: async () => {
      await raw.close();
      await ledger.close();
    },
  };
}

async function open(ledger: Ledger, key: string, n: number): Promise<void> {
  const openedAt = NOW - DAY - n * 60_000;
  const opening = {
    openedAt,
    nudgeAt: null,
    pageAt: NOW - DAY / 2 + n,
    owedTo: ['fede'],
    owedBy: 'smith',
    link: 'https://bench.slack.com/archives/C06RUNS/p1793000000000000',
    noLinkWhy: null,
    what: 'the drive ended; the pull request waits for its merge',
    handoff: null,
    snapshot: null,
  };
  const act = { now: openedAt, actor: { kind: 'process' as const, id: 'bench' }, cause: `seed:${key}` };
  const opened = await ledger.onItem(act, key, { do: 'open', opening });
  if (!opened.applied || 'refused' in opened.value) throw new Error(`${key} could not be opened`);
}

/** All rows in the order of their numbers: the due ones, and rows like the first that are due a day from now and later. */
function* items(due: Kept, total: number, span: number, every: number): Generator<Value[]> {
  const [like] = due.rows;
  if (!like) throw new Error('nothing was opened');
  const at = (column: string) => due.columns.indexOf(column);
  const [key, of, opened, next, state] = [
    at('key'),
    at('subject'),
    at('opened_at'),
    at('next_due_at'),
    at('state_json'),
  ];
  const old = like[of] as string;
  const parts = (like[state] as string).split(old);
  const step = span / total;
  let dueMade = 0;
  let after = -1;
  for (let made = 0; made < total; made += 1) {
    const number = Math.max(Math.floor(made * step), after + 1);
    after = number;
    const turn = due.rows[dueMade];
    if (turn && number >= dueMade * every) {
      dueMade += 1;
      yield turn;
      continue;
    }
    const name = subject(number);
    const row = [...like];
    row[key] = `pull-request:${name}x`;
    row[of] = `${name}x`;
    row[opened] = NOW - DAY + made;
    row[next] = NOW + DAY + made;
    row[state] = parts.join(`${name}x`);
    yield row;
  }
}

const placeholders = (n: number, of: (i: number) => string) => Array.from({ length: n }, (_, i) => of(i)).join(',');

function sqlite(file: string): Raw {
  const database = new Sqlite(file);
  database.pragma('busy_timeout = 5000');
  return {
    async read(sql) {
      const statement = database.prepare(sql);
      return { columns: statement.columns().map((c) => c.name), rows: statement.raw().all() as Value[][] };
    },
    async fill(columns, rows) {
      // Only to be filled fast; what is measured goes through the ledger's own connection.
      database.pragma('synchronous = OFF');
      database.pragma('cache_size = -200000');
      const sql = `insert into items (${columns.join(',')}) values (${placeholders(columns.length, () => '?')})`;
      const statement = database.prepare(sql);
      database.transaction(() => {
        for (const row of rows) statement.run(row);
      })();
      // What is still on its way to the disk must not meet the first sweep.
      database.pragma('synchronous = FULL');
      database.pragma('wal_checkpoint(TRUNCATE)');
    },
    async run(sql) {
      if (sql === 'checkpoint') database.pragma('wal_checkpoint(TRUNCATE)');
      else database.exec(sql);
    },
    async close() {
      database.close();
    },
  };
}

async function postgres(url: string): Promise<Raw> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async read(sql) {
      const { fields, rows } = await client.query({ text: sql, rowMode: 'array' });
      return { columns: fields.map((f) => f.name), rows: rows as Value[][] };
    },
    async fill(columns, rows) {
      const types = await client.query(
        `select column_name as name, data_type as type from information_schema.columns where table_name = 'items'`,
      );
      const typeOf = new Map((types.rows as { name: string; type: string }[]).map((r) => [r.name, r.type]));
      const arrays = placeholders(columns.length, (i) => `$${i + 1}::${typeOf.get(columns[i] ?? '')}[]`);
      const sql = `insert into items (${columns.join(',')}) select * from unnest(${arrays})`;
      await client.query('begin');
      let chunk: Value[][] = [];
      const flush = async () => {
        if (chunk.length > 0)
          await client.query(
            sql,
            columns.map((_, i) => chunk.map((row) => row[i])),
          );
        chunk = [];
      };
      for (const row of rows) if (chunk.push(row) === CHUNK) await flush();
      await flush();
      await client.query('commit');
    },
    async run(sql) {
      await client.query(sql);
    },
    close: () => client.end(),
  };
}
