import type { Db } from '../db/open.js';
import type { ItemRow } from '../db/schema.js';
import { canonicalJson } from '../events/record.js';
import type { StreamDef } from '../events/stream.js';
import { itemSchemas } from './events.js';
import { evolveItem, type ItemState, initialItem, itemEdges, nextDue } from './evolve.js';

function row(key: string, state: ItemState, version: number): ItemRow {
  return {
    key,
    kind: state.kind,
    subject: state.subject,
    round: state.round,
    state: state.state === 'open' ? 'open' : 'closed',
    opened_at: state.openedAt,
    next_due_at: nextDue(state),
    closed_at: state.closedAt,
    owed_to: canonicalJson(state.owedTo),
    owed_by: state.owedBy,
    class: state.handoff?.class ?? null,
    version,
    state_json: canonicalJson(state),
  };
}

/** The stream of one owed item, and its projection (L1). */
export const itemStream: StreamDef<ItemState> = {
  prefix: 'item',
  initial: initialItem,
  edges: itemEdges,
  stateOf: (state) => state.state,
  schemas: itemSchemas,
  evolve: evolveItem,
  async project(db: Db, key, state, version) {
    const values = row(key, state, version);
    const { key: _key, ...changed } = values;
    await db
      .insertInto('items')
      .values(values)
      .onConflict((c) => c.column('key').doUpdateSet(changed))
      .execute();
  },
  async projected(db) {
    const rows = await db.selectFrom('items').selectAll().execute();
    return new Map(rows.map((r) => [r.key, canonicalJson(r)]));
  },
  asProjected: (key, state, version) => canonicalJson(row(key, state, version)),
  async clear(db) {
    await db.deleteFrom('items').execute();
  },
};
