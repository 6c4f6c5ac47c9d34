import type { Db } from '../db/open.js';
import type { PackageRow } from '../db/schema.js';
import { canonicalJson } from '../events/record.js';
import type { StreamDef } from '../events/stream.js';
import { canonical } from './canonical.js';
import { packageEdges } from './edges.js';
import { packageSchemas } from './events.js';
import { evolvePackage, initialPackage, type PackageState, packageOrder } from './evolve.js';

export function packageRow(id: string, state: PackageState, version: number): PackageRow {
  const slash = id.indexOf('/');
  return {
    id,
    mission: id.slice(0, slash),
    wp: id.slice(slash + 1),
    state: state.state,
    since_at: state.since,
    version,
    state_json: canonical(state),
  };
}

/** The stream of one work package, and its projection (L1). */
export const packageStream: StreamDef<PackageState> = {
  prefix: 'package',
  initial: initialPackage,
  edges: packageEdges,
  stateOf: (state) => state.state,
  schemas: packageSchemas,
  evolve: evolvePackage,
  order: packageOrder,
  async project(db: Db, id, state, version) {
    const values = packageRow(id, state, version);
    const { id: _id, ...changed } = values;
    await db
      .insertInto('packages')
      .values(values)
      .onConflict((c) => c.column('id').doUpdateSet(changed))
      .execute();
  },
  async projected(db) {
    const rows = await db.selectFrom('packages').selectAll().execute();
    return new Map(rows.map((r) => [r.id, canonicalJson(r)]));
  },
  asProjected: (id, state, version) => canonicalJson(packageRow(id, state, version)),
  async clear(db) {
    await db.deleteFrom('packages').execute();
  },
};
