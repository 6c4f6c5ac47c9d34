import type { ItemView, Rendered } from '../../ledger/types.js';
import { nearest, type OwedCommand, parseOwedCommand } from '../../messages/parse/index.js';
import {
  closeModal,
  decideModal,
  handoffModal,
  loadingView,
  markupView,
  muteModal,
  type Refused,
  renderHelp,
  renderList,
  renderPackage,
  renderShow,
  sentenceFor,
  takeModal,
  type View,
  words,
} from '../../messages/render/index.js';
import type { Asker, VerbResult } from '../../verbs/context.js';
import { findItem } from '../../verbs/find.js';
import { historyOf } from '../../verbs/history.js';
import { closeItem, type ItemDone, muteItem, takeItem, unmuteItem } from '../../verbs/items.js';
import { findPackage, isPackageKey } from '../../verbs/packages.js';
import type { HandlerContext } from '../context.js';
import { admit, commandOf } from '../people.js';
import { owedToOf, verbContext } from '../verbs.js';

/** A slash command, as Slack sends it. */
export interface SlashBody {
  user_id: string;
  text?: string;
  trigger_id: string;
  response_url: string;
}

type Command<V extends OwedCommand['verb']> = Extract<OwedCommand, { verb: V }>;

/** `/owed …` (U1): every reply is ephemeral; what is missing is asked for in a modal. */
export async function onOwedCommand(ctx: HandlerContext, body: SlashBody): Promise<void> {
  const reply = (said: Rendered) => ctx.respond(body.response_url, { response_type: 'ephemeral', ...said });
  const parsed = parseOwedCommand(body.text ?? '');
  if (parsed.verb === 'help') return void (await reply(renderHelp(commandOf(ctx))));
  if (parsed.verb === 'unknown') return void (await reply(refusal(ctx, { why: 'unknown-verb', ...parsed })));
  const form = formFor(ctx, parsed);
  // A trigger lives for three seconds: the modal first, then whatever has to be looked up (incidentbot#470).
  const view = form === null ? null : await ctx.openView(body.trigger_id, loadingView(form));
  const admitted = await admit(ctx, body.user_id);
  const show = async (content: View) => {
    if (view?.ok) await ctx.updateView({ id: view.value.id }, content);
    else await reply({ text: 'Slack did not open the form in time. Please run the command again.' });
  };
  if (!admitted.ok)
    return void (await (form ? show(markupView(form, admitted.markup)) : reply({ text: admitted.markup })));
  if (form !== null) return show(await formOf(ctx, parsed));
  await reply(await answer(ctx, parsed, { asker: admitted.asker, cause: `slash:${body.trigger_id}` }));
}

/** The title of the form that a command with missing words opens; null where it has all it needs. Pure. */
function formFor(_ctx: HandlerContext, parsed: OwedCommand): string | null {
  switch (parsed.verb) {
    case 'handoff':
      return 'Hand off';
    case 'decide':
      return 'Decide';
    case 'close':
      return parsed.key === null || parsed.proof === null ? 'Close' : null;
    case 'mute':
      return parsed.key === null || parsed.why === null ? (parsed.unreadFor === null ? 'Mute' : null) : null;
    case 'take':
      return parsed.key === null ? 'Take' : null;
    default:
      return null;
  }
}

async function formOf(ctx: HandlerContext, parsed: OwedCommand): Promise<View> {
  const over = { now: ctx.now(), config: ctx.config };
  if (parsed.verb === 'handoff') return handoffModal({ origin: null }, over);
  if (parsed.verb === 'decide') return decideModal(over);
  const key = 'key' in parsed ? parsed.key : null;
  const found = key === null ? null : await findItem(verbContext(ctx), key);
  if (found && !found.ok) return markupView('Owed', words(found.sentence));
  const choices = found ? [found.value] : await ctx.ledger.listItems({ state: 'open', limit: 100 });
  const which = found ? { item: found.value } : { choices };
  if (parsed.verb === 'close') return closeModal(which, over, parsed.proof);
  if (parsed.verb === 'mute') return muteModal(which, over, parsed.why);
  return takeModal(choices, over);
}

async function answer(
  ctx: HandlerContext,
  parsed: OwedCommand,
  request: { asker: Asker; cause: string },
): Promise<Rendered> {
  const verbs = verbContext(ctx);
  switch (parsed.verb) {
    case 'list':
      return list(ctx, parsed, request.asker);
    case 'show': {
      if (parsed.key === null) return refusal(ctx, { why: 'missing', what: 'key', verb: 'show' });
      if (isPackageKey(parsed.key)) {
        const named = await findPackage(verbs, parsed.key);
        if (!named.ok) return { text: words(named.sentence) };
        return renderPackage(named.value, { now: ctx.now(), config: ctx.config });
      }
      const found = await findItem(verbs, parsed.key);
      if (!found.ok) return { text: words(found.sentence) };
      return renderShow(await historyOf(verbs, found.value), { now: ctx.now(), config: ctx.config });
    }
    case 'close': {
      const { key, proof } = parsed;
      return done(ctx, await closeItem(verbs, request, { key: key ?? '', proof: proof ?? '' }));
    }
    case 'mute': {
      if (parsed.unreadFor !== null) return refusal(ctx, { why: 'unread-duration', word: parsed.unreadFor });
      const how = parsed.for === 'good' ? null : parsed.for;
      // Without a time a mute is for a day: long enough to look at it, too short to forget it.
      const length = parsed.for === null ? DAY : how;
      return done(ctx, await muteItem(verbs, request, { key: parsed.key ?? '', why: parsed.why ?? '', for: length }));
    }
    case 'unmute':
      if (parsed.key === null) return refusal(ctx, { why: 'missing', what: 'key', verb: 'unmute' });
      return done(ctx, await unmuteItem(verbs, request, { key: parsed.key }));
    case 'take':
      return done(ctx, await takeItem(verbs, request, { key: parsed.key ?? '' }));
    default:
      return renderHelp(commandOf(ctx));
  }
}
const DAY = 86_400_000;

function done(ctx: HandlerContext, result: VerbResult<ItemDone>): Rendered {
  if (result.ok) ctx.kick();
  return { text: words(result.ok ? result.value.sentence : result.sentence) };
}

const refusal = (ctx: HandlerContext, refused: Refused): Rendered => ({
  text: sentenceFor(refused, commandOf(ctx), ctx.config),
});

async function list(ctx: HandlerContext, asked: Command<'list'>, asker: Asker): Promise<Rendered> {
  if (asked.unread !== null) return refusal(ctx, { why: 'unread-words', words: asked.unread, verb: 'list' });
  const known = [...ctx.config.kinds.keys()];
  if (asked.kind !== null && !known.includes(asked.kind)) {
    return refusal(ctx, { why: 'unknown-kind', word: asked.kind, nearest: nearest(asked.kind, known), known });
  }
  const items: ItemView[] = await ctx.ledger.listItems({
    state: asked.state,
    ...(asked.kind === null ? {} : { kind: asked.kind }),
    ...(asked.mine ? { owedTo: owedToOf(asker) } : {}),
  });
  return renderList(items, asked, commandOf(ctx), { now: ctx.now(), config: ctx.config });
}
