import type { Config } from '../config/types.js';

type Heard = Pick<Config, 'channels' | 'terminal' | 'seats' | 'seat'>;
type Fields = Record<string, unknown>;

/**
 * Whether any handler listens to an envelope. What nobody listens to is stored as handled, so that a busy workspace costs
 * one small row a message. Pure.
 */
export function isHeard(body: Fields, config: Heard): boolean {
  const event = body.event as Fields | undefined;
  if (!event) return true;
  switch (event.type) {
    case 'message':
    case 'app_mention':
      return isHeardMessage(event, config);
    case 'reaction_added':
    case 'app_home_opened':
      return true;
    default:
      return false;
  }
}

function isHeardMessage(event: Fields, config: Heard): boolean {
  const channel = String(event.channel ?? '');
  if (channel === config.channels.bridge || config.terminal.channels.includes(channel)) return true;
  if (event.channel_type === 'im') return true;
  const inner = (event.message as Fields | undefined) ?? event;
  // A reply in a thread may be for the seat; whether it is in that thread is for the handler to look up (A1).
  if (inner.thread_ts !== undefined && inner.thread_ts !== inner.ts) return true;
  const bot = config.seats.get(config.seat)?.botUser;
  return bot !== undefined && typeof inner.text === 'string' && inner.text.includes(`<@${bot}`);
}
