/** The page (O9), the page edited when its item closes, and the one page of a storm (O11). */

import type { ItemView, Proof, Rendered } from '../../ledger/types.js';
import { awaited } from './awaited.js';
import { actions, type Block, context, message, sections } from './blocks.js';
import type { RenderContext } from './context.js';
import { code, link, mention, words } from './escape.js';
import { ACTION, buttonValue } from './ids.js';
import { LIMITS } from './limits.js';
import { nameOf, namesOf, said, thing } from './names.js';
import { blocking, looksDone, pastDue, proofWords, record, unread } from './state.js';
import { dayTime, length } from './times.js';

const GONE = 'An owed item is past due, and its record cannot be read here.';

/** ONE post that says what is owed, by whom, to whom, how late, what would prove it, what blocks it, and where to look. */
export function renderPage(saying: { tags: string[]; customer: boolean }, ctx: RenderContext): Rendered {
  const tags = saying.tags.map(mention).filter((tag) => tag !== null);
  const start = tags.length === 0 ? '' : `${tags.join(' ')} `;
  const { item } = ctx;
  if (item === null) return message(`${start}${GONE}`);
  const title = `${start}*Past due: ${owes(item, ctx)}*`;
  const facts = factsOf(item, saying.customer, ctx);
  const means = 'Buttons: Take (says you are on it), Close (asks for the proof), Mute (asks for a reason), History.';
  const buttons = actions(null, [
    { id: ACTION.take, text: 'Take', value: buttonValue(item) },
    { id: ACTION.close, text: 'Close…', value: buttonValue(item) },
    { id: ACTION.mute, text: 'Mute…', value: buttonValue(item) },
    historyButton(item),
  ]);
  return message([title, ...facts, means].join('\n'), [...sections([title, ...facts]), ...buttons]);
}

/** `Trinity owes Gera the handoff leads/western-slope-alert`; before she accepted, that she has not. */
function owes(item: ItemView, ctx: RenderContext): string {
  const { config } = ctx;
  const { taker, acceptedAt } = item.handoff ?? { taker: null, acceptedAt: null };
  if (item.kind === 'handoff' && taker !== null && acceptedAt === null) {
    return `${nameOf(taker, config)} has not accepted ${thing(item)}, owed to ${namesOf(item.owedTo, config)}`;
  }
  return `${nameOf(item.owedBy, config)} owes ${namesOf(item.owedTo, config)} ${thing(item)}`;
}

function factsOf(item: ItemView, customer: boolean, ctx: RenderContext): string[] {
  const { config, now } = ctx;
  const owedBy = nameOf(item.owedBy, config);
  const lines = [
    `*What:* ${said(item.what, config)}`,
    `*Owed by:* ${owedBy}${handedWords(item, ctx)}. *Owed to:* ${namesOf(item.owedTo, config)}.${customer ? ' *A customer may be waiting.*' : ''}`,
    `*Late:* ${pastDue(item, now) ?? 'it has no bound'}, open for ${length(now - item.opened)}`,
    `*Proof awaited:* ${awaited(item, config)}`,
  ];
  const blocked = blocking(item, ctx);
  if (blocked !== null) lines.push(`*Blocked by:* ${blocked}`);
  const notDone = looksDone(item, ctx);
  if (notDone !== null) lines.push(`*Not done by this:* ${notDone}`);
  const unknown = unread(item);
  if (unknown !== null) lines.push(`*Could not be read:* ${unknown}`);
  if (item.taken)
    lines.push(`*Taken:* by ${nameOf(item.taken.by, config)} on ${dayTime(item.taken.at)}, not closed since`);
  lines.push(`*Record:* ${record(item)} · ${code(item.key)}`);
  return lines;
}

/** How a handoff stands between its two seats; nothing for other kinds. */
function handedWords(item: ItemView, { config }: RenderContext): string {
  const { handoff } = item;
  if (item.kind !== 'handoff' || handoff === null) return '';
  if (handoff.acceptedAt !== null) {
    return `, handed over by ${nameOf(handoff.sender, config)}, accepted ${dayTime(handoff.acceptedAt)}`;
  }
  const taker = handoff.taker === null ? 'nobody' : nameOf(handoff.taker, config);
  return `, handed to ${taker}, not accepted yet`;
}

const historyButton = (item: ItemView) => ({ id: ACTION.history, text: 'History', value: buttonValue(item) });

/** The same page once its item closed: by what proof, by whom, when. It mentions nobody, for an edit pings nobody. */
export function renderPageClosed(saying: { customer: boolean; proof: Proof }, ctx: RenderContext): Rendered {
  const { item, config } = ctx;
  if (item === null) return message(`Closed: ${proofWords(saying.proof, config)}`);
  const lines = [
    `*Closed:* ~${owes(item, ctx).replace(/~/g, '-')}~`,
    `*Proof:* ${proofWords(saying.proof, config)}`,
    `*What:* ${said(item.what, config)}`,
    `*Owed by:* ${nameOf(item.owedBy, config)}. *Owed to:* ${namesOf(item.owedTo, config)}.`,
    `*Record:* ${record(item)} · ${code(item.key)}`,
  ];
  const blocks: Block[] = [...sections(lines), ...actions(null, [historyButton(item)])];
  return message([...lines, 'Button: History.'].join('\n'), blocks);
}

/** The one page of a storm: open items in full, closed ones struck with their proof; edited as they close (O11). */
export function renderStorm(
  saying: { tags: string[]; items: { key: string; round: number }[] },
  ctx: RenderContext,
): Rendered {
  const { config } = ctx;
  const command = config.seats.get(config.seat)?.command ?? '/owed';
  const found = new Map((ctx.items ?? []).map((item) => [item.key, item]));
  const open: ItemView[] = [];
  const closed: string[] = [];
  for (const { key, round } of saying.items) {
    const item = found.get(key);
    if (item && item.state === 'open' && item.round === round) open.push(item);
    else closed.push(`• ~${code(key)}~ ${item?.proof ? proofWords(item.proof, config) : 'goes on elsewhere'}`);
  }
  const page = renderStormPage(open, saying.tags, { ...ctx, command });
  if (closed.length === 0) return page;
  return message([page.text, ...closed].join('\n'), [...((page.blocks ?? []) as Block[]), ...sections(closed)]);
}

/** Many pages for one channel in one sweep, as one (O11). Each is closed on its own, by its key. */
export function renderStormPage(
  items: ItemView[],
  tags: string[],
  ctx: Omit<RenderContext, 'item'> & { command: string },
): Rendered {
  const found = tags.map(mention).filter((tag) => tag !== null);
  const start = found.length === 0 ? '' : `${found.join(' ')} `;
  const title =
    items.length === 0 ? '*Nothing of this is owed any more*' : `${start}*${items.length} owed items are past due*`;
  const lines = items.map((item) => stormLine(item, ctx));
  const how = `Each stays open on its own: ${code(`${ctx.command} show KEY`)}, ${code(`${ctx.command} close KEY`)}.`;
  // None is dropped: every key is named, in full lines where there is room and as keys alone where there is not.
  const room = LIMITS.text - title.length - how.length - 2;
  const full = lines.join('\n').length <= room ? lines : items.map((item) => `• ${code(item.key)}`);
  return message([title, ...full, how].join('\n'), [...sections([title, ...lines]), context(how)]);
}

function stormLine(item: ItemView, ctx: Omit<RenderContext, 'item'>): string {
  const { config, now } = ctx;
  const where = item.link === null ? words(item.noLinkWhy ?? 'no link') : link(item.link, 'record');
  const owed = `${nameOf(item.owedBy, config)} owes ${namesOf(item.owedTo, config)}`;
  return `• ${code(item.key)} ${owed}, ${pastDue(item, now) ?? 'no bound'}: ${awaited(item, config)} (${where})`;
}
