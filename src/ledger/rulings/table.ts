import type { Db } from '../db/open.js';
import type { RulingRow } from '../db/schema.js';
import { canonicalJson } from '../events/record.js';
import type { StreamDef } from '../events/stream.js';
import { rulingEdges, rulingSchemas } from './events.js';
import { evolveRuling, initialRuling, type RulingState } from './evolve.js';

const row = (id: string, state: RulingState, version: number): RulingRow => ({
  id,
  decision_id: state.recorded?.decision ?? '',
  obtained_at: state.obtainedAt,
  delivered_at: state.delivered?.at ?? null,
  effect: state.due?.effect ?? null,
  version,
  state_json: canonicalJson(state),
});

export const stateOfRulingRow = (read: Pick<RulingRow, 'id' | 'state_json'>): RulingState => ({
  ...initialRuling(read.id),
  ...(JSON.parse(read.state_json) as RulingState),
});

/** The stream of one ruling, and its projection (L1). */
export const rulingStream: StreamDef<RulingState> = {
  prefix: 'ruling',
  initial: initialRuling,
  edges: rulingEdges,
  stateOf: (state) => state.state,
  schemas: rulingSchemas,
  evolve: evolveRuling,
  async project(db: Db, id, state, version) {
    const values = row(id, state, version);
    const { id: _id, ...changed } = values;
    await db
      .insertInto('rulings')
      .values(values)
      .onConflict((c) => c.column('id').doUpdateSet(changed))
      .execute();
  },
  async projected(db) {
    const rows = await db.selectFrom('rulings').selectAll().execute();
    return new Map(rows.map((r) => [r.id, canonicalJson(r)]));
  },
  asProjected: (id, state, version) => canonicalJson(row(id, state, version)),
  async clear(db) {
    await db.deleteFrom('rulings').execute();
  },
};
