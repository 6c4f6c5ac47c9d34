/** What a bridge claim says about its handoff: one reader for each act of the grammar in claim.ts. */

import type { Line } from './lines.js';
import { nearest } from './near.js';
import { asName, asNamed, asText, asUrls, hasName, says, trimMarks } from './slack-text.js';
import { ACT_WORD, ACTS, ACTS_MEANT, MENTION, NOTE_WORD, QUOTES, UNTIL_WORD, WHY_WORD } from './tokens.js';
import type { ClaimAct } from './types.js';
import { looksLikeTime, readUntil, untilForms } from './until.js';

export type ReadAct = { ok: true; claim: ClaimAct } | { ok: false; message: string };

/** Reads the act that follows a key; `below` is the line under the claim, where a `why:` or a link may stand. */
export function readAct(encoded: string, key: string, below: Line | null, at: number): ReadAct {
  const text = encoded.replace(/^[\s–—:,;|→-]*[*_~`]*/, '');
  const match = ACT_WORD.exec(text);
  const act = match === null ? null : actOf(match[1]!);
  if (act === null) return { ok: false, message: unknownAct(text, key) };
  const rest = text.slice(match![0].length).trim();
  switch (act) {
    case 'accepted':
    case 'working':
      return held(act, rest, key, at);
    case 'done':
      return { ok: true, claim: { act, link: asUrls(rest)[0] ?? linkBelow(below) } };
    case 'released':
      return released(rest, key, below);
    case 'handed back': {
      const why = whyIn(rest, below)?.why ?? null;
      if (why !== null) return { ok: true, claim: { act: 'handed-back', why } };
      return { ok: false, message: `Handing back needs a why. Write: BRIDGE CLAIM ${key} handed back why: REASON` };
    }
    case 'marked':
      return marked(rest, key);
    default:
      return act satisfies never;
  }
}

function actOf(word: string): (typeof ACTS)[number] | null {
  const plain = word.toLowerCase().replace(/^handed[\s_-]*back$/, 'handed back');
  return ACTS.find((act) => act === plain) ?? null;
}

function unknownAct(text: string, key: string): string {
  const forms = 'accepted, working, done, released, handed back or marked';
  const word = asName(text.split(/\s/)[0] ?? '').slice(0, 40);
  if (word === '') return `The line does not say what happened. After ${key} write ${forms}.`;
  const plain = word.toLowerCase().replace(/[^\p{L}-]+/gu, '');
  const meant = ACTS_MEANT[plain] ?? ACTS.find((act) => act === nearest(plain, ACTS)) ?? null;
  if (meant) return `“${word}” is no act of a claim. Did you mean: BRIDGE CLAIM ${key} ${meant}${TAIL[meant]}`;
  if (ACTS.some((act) => text.toLowerCase().includes(` ${act}`))) {
    return `“${word}” is no act of a claim. A name with spaces goes in quotes: BRIDGE CLAIM "leads/western slope alert" accepted`;
  }
  return `“${word}” is no act of a claim. After ${key} write ${forms}.`;
}

const TAIL: Record<(typeof ACTS)[number], string> = {
  accepted: '',
  working: '',
  done: ' https://…',
  released: ' to @SEAT why: REASON',
  'handed back': ' why: REASON',
  marked: ' "SUBTASK" done',
};

function held(act: 'accepted' | 'working', rest: string, key: string, at: number): ReadAct {
  let text = rest.replace(/^[\s,;:(–—-]+/, '');
  const word = UNTIL_WORD.exec(text);
  let until: ReturnType<typeof readUntil> = null;
  if (word) {
    text = text.slice(word[0].length).replace(/^[*_~`]+/, '');
    until = readUntil(text);
    if (until === null) {
      const time = looksLikeTime(text) ? 'This time cannot be read.' : 'After “until” comes a time.';
      return { ok: false, message: `${time} Write: BRIDGE CLAIM ${key} ${act} ${untilForms(at)}` };
    }
    text = text.slice(until.length).replace(/^[\s,;:.)*_~`–—-]+/, '');
  }
  const note = asText(text.replace(NOTE_WORD, ''));
  return { ok: true, claim: { act, until: until?.until ?? null, note: hasName(note) ? note : null } };
}

/** A link alone on the line below, or after `link:`, belongs to the done above it. */
function linkBelow(below: Line | null): string | null {
  if (below === null) return null;
  const text = trimMarks(below.body.replace(/^[*_~`]*link[*_~`]*\s*:[*_~`]*/i, ''));
  return /^(?:<https?:[^<>]*>|https?:\S+)$/i.test(text) ? (asUrls(text)[0] ?? null) : null;
}

/** Splits at `why:`; the reason may be alone on the line below. */
function whyIn(rest: string, below: Line | null): { before: string; why: string | null } | null {
  const here = WHY_WORD.exec(rest);
  if (here) {
    const why = asText(rest.slice(here.index + here[0].length));
    return { before: rest.slice(0, here.index), why: says(why) ? why : null };
  }
  const there = below === null ? null : WHY_WORD.exec(below.body);
  if (there?.index !== 0) return null;
  const why = asText(below!.body.slice(there[0].length));
  return { before: rest, why: says(why) ? why : null };
}

function released(rest: string, key: string, below: Line | null): ReadAct {
  const form = `BRIDGE CLAIM ${key} released to @SEAT why: REASON`;
  const split = whyIn(rest, below);
  const named = (split?.before ?? rest).replace(/^[*_~`]*to(?![\p{L}\p{N}])[*_~`]*\s*:?\s*/iu, '');
  const to = asNamed(named.replace(new RegExp(`^.{0,200}?(?=${MENTION.source})`), ''));
  if (to === null) return { ok: false, message: `A release names the seat that takes over. Write: ${form}` };
  if (!split?.why) return { ok: false, message: `A release needs a why. Write: ${form}` };
  return { ok: true, claim: { act: 'released', to, why: split.why } };
}

function marked(rest: string, key: string): ReadAct {
  const form = `BRIDGE CLAIM ${key} marked "SUBTASK" done (or open)`;
  const match = /^(.*\S)\s+[*_~`]*(done|open)[*_~`]*[.!]?$/i.exec(rest);
  if (!match) return { ok: false, message: `A mark ends with done or open. Write: ${form}` };
  const state = match[2]!.toLowerCase() as 'done' | 'open';
  const written = match[1]!.replace(/^[*_~]+(?=["“”„«‘'`])|(?<=["“”»’'`])[*_~]+$/g, '');
  const opened = QUOTES.includes(written[0]!);
  const closed = written.length > 1 && QUOTES.includes(written[written.length - 1]!);
  if (opened !== closed) return { ok: false, message: `The quotes around the subtask are not closed. Write: ${form}` };
  if (!opened && /\s/.test(written)) {
    return { ok: false, message: `A subtask with spaces goes in quotes. Write: ${form}` };
  }
  const subtask = asText(opened ? written.slice(1, -1) : written);
  if (!hasName(subtask)) return { ok: false, message: `The mark names no subtask. Write: ${form}` };
  return { ok: true, claim: { act: 'marked', subtask, state } };
}
