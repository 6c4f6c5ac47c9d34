import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import { type Bolt, createBolt } from './bolt.js';
import { createCalls } from './calls.js';
import { createHistory } from './history.js';
import { createIdentities } from './identities.js';
import { isTokenFault } from './outcomes.js';
import { createPost } from './post.js';
import { createReceiver, type ReceiverOptions, SlackStartError } from './receiver.js';
import { createResolver } from './resolve.js';
import { pause, socketWait } from './supervise.js';
import type { HistoryReader, Identities, PlaceResolver, PostFn, SelfFacts, SlackCalls, SocketState } from './types.js';

export { inboxId, inboxSettles } from './inbox-id.js';
export { errorId } from './log.js';
export { asEventBody, asMessageEvent, compareTs, toSlackMessage } from './messages.js';
export { SlackStartError } from './receiver.js';

/** Slack for the parts that need no socket: the command line, the doctor, the tools. */
export interface SlackWebOptions {
  secrets: { botToken: string; apiUrl?: string | null };
  now: () => number;
  /** Milliseconds for one post (`posts.timeout`); reads have ten seconds. */
  postTimeout: number;
  /** Milliseconds between two messages to one channel; a second unless given. */
  paceMs?: number;
}

export interface SlackWeb {
  post: PostFn;
  resolve: PlaceResolver;
  history: HistoryReader;
  identities: Identities;
  calls: SlackCalls;
}

export interface SlackOptions
  extends SlackWebOptions,
    Pick<ReceiverOptions, 'receive' | 'accepted' | 'onConnected' | 'connections' | 'startTimeout' | 'wait'> {
  secrets: { botToken: string; appToken: string; apiUrl?: string | null };
  log: Logger;
}

export interface Slack extends SlackWeb {
  /** The Bolt app, for its listeners alone. */
  app: App;
  dispatch: Bolt['dispatch'];
  /** Checks the bot token, then opens the sockets; rejects with a `SlackStartError` that says what to mend. */
  start(): Promise<SelfFacts>;
  stop(): Promise<void>;
  state(): SocketState;
}

const READ_TIMEOUT = 10_000;

/** Everything of Slack but the socket. Nothing here calls Slack before it is asked to. */
export function createSlackWeb(options: SlackWebOptions): SlackWeb {
  const { now, paceMs, postTimeout } = options;
  const client = { token: options.secrets.botToken, apiUrl: options.secrets.apiUrl, now };
  const resolve = createResolver({ ...client, timeout: READ_TIMEOUT });
  return {
    resolve,
    post: createPost({ ...client, timeout: postTimeout, resolve, paceMs }),
    history: createHistory({ ...client, timeout: READ_TIMEOUT }),
    identities: createIdentities({ ...client, timeout: READ_TIMEOUT }),
    calls: createCalls({ ...client, timeout: READ_TIMEOUT }),
  };
}

/** Asks a few times: a process that starts while Slack stumbles should come up all the same. */
async function whoWeAre(identities: Identities, wait: (failures: number) => number): Promise<SelfFacts> {
  for (let failures = 1; ; failures += 1) {
    const found = await identities.self();
    if (found.ok) return found.value;
    if (isTokenFault(found.code)) throw new SlackStartError(`SLACK_BOT_TOKEN: ${found.reason}`);
    if (failures === START_ATTEMPTS) throw new SlackStartError(`Slack did not say who the bot is: ${found.reason}`);
    await pause(wait(failures), new AbortController().signal);
  }
}
const START_ATTEMPTS = 5;

/** All of Slack, for the one process that is a seat. */
export function createSlack(options: SlackOptions): Slack {
  const { secrets, log } = options;
  const web = createSlackWeb(options);
  let self: SelfFacts | null = null;
  const bolt = createBolt({
    botToken: secrets.botToken,
    apiUrl: secrets.apiUrl,
    timeout: READ_TIMEOUT,
    log,
    self: () => self,
  });
  const receiver = createReceiver({ ...options, appToken: secrets.appToken, apiUrl: secrets.apiUrl });
  return {
    ...web,
    app: bolt.app,
    dispatch: bolt.dispatch,
    async start() {
      self = await whoWeAre(web.identities, options.wait ?? ((failures) => socketWait(failures, Math.random())));
      await receiver.start();
      return self;
    },
    stop: receiver.stop,
    state: receiver.state,
  };
}
