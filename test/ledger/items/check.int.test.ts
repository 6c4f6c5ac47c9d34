import { describe, expect, it } from 'vitest';
import type { CheckReading } from '../../../src/ledger/index.js';
import { at } from '../../support/clock.js';
import { act, proof } from '../../support/items.js';
import { engines, openTestLedger } from '../../support/ledgers.js';
import { chases } from '../../support/slack.js';

const MORE = 'checks: [{ name: nightly, repo: org/app, workflow: nightly.yml, owed_to: [fede] }]';
const KEY = 'check:nightly';
const CHECK = { name: 'nightly', redRuns: 3, owedTo: ['fede'] };

const red = (...times: string[]): CheckReading => ({
  read: 'red',
  runs: times.map(at).reverse(),
  link: 'https://x.example/run',
});
const green = (time: string): CheckReading => ({
  read: 'green',
  proof: proof({ kind: 'green-run', text: 'a scheduled run was green', by: null, at: at(time) }),
});
const quiet = (time: string | null): CheckReading => ({
  read: 'quiet',
  green: time === null ? null : { at: at(time), proof: proof({ kind: 'green-run', at: at(time) }) },
});

describe.each(engines)('a scheduled check in the ledger, on %s', (engine) => {
  const start = async () => {
    const of = await openTestLedger(engine, { more: MORE });
    const reads = (reading: CheckReading, time: string) =>
      of.ledger.applyCheck(act(at(time)), CHECK, reading, {}, { next: at(time) + 1, afterFailure: at(time) + 1 });
    const byHand = (time: string) =>
      of.ledger.onItem(act(at(time)), KEY, { do: 'close', proof: proof({ at: at(time) }) });
    return { of, reads, byHand, item: () => of.ledger.item(KEY) };
  };
  const STREAK = red('06:00', '07:00', '08:00');

  it('[O6] three red runs running open it once, with the kind’s bound, owed to its own people', async () => {
    const { reads, item } = await start();
    await reads(quiet(null), '09:00');
    expect(await item()).toBeNull();
    await reads(STREAK, '09:10');
    await reads(red('06:00', '07:00', '08:00', '09:00'), '09:20');
    expect(await item()).toMatchObject({
      state: 'open',
      round: 1,
      opened: at('09:10'),
      bound: at('21:10'),
      owedTo: ['fede'],
      what: 'The check nightly was red 4 runs running',
    });
  });

  it('[O6, O1] a green run closes it; retired closes it; an outage and an unread source keep it open', async () => {
    const { of, reads, item } = await start();
    await reads(STREAK, '09:10');
    await reads({ read: 'outage', why: 'no check of the repository has run since 08:00' }, '10:00');
    expect(await item()).toMatchObject({ state: 'open', blocking: 'no check of the repository has run since 08:00' });
    await reads({ read: 'unknown', reason: 'GitHub answered 502', retryAt: null }, '11:00');
    expect(await item()).toMatchObject({
      state: 'open',
      lastRead: at('10:00'),
      unknown: ['its proof could not be read: GitHub answered 502'],
    });
    await reads(red('06:00', '07:00', '08:00', '11:00'), '11:30');
    expect(await item()).toMatchObject({ state: 'open', round: 1, blocking: null, unknown: [] });
    await reads(green('12:00'), '12:10');
    expect(await item()).toMatchObject({ state: 'closed', proof: { kind: 'green-run' } });
    await reads(red('13:00', '14:00', '15:00'), '15:10');
    expect(await item()).toMatchObject({ state: 'open', round: 2 });
    await reads({ read: 'retired', proof: proof({ kind: 'retired', text: 'its workflow was disabled' }) }, '16:00');
    expect(await item()).toMatchObject({ state: 'closed', proof: { kind: 'retired' } });
    expect((await of.ledger.verify()).difference).toBeNull();
  });

  it('[O1] a green run between two looks closes it, though the newest is red again; an older one does not', async () => {
    const { reads, item } = await start();
    await reads(STREAK, '09:10');
    await reads(quiet('05:00'), '09:30');
    expect((await item())?.state).toBe('open');
    await reads(quiet('10:00'), '11:00');
    expect(await item()).toMatchObject({ state: 'closed', proof: { kind: 'green-run' } });
  });

  it('[O3] closed by a person, the same streak opens it no more; three red runs after that do', async () => {
    const { reads, byHand, item } = await start();
    await reads(STREAK, '09:10');
    await byHand('09:30');
    await reads(red('06:00', '07:00', '08:00', '09:00'), '10:00');
    await reads(red('06:00', '07:00', '08:00', '09:00', '10:00', '11:00'), '11:30');
    expect(await item()).toMatchObject({ state: 'closed', round: 1 });
    await reads(red('06:00', '07:00', '08:00', '09:00', '10:00', '11:00', '12:00'), '12:30');
    expect(await item()).toMatchObject({ state: 'open', round: 2, what: 'The check nightly was red 3 runs running' });
  });

  it('[O8] muted: each new red run is counted once, however often it is read; still red at the end it is owed anew', async () => {
    const { of, reads, item } = await start();
    await reads(STREAK, '09:10');
    const mute = { by: 'gera', why: 'known', until: at('12:00') };
    await of.ledger.onItem(act(at('09:30')), KEY, { do: 'mute', mute, at: at('09:30') });
    await reads(STREAK, '10:00');
    await reads(STREAK, '10:30');
    await reads(red('06:00', '07:00', '08:00', '11:00'), '11:10');
    expect(await item()).toMatchObject({
      state: 'closed',
      suppressed: { times: 2, last: expect.stringContaining('4 runs') },
    });
    await chases(of.ledger, of.config, at('12:00'));
    expect(await item()).toMatchObject({ state: 'open', round: 2, owedTo: ['fede'] });
  });

  it('[O8] green, or no longer red for long enough, when the mute ends: nothing is owed', async () => {
    for (const reading of [green('11:00'), quiet('11:00')]) {
      const { of, reads, item } = await start();
      await reads(STREAK, '09:10');
      const mute = { by: 'gera', why: 'known', until: at('12:00') };
      await of.ledger.onItem(act(at('09:30')), KEY, { do: 'mute', mute, at: at('09:30') });
      await reads(STREAK, '10:00');
      await reads(reading, '11:10');
      await chases(of.ledger, of.config, at('12:00'));
      expect(await item()).toMatchObject({ state: 'closed', round: 1, suppressed: null });
    }
  });
});
