import type { Config, Person, Seat } from '../config/types.js';
import { nearest } from '../messages/parse/index.js';
import type { Named } from '../messages/parse/types.js';

const same = (a: string, b: string) =>
  a.normalize('NFKC').trim().toLowerCase() === b.normalize('NFKC').trim().toLowerCase();
const bare = (word: string) => word.replace(/^@/, '');

/** The seat that a bot user, a key or a display name means; null when it means none. Pure. */
export function seatNamed(named: Named | string, config: Config): Seat | null {
  const by = typeof named === 'string' ? asNamed(named) : named;
  for (const seat of config.seats.values()) {
    if ('user' in by ? seat.botUser === by.user : same(seat.key, bare(by.word)) || same(seat.name, bare(by.word)))
      return seat;
  }
  return null;
}

/** The person that a Slack user, a key or a display name means; null when the configuration names none. Pure. */
export function personNamed(named: Named | string, config: Config): Person | null {
  const by = typeof named === 'string' ? asNamed(named) : named;
  for (const person of config.people.values()) {
    if ('user' in by ? person.user === by.user : same(person.key, bare(by.word)) || same(person.name, bare(by.word))) {
      return person;
    }
  }
  return null;
}

function asNamed(text: string): Named {
  const id = /^(?:<@)?([UW][A-Z0-9]{2,})(?:\|[^>]*)?>?$/.exec(text.trim());
  return id?.[1] ? { user: id[1] } : { word: text };
}

/** One sentence for a person whom the configuration does not name, with the nearest that it does (design, `--by`). */
export function unknownPerson(word: string, config: Config): string {
  return unknownOf(
    'person',
    word,
    [...config.people.values()].flatMap((p) => [p.key, p.name]),
    [...config.people.keys()],
  );
}

export function unknownSeat(word: string, config: Config): string {
  return unknownOf(
    'seat',
    word,
    [...config.seats.values()].flatMap((s) => [s.key, s.name]),
    [...config.seats.keys()],
  );
}

function unknownOf(what: string, word: string, names: string[], keys: string[]): string {
  const near = nearest(word, names);
  const known = `The configuration names ${keys.join(', ')}.`;
  return near
    ? `No ${what} is called "${word}"; did you mean ${near}? ${known}`
    : `No ${what} is called "${word}". ${known}`;
}
