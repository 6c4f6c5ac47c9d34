import { LogLevel, type Logger as SlackLogger } from '@slack/web-api';
import type { Logger } from 'pino';

const SECRETS: [RegExp, string][] = [
  [/x(?:ox[a-z]|app)[-.][\w.-]+/gi, '[token]'],
  [/\b(?:wss?|https?):\/\/\S+/gi, '[url]'],
];

/** Takes tokens and addresses (a socket's address carries a ticket) out of a text, and cuts it (X2). */
export function scrub(message: string): string {
  let clean = message;
  for (const [secret, mark] of SECRETS) clean = clean.replace(secret, mark);
  return clean.length > 200 ? `${clean.slice(0, 199)}…` : clean;
}

/** An error by its name and code, never by its message: messages quote what was being handled (X2). */
export function errorId(error: unknown): { error: string; code?: string } {
  if (typeof error !== 'object' || error === null) return { error: typeof error };
  const { name, code } = error as { name?: unknown; code?: unknown };
  return {
    error: typeof name === 'string' ? name.slice(0, 80) : 'object',
    ...(typeof code === 'string' ? { code: code.slice(0, 80) } : {}),
  };
}

/**
 * Slack's packages log through this. Their debug lines are whole payloads, so those are dropped and the level is never
 * debug; of the rest only the first words are kept, never the objects that follow them (X2).
 */
export function bridgeLog(log: Logger): SlackLogger {
  const words = (msg: unknown[]): string => {
    const [first] = msg;
    return typeof first === 'string' ? scrub(first) : `error ${JSON.stringify(errorId(first))}`;
  };
  return {
    debug: () => {},
    info: (...msg) => log.debug({ from: 'slack-sdk' }, words(msg)),
    warn: (...msg) => log.warn({ from: 'slack-sdk' }, words(msg)),
    error: (...msg) => log.warn({ from: 'slack-sdk' }, words(msg)),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
}

/** For clients whose every failure is returned in words: they have nothing to log. */
export const silent: SlackLogger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};
