import { ErrorCode, LogLevel, WebClient } from '@slack/web-api';
import type { Secrets } from '../config/index.js';

/**
 * What `owed doctor` asks of Slack: single calls, ten seconds each, never repeated. The one file of the command line that
 * knows Slack; nothing here posts anything. No answer holds a token (X2).
 */

/** `unreachable`: Slack gave no answer of its own (network, time-out, 5xx, limited rate), so nothing is known. */
export type Probe<T> = { ok: true; value: T } | { ok: false; code: string; unreachable: boolean };

export interface BotSelf {
  botUser: string;
  botId: string | null;
  teamUrl: string;
  /** Granted scopes, from `x-oauth-scopes`; null when Slack did not say. */
  scopes: string[] | null;
  /** By how many milliseconds this machine's clock is ahead of Slack's `Date`; null when Slack did not say. */
  clockAhead: number | null;
}

export interface ChannelSeen {
  name: string;
  member: boolean;
  archived: boolean;
}

export interface UserSeen {
  name: string;
  deleted: boolean;
  bot: boolean;
}

export interface SlackProbe {
  self(): Promise<Probe<BotSelf>>;
  /** The app that the bot belongs to. */
  appOf(botId: string): Promise<Probe<string | null>>;
  /** Asks for a socket's address with the app token, and opens none. */
  socket(): Promise<Probe<null>>;
  channel(id: string): Promise<Probe<ChannelSeen>>;
  members(channel: string): Promise<Probe<Set<string>>>;
  user(id: string): Promise<Probe<UserSeen>>;
  /** Opens the direct message, which shows nothing to the person. */
  dm(user: string): Promise<Probe<null>>;
}

type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const silent = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => LogLevel.ERROR,
  setName() {},
};

/** Slack's own trouble, answered as `ok: false`. */
const SLACKS_OWN = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'ratelimited', 'request_timeout']);

async function probe<T>(call: () => Promise<T>): Promise<Probe<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    const { code, data, statusCode, original } = fields(error);
    if (code === ErrorCode.PlatformError) {
      const said = text(fields(data).error);
      // Something that is not Slack answers with a page of its own.
      const known = /^[a-z][a-z0-9_]{0,79}$/.test(said);
      return { ok: false, code: known ? said : 'not an answer of Slack', unreachable: !known || SLACKS_OWN.has(said) };
    }
    if (code === ErrorCode.RateLimitedError) return { ok: false, code: 'ratelimited', unreachable: true };
    if (code === ErrorCode.HTTPError) return { ok: false, code: `HTTP ${String(statusCode)}`, unreachable: true };
    if (code === ErrorCode.RequestError) return { ok: false, code: networkCode(original), unreachable: true };
    throw error;
  }
}

/** The system's own code, which fetch wraps once or twice. */
function networkCode(error: unknown): string {
  let at: unknown = error;
  let found = 'no connection';
  for (let depth = 0; depth < 6; depth++) {
    const { code, name, cause, original } = fields(at);
    if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) found = code;
    at = cause ?? original;
  }
  return found;
}

/** @param now milliseconds UTC, what this machine's clock says. */
export function slackProbe(secrets: Secrets, now: () => number): SlackProbe {
  let clockAhead: number | null = null;
  const clocked: typeof globalThis.fetch = async (url, init) => {
    const sent = now();
    const response = await globalThis.fetch(url, init);
    const date = Date.parse(response.headers.get('date') ?? '');
    // The header counts whole seconds: half of one is the least error.
    if (!Number.isNaN(date)) clockAhead = Math.round((sent + now()) / 2 - (date + 500));
    return response;
  };
  const client = (token: string) =>
    new WebClient(token, {
      slackApiUrl: secrets.apiUrl,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout: 10_000,
      logger: silent,
      fetch: clocked,
    });
  const bot = client(secrets.botToken);
  const app = client(secrets.appToken);
  return {
    self: () =>
      probe(async () => {
        const said = await bot.auth.test();
        return {
          botUser: said.user_id ?? '',
          botId: said.bot_id ?? null,
          teamUrl: said.url ?? '',
          scopes: said.response_metadata?.scopes ?? null,
          clockAhead,
        };
      }),
    appOf: (botId) => probe(async () => (await bot.bots.info({ bot: botId })).bot?.app_id ?? null),
    socket: () => probe(async () => app.apps.connections.open({}).then(() => null)),
    channel: (id) =>
      probe(async () => {
        const { channel } = await bot.conversations.info({ channel: id });
        return {
          name: channel?.name ?? id,
          member: channel?.is_member === true,
          archived: channel?.is_archived === true,
        };
      }),
    members: (channel) =>
      probe(async () => {
        const members = new Set<string>();
        let cursor: string | undefined;
        do {
          const page = await bot.conversations.members({ channel, limit: 1000, ...(cursor ? { cursor } : {}) });
          for (const member of page.members ?? []) members.add(member);
          cursor = page.response_metadata?.next_cursor || undefined;
        } while (cursor);
        return members;
      }),
    user: (id) =>
      probe(async () => {
        const { user } = await bot.users.info({ user: id });
        return {
          name: user?.real_name ?? user?.name ?? id,
          deleted: user?.deleted === true,
          bot: user?.is_bot === true,
        };
      }),
    dm: (user) => probe(async () => bot.conversations.open({ users: user }).then(() => null)),
  };
}
