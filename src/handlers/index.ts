import type { App } from '@slack/bolt';
import type { HandlerContext } from './context.js';
import { onBridgeMessage } from './events/bridge.js';

/** Binds every listener; the listeners themselves are one file per feature, and thin. */
export function registerHandlers(app: App, ctx: HandlerContext): void {
  app.event('message', ({ event }) => onBridgeMessage(ctx, event as unknown as Record<string, unknown>));
}

/** The answer that has to be in the ack itself, such as a modal's errors; undefined where there is none. Pure. */
export function answerOf(_body: Record<string, unknown>): unknown {
  return undefined;
}
