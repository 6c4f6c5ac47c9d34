import type { Config } from '../config/types.js';

/**
 * Whether any handler listens to an envelope. What nobody listens to is stored as handled, so that a busy workspace costs
 * one small row a message. Pure.
 */
export function isHeard(body: Record<string, unknown>, config: Pick<Config, 'channels'>): boolean {
  const event = body.event as { type?: string; channel?: string } | undefined;
  if (!event) return true;
  switch (event.type) {
    case 'message':
    case 'app_mention':
      return event.channel === config.channels.bridge;
    case 'app_home_opened':
      return true;
    default:
      return false;
  }
}
