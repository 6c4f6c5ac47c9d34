import type { Db } from '../db/open.js';
import type { Backlog, Skipped } from '../types.js';
import { factsOf } from './evolve.js';
import { stateOfDecisionRow } from './table.js';

/**
 * Decided work that is not applied yet, as one aggregate over every row (D6): whoever is alive, and whatever is driven.
 * @throws where it cannot be counted; the caller leaves it out, for a zero that nobody measured is a lie.
 */
export async function countBacklog(db: Db): Promise<Backlog> {
  const groups = await db
    .selectFrom('decisions')
    .select([
      'application',
      'needs',
      (e) => e.fn.countAll<number>().as('n'),
      (e) => e.fn.min('decided_at').as('oldest'),
    ])
    .where('decision', '=', 'decided')
    .where('application', '<>', 'applied')
    .groupBy(['application', 'needs'])
    .execute();
  const byApplication: Record<string, number> = {};
  const capabilities: Record<string, number> = {};
  for (const { application, needs, n } of groups) {
    const state = application ?? 'unknown';
    byApplication[state] = (byApplication[state] ?? 0) + Number(n);
    if (needs !== null) capabilities[needs] = (capabilities[needs] ?? 0) + Number(n);
  }
  const oldest = groups.map((group) => group.oldest).filter((at): at is number => at !== null);
  return {
    total: Object.values(byApplication).reduce((sum, n) => sum + n, 0),
    byApplication,
    capabilities,
    oldestAt: oldest.length > 0 ? Math.min(...oldest.map(Number)) : null,
  };
}

/** Decided rows that no sweep drives, by name, each with why (D4): the oldest first. */
export async function skipList(db: Db, limit: number): Promise<Skipped[]> {
  const rows = await db
    .selectFrom('decisions')
    .select(['id', 'state_json'])
    .where('decision', '=', 'decided')
    .where('application', 'not in', ['applied', 'queued'])
    .orderBy('decided_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const state = stateOfDecisionRow(row);
    const why = factsOf(state).skipped ?? 'it is driven';
    return { key: `decision:${row.id}`, question: state.raised?.question ?? '', why };
  });
}
