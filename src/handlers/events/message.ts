import type { HandlerContext } from '../context.js';
import { onAskMessage } from './ask.js';
import { onBridgeMessage } from './bridge.js';
import { onTerminalMessage } from './terminal.js';

type Fields = Record<string, unknown>;

/** One message, or its edit: the bridge, the channels of terminal lines, and whatever is addressed to the seat. */
export async function onMessage(ctx: HandlerContext, event: Fields): Promise<void> {
  const { channels, terminal } = ctx.config;
  if (event.channel === channels.bridge) await onBridgeMessage(ctx, event);
  if (terminal.channels.includes(String(event.channel))) await onTerminalMessage(ctx, event);
  await onAskMessage(ctx, event);
}
