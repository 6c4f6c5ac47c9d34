import type { DecisionView } from '../ledger/types.js';
import { iso } from './json.js';

/** One decision of `owed decision show --json` (a contract, design "JSON"). Pure. */
export function decisionJson(view: DecisionView) {
  const { facts, answer } = view;
  return {
    id: view.id,
    key: `decision:${view.id}`,
    question: view.question,
    options: view.options.map((option) => option.label),
    consequences: Object.fromEntries(view.options.map(({ label, consequence }) => [label, consequence])),
    task: view.task,
    deciders: view.deciders,
    waits: view.waits,
    asked_by: view.asker.id,
    asked_at: iso(view.raisedAt),
    session: view.asker.session,
    supersedes: view.supersedes,
    superseded_by: view.supersededBy,
    decision: {
      state: facts.decision,
      choice: answer?.choice ?? null,
      by: answer?.by ?? null,
      at: iso(answer?.at ?? null),
      how: answer?.how ?? null,
    },
    application: { state: facts.application, needs: facts.needs, why: facts.why, holder: facts.holder },
    verification: {
      state: facts.verification,
      revision: facts.revision,
      evidence: facts.evidence,
      shown: facts.verified,
    },
    drives: view.drives.map(({ holder, round, at, outcome }) => ({ holder, round, at: iso(at), outcome })),
    rulings: view.rulings,
    rungs: view.ladder ?? null,
  };
}
