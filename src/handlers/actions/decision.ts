import {
  DECIDE,
  loadingView,
  markupView,
  messageView,
  otherModal,
  readDecideValue,
  words,
} from '../../messages/render/index.js';
import { answerDecision, mayDecide } from '../../verbs/decision.js';
import type { HandlerContext } from '../context.js';
import { admit } from '../people.js';
import { verbContext } from '../verbs.js';
import type { ActionBody } from './item.js';

const OLD = 'That button is from an older version; nothing was changed.';

/** A button of a decision (D3): the first allowed click decides, and everybody after is told so below it. */
export async function onDecisionAction(ctx: HandlerContext, body: ActionBody): Promise<void> {
  const action = body.actions[0];
  if (!action) return;
  if (action.action_id === DECIDE.other) return openOther(ctx, body, action.value);
  const tell = async (text: string) => {
    if (body.response_url)
      await ctx.respond(body.response_url, { response_type: 'ephemeral', replace_original: false, text });
  };
  const admitted = await admit(ctx, body.user.id);
  if (!admitted.ok) return tell(admitted.markup);
  const button = readDecideValue(action.value);
  if (!button || button.option === null) return tell(OLD);
  const request = { asker: admitted.asker, cause: `action:${body.trigger_id}` };
  const result = await answerDecision(verbContext(ctx), request, {
    id: button.id,
    choice: button.label,
    other: null,
    option: button.option,
    how: 'click',
  });
  if (result.ok) ctx.kick();
  await tell(words(result.ok ? result.value.sentence : result.sentence));
}

/** "Other…": the form, opened before anything is looked up, for a trigger lives three seconds. */
async function openOther(ctx: HandlerContext, body: ActionBody, value: string | undefined): Promise<void> {
  const view = await ctx.openView(body.trigger_id, loadingView('Other…'));
  // The trigger is gone: there is no place to answer in, and the person sees that nothing opened.
  if (!view.ok) return;
  const show = (content: Record<string, unknown>) => ctx.updateView({ id: view.value.id }, content);
  const admitted = await admit(ctx, body.user.id);
  if (!admitted.ok) return void (await show(markupView('Other…', admitted.markup)));
  const button = readDecideValue(value);
  if (!button) return void (await show(messageView('Other…', OLD)));
  const may = await mayDecide(verbContext(ctx), admitted.asker, button.id);
  await show(may.ok ? otherModal(may.value, ctx) : messageView('Other…', may.sentence));
}
