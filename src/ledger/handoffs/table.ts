import type { Db } from '../db/open.js';
import type { BoardRow } from '../db/schema.js';
import { canonicalJson } from '../events/record.js';
import type { StreamDef } from '../events/stream.js';
import { boardSchemas } from './events.js';
import { type BoardState, boardEdges, evolveBoard, initialBoard } from './evolve.js';

function row(key: string, state: BoardState, version: number): BoardRow {
  return {
    key,
    state: state.state,
    round: state.round,
    sender: state.handoff?.by ?? null,
    taker: state.taker,
    channel: state.handoff?.line.channel ?? null,
    thread_ts: state.handoff?.line.ts ?? null,
    version,
    state_json: canonicalJson(state),
  };
}

/** The stream of one handoff key, and its projection, the claims board (L1). */
export const handoffStream: StreamDef<BoardState> = {
  prefix: 'handoff',
  initial: initialBoard,
  edges: boardEdges,
  stateOf: (state) => state.state,
  schemas: boardSchemas,
  evolve: evolveBoard,
  async project(db: Db, key, state, version) {
    const values = row(key, state, version);
    const { key: _key, ...changed } = values;
    await db
      .insertInto('board')
      .values(values)
      .onConflict((c) => c.column('key').doUpdateSet(changed))
      .execute();
  },
  async projected(db) {
    const rows = await db.selectFrom('board').selectAll().execute();
    return new Map(rows.map((r) => [r.key, canonicalJson(r)]));
  },
  asProjected: (key, state, version) => canonicalJson(row(key, state, version)),
  async clear(db) {
    await db.deleteFrom('board').execute();
  },
};
