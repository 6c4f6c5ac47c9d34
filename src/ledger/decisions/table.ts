import type { Db } from '../db/open.js';
import type { DecisionRow } from '../db/schema.js';
import { canonicalJson } from '../events/record.js';
import type { StreamDef } from '../events/stream.js';
import { parseHandoffKey } from '../keys.js';
import { decisionEdges } from './edges.js';
import { decisionSchemas } from './events.js';
import { type DecisionState, evolveDecision, factsOf, initialDecision, standingOf } from './evolve.js';

/** The key of the handoff that a task may name: `leads/x`, `handoff:leads/x`. */
export const boardKeyOf = (task: string | null): string | null =>
  task === null ? null : parseHandoffKey(task.trim().replace(/^(?:handoff|handoff-received|held):/i, ''));

/** The id of the work package that a task may name: `MISSION/WP01`, `package:MISSION/WP01`. */
export const packageIdOf = (task: string | null): string | null => {
  const plain = task?.trim() ?? '';
  return /^package:[^/\s]+\/\S+$/i.test(plain) || /^[^/\s]+\/WP\d\S*$/.test(plain)
    ? plain.replace(/^package:/i, '')
    : null;
};

function row(id: string, state: DecisionState, version: number): DecisionRow {
  const facts = factsOf(state);
  const task = state.raised?.task ?? null;
  const told = Object.entries(state.told)
    .filter(([, each]) => each.round === state.round)
    .sort(([, a], [, b]) => b.at - a.at)[0];
  return {
    id,
    decision: facts.decision,
    application: facts.application,
    verification: facts.verification,
    needs: facts.needs,
    task,
    board_key: boardKeyOf(task),
    package_id: packageIdOf(task),
    raised_at: state.raisedAt,
    decided_at: state.decided?.at ?? null,
    told: told?.[0] ?? null,
    version,
    state_json: canonicalJson(state),
  };
}

export const stateOfDecisionRow = (read: Pick<DecisionRow, 'id' | 'state_json'>): DecisionState => ({
  ...initialDecision(read.id),
  ...(JSON.parse(read.state_json) as DecisionState),
});

/** The stream of one decision, and its projection (L1). */
export const decisionStream: StreamDef<DecisionState> = {
  prefix: 'decision',
  initial: initialDecision,
  edges: decisionEdges,
  stateOf: standingOf,
  schemas: decisionSchemas,
  evolve: evolveDecision,
  async project(db: Db, id, state, version) {
    const values = row(id, state, version);
    const { id: _id, ...changed } = values;
    await db
      .insertInto('decisions')
      .values(values)
      .onConflict((c) => c.column('id').doUpdateSet(changed))
      .execute();
  },
  async projected(db) {
    const rows = await db.selectFrom('decisions').selectAll().execute();
    return new Map(rows.map((r) => [r.id, canonicalJson(r)]));
  },
  asProjected: (id, state, version) => canonicalJson(row(id, state, version)),
  async clear(db) {
    await db.deleteFrom('decisions').execute();
  },
};
