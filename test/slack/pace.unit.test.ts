import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace } from '../../src/slack/pace.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('[P7] the pace in a channel', () => {
  it('lets the first go at once and the others a second apart', async () => {
    const pace = createPace(1000);
    const began: number[] = [];
    for (const n of [1, 2, 3]) void pace.run('C01', false, async () => void began.push(n));
    await vi.advanceTimersByTimeAsync(0);
    expect(began).toEqual([1]);
    await vi.advanceTimersByTimeAsync(999);
    expect(began).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(began).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(began).toEqual([1, 2, 3]);
  });

  it('lets a page go before what waits, and holds up no other channel', async () => {
    const pace = createPace(1000);
    const began: string[] = [];
    for (const name of ['a', 'b', 'c']) void pace.run('C01', false, async () => void began.push(name));
    void pace.run('C01', true, async () => void began.push('page'));
    void pace.run('C02', false, async () => void began.push('elsewhere'));
    await vi.advanceTimersByTimeAsync(0);
    expect(began).toEqual(['a', 'elsewhere']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(began).toEqual(['a', 'elsewhere', 'page']);
  });

  it('does not wait for a message that hangs', async () => {
    const pace = createPace(1000);
    const began: string[] = [];
    void pace.run('C01', false, () => new Promise<void>(() => {}));
    void pace.run('C01', false, async () => void began.push('next'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(began).toEqual(['next']);
  });

  it('says how long a newcomer waits, a page by the pages before it alone', async () => {
    const pace = createPace(1000);
    expect(pace.wait('C01', false)).toBe(0);
    for (let n = 0; n < 4; n += 1) void pace.run('C01', false, async () => {});
    expect(pace.wait('C01', false)).toBe(3000);
    expect(pace.wait('C01', true)).toBe(0);
  });

  it('of zero spaces nothing', async () => {
    const pace = createPace(0);
    const began: number[] = [];
    for (const n of [1, 2, 3]) void pace.run('C01', false, async () => void began.push(n));
    await vi.advanceTimersByTimeAsync(0);
    expect(began).toEqual([1, 2, 3]);
  });
});
