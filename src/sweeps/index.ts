import type { Ledger } from '../ledger/index.js';
import type { Backlog } from '../ledger/types.js';

/** One part of the sweep: what it does, and how much (S5). Parts run in this order, each whatever became of the one before. */
export interface SweepPart {
  name: string;
  run: () => Promise<{ walked?: number; read?: number; done?: number; errors?: string[]; backlog?: Backlog }>;
}

type Counts = Record<'walked' | 'read' | 'done', number | null>;

/**
 * One sweep over all its parts (S1); records when it started and ended, what it walked, read and did, and its errors (S5).
 * One part's failure never stops the others (S2). Rejects only when the ledger cannot even record that it started.
 */
export async function sweep(deps: {
  ledger: Ledger;
  holder: string;
  now: () => number;
  parts: readonly SweepPart[];
}): Promise<void> {
  const id = await deps.ledger.startSweep(deps.holder, deps.now());
  // A count that no part could take is absent, never zero (S5).
  const total: Counts = { walked: null, read: null, done: null };
  const errors: string[] = [];
  let backlog: Backlog | null = null;
  for (const part of deps.parts) {
    try {
      const counts = await part.run();
      for (const name of ['walked', 'read', 'done'] as const) {
        const count = counts[name];
        if (count !== undefined) total[name] = (total[name] ?? 0) + count;
      }
      errors.push(...(counts.errors ?? []));
      backlog = counts.backlog ?? backlog;
    } catch (error) {
      errors.push(`${part.name}: ${(error as Error).message}`);
    }
  }
  await deps.ledger.endSweep(id, { ...total, errors, backlog, endedAt: deps.now() });
}
