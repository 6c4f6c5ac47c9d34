/** The key of a bridge claim: `lane/item`, in quotes where a name has spaces. */

import { asName, hasName } from './slack-text.js';

export type ReadKey =
  | { ok: true; lane: string; item: string; written: string; rest: string }
  | { ok: false; message: string };

const OPENING = '"“”„«‘\'’`';
const CLOSING = '"“”»’\'‘`';
const RIGHT = 'BRIDGE CLAIM leads/western-slope-alert accepted';
const RIGHT_QUOTED = 'BRIDGE CLAIM "leads/western slope alert" accepted';

/** Reads the key at the start of the text (in Slack's encoding). */
export function readKey(encoded: string): ReadKey {
  const marks = /^[*_~]*/.exec(encoded)![0];
  const text = encoded.slice(marks.length);
  const closing = [...marks].reverse().join('');
  if (text !== '' && OPENING.includes(text[0]!)) {
    const end = [...text].findIndex((character, index) => index > 0 && CLOSING.includes(character));
    if (end < 0) return { ok: false, message: `A quote is opened and not closed. Write: ${RIGHT_QUOTED}` };
    const inside = [...text].slice(1, end).join('');
    return split(inside, after([...text].slice(end + 1).join(''), closing), true);
  }
  // Slack makes a link of a key such as `leads.io/call`; its label is what was typed.
  const word = /^<[^<>]*>\S*|^\S+/.exec(text)?.[0] ?? '';
  if (word === '') return { ok: false, message: `The line names no handoff. Write: ${RIGHT}` };
  if (/["“”]/.test(word)) return { ok: false, message: `A quote is closed and not opened. Write: ${RIGHT_QUOTED}` };
  return split(marks + word, text.slice(word.length), false);
}

function after(rest: string, closing: string): string {
  return closing !== '' && rest.startsWith(closing) ? rest.slice(closing.length) : rest;
}

function split(encoded: string, rest: string, quoted: boolean): ReadKey {
  // An item's key in the ledger begins with its kind; people paste it.
  const key = asName(encoded)
    .replace(/^(?:handoff|handoff-received|held):\s*/i, '')
    .replace(/[:,;]+$/, '');
  const slash = key.indexOf('/');
  const lane = slash < 0 ? '' : key.slice(0, slash).trim();
  const item = slash < 0 ? '' : key.slice(slash + 1).trim();
  if (!hasName(lane) || !hasName(item)) {
    const spaced = !quoted && rest.slice(0, 200).includes('/');
    return {
      ok: false,
      message: spaced
        ? `A name with spaces goes in quotes. Write: ${RIGHT_QUOTED}`
        : `A claim names its handoff as lane/item. Write: ${RIGHT}`,
    };
  }
  const written = /\s/.test(key) ? `"${key}"` : key;
  return { ok: true, lane, item, written, rest: rest.trim() };
}
