import {
  ACTION,
  closeModal,
  handoffModal,
  historyView,
  loadingView,
  markupView,
  messageView,
  muteModal,
  readButtonValue,
  type View,
  words,
} from '../../messages/render/index.js';
import { findItem } from '../../verbs/find.js';
import { historyOf } from '../../verbs/history.js';
import { takeItem } from '../../verbs/items.js';
import type { HandlerContext } from '../context.js';
import { publishHome } from '../home/home.js';
import { admit } from '../people.js';
import { verbContext } from '../verbs.js';

/** A pressed button, as Slack sends it. */
export interface ActionBody {
  user: { id: string };
  trigger_id: string;
  response_url?: string;
  view?: { type?: string };
  actions: { action_id: string; value?: string }[];
}

const TITLES: Record<string, string> = {
  [ACTION.take]: 'Take',
  [ACTION.close]: 'Close',
  [ACTION.mute]: 'Mute',
  [ACTION.history]: 'History',
  [ACTION.handoff]: 'Hand off',
};

/** Buttons of pages, of `show` and of the Home tab (O9, O12, U2). A stale one answers in words. */
export async function onItemAction(ctx: HandlerContext, body: ActionBody): Promise<void> {
  const action = body.actions[0];
  if (!action) return;
  if (action.action_id === ACTION.refresh) return publishHome(ctx, body.user.id);
  const title = TITLES[action.action_id];
  if (!title) return;
  const onHome = body.view?.type === 'home';
  const url = body.response_url;
  // A take on a message is answered below it; everything else in a modal, opened before anything is looked up.
  const quiet = action.action_id === ACTION.take && url !== undefined;
  const view = quiet ? null : await ctx.openView(body.trigger_id, loadingView(title));
  const tell = async (content: View | string) => {
    if (view?.ok) {
      await ctx.updateView({ id: view.value.id }, typeof content === 'string' ? markupView(title, content) : content);
    } else if (url) {
      const text =
        typeof content === 'string' ? content : 'Slack did not open the form in time. Please press the button again.';
      await ctx.respond(url, { response_type: 'ephemeral', replace_original: false, text });
    }
  };
  const admitted = await admit(ctx, body.user.id);
  if (!admitted.ok) return tell(admitted.markup);
  if (action.action_id === ACTION.handoff) return tell(handoffModal({ origin: null }, ctx));
  const button = readButtonValue(action.value);
  if (!button) return tell('That button is from an older version. Please open the item again.');
  const request = { asker: admitted.asker, cause: `action:${body.trigger_id}` };
  if (action.action_id === ACTION.take) {
    const result = await takeItem(verbContext(ctx), request, button);
    await tell(words(result.ok ? result.value.sentence : result.sentence));
    if (onHome) await publishHome(ctx, body.user.id);
    return;
  }
  await tell(await viewFor(ctx, action.action_id, button));
}

/** The form or the history of one item, or in words why there is none any more. */
async function viewFor(ctx: HandlerContext, action: string, button: { key: string; round: number }): Promise<View> {
  const verbs = verbContext(ctx);
  const found = await findItem(verbs, button.key);
  if (!found.ok) return messageView('Owed', found.sentence);
  const item = found.value;
  const over = { now: ctx.now(), config: ctx.config };
  if (action === ACTION.history) return historyView(await historyOf(verbs, item), over);
  if (item.state === 'closed') {
    const by = item.proof ? `: ${item.proof.text}` : '';
    return messageView('Closed already', `${item.key} is closed already${by}. Nothing was changed.`);
  }
  if (item.round !== button.round) {
    return messageView(
      'Moved on',
      `That button is from round ${button.round}; ${item.key} is in round ${item.round} now.`,
    );
  }
  return action === ACTION.close ? closeModal({ item }, over) : muteModal({ item }, over);
}
