import type { Config } from '../../config/types.js';
import { normalisePart } from '../keys.js';
import type { HandoffClass } from '../types.js';

export interface Classified {
  lane: string;
  item: string;
  originChannel: string | null;
  customer: boolean | null;
}

/** Whole words of a lane or item: the runs of letters and digits. */
const wordsOf = (text: string): string[] => normalisePart(text).split('-').filter(Boolean);

/** Singular or plural of an English noun: lead, leads; lobby, lobbies; address, addresses. */
function isWordOf(word: string, noun: string): boolean {
  const ies = noun.endsWith('y') && word === `${noun.slice(0, -1)}ies`;
  return word === noun || word === `${noun}s` || word === `${noun}es` || ies;
}

/** Whether a text holds a configured word, or all words of a configured phrase one after the other. */
function holdsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, from) =>
    phrase.every((noun, n) => {
      const word = words[from + n];
      return word !== undefined && (isWordOf(word, noun) || isWordOf(noun, word));
    }),
  );
}

/**
 * Customer, internal or unknown (H13). Customer evidence wins: a customer word in lane or item, a customer alert channel as
 * origin, `customer: yes`. Otherwise an internal lane or `customer: no` settles it; what nothing settles is unknown. Pure.
 */
export function classify(handoff: Classified, config: Pick<Config, 'lanes' | 'channels'>): HandoffClass {
  try {
    const texts = [wordsOf(handoff.lane), wordsOf(handoff.item)];
    const phrases = config.lanes.customerWords.map(wordsOf).filter((phrase) => phrase.length > 0);
    const customer =
      handoff.customer === true ||
      texts.some((words) => phrases.some((phrase) => holdsPhrase(words, phrase))) ||
      (handoff.originChannel !== null && config.channels.customerAlerts.includes(handoff.originChannel));
    if (customer) return 'customer';
    const lane = normalisePart(handoff.lane);
    if (handoff.customer === false || config.lanes.internal.some((l) => normalisePart(l) === lane)) return 'internal';
    return 'unknown';
  } catch {
    // A classifier that throws has read nothing; unknown gets the customer bounds.
    return 'unknown';
  }
}
