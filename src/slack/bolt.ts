import { App, type Receiver, type webApi } from '@slack/bolt';
import type { Logger } from 'pino';
import { clientOptions } from './client.js';
import { bridgeLog } from './log.js';
import { asMessageEvent } from './messages.js';
import type { SelfFacts } from './types.js';

export interface Bolt {
  app: App;
  /**
   * Runs the listeners over a stored envelope; resolves when all have, also when nobody listens, and rejects with what a
   * listener threw, so that the inbox can try again and in the end park it (X3).
   */
  dispatch(body: Record<string, unknown>): Promise<void>;
}

export interface BoltOptions {
  botToken: string;
  apiUrl?: string | null;
  timeout: number;
  log: Logger;
  /** Who the bot is, as far as is known yet: no event waits for a call about it. */
  self: () => SelfFacts | null;
}

/**
 * The Bolt app: a place for listeners, and no more. It gets no envelope from a receiver (they go to the inbox first), drops
 * none of the seat's own messages (what was posted with its token by other means counts, H5), keeps no conversations.
 */
export function createBolt(options: BoltOptions): Bolt {
  const app = new App({
    receiver: nowhere,
    deferInitialization: true,
    authorize: async () => {
      const self = options.self();
      return {
        botToken: options.botToken,
        ...(self === null ? {} : { botUserId: self.botUser, botId: self.botId ?? undefined, teamId: self.teamId }),
      };
    },
    ignoreSelf: false,
    convoStore: false,
    logger: bridgeLog(options.log),
    // Bolt bundles the types of its own copy; the options are the same.
    clientOptions: clientOptions(options) as webApi.WebClientOptions,
  });
  // Bolt's own handler logs the error, with its text, before it passes it on (X2).
  app.error(async (error) => {
    throw error;
  });
  const ready = app.init();
  ready.catch(() => {});
  return {
    app,
    async dispatch(body) {
      await ready;
      try {
        await app.processEvent({ body: asMessageEvent(body), ack: async () => {} });
      } catch (error) {
        throw originalOf(error);
      }
    },
  };
}

/** Bolt wraps an error that has no code. */
function originalOf(error: unknown): unknown {
  const original = (error as { original?: unknown } | null)?.original;
  return original instanceof Error ? original : error;
}

const nowhere: Receiver = {
  init: () => {},
  start: async () => {},
  stop: async () => {},
};
