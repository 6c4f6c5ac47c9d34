/** The Home tab (U2). */

import type { Backlog, ItemView } from '../../ledger/types.js';
import { awaited } from './awaited.js';
import { actions, type Block, context, divider, header, section } from './blocks.js';
import type { RenderContext } from './context.js';
import { code, words } from './escape.js';
import { ACTION, VIEW } from './ids.js';
import { clip, clipBlocks, LIMITS } from './limits.js';
import { nameOf, namesOf, said } from './names.js';
import { type PackageShown, packageBlocks } from './package.js';
import { itemButtons, whyOpen } from './show.js';
import { blocking, marks, nextBound, record } from './state.js';
import { dayTime, length } from './times.js';

export interface HomeContent {
  /** Open items that are owed to the person who looks. */
  owedToMe: ItemView[];
  /** Open items that this seat owes to others; those owed to the person are not named twice. */
  seatOwes: ItemView[];
  /** Words about sessions (C7), when there is something to say. */
  pulse: string | null;
  /** Decided and not applied (D6); null where it could not be counted. */
  backlog?: Backlog | null;
  /** Work packages under way, the first few, and how many more there are (W3). */
  packages?: { shown: PackageShown[]; more: number };
}

export type View = { type: 'home' | 'modal'; callback_id: string; blocks: Block[] } & Record<string, unknown>;

/** Two blocks an item, two lists, and the frame: within a hundred. */
const EACH = 20;

/** "I am owed" and "my seat owes": each item with why it is open, what proof is awaited, what is next, and buttons. */
export function renderHome(content: HomeContent, ctx: Omit<RenderContext, 'item'>): View {
  const seat = nameOf(ctx.config.seat, ctx.config);
  const mine = new Set(content.owedToMe.map((item) => item.key));
  const others = content.seatOwes.filter((item) => !mine.has(item.key));
  const blocks = [
    ...list('I am owed', content.owedToMe, 'Nothing is owed to you.', ctx),
    divider(),
    ...list('My seat owes', others, `${seat} owes nobody else anything.`, ctx),
    divider(),
    ...packageBlocks(content.packages?.shown ?? [], content.packages?.more ?? 0, ctx),
    ...backlogBlocks(content.backlog, ctx.now),
    ...(content.pulse === null ? [] : [section(said(content.pulse, ctx.config))]),
    ...actions(null, [
      { id: ACTION.handoff, text: 'Hand off…' },
      { id: ACTION.refresh, text: 'Refresh' },
    ]),
    context(`As of ${dayTime(ctx.now)}`),
  ];
  return { type: 'home', callback_id: VIEW.home, blocks: clipBlocks(blocks, LIMITS.viewBlocks) as Block[] };
}

/** One line about decided work that is not applied; nothing where it was not counted, for absent is not zero. */
function backlogBlocks(backlog: Backlog | null | undefined, now: number): Block[] {
  if (!backlog) return [];
  if (backlog.total === 0) return [section('*Decided and not applied:* nothing')];
  const parts = (counts: Record<string, number>) => Object.entries(counts).map(([name, n]) => `${words(name)} ${n}`);
  const stuck = parts(backlog.capabilities);
  const oldest = backlog.oldestAt === null ? '' : `; the oldest was decided ${length(now - backlog.oldestAt)} ago`;
  const behind = stuck.length === 0 ? '' : `; stuck behind ${stuck.join(', ')}`;
  return [
    section(
      `*Decided and not applied:* ${backlog.total} (${parts(backlog.byApplication).join(', ')})${behind}${oldest}`,
    ),
  ];
}

function list(title: string, items: ItemView[], none: string, ctx: Omit<RenderContext, 'item'>): Block[] {
  const shown = items.slice(0, EACH).flatMap((item) => [section(itemText(item, ctx)), ...itemButtons(item)]);
  const more = items.length - EACH;
  return [
    header(items.length === 0 ? title : `${title} (${items.length})`),
    ...(items.length === 0 ? [section(none)] : shown),
    ...(more > 0 ? [context(`… and ${more} more; the command lists them all.`)] : []),
  ];
}

function itemText(item: ItemView, ctx: Omit<RenderContext, 'item'>): string {
  const blocked = blocking(item, ctx);
  const found = marks(item, ctx);
  return [
    `*${clip(said(item.what, ctx.config), 600)}*`,
    `${code(item.key)} owed to ${namesOf(item.owedTo, ctx.config)} by ${nameOf(item.owedBy, ctx.config)} · ${record(item)}`,
    `*Open because* ${whyOpen(item, ctx) ?? 'it is closed'}${blocked === null ? '' : `; blocked by ${clip(blocked, 400)}`}`,
    `*Proof awaited:* ${clip(awaited(item, ctx.config), 600)}`,
    `*Next:* ${nextBound(item, ctx)}${found.length === 0 ? '' : ` · ${clip(found.join(', '), 400)}`}`,
  ].join('\n');
}
