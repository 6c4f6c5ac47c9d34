import { describe, expect, it } from 'vitest';
import { Args } from '../../dev/workspace/api/args.js';
import { inRange, pageOf, rangeOf } from '../../dev/workspace/api/paging.js';

const args = (raw: Record<string, unknown>) => new Args(raw);
const self = (item: string) => item;

describe('pages', () => {
  it('give everything once, in order, and end without a cursor', () => {
    const items = ['a', 'b', 'c', 'd', 'e'];
    const first = pageOf(items, args({}), 2, self);
    const second = pageOf(items, args({ cursor: first.next_cursor }), 2, self);
    const third = pageOf(items, args({ cursor: second.next_cursor }), 2, self);
    expect([first, second, third].map(({ items: page, has_more }) => [page, has_more])).toEqual([
      [['a', 'b'], true],
      [['c', 'd'], true],
      [['e'], false],
    ]);
    expect(third.next_cursor).toBe('');
  });

  it('repeat nothing when items come before the cursor meanwhile', () => {
    const first = pageOf(['c', 'b', 'a'], args({}), 1, self, true);
    expect(pageOf(['d', 'c', 'b', 'a'], args({ cursor: first.next_cursor }), 5, self, true).items).toEqual(['b', 'a']);
  });

  it('refuse a cursor that they did not give', () => {
    expect(() => pageOf(['a'], args({ cursor: 'abc' }), 1, self)).toThrow('invalid_cursor');
  });
});

describe('a range', () => {
  const range = (raw: Record<string, unknown>) => rangeOf(args(raw));
  it('leaves its ends out', () => {
    const r = range({ oldest: '1700000000.000001', latest: '1700000002.000000' });
    expect(['1700000000.000001', '1700000001.000000', '1700000002.000000'].map((ts) => inRange(ts, r))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('takes its ends in when it is inclusive', () => {
    const r = range({ oldest: '1700000000.000001', latest: '1700000002', inclusive: 'true' });
    expect(['1700000000.000001', '1700000002.000000'].map((ts) => inRange(ts, r))).toEqual([true, true]);
  });

  it('refuses a bound that is no timestamp', () => {
    expect(() => range({ oldest: 'yesterday' })).toThrow('invalid_ts_oldest');
  });
});
