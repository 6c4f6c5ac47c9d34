/**
 * Checks between parts of the file that say who is who: seats, people, their Slack ids, commands, and every name
 * that refers to one of them. They read the raw values, so that they run beside the schema's own findings (X4).
 */
import { capitalised, defaultCommand } from './build.js';
import { type PathPart, show, suggestion } from './problems.js';

export type Report = (path: readonly PathPart[], message: string) => void;

/**
 * Keys are used in file names, commands and on the command line. A seat's begins with a letter, or JavaScript would
 * put it out of the file's order (H4).
 */
const SEAT_KEY = /^[A-Za-z][A-Za-z0-9_-]*$/;
const PERSON_KEY = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;
const COMMAND = /^\/[a-z0-9_-]{1,31}$/;

export const asMap = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const isMap = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Text as the schema takes it: trimmed, a number by its digits; null when blank or something else. */
export const asText = (value: unknown): string | null => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
};

export function checkIdentities(file: Record<string, unknown>, report: Report): void {
  const seats = asMap(file.seats);
  const people = asMap(file.people);
  checkSeats(file, seats, report);
  checkPeople(people, report);
  checkSlackUsers(seats, people, report);
  checkReferences(file, Object.keys(people), report);
}

function checkSeats(file: Record<string, unknown>, seats: Record<string, unknown>, report: Report): void {
  const keys = Object.keys(seats);
  if (isMap(file.seats) && keys.length === 0) report(['seats'], 'is empty; a seat needs a key, bot_user and human');
  const seat = asText(file.seat);
  if (seat !== null && keys.length > 0 && !keys.includes(seat)) {
    report(['seat'], `${show(seat)} is not one of the seats${suggestion(seat, keys)}`);
  }
  const commands = new Map<string, string>();
  for (const key of keys) {
    if (!SEAT_KEY.test(key))
      report(
        ['seats', key],
        `${show(key)} cannot be a seat's key; begin with a letter, and use letters, digits, - and _`,
      );
    const given = asMap(seats[key]).command;
    const command = typeof given === 'string' ? given.trim() : defaultCommand(key, keys.length);
    if (typeof given !== 'string' && SEAT_KEY.test(key) && !COMMAND.test(command)) {
      report(
        ['seats', key],
        `${show(command)} is too long for a slash command; give this seat a shorter one with "command:"`,
      );
    }
    const other = commands.get(command);
    if (other !== undefined) {
      report(
        ['seats', key, 'command'],
        `${show(command)} is the command of ${show(other)} too; each seat needs its own`,
      );
    } else commands.set(command, key);
  }
  unambiguous('seat', seats, ['seats'], report);
}

function checkPeople(people: Record<string, unknown>, report: Report): void {
  const logins = new Map<string, string>();
  for (const [key, value] of Object.entries(people)) {
    if (!PERSON_KEY.test(key))
      report(['people', key], `${show(key)} cannot be a person's key; use letters, digits, - and _`);
    const github = asText(asMap(value).github);
    if (github === null) continue;
    const other = logins.get(github.toLowerCase());
    if (other !== undefined)
      report(['people', key, 'github'], `${show(github)} is the GitHub login of ${show(other)} too`);
    else logins.set(github.toLowerCase(), key);
  }
  unambiguous('person', people, ['people'], report);
}

/** `--by Gera` and "to Trinity" take a key or a shown name, so neither may mean two. */
function unambiguous(what: string, entries: Record<string, unknown>, at: PathPart[], report: Report): void {
  const owners = new Map<string, string>();
  for (const key of Object.keys(entries)) owners.set(key.toLowerCase(), key);
  for (const [key, value] of Object.entries(entries)) {
    const name = asText(asMap(value).name) ?? capitalised(key);
    const owner = owners.get(name.toLowerCase());
    if (owner !== undefined && owner !== key) {
      report([...at, key, 'name'], `${show(name)} would mean ${show(owner)} too; give this ${what} a name of its own`);
    } else owners.set(name.toLowerCase(), key);
  }
}

/** One Slack user is one seat or one person: H2 and A5 tell them apart by the id alone. */
function checkSlackUsers(seats: Record<string, unknown>, people: Record<string, unknown>, report: Report): void {
  const owners = new Map<string, string>();
  const claim = (id: unknown, owner: string, path: PathPart[]): void => {
    const user = asText(id);
    if (user === null) return;
    const other = owners.get(user);
    if (other === undefined) owners.set(user, owner);
    else report(path, `${show(user)} is the Slack id of ${other} too; each seat and each person has their own`);
  };
  for (const [key, seat] of Object.entries(seats))
    claim(asMap(seat).bot_user, `seats.${key}`, ['seats', key, 'bot_user']);
  for (const [key, person] of Object.entries(people))
    claim(asMap(person).user, `people.${key}`, ['people', key, 'user']);
}

function checkReferences(file: Record<string, unknown>, people: string[], report: Report): void {
  if (isMap(file.people) && people.length === 0)
    report(['people'], 'is empty; name at least the overseer and who answers for the seat');
  const refer = (given: unknown, path: PathPart[]): void => {
    const key = asText(given);
    if (key !== null && people.length > 0 && !people.includes(key)) {
      report(path, `${show(key)} is not one of the people${suggestion(key, people)}`);
    }
  };
  const referAll = (given: unknown, path: PathPart[]): void => {
    for (const [i, key] of asList(given).entries()) refer(key, [...path, i]);
  };

  refer(file.overseer, ['overseer']);
  for (const [key, seat] of Object.entries(asMap(file.seats))) refer(asMap(seat).human, ['seats', key, 'human']);
  for (const [name, kind] of Object.entries(asMap(file.kinds)))
    referAll(asMap(kind).owed_to, ['kinds', name, 'owed_to']);
  for (const [i, check] of asList(file.checks).entries()) referAll(asMap(check).owed_to, ['checks', i, 'owed_to']);
  referAll(file.allowed, ['allowed']);
  if (Array.isArray(file.allowed) && file.allowed.length === 0) {
    report(['allowed'], 'is empty, so that nobody could close or decide anything; name somebody, or take the key out');
  }
}
