import type { Config } from '../config/index.js';
import type { ItemView } from '../ledger/types.js';

/** Words for people at a terminal. Pure. */

const S = 1_000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

/** A length of time in at most two units: `40 s`, `25 min`, `1 h 20 min`, `3 d 4 h`. */
export function span(ms: number): string {
  const length = Math.max(0, Math.round(ms / S) * S);
  if (length < M) return `${length / S} s`;
  if (length < H) return `${Math.floor(length / M)} min`;
  const [unit, name, sub, subName] = length < D ? [H, 'h', M, 'min'] : [D, 'd', H, 'h'];
  const rest = Math.floor((length % (unit as number)) / (sub as number));
  const whole = `${Math.floor(length / (unit as number))} ${name}`;
  return rest > 0 ? `${whole} ${rest} ${subName}` : whole;
}

export const ago = (at: number, now: number): string => `${span(now - at)} ago`;

/** `2026-11-02 14:51 UTC`. */
export const clock = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Takes out what would drive a terminal: control characters, and marks that turn the direction of text. */
export const plain = (text: string): string =>
  text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ')
    .trim();

/** What a renderer wrote for Slack, as a terminal shows it: times in UTC, links as such, `&` as it is. */
export const fromSlack = (text: string): string =>
  text
    .replace(/<!date\^\d+\^[^|<>]*\|([^<>]*)>/g, '$1')
    .replace(/<(https?:[^|<>]*)\|([^<>]*)>/g, '$2 ($1)')
    .replace(/<(https?:[^|<>]*)>/g, '$1')
    .replace(/\u2060/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

/** Cut at `width` characters, with a visible mark. */
export function cut(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** A person or seat by the configuration's name, else as recorded. */
export const nameIn = (config: Config, who: string): string =>
  config.people.get(who)?.name ?? config.seats.get(who)?.name ?? who;

/** When an open item pages, in words. */
export function dueWords(item: ItemView, now: number): string {
  if (item.state === 'closed') return item.proof ? `closed ${ago(item.proof.at, now)}` : 'closed';
  if (item.due === null) return 'waits';
  return item.due > now ? `in ${span(item.due - now)}` : `${span(now - item.due)} over`;
}

/** What stands out about an item: paged, taken, held, unknown. */
export function marks(item: ItemView, config: Config, now: number): string[] {
  const out: string[] = [];
  if (item.muted) out.push('muted');
  if (item.pagedAt !== null) out.push('paged');
  else if (item.nudgedAt !== null) out.push('nudged');
  if (item.state === 'open' && item.taken) {
    const over = item.taken.until <= now ? ' (over)' : '';
    out.push(`taken by ${nameIn(config, item.taken.by)}${over}`);
  }
  if (item.waiting.length > 0) out.push('waiting');
  if (item.unknown.length > 0) out.push('unknown');
  return out;
}

/** Columns with two spaces between; the last is not padded. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `owed items` for people. */
export function itemsText(items: readonly ItemView[], config: Config, now: number): string {
  const rows = items.map((item) => [
    plain(item.key),
    cut(plain(item.what), 60),
    item.owedTo.map((who) => nameIn(config, who)).join(', '),
    dueWords(item, now),
    marks(item, config, now).join(', '),
  ]);
  return table(['KEY', 'WHAT', 'OWED TO', 'DUE', 'MARKS'], rows);
}
