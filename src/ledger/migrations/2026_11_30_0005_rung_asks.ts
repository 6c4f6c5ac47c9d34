import { type Kysely, type Migration, sql } from 'kysely';

/** The spend ledger (R6): one row an asking of a rung, claimed before it is asked. */
export const rungAsks: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('rung_asks')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('decision_id', 'text', (c) => c.notNull())
      .addColumn('rung', 'text', (c) => c.notNull())
      .addColumn('attempt', 'integer', (c) => c.notNull())
      .addColumn('asked_at', 'bigint', (c) => c.notNull())
      .addColumn('lease_until', 'bigint', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) =>
        c.notNull().check(sql`outcome in ('asking', 'ruled', 'refused', 'unreachable')`),
      )
      .addColumn('choice', 'text')
      .addColumn('receipt', 'text')
      .addColumn('why', 'text')
      .addColumn('retry_at', 'bigint')
      .execute();
    await db.schema.createIndex('rung_asks_decision').on('rung_asks').column('decision_id').execute();
    await db.schema.createIndex('rung_asks_day').on('rung_asks').column('asked_at').execute();
  },
};
