import { describe, expect, it } from 'vitest';
import { runRulings } from '../../src/sweeps/rulings/run.js';
import { type RulingRequest, recordRuling } from '../../src/verbs/ruling.js';
import { Desk, GERA, got, SMITH } from '../decisions/support.js';
import { FakeClock } from '../support/clock.js';
import { engines, openTestLedger } from '../support/ledgers.js';

const THREAD = { channel: 'C08GENERAL', ts: '1793609000.000100' };

describe.each(engines)('rulings on %s', (engine) => {
  const setUp = async () => {
    const clock = new FakeClock();
    const smith = new Desk(await openTestLedger(engine), clock.now);
    const records = (decision: string, change: Partial<RulingRequest> = {}) =>
      recordRuling(smith.ctx, smith.request(SMITH), {
        decision,
        choice: 'ship',
        rung: 'astra',
        model: 'm-1',
        receipt: 'r-1',
        corroboratedBy: null,
        thread: THREAD,
        ...change,
      });
    type Thread = Awaited<ReturnType<Parameters<typeof runRulings>[0]['readThread']>>;
    const readBack = (readThread: (channel: string, thread: string) => Promise<Thread>) =>
      runRulings({ ledger: smith.ledger, holder: 'p', now: clock.now, readThread });
    const signal = async () => (await smith.ledger.status(clock.now())).deliveries?.signal;
    return { clock, smith, records, readBack, signal };
  };

  it('[R1, R2] is delivered once, and decides nothing', async () => {
    const { smith, records } = await setUp();
    const id = await smith.asks();
    await smith.posts();
    const before = await smith.view(id);
    got(await records(id));
    expect(await records(id, { choice: 'wait' })).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('was recorded before'),
    });
    expect(await smith.due()).toEqual(['ruling/r-1']);
    expect(await smith.view(id)).toEqual(before);
    expect(await smith.ledger.listItems({ state: 'all' })).toEqual([]);
  });

  it('[R4, R5] is delivered when it was read back: until then due, and red', async () => {
    const { clock, smith, records, readBack, signal } = await setUp();
    expect(await signal()).toBe('grey');
    const id = await smith.asks();
    await smith.posts();
    got(await records(id));
    expect(await signal()).toBe('red');
    await smith.posts();
    const ts = (await smith.ledger.post('ruling/r-1'))?.ts as string;
    expect(await readBack(async () => ({ ok: false, reason: 'not_in_channel' }))).toMatchObject({
      done: 0,
      errors: ['ruling:r-1: its thread could not be read back: not_in_channel'],
    });
    expect(await readBack(async () => ({ ok: true, value: [{ ts: '1.000001' }] }))).toMatchObject({ done: 0 });
    expect((await smith.ledger.rulings.view('r-1'))?.deliveredAt).toBeNull();
    expect(await signal()).toBe('red');
    expect(
      await readBack(async (channel, thread) => {
        expect([channel, thread]).toEqual([THREAD.channel, THREAD.ts]);
        return { ok: true, value: [{ ts }] };
      }),
    ).toMatchObject({ read: 1, done: 1, errors: [] });
    expect(await smith.ledger.rulings.view('r-1')).toMatchObject({ deliveredAt: clock.now(), message: { ts } });
    expect((await smith.view(id)).rulings).toEqual(['r-1']);
    expect((await smith.due()).some((effect) => effect.startsWith(`decision-edit/${id}/`))).toBe(true);
    expect(await readBack(async () => ({ ok: true, value: [{ ts }] }))).toMatchObject({ read: 0, done: 0 });
    expect(await signal()).toBe('green');
    clock.after('3d');
    expect(await signal()).toBe('grey');
  });

  it('[R5] one that never gets through is red, however old', async () => {
    const { clock, smith, records, signal } = await setUp();
    got(await records(await smith.asks()));
    clock.after('30d');
    expect(await signal()).toBe('red');
  });

  it('[R1] goes to the decision’s own thread where none was named, once its message stands', async () => {
    const { smith, records } = await setUp();
    const id = await smith.asks();
    expect(got(await records(id, { thread: null })).sentence).toContain('once the message of its decision stands');
    expect(await smith.due()).toEqual([`decision/${id}`]);
    await smith.posts();
    const { message } = await smith.view(id);
    expect(await smith.due()).toEqual(['ruling/r-1']);
    expect((await smith.ledger.rulings.view('r-1'))?.place).toEqual({ channel: message?.channel, thread: message?.ts });
    expect(await smith.ledger.verify()).toMatchObject({ difference: null });
  });

  it('[R2, U6] is refused for a question that a person answered, an option that is not there, a receipt that is its own', async () => {
    const { smith, records } = await setUp();
    const id = await smith.asks();
    expect(await records(id, { choice: 'shop' })).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('no option "shop"'),
    });
    expect(await records(id, { corroboratedBy: 'r-1' })).toMatchObject({ ok: false, code: 'usage' });
    expect(await records(id, { model: ' ' })).toMatchObject({ ok: false, code: 'usage' });
    expect(await records('d222222222')).toMatchObject({ ok: false, code: 'not-found' });
    got(await smith.clicks(id, GERA));
    expect(await records(id)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('is decided, so nobody is parked on it'),
    });
    expect(await smith.ledger.rulings.list()).toEqual([]);
  });
});
