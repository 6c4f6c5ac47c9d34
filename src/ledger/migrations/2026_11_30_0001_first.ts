import { type Kysely, type Migration, sql } from 'kysely';

/** The first schema: log, projections, outbox, inbox and what the sweep remembers. */
export function first(engine: 'sqlite' | 'postgres'): Migration {
  const serial = engine === 'postgres' ? 'bigserial' : 'integer';
  return {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('events')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('stream', 'text', (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('class', 'text', (c) => c.notNull().check(sql`class in ('transition', 'annotation')`))
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('from_state', 'text')
        .addColumn('to_state', 'text')
        .addColumn('forced', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('actor', 'text', (c) => c.notNull())
        .addColumn('cause', 'text', (c) => c.notNull())
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('prev_hash', 'text')
        .addColumn('hash', 'text', (c) => c.notNull())
        .addUniqueConstraint('events_stream_version', ['stream', 'version'])
        .addCheckConstraint(
          'events_edges',
          sql`(class = 'annotation' and from_state is null and to_state is null and forced = 0)
              or (class = 'transition' and from_state is not null and to_state is not null and from_state <> to_state)`,
        )
        .execute();

      await db.schema
        .createTable('causes')
        .addColumn('cause', 'text', (c) => c.primaryKey())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('items')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('round', 'integer', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('opened_at', 'bigint', (c) => c.notNull())
        .addColumn('next_due_at', 'bigint')
        .addColumn('closed_at', 'bigint')
        .addColumn('owed_to', 'text', (c) => c.notNull())
        .addColumn('owed_by', 'text', (c) => c.notNull())
        .addColumn('class', 'text')
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('state_json', 'text', (c) => c.notNull())
        .execute();
      // What a sweep walks: only rows that are due for something, however many are open (S6).
      await sql`create index items_due on items (next_due_at) where next_due_at is not null`.execute(db);
      await sql`create index items_open on items (kind, opened_at) where state = 'open'`.execute(db);
      await db.schema.createIndex('items_subject').on('items').column('subject').execute();

      await db.schema
        .createTable('board')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('round', 'integer', (c) => c.notNull())
        .addColumn('sender', 'text')
        .addColumn('taker', 'text')
        .addColumn('channel', 'text')
        .addColumn('thread_ts', 'text')
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('state_json', 'text', (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('posts')
        .addColumn('id', serial, (c) => (engine === 'postgres' ? c.primaryKey() : c.primaryKey().autoIncrement()))
        .addColumn('effect', 'text', (c) => c.notNull().unique())
        .addColumn('post_key', 'text', (c) => c.notNull().unique())
        .addColumn('item_key', 'text')
        .addColumn('round', 'integer')
        .addColumn('place', 'text', (c) => c.notNull())
        .addColumn('saying', 'text', (c) => c.notNull())
        .addColumn('edits', 'text')
        .addColumn('lane', 'text')
        .addColumn('state', 'text', (c) =>
          c.notNull().check(sql`state in ('due', 'claimed', 'unknown', 'posted', 'dropped')`),
        )
        .addColumn('created_at', 'bigint', (c) => c.notNull())
        .addColumn('not_before', 'bigint', (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('first_attempt_at', 'bigint')
        .addColumn('attempted_at', 'bigint')
        .addColumn('lease_until', 'bigint')
        .addColumn('reason', 'text')
        .addColumn('reason_code', 'text')
        .addColumn('absent_reads', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('first_absent_at', 'bigint')
        .addColumn('channel', 'text')
        .addColumn('ts', 'text')
        .addColumn('settled_at', 'bigint')
        .execute();
      await sql`create index posts_unsettled on posts (state, not_before) where state in ('due', 'claimed', 'unknown')`.execute(
        db,
      );
      await db.schema.createIndex('posts_item').on('posts').column('item_key').execute();

      await db.schema
        .createTable('inbox')
        .addColumn('seq', serial, (c) => (engine === 'postgres' ? c.primaryKey() : c.primaryKey().autoIncrement()))
        .addColumn('id', 'text', (c) => c.notNull().unique())
        .addColumn('order_at', 'double precision', (c) => c.notNull())
        .addColumn('ordered', 'integer', (c) => c.notNull())
        .addColumn('body', 'text')
        .addColumn('received_at', 'bigint', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('holder', 'text')
        .addColumn('lease_until', 'bigint', (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('error', 'text')
        .execute();
      await sql`create index inbox_new on inbox (ordered, order_at) where state = 'new'`.execute(db);

      await db.schema
        .createTable('turns')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('holder', 'text', (c) => c.notNull())
        .addColumn('until', 'bigint', (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('sources')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('cursor', 'text')
        .addColumn('last_ok_at', 'bigint')
        .addColumn('last_error', 'text')
        .addColumn('last_error_at', 'bigint')
        .execute();

      await db.schema
        .createTable('sweeps')
        .addColumn('id', serial, (c) => (engine === 'postgres' ? c.primaryKey() : c.primaryKey().autoIncrement()))
        .addColumn('holder', 'text', (c) => c.notNull())
        .addColumn('started_at', 'bigint', (c) => c.notNull())
        .addColumn('ended_at', 'bigint')
        .addColumn('walked', 'integer')
        .addColumn('read', 'integer')
        .addColumn('done', 'integer')
        .addColumn('errors', 'text', (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('processes')
        .addColumn('holder', 'text', (c) => c.primaryKey())
        .addColumn('pid', 'integer', (c) => c.notNull())
        .addColumn('host', 'text', (c) => c.notNull())
        .addColumn('started_at', 'bigint', (c) => c.notNull())
        .addColumn('seen_at', 'bigint', (c) => c.notNull())
        .addColumn('socket', 'text', (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('item_errors')
        .addColumn('item_key', 'text', (c) => c.primaryKey())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('error', 'text', (c) => c.notNull())
        .execute();
    },
  };
}
