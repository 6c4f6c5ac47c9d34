import type { Snapshot } from '../snapshot.js';
import { readEntities } from './mrkdwn.js';

/** The name of a person or app. */
export function nameOf(snapshot: Snapshot, user: string): string {
  const person = snapshot.people.find(({ id }) => id === user);
  const app = snapshot.apps.find(({ botUser }) => botUser === user);
  return person?.real_name ?? app?.name ?? (user === 'USLACKBOT' ? 'Slackbot' : user);
}

/** What was typed, with `@name`, `#channel` and `@here` made into the tokens that stand for them. */
export function withTokens(snapshot: Snapshot, typed: string): string {
  return typed.replace(/(^|[\s(])([@#])([\w.-]*\w)/g, (whole, before: string, sign: string, word: string) => {
    const name = word.toLowerCase();
    if (sign === '#') {
      const channel = snapshot.channels.find((each) => each.kind !== 'im' && each.name === name);
      return channel ? `${before}<#${channel.id}|${channel.name}>` : whole;
    }
    if (['here', 'channel', 'everyone'].includes(name)) return `${before}<!${name}>`;
    const person = snapshot.people.find((each) => each.name.toLowerCase() === name);
    const app = snapshot.apps.find((each) => each.name.toLowerCase() === name);
    const id = person?.id ?? app?.botUser;
    return id ? `${before}<@${id}>` : whole;
  });
}

/** A stored text as one would edit it: addresses bare, entities read, mentions left as tokens. */
export function editable(stored: string): string {
  return readEntities(stored.replace(/<(https?:[^<>|]+)>/g, '$1'));
}

/** The time of a message for its reader, for example `14:05`. */
export function clock(ts: string, tz: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: tz, hour: '2-digit', minute: '2-digit' }).format(
    Number(ts) * 1000,
  );
}

/** The day of a message for its reader, for example `Friday, 13 November`. */
export function day(ts: string, tz: string): string {
  const options = { timeZone: tz, weekday: 'long', day: 'numeric', month: 'long' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(Number(ts) * 1000);
}

const DATE_TOKENS: Record<string, Intl.DateTimeFormatOptions> = {
  date_num: { year: 'numeric', month: '2-digit', day: '2-digit' },
  date: { year: 'numeric', month: 'long', day: 'numeric' },
  date_slash: { year: 'numeric', month: '2-digit', day: '2-digit' },
  date_short: { year: 'numeric', month: 'short', day: 'numeric' },
  date_long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  date_pretty: { year: 'numeric', month: 'long', day: 'numeric' },
  date_short_pretty: { year: 'numeric', month: 'short', day: 'numeric' },
  date_long_pretty: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  time_secs: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
};

/** Slack's `<!date^…>` in the zone of the reader; undefined for a format that nobody knows, which shows the fallback. */
export function formatDate(unix: number, format: string, tz: string, now: number): string | undefined {
  let unknown = false;
  const dayIn = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone: tz }).format(ms);
  const text = format.replace(/\{(\w+)\}/g, (_, token: string) => {
    const options = DATE_TOKENS[token];
    if (!options) unknown = true;
    if (token === 'date_num') return dayIn(unix * 1000);
    if (token.endsWith('_pretty')) {
      for (const [days, word] of [
        [0, 'today'],
        [-1, 'yesterday'],
        [1, 'tomorrow'],
      ] as const)
        if (dayIn(unix * 1000) === dayIn(now + days * 86_400_000)) return word;
    }
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: tz }).format(unix * 1000);
  });
  return unknown ? undefined : text;
}
