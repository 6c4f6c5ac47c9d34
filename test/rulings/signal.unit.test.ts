import { describe, expect, it } from 'vitest';
import { deliveries, RETRIES, RETRY_TIME, type RulingFacts } from '../../src/ledger/rulings/signal.js';
import { MORNING } from '../support/clock.js';

const DAY = 86_400_000;
const now = MORNING;
const ruling = (change: Partial<RulingFacts> = {}): RulingFacts => ({
  obtainedAt: now - 60_000,
  deliveredAt: null,
  attempts: 1,
  posted: false,
  ...change,
});
const delivered = (age: number) => ruling({ obtainedAt: now - age, deliveredAt: now - age + 5_000, posted: true });
const signal = (...rulings: RulingFacts[]) => deliveries(rulings, now).signal;

describe('[R5] DELIVERED, over three days', () => {
  it('is grey, and not red, when none was obtained', () => {
    expect(signal()).toBe('grey');
    expect(signal(delivered(3 * DAY))).toBe('grey');
  });

  it('is green when what was obtained was delivered, and one of a moment ago is still on its way', () => {
    expect(signal(delivered(2 * DAY))).toBe('green');
    expect(signal(delivered(2 * DAY), ruling())).toBe('green');
  });

  it('is red when some were obtained and none was delivered', () => {
    expect(signal(ruling())).toBe('red');
    expect(signal(ruling(), delivered(4 * DAY))).toBe('red');
  });

  it('is red while any is undelivered past its retries, however old, and whatever else was delivered', () => {
    expect(signal(delivered(DAY), ruling({ obtainedAt: now - 30 * DAY }))).toBe('red');
    expect(signal(ruling({ obtainedAt: now - 30 * DAY }))).toBe('red');
    expect(signal(delivered(DAY), ruling({ attempts: RETRIES }))).toBe('red');
    expect(signal(delivered(DAY), ruling({ obtainedAt: now - RETRY_TIME }))).toBe('red');
  });

  it('a message that stands and was not read back is no delivery', () => {
    expect(signal(ruling({ posted: true, attempts: RETRIES }))).toBe('red');
    expect(signal(delivered(DAY), ruling({ posted: true, attempts: RETRIES }))).toBe('green');
    expect(signal(delivered(DAY), ruling({ posted: true, obtainedAt: now - RETRY_TIME }))).toBe('red');
  });

  it('counts what was obtained and delivered in its window', () => {
    expect(deliveries([delivered(DAY), delivered(4 * DAY), ruling()], now)).toEqual({
      signal: 'green',
      window: 3 * DAY,
      obtained: 2,
      delivered: 1,
      overdue: 0,
    });
  });
});
