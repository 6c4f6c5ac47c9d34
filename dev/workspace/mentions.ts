import { type Block, isRecord } from './types.js';

const TOKENS = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>|<!(channel|here|everyone)(?:\|[^>]*)?>/g;
const BARE = /(?:^|[\s(])@(channel|here|everyone)\b/g;

/** `bare`: words such as @here are parsed too (a text object without `verbatim`, or `link_names`). */
function collect(text: string, bare: boolean, into: Set<string>): void {
  for (const [, user, broadcast] of text.matchAll(TOKENS)) into.add(user ?? broadcast ?? '');
  if (!bare) return;
  for (const [, broadcast] of text.matchAll(BARE)) into.add(broadcast ?? '');
}

function walk(value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, into);
    return;
  }
  if (!isRecord(value)) return;
  if (value.type === 'plain_text') return;
  if (value.type === 'mrkdwn' && typeof value.text === 'string') collect(value.text, value.verbatim !== true, into);
  if (value.type === 'markdown' && typeof value.text === 'string') collect(value.text, false, into);
  if (value.type === 'user' && typeof value.user_id === 'string') into.add(value.user_id);
  if (value.type === 'broadcast' && typeof value.range === 'string') into.add(value.range);
  for (const each of Object.values(value)) walk(each, into);
}

/**
 * Who a new message pings: user ids, and `channel`, `here`, `everyone`. Mrkdwn without `verbatim: true` also pings by a
 * bare @here, as Slack warns. Plain text pings nobody.
 */
export function mentionsOf(text: string, blocks: Block[] = [], parseNames = false): string[] {
  const into = new Set<string>();
  collect(text, parseNames, into);
  walk(blocks, into);
  return [...into];
}
