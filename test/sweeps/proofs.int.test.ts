import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalGitHub, startGitHub } from '../../dev/github/index.js';
import type { Ledger } from '../../src/ledger/index.js';
import { createGitHub } from '../../src/proofs/github/index.js';
import { createReaders } from '../../src/proofs/index.js';
import { Proofs, type ReadProof } from '../../src/sweeps/proofs/run.js';
import { at, FakeClock } from '../support/clock.js';
import { act, opens, proof } from '../support/items.js';
import { engines, openTestLedger } from '../support/ledgers.js';
import { chases, delivers, FakeSlack } from '../support/slack.js';

const TOKEN = 'ghp_local0000000000000000000000000000';
const KEY = 'pull-request:org/app#12';
const MORE = `
kinds:
  quick: { page: 6h, read: 0s, proof: { http: { url: "http://127.0.0.1:9/{subject}", pointer: /state, equals: closed } } }
checks: [{ name: nightly, repo: org/app, workflow: nightly.yml }]`;

let github: LocalGitHub;
let clock: FakeClock;
beforeEach(async () => {
  clock = new FakeClock();
  github = await startGitHub({ now: clock.now });
  github.token(TOKEN);
  github.repo('org/app', { private: true }).commit({ message: 'First' });
});
afterEach(() => github.stop());

describe.each(engines)('reading proofs in a sweep, on %s', (engine) => {
  const start = async () => {
    const of = await openTestLedger(engine, { more: MORE });
    const { config, ledger } = of;
    const client = createGitHub({ apiUrl: github.url, token: TOKEN, now: clock.now, timeout: 5000, second: 1 });
    const readers = createReaders({
      config,
      github: client,
      readThread: async () => ({ ok: true, value: [] }),
      link: () => 'https://owed.slack.com/x',
      now: clock.now,
    });
    const proofsOf = (over: Ledger, holder: string, read: ReadProof = readers.read) =>
      new Proofs({ ledger: over, config, holder, now: clock.now, read, readCheck: readers.readCheck });
    const proofs = proofsOf(ledger, 'p1');
    const slack = new FakeSlack();
    /** One sweep: proofs, then what is due, then posts. */
    const sweeps = async (time?: string) => {
      if (time) clock.at(time);
      const read = await proofs.run();
      const now = clock.now();
      const chased = await chases(ledger, config, now, { stillOwed: (item) => proofs.stillOwed(item) });
      await delivers(ledger, config, slack, now);
      return { ...read, errors: [...read.errors, ...chased.errors] };
    };
    const item = async (key = KEY) => (await ledger.item(key))!;
    const fails = (change = {}) =>
      opens(ledger, KEY, { openedAt: clock.now(), pageAt: clock.now() + 6 * 3_600_000, ...change }, clock.now());
    return { of, ledger, config, proofs, proofsOf, slack, sweeps, item, fails };
  };
  const asked = (path: RegExp) => github.requests.filter((request) => path.test(request.path));
  const PULL = /\/pulls\/12$/;

  it('[S4] reads at the sweep after the opening, then at its cadence, with conditional requests', async () => {
    github.repo('org/app').pull(12, { author: 'fede-dev' });
    const { sweeps, fails, item } = await start();
    await fails();
    for (const time of ['09:00', '09:05', '09:30', '09:55']) await sweeps(time);
    expect(asked(PULL)).toHaveLength(1);
    await sweeps('10:00');
    expect(asked(PULL).map(({ conditional, status }) => [conditional, status])).toEqual([
      [false, 200],
      [true, 304],
    ]);
    expect((await item()).lastRead).toBe(at('10:00'));
  });

  it('[S4, P2] is read right before the page, and what was done by then is not paged', async () => {
    const pull = github.repo('org/app').pull(12);
    const { sweeps, fails, item, slack, ledger, proofs, config } = await start();
    await fails({ pageAt: at('09:20') });
    await sweeps('09:00');
    pull.merge({ at: at('09:10') });
    // Its turn has not come: the look before the page is what finds it.
    clock.at('09:20');
    await chases(ledger, config, clock.now(), { stillOwed: (one) => proofs.stillOwed(one) });
    await delivers(ledger, config, slack, clock.now());
    expect(await item()).toMatchObject({ state: 'closed', proof: { kind: 'pull-request-merged' } });
    expect(slack.effects()).toEqual([]);
  });

  it('[O10] whom that last look adds is paged too, in the place that follows from it', async () => {
    github.repo('org/app').pull(12, { author: 'fede-dev' });
    const { sweeps, fails, item, slack, ledger, config, proofs } = await start();
    const down = github.fault({ kind: 'status', status: 500 });
    await fails({ pageAt: at('09:20') });
    await sweeps('09:00');
    expect((await item()).owedTo).toEqual(['gera']);
    down.end();
    // Its turn has not come: only the look before the page reads it, when the page was planned for Gera alone.
    clock.at('09:20');
    await chases(ledger, config, clock.now(), { stillOwed: (one) => proofs.stillOwed(one) });
    await delivers(ledger, config, slack, clock.now());
    expect((await item()).owedTo).toEqual(['gera', 'fede']);
    expect(slack.posted).toMatchObject([{ effect: `page/${KEY}/1`, channel: 'C01ALERTS' }]);
  });

  it('[O2, S4] a source that is down for an hour closes nothing, is asked with growing waits, and the item says so', async () => {
    const pull = github.repo('org/app').pull(12);
    const { sweeps, fails, item, slack } = await start();
    await fails();
    await sweeps('09:00');
    const down = github.fault({ kind: 'status', status: 503 });
    clock.at('10:00');
    await sweeps();
    pull.merge({ at: at('10:01') });
    const waits: number[] = [];
    let before = down.hits;
    for (let minute = 1; minute <= 60; minute += 1) {
      clock.after('1m');
      await sweeps();
      if (down.hits > before) waits.push(minute);
      before = down.hits;
    }
    const gaps = waits.slice(1).map((minute, i) => minute - (waits[i] ?? 0));
    expect(waits.length).toBeLessThan(10);
    expect([...gaps].sort((a, b) => a - b)).toEqual(gaps);
    expect(await item()).toMatchObject({ state: 'open', lastRead: at('09:00') });
    expect((await item()).unknown).toEqual(['its proof could not be read: GitHub answered 503 for org/app#12']);
    expect(slack.effects()).toEqual([]);
    down.end();
    await sweeps('12:00');
    expect(await item()).toMatchObject({ state: 'closed', unknown: [] });
  });

  it('[O2, S4] a used-up rate limit is waited out, and nothing is asked until then', async () => {
    github.repo('org/app').pull(12);
    const { sweeps, fails, item } = await start();
    Object.assign(github.rate(TOKEN), { used: 5000, reset: at('09:40') });
    await fails();
    await sweeps('09:00');
    const asked = github.requests.length;
    for (const time of ['09:10', '09:20', '09:39']) await sweeps(time);
    expect(github.requests.length).toBe(asked);
    expect((await item()).unknown[0]).toMatch(/rate limit is used up until 09:40 UTC/);
    await sweeps('09:41');
    expect((await item()).unknown).toEqual([]);
  });

  it('[O3] a merge reverted within seven days reopens; the same merge closes it no more, also where nobody can look', async () => {
    const pull = github.repo('org/app').pull(12);
    const { sweeps, fails, item } = await start();
    await fails();
    pull.merge({ at: at('09:00') });
    await sweeps('09:00');
    expect(await item()).toMatchObject({ state: 'closed', round: 1 });
    const revert = pull.revert(13).merge({ at: at('Sat 09:00') });
    await sweeps('Sat 10:00');
    const reopened = await item();
    expect(reopened).toMatchObject({ state: 'open', round: 2, opened: at('Sat 10:00'), bound: at('Sat 16:00') });
    expect(reopened.what).toContain(`the merge was reverted by ${revert.sha.slice(0, 7)}`);
    const down = github.fault({ kind: 'status', status: 502, path: /\/commits$/ });
    await sweeps('Sat 11:30');
    expect(await item()).toMatchObject({ state: 'open', round: 2 });
    down.end();
    await sweeps('Sat 14:00');
    expect(await item()).toMatchObject({ state: 'open', notDone: expect.stringContaining('and reverted by') });
  });

  it('[O3] after seven days it is looked at no more', async () => {
    const pull = github.repo('org/app').pull(12);
    const { sweeps, fails, item } = await start();
    await fails();
    pull.merge({ at: at('09:00') });
    await sweeps('09:00');
    clock.after('8d');
    await sweeps();
    pull.revert(13).merge({ at: clock.now() });
    const asked = github.requests.filter((request) => request.path.includes('/commits')).length;
    clock.after('1d');
    await sweeps();
    expect(github.requests.filter((request) => request.path.includes('/commits')).length).toBe(asked);
    expect(await item()).toMatchObject({ state: 'closed', round: 1 });
  });

  it('[A3, S4] read a moment ago it is not asked again before a page, and yet at once when something happened', async () => {
    const pull = github.repo('org/app').pull(12);
    const { fails, ledger, proofs } = await start();
    await fails();
    await proofs.run();
    pull.merge();
    expect(await proofs.stillOwed(await ledger.itemState(KEY))).toBe(true);
    expect(asked(PULL)).toHaveLength(1);
    expect(await proofs.readNow(await ledger.itemState(KEY))).toBe(false);
    expect(await ledger.item(KEY)).toMatchObject({ state: 'closed' });
  });

  it('[O2] closed by hand or muted it is not read any more', async () => {
    github.repo('org/app').pull(12);
    const { sweeps, fails, ledger } = await start();
    await fails();
    await sweeps('09:00');
    await ledger.onItem(act(at('09:30')), KEY, { do: 'close', proof: proof() });
    const asked = github.requests.filter((request) => PULL.test(request.path)).length;
    await sweeps('11:00');
    expect(github.requests.filter((request) => PULL.test(request.path)).length).toBe(asked);
  });

  it('[S4] two replicas in one sweep ask the source once', async () => {
    github.repo('org/app').pull(12);
    const { of, fails, proofs, proofsOf } = await start();
    await fails();
    const other = proofsOf(await of.again(), 'p2');
    await Promise.all([proofs.run(), other.run()]);
    expect(asked(PULL)).toHaveLength(1);
  });

  it('[S2, S4] a reader that throws stops none of the others; no more than eight sources are asked at once', async () => {
    const { ledger, proofsOf } = await start();
    for (let n = 0; n < 20; n += 1) await opens(ledger, `quick:${n}`, { pageAt: at('Tue 09:00') });
    let now = 0;
    let most = 0;
    const read: ReadProof = async (item) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((done) => setImmediate(done));
      now -= 1;
      if (item.key === 'quick:7') throw new Error('no such reader');
      return { result: { read: 'proved', proof: proof() }, memory: {} };
    };
    const counts = await proofsOf(ledger, 'p1', read).run();
    expect(counts.errors).toEqual(['quick:7: no such reader']);
    expect(most).toBeLessThanOrEqual(8);
    expect((await ledger.listItems()).map((item) => item.key)).toEqual(['quick:7']);
  });

  it('[O6] a schedule that did not run at all bridges the streak and keeps it open; a disabled workflow is retired and closes it', async () => {
    const { sweeps, item } = await start();
    const repo = github.repo('org/app');
    for (const hour of ['06:00', '07:00', '08:00']) repo.run('nightly.yml', { at: at(hour), conclusion: 'failure' });
    await sweeps('09:00');
    expect(await item('check:nightly')).toMatchObject({ state: 'open', blocking: null });
    await sweeps('14:00');
    expect(await item('check:nightly')).toMatchObject({
      state: 'open',
      round: 1,
      blocking: expect.stringContaining('no check of the repository has run since'),
    });
    repo.run('nightly.yml', { at: at('15:00'), conclusion: 'failure' });
    await sweeps('15:10');
    expect(await item('check:nightly')).toMatchObject({
      state: 'open',
      round: 1,
      blocking: null,
      what: expect.stringContaining('4 runs'),
    });
    repo.workflow('nightly.yml', 'disabled_manually');
    await sweeps('16:20');
    expect(await item('check:nightly')).toMatchObject({
      state: 'closed',
      proof: { kind: 'retired', text: 'its workflow was disabled' },
    });
  });

  it('[O6] a check that is configured is read without an item; red it opens, taken out of the file it is read no more', async () => {
    const { ledger, sweeps, item } = await start();
    const repo = github.repo('org/app');
    for (const hour of ['06:00', '07:00', '08:00']) repo.run('nightly.yml', { at: at(hour), conclusion: 'failure' });
    await sweeps('09:00');
    expect(await item('check:nightly')).toMatchObject({ state: 'open', bound: at('21:00'), owedTo: ['gera'] });
    await ledger.watchChecks([], at('09:30'));
    expect((await ledger.readsDue(at('Tue 09:00'))).map((due) => due.key)).toEqual([]);
  });
});
