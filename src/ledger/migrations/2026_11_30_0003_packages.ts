import { type Kysely, type Migration, sql } from 'kysely';

/** Projection of the work packages (W2): one row each; the fold is `state_json`, the other columns are searched by. */
export const packages: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('packages')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('mission', 'text', (c) => c.notNull())
      .addColumn('wp', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('since_at', 'bigint')
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('state_json', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('packages_mission').on('packages').columns(['mission', 'wp']).execute();
    await sql`create index packages_under_way on packages (since_at) where state not in ('genesis', 'done', 'canceled')`.execute(
      db,
    );
  },
};
