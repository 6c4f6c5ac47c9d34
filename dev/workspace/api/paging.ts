import { Refusal } from '../types.js';
import type { Args } from './args.js';

interface Range {
  oldest: string;
  latest: string;
  inclusive: boolean;
}

/** The `oldest`, `latest` and `inclusive` of a call. Throws `invalid_ts_oldest` or `invalid_ts_latest`. */
export function rangeOf(args: Args): Range {
  return {
    oldest: bound(args, 'oldest', '0'),
    latest: bound(args, 'latest', '9999999999.999999'),
    inclusive: args.boolean('inclusive'),
  };
}

function bound(args: Args, name: 'oldest' | 'latest', fallback: string): string {
  const value = args.string(name) ?? fallback;
  if (!/^\d{1,10}(\.\d{1,6})?$/.test(value)) throw new Refusal(`invalid_ts_${name}`);
  const [seconds = '0', micros = ''] = value.split('.');
  return `${seconds.padStart(10, '0')}.${micros.padEnd(6, '0')}`;
}

/** Whether a ts lies in the range; both ends belong to it only when it is inclusive. */
export function inRange(ts: string, { oldest, latest, inclusive }: Range): boolean {
  return inclusive ? ts >= oldest && ts <= latest : ts > oldest && ts < latest;
}

export interface Page<T> {
  items: T[];
  has_more: boolean;
  next_cursor: string;
}

/**
 * One page of `items`, which are in the order of the method. A cursor names the last item given, so items that come or
 * go meanwhile neither repeat nor hide others. Throws `invalid_cursor`.
 */
export function pageOf<T>(
  items: T[],
  args: Args,
  limit: number,
  key: (item: T) => string,
  newestFirst = false,
): Page<T> {
  const after = decode(args.string('cursor'));
  const rest =
    after === undefined ? items : items.filter((item) => (newestFirst ? key(item) < after : key(item) > after));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const has_more = rest.length > page.length;
  return { items: page, has_more, next_cursor: has_more && last ? encode(key(last)) : '' };
}

function encode(key: string): string {
  return Buffer.from(`next:${key}`).toString('base64');
}

function decode(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64').toString();
  if (!text.startsWith('next:')) throw new Refusal('invalid_cursor');
  return text.slice('next:'.length);
}
