/** What an item's state is, in words: its next bound, its marks, its record. */

import type { ItemView } from '../../ledger/types.js';
import type { RenderConfig, RenderContext } from './context.js';
import { link, words } from './escape.js';
import { nameOf, said } from './names.js';
import { dayTime, fromNow, length } from './times.js';

/** When something next happens to an open item: a nudge, its page, the end of a take. */
export function nextBound(item: ItemView, ctx: Pick<RenderContext, 'now' | 'config'>): string {
  if (item.state === 'closed') return 'closed';
  const parts: string[] = [];
  if (item.taken && item.taken.until > ctx.now) parts.push(takenWords(item, ctx.config));
  const nudge = item.nudgeBound;
  if (nudge !== null && item.nudgedAt === null && item.pagedAt === null && nudge > ctx.now) {
    parts.push(`nudges ${at(nudge, ctx.now)}`);
  }
  if (item.pagedAt !== null) parts.push(`paged ${at(item.pagedAt, ctx.now)}; no further page in this round`);
  else if (item.due === null) parts.push('never pages: it waits for its proof');
  else if (item.due > ctx.now) parts.push(`pages ${at(item.due, ctx.now)}`);
  else parts.push(`due since ${at(item.due, ctx.now)}; the next sweep pages`);
  return parts.join('; ');
}

const at = (then: number, now: number) => `${dayTime(then)} (${fromNow(then, now)})`;

function takenWords(item: ItemView, config: RenderConfig): string {
  const { by, at: since, until } = item.taken!;
  return `taken by ${nameOf(by, config)} since ${dayTime(since)}, which holds the page until ${dayTime(until)}`;
}

/** Due in words, for a list: `due in 2 h`, `2 h past due`, `no bound`. */
export function dueWords(item: ItemView, now: number): string {
  if (item.state === 'closed') return 'closed';
  if (item.due === null) return 'no bound';
  return item.due > now ? `due in ${length(item.due - now)}` : `${length(now - item.due)} past due`;
}

/** How long past its bound it is; null where it has none. */
export function pastDue(item: ItemView, now: number): string | null {
  if (item.bound === null) return null;
  const late = now - item.bound >= 60_000 ? `${length(now - item.bound)} past due` : 'due just now';
  return `${late} (it was due ${dayTime(item.bound)})`;
}

/** Marks of an item in a list: paged, taken, muted, a held post, an unread proof. */
export function marks(item: ItemView, ctx: Pick<RenderContext, 'now' | 'config'>): string[] {
  const found: string[] = [];
  if (item.pagedAt !== null && item.state === 'open') found.push('paged');
  if (item.taken && item.taken.until > ctx.now) found.push(`taken by ${nameOf(item.taken.by, ctx.config)}`);
  if (item.muted) found.push(`muted by ${nameOf(item.muted.by, ctx.config)}`);
  if (item.suppressed) found.push(`would have opened ${item.suppressed.times} times`);
  for (const { reason, until } of item.waiting) {
    found.push(`waiting: ${words(reason)}${until === null ? '' : ` until ${dayTime(until)}`}`);
  }
  if (item.unknown.length > 0) found.push('proof unread');
  return found;
}

/** The one thing blocking, and what could not be read; null where there is nothing to say. */
export function blocking(item: ItemView, ctx: Pick<RenderContext, 'config'>): string | null {
  return item.blocking === null ? null : said(item.blocking, ctx.config);
}

/** Why something that looks like done is not (O1); null where nothing looks so. */
export function looksDone(item: ItemView, ctx: Pick<RenderContext, 'config'>): string | null {
  return item.notDone === null ? null : said(item.notDone, ctx.config);
}

/** What would have opened it while it was muted (O8); null where nothing would have. */
export function suppressedWords(item: ItemView, ctx: Pick<RenderContext, 'config'>): string | null {
  if (item.suppressed === null) return null;
  const { times, last } = item.suppressed;
  return `it would have opened ${times === 1 ? 'once' : `${times} times`}, the last time by: ${said(last, ctx.config)}`;
}

/** What could not be read, and when it last could (O2); null where all was read. */
export function unread(item: ItemView): string | null {
  if (item.unknown.length === 0) return null;
  const last = item.lastRead === null ? 'never read so far' : `last read ${dayTime(item.lastRead)}`;
  return `${item.unknown.map(words).join('; ')} (${last})`;
}

/** The link of the record, or in words why there is none (O9). */
export function record(item: ItemView): string {
  if (item.link !== null) return link(item.link, 'open the record');
  return `no link: ${words(item.noLinkWhy ?? '') || 'none was recorded'}`;
}

/** By what proof it closed, by whom, and when (O9). */
export function proofWords(proof: NonNullable<ItemView['proof']>, config: RenderConfig): string {
  const by = proof.by === null ? '' : `, by ${nameOf(proof.by, config)}`;
  const where = proof.link === null ? '' : ` (${link(proof.link, 'link')})`;
  return `${said(proof.text, config) || words(proof.kind)}${where}${by}, ${dayTime(proof.at)}`;
}
