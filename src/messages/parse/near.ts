/** Near misses: what somebody probably meant to write. */

import { distance } from 'fastest-levenshtein';

/** Whether `word` is a slip of the pen for `known`: one letter, two neighbours swapped, or two letters in a long word. */
export function isNear(word: string, known: string): boolean {
  if (word === known) return true;
  const apart = distance(word, known);
  return apart <= 1 || swapped(word, known) || (apart <= 2 && known.length >= 6);
}

/** Whether one pair of neighbours is swapped. */
export function swapped(word: string, known: string): boolean {
  if (word.length !== known.length) return false;
  const first = [...word].findIndex((letter, index) => letter !== known[index]);
  if (first < 0) return false;
  const turned = word.slice(0, first) + (word[first + 1] ?? '') + word[first] + word.slice(first + 2);
  return turned === known;
}

/** The nearest of some known words, or null where none is near enough to be meant. */
export function nearest(word: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const apart = swapped(word, candidate) ? 1 : distance(word.toLowerCase(), candidate.toLowerCase());
    if (apart < least) [best, least] = [candidate, apart];
  }
  return best !== null && least <= Math.max(1, Math.floor(best.length / 2)) ? best : null;
}
