import { permalink } from '../../messages/parse/index.js';
import { handoffModal, loadingView, markupView } from '../../messages/render/index.js';
import type { HandlerContext } from '../context.js';
import { admit } from '../people.js';

/** The message shortcut "Hand off…", as Slack sends it. */
export interface ShortcutBody {
  user: { id: string };
  trigger_id: string;
  channel: { id: string };
  message: { ts: string; thread_ts?: string; text?: string };
}

/** Opens the form with the message as its origin (H15). */
export async function onHandoffShortcut(ctx: HandlerContext, body: ShortcutBody): Promise<void> {
  const view = await ctx.openView(body.trigger_id, loadingView('Hand off'));
  // The trigger is gone: there is no place to answer in, and the person sees that nothing opened.
  if (!view.ok) return;
  const admitted = await admit(ctx, body.user.id);
  const { ts, thread_ts } = body.message;
  const thread = thread_ts && thread_ts !== ts ? thread_ts : null;
  const origin = permalink(ctx.teamUrl(), body.channel.id, ts, thread);
  const content = admitted.ok ? handoffModal({ origin }, ctx) : markupView('Hand off', admitted.markup);
  await ctx.updateView({ id: view.value.id }, content);
}
