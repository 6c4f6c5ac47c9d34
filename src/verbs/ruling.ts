import { actorOf, type Request, refused, usage, type VerbContext, type VerbResult } from './context.js';
import { findDecision } from './decision.js';
import { sameLabel } from './decision-options.js';
import type { RulingRefused, RulingView } from './ledger.js';

export interface RulingRequest {
  decision: string;
  choice: string;
  rung: string;
  model: string;
  receipt: string;
  corroboratedBy: string | null;
  /** The thread of whoever is parked on the question; the decision's own where none is named (R1). */
  thread: { channel: string; ts: string } | null;
}

export interface RulingDone {
  view: RulingView;
  effect: string;
  sentence: string;
}

/** Records what a model ruled, and has it delivered once to whoever is parked on the question (R1); it decides nothing (R2). */
export async function recordRuling(
  ctx: VerbContext,
  request: Request,
  asked: RulingRequest,
): Promise<VerbResult<RulingDone>> {
  const found = await findDecision(ctx, asked.decision);
  if (!found.ok) return found;
  const { id, options } = found.value;
  const [rung, model, receipt] = [asked.rung.trim(), asked.model.trim(), asked.receipt.trim()];
  if (!rung || !model || !receipt)
    return usage('A ruling names its rung, its model and its receipt; none has a default.');
  const corroboratedBy = asked.corroboratedBy?.trim() || null;
  if (corroboratedBy === receipt) return usage('A ruling is corroborated by a second receipt, not by its own.');
  const choice =
    options.find((option) => sameLabel(option.label) === sameLabel(asked.choice))?.label ?? asked.choice.trim();
  const act = { now: ctx.now(), actor: actorOf(request.asker), cause: request.cause };
  const recorded = { decision: id, choice, rung, model, receipt, corroboratedBy, thread: asked.thread };
  const applied = await ctx.ledger.rulings.record(act, recorded);
  if (applied.applied && 'refused' in applied.value) return refused(refusalOf(receipt, applied.value));
  const view = await ctx.ledger.rulings.view(receipt);
  if (view === null) return refused('That request was used for something else before; nothing was recorded.');
  const where = view.place === null ? ' It is said once the message of its decision stands.' : '';
  const sentence = `Ruling ${receipt} on decision:${id} is recorded and will be delivered once; it decides nothing.${where}`;
  return { ok: true, value: { view, effect: `ruling/${receipt}`, sentence } };
}

function refusalOf(receipt: string, refusal: RulingRefused): string {
  switch (refusal.refused) {
    case 'recorded-before':
      return `Ruling ${receipt} was recorded before: "${refusal.choice}" on decision:${refusal.decision}. Nothing was changed.`;
    case 'not-pending':
      return `decision:${refusal.decision} is ${refusal.state}, so nobody is parked on it; nothing was recorded.`;
    case 'no-such-option':
      return `The decision has no option "${refusal.choice}"; its options are ${refusal.options.map((each) => `"${each}"`).join(', ')}.`;
    default:
      return refusal satisfies never;
  }
}
