import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guard } from '../../../src/ledger/posts/claim.js';
import { effectKind } from '../../../src/ledger/posts/raise.js';
import { backoff } from '../../../src/ledger/posts/settle.js';
import { findOwn, type SeenMessage } from '../../../src/sweeps/deliver/reconcile.js';
import { at } from '../../support/clock.js';
import { openItem } from '../../support/items.js';

describe('[P2] the item is looked at again inside the claim', () => {
  const item = openItem({ nudgeAt: at('09:30'), pageAt: at('10:00') });
  const taken = { by: 'gera', at: at('09:50'), until: at('13:50') };
  const page = { state: 'posted' as const, at: 1, channel: 'C', ts: '1.1' };

  it('open, in its round, due: go', () => {
    expect(guard('page', 1, item, at('10:00'))).toEqual({ go: true });
    expect(guard('nudge', 1, item, at('09:30'))).toEqual({ go: true });
  });
  it('closed, or in a later round: dropped', () => {
    for (const kind of ['page', 'nudge']) {
      expect(guard(kind, 1, { ...item, state: 'closed' }, at('10:00'))).toMatchObject({ drop: expect.any(String) });
      expect(guard(kind, 1, { ...item, round: 2 }, at('09:30'))).toMatchObject({ drop: expect.any(String) });
    }
  });
  it('[O12] taken: the page waits until then, and no longer', () => {
    expect(guard('page', 1, { ...item, taken }, at('10:00'))).toEqual({
      go: false,
      hold: { until: at('13:50'), reason: 'taken by gera until 2026-11-02T13:50:00.000Z' },
    });
    expect(guard('page', 1, { ...item, taken }, at('13:50'))).toEqual({ go: true });
  });
  it('[S3] a nudge that waited until the page is due is dropped: never both in one breath', () => {
    expect(guard('nudge', 1, item, at('10:00'))).toMatchObject({ drop: expect.any(String) });
    expect(guard('nudge', 1, { ...item, said: { page } }, at('09:40'))).toMatchObject({ drop: expect.any(String) });
    expect(guard('nudge', 1, { ...item, taken }, at('10:00'))).toEqual({ go: true });
  });
  it('lines that tell what happened are said whatever the item is by then', () => {
    for (const kind of ['accepted', 'finished', 'released', 'handed-back', 'page-closed', 'reply']) {
      expect(guard(kind, 1, { ...item, state: 'closed', round: 7 }, at('10:00'))).toEqual({ go: true });
    }
  });
});

describe('[P3] growing waits', () => {
  it('double from the first, up to an hour', () => {
    expect([1, 2, 3, 7, 8, 9, 100].map((attempts) => backoff(30_000, attempts) / 1000)).toEqual([
      30, 60, 120, 1920, 3600, 3600, 3600,
    ]);
  });
  it('never shrink, are whole, and are never longer than an hour', () => {
    fc.assert(
      fc.property(fc.nat(3_600_000), fc.nat(200), (first, attempts) => {
        const wait = backoff(first, attempts);
        expect(wait).toBeLessThanOrEqual(3_600_000);
        expect(Number.isInteger(wait)).toBe(true);
        expect(backoff(first, attempts + 1)).toBeGreaterThanOrEqual(wait);
      }),
    );
  });
});

it('[P6] an effect names its situation first', () => {
  expect(effectKind('page/handoff:leads/x/1')).toBe('page');
  expect(effectKind('page-closed/handoff:leads/x/1')).toBe('page-closed');
});

describe('[P4] which message read back is ours', () => {
  const message = (change: Partial<SeenMessage>): SeenMessage => ({
    channel: 'C',
    ts: '1.1',
    user: null,
    botId: null,
    metadata: { event_payload: { key: 'k1' } },
    raw: {},
    ...change,
  });
  const self = { user: 'U0SMITH', botId: 'B0SMITH' };

  it('the one with the claim’s key, by our own bot', () => {
    const ours = message({ ts: '2.2', user: 'U0SMITH' });
    expect(findOwn([message({ user: 'U0SMITH', metadata: null }), ours], 'k1', self)).toBe(ours);
    expect(findOwn([message({ botId: 'B0SMITH' })], 'k1', self)).not.toBeNull();
  });
  it('never another’s with a copied key, nor another key of ours', () => {
    expect(findOwn([message({ user: 'U0TRINITY' }), message({ botId: 'B9' }), message({})], 'k1', self)).toBeNull();
    expect(findOwn([message({ user: 'U0SMITH' })], 'k2', self)).toBeNull();
    expect(findOwn([message({})], 'k1', { user: 'U0SMITH', botId: null })).toBeNull();
  });
});
