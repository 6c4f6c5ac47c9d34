/** Lists of items, for the one person who asked. */

import type { ItemView, Rendered } from '../../ledger/types.js';
import { type Block, context, message, sections } from './blocks.js';
import type { RenderContext } from './context.js';
import { code } from './escape.js';
import { clip } from './limits.js';
import { namesOf, said } from './names.js';
import { dueWords, marks, proofWords } from './state.js';

/** What was asked for, in the words of the heading. */
export interface ListFilter {
  state: 'open' | 'closed' | 'all';
  kind: string | null;
  mine: boolean;
}

type Over = Pick<RenderContext, 'now' | 'config'>;

const SHOWN = 20;

/** The first twenty items, and how many more there are. An empty list says so. */
export function renderList(items: ItemView[], filter: ListFilter, command: string, ctx: Over): Rendered {
  const title = headingOf(items.length, filter);
  if (items.length === 0) return message(title, sections([title]));
  const lines = items.slice(0, SHOWN).map((item) => itemLine(item, ctx));
  const more = items.length - lines.length;
  const end = [
    ...(more > 0
      ? [`… and ${more} more. Narrow it down: ${code(`${command} list KIND`)}, ${code(`${command} list mine`)}.`]
      : []),
    `One in full: ${code(`${command} show KEY`)}.`,
  ].join(' ');
  const blocks: Block[] = [...sections([`*${title}*`, ...lines]), context(end)];
  return message([`*${title}*`, ...lines, end].join('\n'), blocks);
}

function headingOf(count: number, { state, kind, mine }: ListFilter): string {
  const what = [state === 'all' ? '' : state, kind === null ? '' : code(kind)].filter((word) => word !== '').join(' ');
  const owed = mine ? ' owed to you' : '';
  if (count === 0) return `Nothing ${what === '' ? 'here' : what}${owed}.`;
  return `${count} ${what === '' ? '' : `${what} `}${count === 1 ? 'item' : 'items'}${owed}`;
}

/** One item on one line: key, what, to whom, due, and its marks. */
export function itemLine(item: ItemView, ctx: Over): string {
  const { config, now } = ctx;
  const end =
    item.state === 'closed' && item.proof !== null
      ? `closed: ${clip(proofWords(item.proof, config), 300)}`
      : [dueWords(item, now), ...marks(item, ctx)].join(', ');
  return `• ${code(item.key)} ${clip(said(item.what, config), 200)} (owed to ${namesOf(item.owedTo, config)}; ${end})`;
}
