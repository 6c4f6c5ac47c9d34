import { uuidv7 } from 'uuidv7';
import type { Config } from '../config/index.js';
import { type Asker, type Request, refused, type VerbResult } from '../verbs/context.js';
import { personNamed, unknownPerson } from '../verbs/people.js';

/** What makes a repeat of a command known (L5): the caller's own id, else a new one. */
export const causeOf = (requestId: string | undefined): string => `cli:${requestId ?? uuidv7()}`;

/** Who `--by` names, held against the people who may (X1): closing, muting and taking are a person's. */
export function byPerson(named: string, config: Config): VerbResult<Asker> {
  const person = personNamed(named, config);
  if (!person) return refused(unknownPerson(named, config));
  if (config.allowed && !config.allowed.includes(person.key)) {
    const names = config.allowed.map((key) => config.people.get(key)?.name ?? key).join(', ');
    return refused(`${person.name} may not close, mute or take; the configuration allows ${names}.`);
  }
  return { ok: true, value: { kind: 'human', key: person.key, user: person.user, name: person.name } };
}

/** The seat itself asks: what an agent does on the command line is the seat's. */
export function bySeat(config: Config, requestId: string | undefined): Request {
  const seat = config.seats.get(config.seat);
  return {
    asker: { kind: 'seat', key: config.seat, user: seat?.botUser ?? null, name: seat?.name ?? config.seat },
    cause: causeOf(requestId),
  };
}

/** Whom `--owed-to` of a list means: a person of the configuration, or the Slack id of one whom it does not name. */
export function owedToFilter(named: string, config: Config): VerbResult<string> {
  const person = personNamed(named, config);
  if (person) return { ok: true, value: person.key };
  return /^[UW][A-Z0-9]{2,}$/.test(named) ? { ok: true, value: named } : refused(unknownPerson(named, config));
}
