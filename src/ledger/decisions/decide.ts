import type { NewEvent } from '../events/record.js';
import { decisionEdges } from './edges.js';
import type { ApplicationMoved, Decided, DecisionDelta, Raised, Verified } from './events.js';
import { type DecisionState, exists, factsOf, standingOf } from './evolve.js';
import type { ApplicationWord, DecisionFacts } from './facts.js';

export type DecisionCommand =
  | { do: 'raise'; raised: Raised }
  | { do: 'answer'; answer: Decided }
  | { do: 'supersede'; by: string }
  | { do: 'apply'; move: ApplicationMoved }
  | { do: 'verify'; verified: Verified }
  | { do: 'annotate'; delta: DecisionDelta };

export type DecisionRefused =
  | { refused: 'no-such-decision' }
  | { refused: 'exists' }
  /** The first answer won (D3). */
  | { refused: 'answered'; choice: string; by: string; at: number }
  | { refused: 'superseded'; by: string | null }
  | { refused: 'not-a-decider'; deciders: string[] }
  | { refused: 'no-such-option'; choice: string; options: string[] }
  | { refused: 'not-decided'; facts: DecisionFacts }
  | { refused: 'already'; state: ApplicationWord; holder: string | null }
  /** Two never apply one row at a time (D9). */
  | { refused: 'held'; holder: string; since: number }
  | { refused: 'applied' }
  | { refused: 'not-applied'; facts: DecisionFacts }
  | { refused: 'failed-before' };

export type DecisionOutcome = NewEvent[] | DecisionRefused;

export const isDecisionRefused = (outcome: DecisionOutcome): outcome is DecisionRefused => !Array.isArray(outcome);

function transition(state: DecisionState, type: string, to: string, payload: Record<string, unknown>): NewEvent[] {
  return [{ class: 'transition', type, from: standingOf(state), to, payload }];
}

const annotated = (delta: DecisionDelta): NewEvent[] => [{ class: 'annotation', type: 'Annotated', payload: delta }];

/** Decides on one command: the events, or why not. Pure: the first allowed answer is the one that finds it pending (D3). */
export function decideDecision(state: DecisionState, command: DecisionCommand): DecisionOutcome {
  if (command.do === 'raise') {
    return exists(state) ? { refused: 'exists' } : transition(state, 'Raised', 'pending/-/-', command.raised);
  }
  if (!exists(state)) return { refused: 'no-such-decision' };
  const facts = factsOf(state);
  switch (command.do) {
    case 'answer':
      return answer(state, facts, command.answer);
    case 'supersede': {
      if (facts.decision === 'superseded') return { refused: 'superseded', by: state.supersededBy };
      const to = ['superseded', facts.application ?? '-', facts.verification ?? '-'].join('/');
      return transition(state, 'Superseded', to, { by: command.by });
    }
    case 'apply':
      return apply(state, facts, command.move);
    case 'verify':
      return verify(state, facts, command.verified);
    case 'annotate':
      return annotated(command.delta);
    default:
      return command satisfies never;
  }
}

function answer(state: DecisionState, facts: DecisionFacts, said: Decided): DecisionOutcome {
  if (facts.decision === 'superseded') return { refused: 'superseded', by: state.supersededBy };
  if (facts.decision === 'decided' && state.decided) {
    const { choice, by, at } = state.decided;
    return { refused: 'answered', choice, by, at };
  }
  // A word that nobody knows is not "pending": nobody can tell whether it was answered (D2).
  if (facts.decision !== 'pending') return { refused: 'not-decided', facts };
  const { deciders = [], options = [] } = state.raised ?? {};
  if (!deciders.includes(said.by)) return { refused: 'not-a-decider', deciders };
  const labels = options.map((option) => option.label);
  if (said.option !== null && labels[said.option] !== said.choice) {
    return { refused: 'no-such-option', choice: said.choice, options: labels };
  }
  return transition(state, 'Decided', 'decided/queued/pending', said);
}

function apply(state: DecisionState, facts: DecisionFacts, move: ApplicationMoved): DecisionOutcome {
  if (facts.decision === 'superseded') return { refused: 'superseded', by: state.supersededBy };
  if (facts.decision !== 'decided' || facts.application === null) return { refused: 'not-decided', facts };
  const { application, holder } = facts;
  if (application === 'executing' && holder !== null && move.holder !== null && move.holder !== holder) {
    return { refused: 'held', holder, since: state.moved?.at ?? 0 };
  }
  if (application === 'applied') {
    return move.state === 'applied' ? { refused: 'already', state: 'applied', holder: null } : { refused: 'applied' };
  }
  if (application === move.state) {
    if (move.state !== 'blocked') return { refused: 'already', state: move.state, holder };
    // Blocked by something else than before: it is unblocked first, since no edge leads from a state to itself (L2).
    if (facts.needs === move.needs && facts.why === move.why)
      return { refused: 'already', state: 'blocked', holder: null };
    const verification = facts.verification ?? '-';
    const freed = { state: 'queued', needs: null, why: null, holder: null };
    return [
      {
        class: 'transition',
        type: 'ApplicationMoved',
        from: standingOf(state),
        to: `decided/queued/${verification}`,
        payload: freed,
      },
      {
        class: 'transition',
        type: 'ApplicationMoved',
        from: `decided/queued/${verification}`,
        to: `decided/blocked/${verification}`,
        payload: move,
      },
    ];
  }
  const verification = move.state === 'applied' ? 'pending' : (facts.verification ?? '-');
  return transition(state, 'ApplicationMoved', `decided/${move.state}/${verification}`, move);
}

function verify(state: DecisionState, facts: DecisionFacts, verified: Verified): DecisionOutcome {
  if (facts.decision === 'superseded') return { refused: 'superseded', by: state.supersededBy };
  if (facts.decision !== 'decided') return { refused: 'not-decided', facts };
  if (facts.application !== 'applied') {
    return verified.state === 'failed' && facts.verification === 'failed'
      ? { refused: 'failed-before' }
      : { refused: 'not-applied', facts };
  }
  if (verified.state === 'failed') return transition(state, 'Verified', 'decided/queued/failed', verified);
  // Verified again, against a later revision: no edge leads from a state to itself (L2).
  if (facts.verification === 'passed') return annotated({ verified });
  return transition(state, 'Verified', 'decided/applied/passed', verified);
}

/** The edges, for the stream's definition. */
export { decisionEdges };
