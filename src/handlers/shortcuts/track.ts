import { asText } from '../../messages/parse/index.js';
import { loadingView, markupView, trackModal } from '../../messages/render/index.js';
import type { HandlerContext } from '../context.js';
import { admit } from '../people.js';
import type { ShortcutBody } from './handoff.js';

const TITLE = 'Track this';

/** The message shortcut "Owed: track this…": opens the form with the message's own words in it (U2). */
export async function onTrackShortcut(ctx: HandlerContext, body: ShortcutBody): Promise<void> {
  const view = await ctx.openView(body.trigger_id, loadingView(TITLE));
  // The trigger is gone: there is no place to answer in, and the person sees that nothing opened.
  if (!view.ok) return;
  const admitted = await admit(ctx, body.user.id);
  const { ts, thread_ts, text } = body.message;
  const thread = thread_ts && thread_ts !== ts ? thread_ts : null;
  const metadata = JSON.stringify({ channel: body.channel.id, ts, thread });
  const content = admitted.ok
    ? trackModal({ what: asText(text ?? '') || null, metadata })
    : markupView(TITLE, admitted.markup);
  await ctx.updateView({ id: view.value.id }, content);
}
