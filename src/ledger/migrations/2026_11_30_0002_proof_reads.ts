import { type Kysely, type Migration, sql } from 'kysely';

/** What the reading of proofs remembers between sweeps (S4), the threads of the seat (A1), labels nobody mapped (O5). */
export const proofReads: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('reads')
      .addColumn('item_key', 'text', (c) => c.primaryKey())
      .addColumn('next_at', 'bigint')
      .addColumn('last_ok_at', 'bigint')
      .addColumn('last_error', 'text')
      .addColumn('last_error_at', 'bigint')
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('memory', 'text', (c) => c.notNull())
      .execute();
    await sql`create index reads_next on reads (next_at) where next_at is not null`.execute(db);

    await db.schema
      .createTable('threads')
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('ts', 'text', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('threads_pk', ['channel', 'ts'])
      .execute();

    await db.schema
      .createTable('unmapped_labels')
      .addColumn('label', 'text', (c) => c.primaryKey())
      .addColumn('times', 'integer', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
