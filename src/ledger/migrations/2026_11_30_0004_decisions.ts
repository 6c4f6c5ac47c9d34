import { type Kysely, type Migration, sql } from 'kysely';

/** Projections of decisions (§8) and rulings (§9), and what each sweep counted of the backlog (D6). */
export const decisions: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('decisions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('decision', 'text', (c) => c.notNull())
      .addColumn('application', 'text')
      .addColumn('verification', 'text')
      .addColumn('needs', 'text')
      .addColumn('task', 'text')
      .addColumn('board_key', 'text')
      .addColumn('package_id', 'text')
      .addColumn('raised_at', 'bigint', (c) => c.notNull())
      .addColumn('decided_at', 'bigint')
      .addColumn('told', 'text')
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('state_json', 'text', (c) => c.notNull())
      .execute();
    // What a sweep counts and drives: decided and not applied, however many were ever asked (S6).
    await sql`create index decisions_outstanding on decisions (application, needs)
      where decision = 'decided' and application <> 'applied'`.execute(db);
    await sql`create index decisions_pending on decisions (raised_at) where decision = 'pending'`.execute(db);

    await db.schema
      .createTable('rulings')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('decision_id', 'text', (c) => c.notNull())
      .addColumn('obtained_at', 'bigint', (c) => c.notNull())
      .addColumn('delivered_at', 'bigint')
      .addColumn('effect', 'text')
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('state_json', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('rulings_decision').on('rulings').column('decision_id').execute();
    await sql`create index rulings_undelivered on rulings (obtained_at) where delivered_at is null`.execute(db);

    await db.schema.alterTable('sweeps').addColumn('backlog', 'text').execute();
  },
};
