import type { RungAsk, RungQuestion } from '../../ledger/index.js';

/** What the rungs came to about one question, each told apart (R6). */
export type Conclusion =
  | { come: 'ruled'; choice: string; rung: string; receipt: string; corroboratedBy: string | null }
  | { come: 'refused' | 'disagreed'; why: string };

export interface RungPlan {
  ask: { question: RungQuestion; rungs: { name: string; attempt: number }[] }[];
  conclude: { id: string; conclusion: Conclusion }[];
}

export interface RungBudget {
  perSweep: number;
  perDay: number;
  spentToday: number;
}

/**
 * Which rungs are asked now, and what those that answered come to. An unreachable rung is not one that refused: it waits its
 * window. A question is asked of all its due rungs or of none, so that both judge one snapshot. Pure.
 */
export function planRungs(
  questions: readonly RungQuestion[],
  rungs: readonly string[],
  now: number,
  budget: RungBudget,
): RungPlan {
  const plan: RungPlan = { ask: [], conclude: [] };
  let left = Math.max(0, Math.min(budget.perSweep, budget.perDay - budget.spentToday));
  for (const question of questions) {
    const conclusion = conclusionOf(rungs, question.asks);
    if (conclusion) {
      plan.conclude.push({ id: question.id, conclusion });
      continue;
    }
    const due = rungs.flatMap((name) => dueOf(name, latest(question.asks, name), now));
    if (due.length === 0 || due.length > left) continue;
    left -= due.length;
    plan.ask.push({ question, rungs: due });
  }
  return plan;
}

const latest = (asks: readonly RungAsk[], rung: string): RungAsk | null =>
  asks.filter((ask) => ask.rung === rung).sort((a, b) => b.attempt - a.attempt)[0] ?? null;

function dueOf(name: string, last: RungAsk | null, now: number): { name: string; attempt: number }[] {
  if (last === null) return [{ name, attempt: 1 }];
  const again = last.outcome === 'unreachable' && (last.retryAt ?? 0) <= now;
  return again ? [{ name, attempt: last.attempt + 1 }] : [];
}

/** Null while a rung is still to be asked, or could not be reached. */
export function conclusionOf(rungs: readonly string[], asks: readonly RungAsk[]): Conclusion | null {
  const said = rungs.map((name) => latest(asks, name));
  const refused = said.find((ask) => ask?.outcome === 'refused');
  if (refused) return { come: 'refused', why: `${refused.rung}: ${refused.why ?? 'no reason was given'}` };
  const ruled = said.filter((ask): ask is RungAsk => ask?.outcome === 'ruled');
  const [first, second] = ruled;
  if (!first || ruled.length < rungs.length) return null;
  if (second && second.choice !== first.choice) {
    return { come: 'disagreed', why: ruled.map((ask) => `${ask.rung} says ${ask.choice}`).join(', ') };
  }
  return {
    come: 'ruled',
    choice: first.choice ?? '',
    rung: first.rung,
    receipt: first.receipt ?? first.id,
    corroboratedBy: second ? (second.receipt ?? second.id) : null,
  };
}
