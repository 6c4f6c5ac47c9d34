import { type App, type ReceiverEvent, SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { clientOptions } from './client.js';
import { fields, text } from './fields.js';
import { bridgeLog, errorId } from './log.js';

export interface ConnectionOptions {
  appToken: string;
  apiUrl?: string | null;
  log: Logger;
  /** Milliseconds until Slack's `hello`. */
  deadline: number;
  /** Gives up waiting for it. */
  signal: AbortSignal;
  /** Gets every envelope; must not throw. */
  take: (event: ReceiverEvent) => Promise<void>;
}

export interface Connection {
  /** Resolves when the socket is gone, with Slack's reason where it gave one (`refresh_requested`, `link_disabled`, …). */
  ended: Promise<string | null>;
  close(): Promise<void>;
}

/** No `hello` in time. */
export class NoHello extends Error {
  override name = 'NoHello';
}

/** Slack took the socket and said `disconnect` instead of `hello`. */
export class SentAway extends Error {
  override name = 'SentAway';

  constructor(readonly reason: string) {
    super(`Slack closed the socket: ${reason}`);
  }
}

type Client = SocketModeReceiver['client'];

/** How long the other side may take for its part of closing. */
const CLOSE_GRACE = 1_000;

/**
 * One socket, from opening to its end; it never comes back by itself. The SDK's own reconnecting is off: it waits at least
 * `clientPingTimeout`, and what it meets then (a 503, an unknown error) is an unhandled rejection after which nothing
 * reconnects any more. Every end is an event here, and `supervise` opens the next one.
 */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  const receiver = new SocketModeReceiver({
    appToken: options.appToken,
    logger: bridgeLog(options.log),
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: clientOptions({ apiUrl: options.apiUrl, timeout: options.deadline }) },
    customPropertiesExtractor: (args: { envelope_id?: unknown }) => ({ envelopeId: args.envelope_id }),
    processEventErrorHandler: async () => false,
  });
  receiver.init({ processEvent: options.take } as unknown as App);
  const { client } = receiver;
  const heard = { reason: null as string | null };
  guard(client, options.log, heard);

  const started = receiver.start();
  started.catch(() => {});
  try {
    await within(started, options.deadline, options.signal);
  } catch (error) {
    await abandon(client);
    throw heard.reason === null ? error : new SentAway(heard.reason);
  }
  const ended = new Promise<string | null>((resolve) => {
    client.once('disconnected', () => resolve(heard.reason));
    if (!client.websocket?.isActive()) resolve(heard.reason);
  });
  return { ended, close: () => close(client) };
}

/**
 * The SDK reads envelopes in an async listener that nobody awaits: a malformed one would end the process. It also keeps
 * Slack's reason for a disconnect to itself.
 */
function guard(client: Client, log: Logger, heard: { reason: string | null }): void {
  for (const listener of client.listeners('ws_message')) {
    client.off('ws_message', listener);
    client.on('ws_message', async (data: unknown, isBinary: unknown) => {
      heard.reason = disconnectReason(data) ?? heard.reason;
      try {
        await listener(data, isBinary);
      } catch (error) {
        log.warn(errorId(error), 'an envelope that cannot be read was left unacknowledged');
      }
    });
  }
}

function disconnectReason(data: unknown): string | null {
  if (typeof data !== 'string' || data.length > 1000 || !data.includes('"disconnect"')) return null;
  try {
    const message = fields(JSON.parse(data));
    return message.type === 'disconnect' ? text(message, 'reason') : null;
  } catch {
    return null;
  }
}

/** The promise, or a `NoHello` after `ms`, or the signal's reason. */
async function within<T>(promise: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  const settled = new AbortController();
  try {
    return await Promise.race([
      promise,
      new Promise<never>((_, reject) => {
        const timer = setTimeout(() => reject(new NoHello()), ms);
        const stop = () => reject(new Error('stopped'));
        signal.addEventListener('abort', stop, { signal: settled.signal });
        settled.signal.addEventListener('abort', () => clearTimeout(timer));
        if (signal.aborted) stop();
      }),
    ]);
  } finally {
    settled.abort();
  }
}

/** Ends a socket that was given up, also one that the SDK only opens afterwards: it would take envelopes for nobody. */
async function abandon(client: Client): Promise<void> {
  client.on('connecting', () => setImmediate(() => void client.disconnect()));
  await close(client);
}

/** A second `disconnect` ends the socket without the other side, which may be what is broken. */
async function close(client: Client): Promise<void> {
  const closed = client.disconnect();
  const timer = setTimeout(() => void client.disconnect(), CLOSE_GRACE);
  await closed;
  clearTimeout(timer);
}
