import type { Ledger } from '../../ledger/index.js';
import { planDrives } from './plan.js';

export interface DriveDeps {
  ledger: Ledger;
  holder: string;
  now: () => number;
}

const BATCH = 200;

/** Tells the holders of queued decisions, each once in a round (D9); one row's failure stops none of the others (S2). */
export async function runDecisions(deps: DriveDeps): Promise<{ walked: number; done: number; errors: string[] }> {
  const { ledger, holder, now } = deps;
  const counts = { walked: 0, done: 0, errors: [] as string[] };
  let after = '';
  for (;;) {
    const rows = await ledger.decisions.driveCandidates(BATCH, after);
    counts.walked += rows.length;
    for (const { id, holder: to } of planDrives(rows).drive) {
      const act = { now: now(), actor: { kind: 'process' as const, id: holder }, cause: `sweep:drive/${id}/${to}` };
      try {
        if (await ledger.decisions.drive(act, id)) counts.done += 1;
      } catch (error) {
        counts.errors.push(`decision:${id}: ${(error as Error).message}`);
        await ledger.noteError(`decision:${id}`, (error as Error).message, now()).catch(() => {});
      }
    }
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return counts;
    after = last.id;
  }
}
