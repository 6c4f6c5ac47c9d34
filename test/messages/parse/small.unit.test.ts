import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseDuration,
  parsePermalink,
  parseUntilClock,
  permalink,
  subtaskKey,
  untilAt,
} from '../../../src/messages/parse/index.js';

describe('permalinks', () => {
  const top = 'https://acme.slack.com/archives/C01ALERTS/p1793569884602059';
  it.each([
    [top, { channel: 'C01ALERTS', ts: '1793569884.602059', threadTs: null }],
    [`<${top}|a message>`, { channel: 'C01ALERTS', ts: '1793569884.602059', threadTs: null }],
    [
      `${top}?thread_ts=1793569800.000001&amp;cid=C01ALERTS`,
      { channel: 'C01ALERTS', ts: '1793569884.602059', threadTs: '1793569800.000001' },
    ],
    ['http://127.0.0.1:4000/archives/D1/p1793569884602059', { channel: 'D1', ts: '1793569884.602059', threadTs: null }],
    [`${top}?thread_ts=1793569884.602059`, { channel: 'C01ALERTS', ts: '1793569884.602059', threadTs: null }],
    [`${top}?thread_ts=junk`, { channel: 'C01ALERTS', ts: '1793569884.602059', threadTs: null }],
    ['https://acme.slack.com/archives/C01ALERTS', null],
    ['https://example.com/x', null],
    ['ftp://acme.slack.com/archives/C01/p1793569884602059', null],
    ['', null],
  ])('[H5] reads %s', (url, address) => {
    expect(parsePermalink(url)).toEqual(address);
  });

  it('are read back as they were made', () => {
    const ts = fc
      .tuple(fc.integer({ min: 1e9, max: 9e9 }), fc.integer({ min: 0, max: 999999 }))
      .map(([s, u]) => `${s}.${String(u).padStart(6, '0')}`);
    fc.assert(
      fc.property(ts, ts, fc.boolean(), (one, other, threaded) => {
        const url = permalink('https://acme.slack.com/', 'C01', one, threaded ? other : null);
        expect(parsePermalink(url)).toEqual({
          channel: 'C01',
          ts: one,
          threadTs: threaded && other !== one ? other : null,
        });
      }),
    );
  });
});

describe('until', () => {
  const at = Date.UTC(2026, 10, 2, 15, 0);
  it.each([
    ['16:30', Date.UTC(2026, 10, 2, 16, 30)],
    ['15:00', Date.UTC(2026, 10, 3, 15, 0)],
    ['09:00', Date.UTC(2026, 10, 3, 9, 0)],
  ])('[H8] %s is the next such time in UTC', (clock, then) => {
    expect(parseUntilClock(clock, at)).toBe(then);
    expect(untilAt({ clock }, at)).toBe(then);
  });
  it('[H8] a date is itself, and nothing is nothing', () => {
    expect(untilAt({ at: 5 }, at)).toBe(5);
    expect(untilAt(null, at)).toBeNull();
  });
});

describe('durations', () => {
  it.each([
    ['2d', 172_800_000],
    ['30m', 1_800_000],
    ['90 min', 5_400_000],
    ['1.5h', 5_400_000],
    ['1 week', 604_800_000],
    ['500ms', 500],
    ['3 days', 259_200_000],
    ['0d', null],
    ['2', null],
    ['-2d', null],
    ['99999d', null],
    ['2 moons', null],
  ])('[O8] reads %s', (text, length) => {
    expect(parseDuration(text)).toBe(length);
  });
});

describe('subtasks', () => {
  it('[H8] are one under any quotes, spaces and case', () => {
    expect(subtaskKey(' Call  the lead’s “office” ')).toBe(subtaskKey('call the lead\'s "office"'));
  });
});
