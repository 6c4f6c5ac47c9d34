import { FIELD, readField, readOptionLines, VIEW } from '../../messages/render/index.js';
import type { Request, VerbResult } from '../../verbs/context.js';
import { answerDecision } from '../../verbs/decision.js';
import { readOptions } from '../../verbs/decision-options.js';
import { raiseDecision } from '../../verbs/decision-raise.js';
import type { HandlerContext } from '../context.js';
import { verbContext } from '../verbs.js';
import type { ViewBody } from './submitted.js';

/** Titles of the forms of decisions. */
export const DECISION_TITLES: Record<string, string> = { [VIEW.decide]: 'Decide', [VIEW.decideOther]: 'Other…' };

/** What is wrong with a submitted form of a decision, by block. Pure: it runs before the ack (U6). */
export function decisionErrors(body: ViewBody): Record<string, string> {
  const { values } = body.view.state;
  const errors: Record<string, string> = {};
  if (body.view.callback_id === VIEW.decideOther) {
    if (!readField(values, FIELD.answer)) errors[FIELD.answer.block] = 'Say what you decide.';
    return errors;
  }
  if (!readField(values, FIELD.question)) errors[FIELD.question.block] = 'Ask a question.';
  const lines = readOptionLines(readField(values, FIELD.options));
  const options = readOptions(lines);
  if (lines.length === 0) errors[FIELD.options.block] = 'Write one option a line.';
  else if (typeof options === 'string') errors[FIELD.options.block] = options;
  return errors;
}

/** Carries out a submitted form of a decision. */
export async function onDecisionSubmitted(
  ctx: HandlerContext,
  body: ViewBody,
  request: Request,
): Promise<VerbResult<{ sentence: string }>> {
  const verbs = verbContext(ctx);
  const field = (which: (typeof FIELD)[keyof typeof FIELD]) => readField(body.view.state.values, which);
  if (body.view.callback_id === VIEW.decideOther) {
    const id = body.view.private_metadata ?? '';
    return answerDecision(verbs, request, { id, choice: null, other: field(FIELD.answer) ?? '', how: 'modal' });
  }
  return raiseDecision(verbs, request, {
    question: field(FIELD.question) ?? '',
    options: readOptionLines(field(FIELD.options)),
    task: field(FIELD.task),
    deciders: (field(FIELD.deciders) ?? '').split(',').filter((user) => user !== ''),
    waits: field(FIELD.waits),
    bound: null,
    channel: null,
    thread: null,
    session: null,
    supersedes: null,
    rungs: false,
  });
}
