/**
 * Whether a why is more than whose area it is (H3). Words are recognised wholly, never by their absence: the text falls
 * into clauses, and is refused only when every clause is ownership or filler and at least one is ownership.
 *
 *   why    := clause { ("." | "," | ";" | ":" | "!" | "?" | "-" | "and" | "so" | "because" | …) clause }
 */

import { alertClauses, fillerClauses, ownershipClauses } from './reason-words.js';
import { clean } from './slack-text.js';

export interface ReasonContext {
  /** What people call the taker: `Trinity`. */
  takerName: string;
  /** The taker's Slack id. */
  takerUser: string;
}

export type Judgement = { ok: true } | { ok: false; reason: 'ownership-only' | 'own-alert' };

const JOINED =
  /[.,;:!?()[\]\n|…"/]+|\s[-–—]+\s?|[–—]|\b(?:and|but|so|because|since|as it|cause|given that|therefore|hence|thus|plus|given)\b/u;
/** Longer clauses are no formula; the patterns need not be tried on them. */
const LONGEST = 160;

/** Judges the why of a HANDOFF, or of a release. */
export function judgeReason(why: string, context: ReasonContext): Judgement {
  let owned = false;
  let alerted = false;
  for (const clause of clausesOf(why, context)) {
    if (matches(clause, fillerClauses)) continue;
    if (matches(clause, alertClauses)) alerted = true;
    else if (matches(clause, ownershipClauses)) owned = true;
    else return { ok: true };
    if (/(?:^| )(?:your|yours|her|his|their|@taker(?:'s)?|[\p{L}]+'s) /u.test(`${clause} `)) owned = true;
  }
  if (!owned) return { ok: true };
  return { ok: false, reason: alerted ? 'own-alert' : 'ownership-only' };
}

function matches(clause: string, patterns: readonly RegExp[]): boolean {
  return clause.length <= LONGEST && patterns.some((pattern) => pattern.test(clause));
}

function clausesOf(why: string, context: ReasonContext): string[] {
  return plain(why, context)
    .split(JOINED)
    .map((clause) =>
      clause
        .replace(/^[^\p{L}\p{N}@':]+|[^\p{L}\p{N}':]+$/gu, '')
        .replace(/^(?:that|which|as|for|then|also|well|i think|i guess)\s+(?=\S+ )/u, '')
        .replace(/\s+(?:i think|i guess|i believe|imo|afaik|too|as well|though|right)$/u, '')
        .trim(),
    );
}

function plain(why: string, { takerName, takerUser }: ReasonContext): string {
  const names = [takerUser, takerName]
    .filter((name) => name.trim() !== '')
    .map((name) => name.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  let text = clean(why)
    .toLowerCase()
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[*_~]/g, '')
    .replace(/[“”„‟«»]/g, '"')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/:[a-z][a-z0-9_+-]*:/g, ' ')
    .replace(/\p{Extended_Pictographic}\ufe0f?/gu, ' ')
    .replace(/\bf\.y\.i\.?/g, 'fyi')
    .replace(/\bit ?s\b/g, "it's")
    .replace(/\bthats\b/g, "that's")
    .replace(/\b(the|a|an) (?=(?:your|her|his|their|yours|hers) )/g, '');
  for (const name of names) {
    text = text.replace(new RegExp(`<?@?(?<![\\p{L}\\p{N}])${name}(?:\\|[^>]*)?>?(?![\\p{L}\\p{N}])`, 'gu'), '@taker');
  }
  return text.replace(/@taker'(?!s)/g, "@taker's").replace(/\s+/g, ' ');
}
