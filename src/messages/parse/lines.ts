/**
 * A message as lines. Grammar:
 *
 *   line := quote | blank | [indent] [bullet] [box] body
 *
 * A quoted line is kept, so that lines count as the reader counts them, and is never read (H2).
 */

import { asText, clean, withoutFences } from './slack-text.js';
import { BOX_DONE, BOX_OPEN, BULLET, QUOTE, QUOTE_TO_THE_END } from './tokens.js';

export interface Line {
  /** Counted from 1. */
  number: number;
  /** The whole line as its reader sees it. */
  seen: string;
  /** Without indent, fence, bullet and box; still in Slack's encoding. */
  body: string;
  indented: boolean;
  bulleted: boolean;
  box: 'open' | 'done' | null;
  quoted: boolean;
  blank: boolean;
}

/** Splits a message into lines and takes each one's outer dress off. */
export function toLines(text: string): Line[] {
  let quotedToTheEnd = false;
  return clean(text)
    .split('\n')
    .map((raw, index) => {
      quotedToTheEnd ||= QUOTE_TO_THE_END.test(raw);
      return toLine(raw, index + 1, quotedToTheEnd || QUOTE.test(raw));
    });
}

function toLine(raw: string, number: number, quoted: boolean): Line {
  let body = withoutFences(raw);
  const indented = /^\s/.test(raw) && body !== '';
  let bulleted = false;
  for (let depth = 0; depth < 3 && BULLET.test(body); depth += 1) {
    body = body.replace(BULLET, '').trim();
    bulleted = true;
  }
  const box = BOX_DONE.test(body) ? 'done' : BOX_OPEN.test(body) ? 'open' : null;
  if (box !== null) body = body.replace(box === 'done' ? BOX_DONE : BOX_OPEN, '').trim();
  return { number, seen: asText(raw), body, indented, bulleted, box, quoted, blank: body === '' };
}
