/** Times and lengths of time in words. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const UNKNOWN = 'an unknown time';

const exists = (at: number) => Number.isFinite(at) && Math.abs(at) < 8.64e15;
const two = (n: number) => String(n).padStart(2, '0');

/** `15:56 UTC`. */
export function clockUtc(at: number): string {
  const date = new Date(at);
  return exists(at) ? `${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC` : UNKNOWN;
}

/** `2 Nov, 15:56 UTC`. */
export function dateUtc(at: number): string {
  const date = new Date(at);
  return exists(at) ? `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}, ${clockUtc(at)}` : UNKNOWN;
}

/** A time of day in each reader's own zone (H12); with UTC where a client cannot show it. */
export function time(at: number): string {
  return exists(at) ? `<!date^${Math.floor(at / 1000)}^{time}|${clockUtc(at)}>` : UNKNOWN;
}

/** A day and time in each reader's own zone. */
export function dayTime(at: number): string {
  return exists(at) ? `<!date^${Math.floor(at / 1000)}^{date_short_pretty}, {time}|${dateUtc(at)}>` : UNKNOWN;
}

/** `40 s`, `32 min`, `2 h 5 min`, `3 days`: as much as one wants to know. */
export function length(ms: number): string {
  const span = Math.abs(ms);
  if (!Number.isFinite(span)) return 'an unknown time';
  if (span < MINUTE) return `${Math.floor(span / 1000)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return pair(Math.floor(span / HOUR), 'h', Math.floor((span % HOUR) / MINUTE), 'min');
  const days = Math.floor(span / DAY);
  return pair(days, days === 1 ? 'day' : 'days', days < 3 ? Math.floor((span % DAY) / HOUR) : 0, 'h');
}

function pair(big: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${big} ${unit}` : `${big} ${unit} ${small} ${smallUnit}`;
}

/** `in 2 h`, or `2 h ago`. */
export function fromNow(at: number, now: number): string {
  return at >= now ? `in ${length(at - now)}` : `${length(now - at)} ago`;
}

/** As the grammar writes it: `2026-11-02T16:30Z`. */
export function grammarTime(at: number): string {
  return new Date(at)
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replace(/(T\d\d:\d\d):00Z$/, '$1Z');
}
