import type { Config } from '../../config/types.js';
import type { ReadSchedule } from '../../ledger/index.js';

const HOUR = 3_600_000;

/**
 * When an item's proof is read next (S4): at its kind's cadence; after failures with growing waits, up to an hour or the
 * cadence, whichever is longer; after a proof that may still regress, for as long as its reader `watched` it (O3). Times are milliseconds UTC; pure.
 */
export function scheduleOf(
  config: Pick<Config, 'kinds' | 'posts'>,
  kind: string,
  facts: { now: number; failures: number; watched: boolean },
): ReadSchedule {
  const cadence = config.kinds.get(kind)?.read ?? null;
  const wait = config.posts.retry * 2 ** Math.min(20, facts.failures);
  return {
    next: cadence === null ? null : facts.now + cadence,
    afterFailure: facts.now + Math.min(Math.max(HOUR, cadence ?? 0), wait),
    afterProof: facts.watched && cadence !== null ? facts.now + cadence : null,
  };
}
