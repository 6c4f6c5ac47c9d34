import type { Raised } from '../decisions/events.js';
import { factsOf } from '../decisions/evolve.js';
import { decisionStream } from '../decisions/table.js';
import type { NewEvent } from '../events/record.js';
import type { Unit } from '../unit.js';
import type { Recorded } from './events.js';
import type { RulingState } from './evolve.js';
import { rulingStream, stateOfRulingRow } from './table.js';

export type RulingRefused =
  | { refused: 'recorded-before'; decision: string; choice: string }
  | { refused: 'not-pending'; decision: string; state: string }
  | { refused: 'no-such-option'; choice: string; options: string[] };

export type OnRuling = { ruling: RulingState } | RulingRefused;

const move = (type: string, from: string, to: string, payload: Record<string, unknown>): NewEvent => ({
  class: 'transition',
  type,
  from,
  to,
  payload,
});

/** Records a ruling and has it said, in one act (R1). It changes nothing of the decision (R2). */
export async function recordRuling(unit: Unit, recorded: Recorded): Promise<OnRuling> {
  const id = recorded.receipt;
  const before = (await unit.load(rulingStream, id)).state;
  if (before.recorded) {
    return { refused: 'recorded-before', decision: before.recorded.decision, choice: before.recorded.choice };
  }
  const { state } = await unit.load(decisionStream, recorded.decision);
  const facts = factsOf(state);
  // Nobody is parked on a question that a person has answered.
  if (facts.decision !== 'pending')
    return { refused: 'not-pending', decision: recorded.decision, state: facts.decision };
  const options = (state.raised as Raised).options.map((option) => option.label);
  if (!options.includes(recorded.choice)) return { refused: 'no-such-option', choice: recorded.choice, options };
  await unit.append(rulingStream, id, [move('Recorded', 'none', 'recorded', recorded)]);
  return { ruling: await makeDue(unit, id) };
}

/** Raises the ruling's one message, once its thread is known: the one that was named, else the decision's own (R1). */
async function makeDue(unit: Unit, id: string): Promise<RulingState> {
  const { state } = await unit.load(rulingStream, id);
  if (state.state !== 'recorded' || state.recorded === null) return state;
  const { thread, decision } = state.recorded;
  const { message } = (await unit.load(decisionStream, decision)).state;
  const place = thread
    ? { channel: thread.channel, thread: thread.ts }
    : message && { channel: message.channel, thread: message.thread ?? message.ts };
  if (!place) return state;
  const effect = `ruling/${id}`;
  await unit.raise({ effect, place, saying: { say: 'ruling', id, decision } });
  return unit.append(rulingStream, id, [move('Due', 'recorded', 'due', { effect, place })]);
}

/** The message of a decision stands: rulings that waited for its thread are said there. */
export async function rulingsOfPosted(unit: Unit, decision: string): Promise<void> {
  const rows = await unit.db
    .selectFrom('rulings')
    .select(['id', 'state_json'])
    .where('decision_id', '=', decision)
    .where('effect', 'is', null)
    .execute();
  for (const row of rows.map(stateOfRulingRow)) await makeDue(unit, row.id);
}

/** The message was read back where it stands (R4): delivered, once, and the decision's own message says so (R1). */
export async function rulingDelivered(
  unit: Unit,
  id: string,
  at: { channel: string; ts: string },
  told: (decision: string) => Promise<void>,
): Promise<boolean> {
  const { state } = await unit.load(rulingStream, id);
  if (state.state !== 'due' || state.recorded === null) return false;
  await unit.append(rulingStream, id, [move('Delivered', 'due', 'delivered', at)]);
  await told(state.recorded.decision);
  return true;
}
