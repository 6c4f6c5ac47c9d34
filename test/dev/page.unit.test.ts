import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readInline, readMrkdwn } from '../../dev/workspace/page/mrkdwn.js';
import { pathOf, placeIn } from '../../dev/workspace/page/place.js';
import { editable, formatDate, withTokens } from '../../dev/workspace/page/text.js';
import type { Snapshot } from '../../dev/workspace/snapshot.js';

describe('mrkdwn on the page', () => {
  const text = (value: string) => ({ kind: 'text', text: value });

  it('has bold, italic, strike and code, and leaves stars and underscores within words alone', () => {
    expect(readInline('*a b* _c_ ~d~ `*e*` 2*3*4 snake_case_name')).toEqual([
      { kind: 'bold', inner: [text('a b')] },
      text(' '),
      { kind: 'italic', inner: [text('c')] },
      text(' '),
      { kind: 'strike', inner: [text('d')] },
      text(' '),
      { kind: 'code', text: '*e*' },
      text(' 2*3*4 snake_case_name'),
    ]);
  });

  it('has mentions, links and dates from tokens, and none from escaped ones', () => {
    expect(
      readInline('<@U1> <#C1|general> <!here> <https://a.b?c=1&amp;d|label> <!date^5^{time}|then> &lt;@U2&gt;'),
    ).toEqual([
      { kind: 'user', id: 'U1' },
      text(' '),
      { kind: 'channel', id: 'C1', label: 'general' },
      text(' '),
      { kind: 'broadcast', range: 'here' },
      text(' '),
      { kind: 'link', href: 'https://a.b?c=1&d', label: 'label' },
      text(' '),
      { kind: 'date', unix: 5, format: '{time}', link: undefined, fallback: 'then' },
      text(' <@U2>'),
    ]);
  });

  it('loses nothing around fences and quotes', () => {
    expect(readMrkdwn('before\n&gt; quoted\nafter ```\ncode &lt;b&gt;\n``` end')).toEqual([
      { kind: 'paragraph', inner: [text('before')] },
      { kind: 'quote', inner: [text('quoted')] },
      { kind: 'paragraph', inner: [text('after ')] },
      { kind: 'pre', text: 'code <b>' },
      { kind: 'paragraph', inner: [text(' end')] },
    ]);
  });

  it('takes an unclosed fence for text', () => {
    expect(readMrkdwn('a ```b')).toEqual([{ kind: 'paragraph', inner: [text('a ```b')] }]);
  });
});

describe('dates on the page', () => {
  const at = Date.UTC(2026, 10, 30, 23, 30) / 1000;
  const now = at * 1000;
  it('are in the zone of their reader', () => {
    expect(formatDate(at, '{date_num} {time}', 'Europe/Madrid', now)).toBe('2026-12-01 12:30 AM');
    expect(formatDate(at, '{date_num} {time}', 'America/Denver', now)).toBe('2026-11-30 4:30 PM');
  });

  it('are words where the format asks for that', () => {
    expect(formatDate(at, '{date_pretty} at {time}', 'UTC', now)).toBe('today at 11:30 PM');
    expect(formatDate(at, '{date_short_pretty}', 'UTC', now + 86_400_000)).toBe('yesterday');
  });

  it('in a format that nobody knows show their fallback', () => {
    expect(formatDate(at, '{moon}', 'UTC', now)).toBeUndefined();
  });
});

describe('what one types on the page', () => {
  const snapshot = {
    people: [{ id: 'U01GERA', name: 'gera', real_name: 'Gera' }],
    apps: [{ name: 'Smith', botUser: 'U0SMITH' }],
    channels: [{ id: 'C02BRIDGE', name: 'bridge', kind: 'channel' }],
  } as Snapshot;

  it('mentions people, apps and channels by name', () => {
    expect(withTokens(snapshot, 'HANDOFF to @Smith, @gera (see #bridge) @here @nobody a@gera')).toBe(
      'HANDOFF to <@U0SMITH>, <@U01GERA> (see <#C02BRIDGE|bridge>) <!here> @nobody a@gera',
    );
  });

  it('comes back as typed when edited', () => {
    expect(editable('a &lt;b&gt; &amp;lt; <https://x.y?a=1&amp;b> <@U01GERA>')).toBe(
      'a <b> &lt; https://x.y?a=1&b <@U01GERA>',
    );
  });
});

describe('a permalink', () => {
  const here = 'http://127.0.0.1:4000/';
  it('of this workspace is followed on the page', () => {
    const link =
      'http://owed-local.slack.localhost:4000/archives/C02BRIDGE/p1700000000000002?thread_ts=1700000000.000001';
    expect(placeIn(link, here)).toEqual({
      channel: 'C02BRIDGE',
      message: '1700000000.000002',
      thread: '1700000000.000001',
    });
  });

  it.each([
    'https://example.com/archives/C1/p1700000000000002',
    'http://127.0.0.1:4001/archives/C1',
    'javascript:alert(1)',
  ])('is not what %s is', (href) => {
    expect(placeIn(href, here)).toBeUndefined();
  });

  it('leads back to the place it came from', () => {
    const place = { channel: 'C02BRIDGE', thread: '1700000000.000001' };
    expect(placeIn(pathOf(place), here)).toMatchObject(place);
  });
});

it('the page passes the type check, which the rest of the repository leaves out', () => {
  const check = () => execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'dev/workspace/page']);
  expect(check).not.toThrow();
});
