/**
 * Text from outside, made harmless (P9). Slack asks for `&`, `<` and `>` only; beyond that, text that others wrote never
 * begins a line of ours, spans lines, or calls a whole channel.
 */

import { isLink } from '../parse/slack-text.js';
import { INVISIBLE } from '../parse/tokens.js';

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Escapes `&`, `<` and `>`, and takes the call out of `@here`, `@channel` and `@everyone`. */
export function escapeText(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@(?=(?:here|channel|everyone|group)\b)/gi, '@\u2060');
}

/** One line, without characters that show nothing: what a field of the grammar may hold. */
export function oneLine(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/[\s\u0085\u2028\u2029]+/g, ' ')
    .replace(CONTROL, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .trim();
}

/** Somebody's words inside a line of ours: one line, escaped. */
export function words(text: string): string {
  return escapeText(oneLine(text));
}

/** A key, a name or a line shown as code; a backtick in it would end the code. */
export function code(text: string): string {
  const plain = oneLine(text).replace(/`/g, "'");
  return plain === '' ? '` `' : `\`${escapeText(plain)}\``;
}

/** Somebody's line, shown as a quotation: quoted lines are never read as grammar (H2). */
export function quote(text: string): string {
  return `> ${words(text)}`;
}

/** An address as it may stand between `<` and `>`; null where it is no http or https link. */
export function address(url: string): string | null {
  const plain = url.trim();
  if (!isLink(plain)) return null;
  const safe = plain.replace(/["'`\\^{}\u0000-\u0020\u007f-\u009f]/g, encodeURIComponent).replace(/&/g, '&amp;');
  return /\p{Surrogate}/u.test(safe) ? null : safe;
}

/** A link with our own label; the label alone where the address is none. */
export function link(url: string, label: string): string {
  const safe = address(url);
  const shown = words(label).replace(/\|/g, '/');
  return safe === null ? shown : `<${safe}|${shown}>`;
}

/** A link that shows its address; the words alone where it is none. */
export function bareLink(url: string): string {
  const safe = address(url);
  return safe === null ? words(url) : `<${safe}>`;
}

/** A mention of ours; null for anything that is no user id. */
export function mention(user: string): string | null {
  return /^[UW][A-Z0-9]+$/.test(user) ? `<@${user}>` : null;
}
