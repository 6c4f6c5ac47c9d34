/** The leaves of the configuration: each reads one value, or says in one sentence what it is and what to write (X4). */
import { z } from 'zod';
import { DURATION_HINT, parseDuration } from './duration.js';
import { show } from './problems.js';
import { isLoopbackHost, urlFault } from './urls.js';

type Reading<T> = { value: T } | { wrong: string };

/**
 * One value.
 * @param missing what to write where the key is absent or empty; ends the sentence.
 */
function leaf<T>(missing: string, read: (given: unknown) => Reading<T>) {
  return z.unknown().transform((given, context): T => {
    const reading = given === undefined || given === null ? { wrong: `is missing; ${missing}` } : read(given);
    if ('value' in reading) return reading.value;
    context.addIssue({ code: 'custom', message: reading.wrong });
    return z.NEVER;
  });
}

/** A key that may be absent, or left empty with its value commented out. */
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish();

/** A map with these keys and no others. The message of an unknown key carries the known ones, for the suggestion. */
export function map<T extends z.ZodRawShape>(shape: T, example = 'write "key: value" lines under it') {
  const error = (issue: { code?: string; input?: unknown }) =>
    issue.code === 'unrecognized_keys' ? Object.keys(shape).join(' ') : mapWanted(issue.input, example);
  return z.strictObject(shape, { error });
}

/** A map whose keys the person chooses. */
export const mapOf = <T extends z.ZodType>(value: T, example?: string) =>
  z.record(z.string(), value, { error: (issue) => mapWanted(issue.input, example) });

export function mapWanted(given: unknown, example = 'write "key: value" lines under it'): string {
  const wrong =
    given === undefined ? 'is missing' : given === null ? 'has nothing under it' : `${show(given)} is not a map`;
  return `${wrong}; ${example}`;
}

export function list<T extends z.ZodType>(item: T, example: string) {
  const error = (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null
      ? `is missing; write a list, such as ${example}`
      : `${show(issue.input)} is not a list; write one, such as ${example}`;
  return z.array(item, { error });
}

/** Text that is not blank. A number is taken as its text, since YAML reads an unquoted `2024` as one. */
export function text(what: string, fits: RegExp = /\S/) {
  return leaf<string>(`write ${what}`, (given) => {
    const word = typeof given === 'number' ? String(given) : given;
    return typeof word === 'string' && fits.test(word)
      ? { value: word.trim() }
      : { wrong: `${show(given)} is not ${what}` };
  });
}

export function oneOf<const T extends string>(...words: T[]) {
  const choice = words.map((word) => JSON.stringify(word)).join(' or ');
  return leaf<T>(`write ${choice}`, (given) =>
    words.includes(given as T)
      ? { value: given as T }
      : { wrong: `${show(given)} is not one of the choices; write ${choice}` },
  );
}

export function wholeNumber(least: number, most: number) {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} up` : `from ${least} to ${most}`;
  return leaf<number>(`write a whole number ${range}`, (given) =>
    Number.isSafeInteger(given) && (given as number) >= least && (given as number) <= most
      ? { value: given as number }
      : { wrong: `${show(given)} is not a whole number ${range}` },
  );
}

function durationOf(least: number, most: number) {
  return leaf<number>(DURATION_HINT, (given) => {
    const ms = typeof given === 'string' ? parseDuration(given.trim()) : null;
    if (ms === null) return { wrong: `${show(given)} is not a duration; ${DURATION_HINT}` };
    if (ms < least) return { wrong: `${show(given)} is no time at all; ${DURATION_HINT}` };
    return ms <= most ? { value: ms } : { wrong: `${show(given)} is too long; this may be 24d at most` };
  });
}

/** Milliseconds, more than none. */
export const duration = durationOf(1, Number.MAX_SAFE_INTEGER);
/** How often proof is read: `0s` means at every sweep. */
export const cadence = durationOf(0, Number.MAX_SAFE_INTEGER);
/** What a timer of Node has to wait for: past 2^31 ms it would fire at once. */
export const timer = durationOf(1, 2 ** 31 - 1);

function slackId(what: string, prefixes: string, where: string) {
  const fits = new RegExp(`^[${prefixes}][A-Z0-9]+$`);
  const shapes = [...prefixes].map((letter) => `${letter}…`).join(' or ');
  return leaf<string>(`write ${what}, ${shapes} (${where})`, (given) =>
    typeof given === 'string' && fits.test(given.trim())
      ? { value: given.trim() }
      : { wrong: `${show(given)} is not ${what}; write the id, ${shapes} (${where})` },
  );
}

export const userId = slackId("a Slack user's id", 'UW', 'in Slack: the profile, ⋮, Copy member ID');
export const channelId = slackId("a Slack channel's id", 'CGD', "in Slack: the channel's name, About, at the bottom");
export const appOrBotId = slackId("an app's or bot's id", 'AB', "in Slack: the app's profile");

export const httpsUrl = leaf('write an address, such as https://api.github.com', (given): Reading<string> => {
  const fault = typeof given === 'string' ? urlFault(given.trim()) : 'is not a URL';
  return fault === null ? { value: (given as string).trim() } : { wrong: `${show(given)} ${fault}` };
});

/** An address with `{subject}` in its path or query: the subject never chooses the host that is asked. */
export const proofUrl = leaf(
  'write an address, such as https://example.com/tickets/{subject}',
  (given): Reading<string> => {
    if (typeof given !== 'string') return { wrong: `${show(given)} is not a URL` };
    const address = given.trim();
    const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
    if (/[{}]/.test(host))
      return { wrong: `${show(given)} lets the subject choose the host; {subject} belongs in the path or the query` };
    const fault = urlFault(address.replaceAll('{subject}', 'x'));
    return fault === null ? { value: address } : { wrong: `${show(given)} ${fault}` };
  },
);

export const loopbackHost = leaf('write 127.0.0.1', (given): Reading<string> => {
  if (typeof given !== 'string' || !isLoopbackHost(given.trim())) {
    return {
      wrong: `${show(given)} is not this machine; health and metrics are served on 127.0.0.1, ::1 or localhost alone`,
    };
  }
  return { value: given.trim().replace(/^\[(.*)\]$/, '$1') };
});

export const LEDGER_URL_HINT = 'write sqlite:PATH, such as sqlite:./owed-{seat}.db, or postgres://HOST/DATABASE';

/** @returns null when the text names a ledger; otherwise why not, with the fix. Used for OWED_LEDGER_URL too. */
export function ledgerUrlFault(text: string): string | null {
  if (/^sqlite:/.test(text)) {
    const path = text.slice('sqlite:'.length);
    return path === '' || (/^\/\//.test(path) && !/^\/\/\//.test(path)) ? `names no file; ${LEDGER_URL_HINT}` : null;
  }
  if (!/^postgres(?:ql)?:\/\//.test(text)) return `is not a ledger; ${LEDGER_URL_HINT}`;
  return URL.canParse(text.replaceAll('{seat}', 'seat')) ? null : `is not a PostgreSQL address; ${LEDGER_URL_HINT}`;
}

export const ledgerUrl = leaf(LEDGER_URL_HINT, (given): Reading<string> => {
  const fault = typeof given === 'string' ? ledgerUrlFault(given.trim()) : `is not a ledger; ${LEDGER_URL_HINT}`;
  return fault === null ? { value: (given as string).trim() } : { wrong: `${show(given)} ${fault}` };
});

/** Any plain value, null included: what an http proof's pointer has to hold. */
export const plainValue = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: (issue) =>
    issue.input === undefined
      ? 'is missing; write the value that proves it, such as closed'
      : `${show(issue.input)} is not a plain value; write text, a number, true, false or null`,
});
