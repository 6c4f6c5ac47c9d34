import type { Block } from '../types.js';

const TOKEN = /<(?:@[UW][A-Z0-9]+(?:\|[^<>]*)?|#[CG][A-Z0-9]+(?:\|[^<>]*)?|![a-z]+[^<>]*|(?:https?|mailto):[^<>\s]+)>/;
const PIECES = new RegExp(`(${TOKEN.source})`);
const URL_IN_TEXT = /https?:\/\/[^\s<>|]*[^\s<>|.,;:!?'")\]}*_~`]/g;

function escapeText(text: string): string {
  return text
    .replace(/&(?!amp;|lt;|gt;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}

/**
 * What Slack stores for what a person typed: `&`, `<` and `>` escaped, addresses made links, in code too. Tokens such
 * as `<@U…>` stand for mentions picked from a list, and stay.
 */
export function typedText(text: string): string {
  return text
    .split(PIECES)
    .map((piece, index) => {
      if (index % 2 === 1) return piece;
      return escapeText(piece).replace(URL_IN_TEXT, (url) => `<${url}>`);
    })
    .join('');
}

function unescapeText(text: string): string {
  return text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
}

function element(token: string): Record<string, unknown> {
  const [target = '', label] = token.slice(1, -1).split('|');
  if (target.startsWith('@')) return { type: 'user', user_id: target.slice(1) };
  if (target.startsWith('#')) return { type: 'channel', channel_id: target.slice(1) };
  if (target.startsWith('!subteam^')) return { type: 'usergroup', usergroup_id: target.slice('!subteam^'.length) };
  if (target.startsWith('!')) return { type: 'broadcast', range: target.slice(1) };
  return { type: 'link', url: unescapeText(target), ...(label ? { text: unescapeText(label) } : {}) };
}

/** The rich text block that Slack puts beside the text of a person's message. Styles are left as typed. */
export function richText(text: string): Block[] {
  const elements = text
    .split(PIECES)
    .map((piece, index) => (index % 2 === 1 ? element(piece) : { type: 'text', text: unescapeText(piece) }))
    .filter((each) => each.type !== 'text' || each.text !== '');
  return [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }];
}
