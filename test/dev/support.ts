import { App, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import { afterEach } from 'vitest';
import {
  startWorkspace,
  twoSeatWorkspace,
  type Workspace,
  type WorkspaceDefinition,
  type WorkspaceOptions,
} from '../../dev/workspace/index.js';

const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Ends with the test, in the opposite order of the beginnings. */
export function atTheEnd(end: () => Promise<unknown>): void {
  endings.push(end);
}

/** The standard workspace, ended with the test. */
export async function workspace(
  options: WorkspaceOptions = {},
  change: (definition: WorkspaceDefinition) => void = () => {},
): Promise<Workspace> {
  const definition = twoSeatWorkspace();
  change(definition);
  const started = await startWorkspace(definition, options);
  atTheEnd(() => started.stop());
  return started;
}

const quiet = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => LogLevel.ERROR,
  setName() {},
};

/** The real Web API client, without retries. */
export function client(on: Workspace, token = 'xoxb-smith', options: WebClientOptions = {}): WebClient {
  const base = { slackApiUrl: on.apiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true, logger: quiet };
  return new WebClient(token, { ...base, ...options });
}

/** The error code of a refused call, or `ok`. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    return (error as { data?: { error?: string } }).data?.error ?? String(error);
  }
}

export interface Seat {
  app: App;
  receiver: SocketModeReceiver;
  /** Bodies of everything that came over the socket, before any listener. */
  bodies: { body: Record<string, unknown>; retryNum?: number }[];
  events: (type?: string) => Record<string, unknown>[];
  stop: () => Promise<void>;
}

/** A real Bolt app on a real socket, started; ended with the test. `ackEvents: false` leaves events unacknowledged. */
export async function seat(
  on: Workspace,
  name: string,
  listen: (app: App) => void = () => {},
  { ackEvents = true }: { ackEvents?: boolean | (() => boolean) } = {},
): Promise<Seat> {
  const receiver = new SocketModeReceiver({
    appToken: `xapp-${name}`,
    logLevel: LogLevel.ERROR,
    logger: quiet,
    installerOptions: { clientOptions: { slackApiUrl: on.apiUrl, logger: quiet } },
  } as ConstructorParameters<typeof SocketModeReceiver>[0]);
  const app = new App({
    token: `xoxb-${name}`,
    receiver,
    logger: quiet,
    clientOptions: { slackApiUrl: on.apiUrl },
    ignoreSelf: false,
  });
  app.error(async () => {});
  const bodies: Seat['bodies'] = [];
  const process = app.processEvent.bind(app);
  app.processEvent = async (event) => {
    bodies.push({ body: event.body as Record<string, unknown>, retryNum: event.retryNum });
    const isEvent = (event.body as { type?: string }).type === 'event_callback';
    const acks = typeof ackEvents === 'function' ? ackEvents() : ackEvents;
    if (isEvent && !acks) return;
    await process(event);
  };
  listen(app);
  await app.start();
  const stop = () => receiver.client.disconnect();
  atTheEnd(stop);
  const events = (type?: string) =>
    bodies
      .map(({ body }) => body.event as Record<string, unknown> | undefined)
      .filter((event) => event !== undefined)
      .filter((event) => type === undefined || event.type === type);
  return { app, receiver, bodies, events, stop };
}
