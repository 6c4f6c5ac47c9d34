/**
 * The text of the slash command (U1). Grammar:
 *
 *   command := "list" ["open" | "closed" | "all"] [kind] ["mine"] | "show" key | "unmute" key | "take" key
 *            | "close" key [proof] | "mute" key ["for" duration] [("because" | "why") text]
 *            | "handoff" | "decide" | "help" | nothing
 *   key     := word | quote text quote
 *
 * A word that is missing is null, and the handler asks for it in a modal.
 */

import { parseDuration } from './duration.js';
import { nearest } from './near.js';
import { asName, asText, clean, says } from './slack-text.js';
import { ALSO, VERBS, type Verb } from './verbs.js';

export type OwedCommand =
  | { verb: 'list'; state: 'open' | 'closed' | 'all'; kind: string | null; mine: boolean; unread: string | null }
  | { verb: 'show' | 'unmute' | 'take'; key: string | null }
  | { verb: 'close'; key: string | null; proof: string | null }
  | { verb: 'mute'; key: string | null; for: number | 'good' | null; why: string | null; unreadFor: string | null }
  | { verb: 'handoff' | 'decide' | 'help' }
  | { verb: 'unknown'; word: string; nearest: Verb | null };

/** Reads what follows `/owed`. */
export function parseOwedCommand(text: string): OwedCommand {
  const [word, rest] = firstWord(clean(text).replace(/\s+/g, ' ').trim());
  if (word === '') return { verb: 'help' };
  const plain = asName(word).toLowerCase();
  const verb = VERBS.find((known) => known === plain) ?? ALSO[plain];
  if (verb === undefined) return { verb: 'unknown', word: asName(word), nearest: nearestVerb(plain) };
  switch (verb) {
    case 'list':
      return readList(rest);
    case 'show':
    case 'unmute':
    case 'take':
      return { verb, key: wholeKey(rest) };
    case 'close': {
      const [key, proof] = firstKey(rest);
      return { verb, key, proof: sentence(proof) };
    }
    case 'mute':
      return readMute(rest);
    case 'handoff':
    case 'decide':
    case 'help':
      return { verb };
    default:
      return verb satisfies never;
  }
}

function nearestVerb(word: string): Verb | null {
  const near = nearest(word.slice(0, 30), VERBS);
  return VERBS.find((verb) => verb === near) ?? null;
}

function firstWord(text: string): [string, string] {
  const word = /^(?:<[^<>]*>|\S)+/.exec(text)?.[0] ?? '';
  return [word, text.slice(word.length).trim()];
}

/** A key in any quotes, or one word; then what is left. */
function firstKey(text: string): [string | null, string] {
  const quoted = /^["“”„«‘'`]([^"“”»’'`]+)["“”»’'`](.*)$/.exec(text);
  if (quoted) return [asName(quoted[1]!) || null, quoted[2]!.trim()];
  const [word, rest] = firstWord(text);
  return [asName(word) || null, rest];
}

/** Nothing follows the key: all of it is the key, spaces and all. */
function wholeKey(text: string): string | null {
  return asName(text) || null;
}

function sentence(text: string): string | null {
  const plain = asText(text.replace(/^["“](.*)["”]$/, '$1'));
  return says(plain) ? plain : null;
}

function readList(text: string): OwedCommand {
  let state: 'open' | 'closed' | 'all' = 'open';
  let kind: string | null = null;
  let mine = false;
  const unread: string[] = [];
  for (const word of text.split(' ').map((each) => asName(each).toLowerCase())) {
    if (word === 'open' || word === 'closed' || word === 'all') state = word;
    else if (word === 'mine' || word === 'me') mine = true;
    else if (kind === null && word !== '') kind = word;
    else if (word !== '') unread.push(word);
  }
  return { verb: 'list', state, kind, mine, unread: unread.join(' ') || null };
}

const FOR = /^for (good|ever|(\d[\d.]*\s?\p{L}+))(?=$|[\s,;.])/iu;

function readMute(text: string): OwedCommand {
  const [key, tail] = firstKey(text);
  const read = FOR.exec(tail);
  // `for 2 fortnights` is a length of time that cannot be read; `for the holidays` is a reason.
  const unreadFor = !read && /^for \d/i.test(tail) ? tail.slice(4).split(/\s(?:because|why)\b/i)[0]! : null;
  const length = read?.[2] === undefined ? null : parseDuration(read[2]);
  const bad = read?.[2] !== undefined && length === null ? read[2] : unreadFor;
  const rest = read ? tail.slice(read[0].length) : unreadFor ? tail.slice(4 + unreadFor.length) : tail;
  const why = sentence(rest.replace(/^[\s,;.:—–-]*(?:(?:because|why)\b:?\s*)?/i, ''));
  return { verb: 'mute', key, for: read && read[2] === undefined ? 'good' : length, why, unreadFor: bad };
}
