import type { App } from '@slack/bolt';
import { ACTION, DECIDE_PATTERN, VIEW } from '../messages/render/index.js';
import { onDecisionAction } from './actions/decision.js';
import { type ActionBody, onItemAction } from './actions/item.js';
import { onOwedCommand, type SlashBody } from './commands/owed.js';
import type { HandlerContext } from './context.js';
import { onMessage } from './events/message.js';
import { onReaction } from './events/reaction.js';
import { publishHome } from './home/home.js';
import { commandOf } from './people.js';
import { onHandoffShortcut, type ShortcutBody } from './shortcuts/handoff.js';
import { onTrackShortcut } from './shortcuts/track.js';
import { onSubmitted, type ViewBody } from './views/submitted.js';

export { answerOf } from './views/submitted.js';

/** Binds every listener; the listeners themselves are one file per feature, and thin. */
export function registerHandlers(app: App, ctx: HandlerContext): void {
  app.event('message', ({ event }) => onMessage(ctx, event as unknown as Record<string, unknown>));
  app.event('reaction_added', ({ event }) => onReaction(ctx, event as unknown as Record<string, unknown>));
  app.event('app_home_opened', async ({ event }) => {
    if (event.tab === 'home') await publishHome(ctx, event.user);
  });
  app.command(commandOf(ctx), ({ body }) => onOwedCommand(ctx, body as unknown as SlashBody));
  for (const id of Object.values(ACTION)) {
    app.action(id, ({ body }) => onItemAction(ctx, body as unknown as ActionBody));
  }
  app.action(DECIDE_PATTERN, ({ body }) => onDecisionAction(ctx, body as unknown as ActionBody));
  for (const id of [VIEW.close, VIEW.mute, VIEW.take, VIEW.handoff, VIEW.track, VIEW.decide, VIEW.decideOther]) {
    app.view(id, ({ body }) => onSubmitted(ctx, body as unknown as ViewBody));
  }
  app.shortcut('owed_handoff', ({ body }) => onHandoffShortcut(ctx, body as unknown as ShortcutBody));
  app.shortcut('owed_track', ({ body }) => onTrackShortcut(ctx, body as unknown as ShortcutBody));
}
