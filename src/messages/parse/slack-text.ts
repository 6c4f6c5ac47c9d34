/**
 * Slack's own encoding, taken off: `<@U…|name>`, `<#C…|name>`, `<url|label>`, `&amp; &lt; &gt;`, emphasis, odd spaces.
 * "Encoded" below is text as Slack delivers it; everything returned is what a reader sees.
 */

import { INVISIBLE, MARKS, MENTION, ODD_SPACE, QUOTES, SAYS_NOTHING, STRAY_JOINER } from './tokens.js';
import type { Named } from './types.js';

/** Takes off what shows nothing and makes every run of spaces one plain space; lines stay lines. */
export function clean(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, '')
    .replace(STRAY_JOINER, '')
    .replace(ODD_SPACE, ' ')
    .replace(/ {2,}/g, ' ');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>' };

/** Decodes `&amp;`, `&lt;` and `&gt;`, once. */
export function decode(encoded: string): string {
  return encoded.replace(/&(amp|lt|gt);/g, (_, name: string) => ENTITIES[name]!);
}

/** What a reader sees of one `<…>`. A mention keeps its id, so that a name can be put in its place later. */
function tokenText(inside: string, prefer: 'label' | 'both'): string {
  const bar = inside.indexOf('|');
  const target = decode(bar < 0 ? inside : inside.slice(0, bar));
  const label = bar < 0 ? '' : decode(inside.slice(bar + 1)).trim();
  if (target.startsWith('@')) return `<${target}>`;
  if (target.startsWith('#')) return label === '' ? target : `#${label}`;
  if (target.startsWith('!')) return label === '' ? `@${target.slice(1).split('^')[0]}` : label;
  if (/^https?:\/\//i.test(target)) {
    if (label === '') return target;
    const auto = target.toLowerCase().endsWith(label.toLowerCase());
    return prefer === 'label' || auto ? label : `${label} (${target})`;
  }
  if (/^(mailto|tel):/i.test(target)) return label === '' ? target.replace(/^\w+:/, '') : label;
  return `<${decode(inside)}>`;
}

function decodeTokens(encoded: string, prefer: 'label' | 'both'): string {
  return encoded
    .replace(/<([^<>\n]*)>|&(amp|lt|gt);/g, (_, inside: string | undefined, name: string) =>
      inside === undefined ? ENTITIES[name]! : tokenText(inside, prefer),
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** A sentence as its reader sees it, on one line; a link with a label keeps its address in brackets. */
export function asText(encoded: string): string {
  return decodeTokens(trimMarks(encoded), 'both');
}

/** A name as its reader sees it: Slack makes links of words such as `leads.io`, and the label is what was typed. */
export function asName(encoded: string): string {
  return trimQuotes(decodeTokens(trimStrayMarks(trimQuotes(trimStrayMarks(encoded))), 'label'));
}

/** Takes off emphasis that encloses the whole. */
export function trimMarks(text: string): string {
  let rest = text.trim();
  for (;;) {
    const inner = /^(?:\*+([^*]+)\*+|_+([^_]+)_+|~+([^~]+)~+|`+([^`]+)`+)$/.exec(rest);
    if (!inner) return rest;
    rest = (inner[1] ?? inner[2] ?? inner[3] ?? inner[4])!.trim();
  }
}

/** Takes off emphasis at the edges that encloses the whole or has no partner: for names, where no mark means anything. */
export function trimStrayMarks(text: string): string {
  let rest = trimMarks(text);
  for (;;) {
    const first = rest[0] ?? '';
    const last = rest[rest.length - 1] ?? '';
    // What is left may end like a code fence, and a line's fences are no part of a name.
    const bare = withoutFences(rest);
    if (bare !== rest) rest = bare;
    else if (last !== '' && MARKS.includes(last) && odd(rest, last)) rest = rest.slice(0, -1);
    else if (first !== '' && MARKS.includes(first) && odd(rest, first)) rest = rest.slice(1);
    else return rest;
    rest = trimMarks(rest);
  }
}

function odd(text: string, mark: string): boolean {
  let count = 0;
  for (const character of text) if (character === mark) count += 1;
  return count % 2 === 1;
}

/** Takes off one pair of quotes around the whole. */
export function trimQuotes(text: string): string {
  const rest = text.trim();
  const first = rest[0] ?? '';
  const last = rest[rest.length - 1] ?? '';
  return rest.length > 2 && QUOTES.includes(first) && QUOTES.includes(last) ? rest.slice(1, -1).trim() : rest;
}

/** The http and https addresses in it, in order; no other scheme counts as a link. */
export function asUrls(encoded: string): string[] {
  const found: string[] = [];
  for (const match of encoded.matchAll(/<([^<>\n]*)>|https?:\/\/[^\s<>|"“”]+/gi)) {
    const target = match[1] === undefined ? bare(match[0]) : decode(match[1].split('|')[0]!).trim();
    if (isLink(target)) found.push(target);
  }
  return found;
}

/** An address in running text ends before the punctuation and the emphasis of the sentence around it. */
function bare(encoded: string): string {
  let url = decode(encoded).split(/[<>]/)[0]!;
  for (;;) {
    const last = url[url.length - 1] ?? '';
    const closes = last === ')' && !url.includes('(');
    if (!closes && !/[.,;:!?'’*~`]/.test(last)) return url;
    url = url.slice(0, -1);
  }
}

/** Whether it is a whole http or https address. */
export function isLink(url: string): boolean {
  if (!/^https?:\/\/[^\s<>|]+$/i.test(url)) return false;
  return URL.canParse(url);
}

/** Whom it names first: a mention, a quoted name, or the first plain word. Null where nobody is named. */
export function asNamed(encoded: string): Named | null {
  const rest = trimStrayMarks(encoded);
  const mention = MENTION.exec(rest);
  if (mention && mention.index <= 1) return { user: mention[1]! };
  const text = decodeTokens(rest, 'label');
  const quoted = /^["“„«]([^"”“»]+)["”“»]/.exec(text);
  if (quoted && says(quoted[1]!)) return { word: quoted[1]!.trim() };
  const word = /^@?([\p{L}\p{N}][\p{L}\p{N}._-]*)/u.exec(text)?.[1]?.replace(/[._-]+$/, '');
  return word ? { word } : null;
}

/** How many different users it mentions. */
export function mentions(encoded: string): number {
  return new Set(Array.from(encoded.matchAll(new RegExp(MENTION, 'g')), (match) => match[1])).size;
}

/** Whether it names anything: a letter or a digit of any script (H1). */
export function hasName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.normalize('NFKC'));
}

/** Whether a field says something: `-`, `n/a`, `none`, `tbd` and `.` do not. */
export function says(text: string): boolean {
  const word = text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return word !== '' && !SAYS_NOTHING.has(word);
}

/** What makes two spellings of a subtask one: case, spaces and the shape of quotes do not count. */
export function subtaskKey(name: string): string {
  return clean(name)
    .normalize('NFKC')
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** A code fence at the edges of a line is no part of what it says, however many stand there. Linear in the line's length. */
export function withoutFences(raw: string): string {
  let rest = raw.trim();
  for (;;) {
    let from = 0;
    while (rest[from] === '`') from += 1;
    let to = rest.length;
    while (to > from && rest[to - 1] === '`') to -= 1;
    const next = rest.slice(from >= 3 ? from : 0, rest.length - to >= 3 ? to : rest.length).trim();
    if (next === rest) return rest;
    rest = next;
  }
}
