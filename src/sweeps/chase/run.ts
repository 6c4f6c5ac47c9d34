import type { Config } from '../../config/types.js';
import type { DueMark, Ledger } from '../../ledger/index.js';
import { planChase } from './plan.js';

export interface ChaseCounts {
  walked: number;
  done: number;
  errors: string[];
}

const BATCH = 500;

/**
 * Walks the items that are due for something and raises their nudges and pages, each once for its round (S1, S2, P6).
 * Only what is due is read, however much is open (S6).
 */
export async function runChase(deps: {
  ledger: Ledger;
  config: Config;
  holder: string;
  now: () => number;
}): Promise<ChaseCounts> {
  const { ledger, config, holder } = deps;
  const counts: ChaseCounts = { walked: 0, done: 0, errors: [] };
  let mark: DueMark | null = null;
  do {
    const now = deps.now();
    const due: Awaited<ReturnType<Ledger['dueItems']>> = await ledger.dueItems(now, BATCH, mark ?? undefined);
    mark = due.last;
    counts.walked += due.items.length;
    const plan = planChase(due.items, now, config);
    for (const failure of plan.failures) await fail(failure.key, failure.error);
    const planned = new Set([...plan.failures, ...plan.actions].map((one) => one.key));
    for (const { key } of due.items) if (!planned.has(key)) await ledger.noteError(key, null, now);
    for (const action of plan.actions) {
      try {
        const act = { now, actor: { kind: 'process' as const, id: holder }, cause: `sweep:${action.post.effect}` };
        if (await ledger.raiseOnItem(act, action.key, action.round, action.kind, action.post)) counts.done += 1;
        await ledger.noteError(action.key, null, now);
      } catch (error) {
        await fail(action.key, (error as Error).message);
      }
    }
  } while (mark !== null);
  return counts;

  async function fail(key: string, error: string): Promise<void> {
    counts.errors.push(`${key}: ${error}`);
    await ledger.noteError(key, error, deps.now()).catch(() => {});
  }
}
