import { describe, expect, it } from 'vitest';
import type { Envelope, InboxRow, Ledger } from '../../src/ledger/index.js';
import { MORNING } from '../support/clock.js';
import { engines, openTestLedger } from '../support/ledgers.js';

const LEASE = 30_000;
const click = (id: string, orderAt = MORNING): Envelope => ({ id: `action:${id}`, orderAt, body: { id } });
const message = (ts: number): Envelope => ({ id: `msg:C02BRIDGE:${ts}`, orderAt: MORNING + ts, body: { ts } });
const ids = (rows: InboxRow[]) => rows.map((row) => row.id);

describe.each(engines)('[X3] the inbox, on %s', (engine) => {
  const keep = (ledger: Ledger, envelopes: Envelope[], holder = 'p1', now = MORNING) =>
    ledger.persist(envelopes, holder, now, LEASE);

  it('[L5] knows a redelivery: what comes twice, together or later, is one row', async () => {
    const { ledger } = await openTestLedger(engine);
    expect(await keep(ledger, [click('a'), click('b'), click('a')])).toEqual(new Set(['action:a', 'action:b']));
    expect(await keep(ledger, [click('b'), click('c')])).toEqual(new Set(['action:c']));
    await ledger.markDone(['action:a']);
    expect(await keep(ledger, [click('a')])).toEqual(new Set());
    expect(ids(await ledger.takeable('p1', MORNING))).toEqual(['action:b', 'action:c']);
    expect(await keep(ledger, [])).toEqual(new Set());
  });

  it('takes more in at once than one statement could hold', async () => {
    const { ledger } = await openTestLedger(engine);
    const many = Array.from({ length: 5000 }, (_, n) => click(String(n)));
    expect((await keep(ledger, many)).size).toBe(5000);
    expect((await keep(ledger, many)).size).toBe(0);
  });

  it('gives each row to who stored it; another takes it over once the lease has passed, one of them', async () => {
    const { ledger } = await openTestLedger(engine);
    await keep(ledger, [click('a')]);
    expect(ids(await ledger.takeable('p2', MORNING + LEASE))).toEqual([]);
    const [row] = await ledger.takeable('p2', MORNING + LEASE + 1);
    if (!row) throw new Error('nothing to take');
    const tries = ['p2', 'p3'].map((holder) => ledger.leaseEnvelope(row, holder, MORNING + LEASE + 1, LEASE));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    expect(ids(await ledger.takeable('p1', MORNING + LEASE + 1))).toEqual([]);
  });

  it('[H11] messages come in the order of their own time, whoever stored them', async () => {
    const { ledger } = await openTestLedger(engine);
    await keep(ledger, [message(3), message(1)], 'p1');
    await keep(ledger, [message(2)], 'p2');
    const rows = await ledger.takeableMessages(MORNING, MORNING);
    expect(ids(rows)).toEqual(['msg:C02BRIDGE:1', 'msg:C02BRIDGE:2', 'msg:C02BRIDGE:3']);
    expect(ids(await ledger.takeable('p1', MORNING))).toEqual([]);
  });

  it('[H11] one process at a time has the turn of the messages, until it gives it back or is gone', async () => {
    const { ledger } = await openTestLedger(engine);
    expect(await ledger.takeTurn('p1', MORNING, LEASE)).toBe(true);
    expect(await ledger.takeTurn('p2', MORNING + LEASE, LEASE)).toBe(false);
    expect(await ledger.takeTurn('p1', MORNING + LEASE, LEASE)).toBe(true);
    expect(await ledger.takeTurn('p2', MORNING + 2 * LEASE + 1, LEASE)).toBe(true);
    await ledger.endTurn('p1');
    expect(await ledger.takeTurn('p1', MORNING + 2 * LEASE + 2, LEASE)).toBe(false);
    await ledger.endTurn('p2');
    expect(await ledger.takeTurn('p1', MORNING + 2 * LEASE + 2, LEASE)).toBe(true);
  });

  it('what fails is tried again after growing waits, then parked in view, and blocks none of the others', async () => {
    const { ledger } = await openTestLedger(engine);
    await keep(ledger, [click('bad', MORNING - 1), click('good')]);
    const waits = [1000, 4000, 16_000, 60_000];
    let now = MORNING;
    for (const [n, wait] of [0, ...waits].entries()) {
      if (n > 0) expect(ids(await ledger.takeable('p1', now + wait))).toEqual(['action:good']);
      now += wait + 1;
      const bad = (await ledger.takeable('p1', now)).find((row) => row.id === 'action:bad');
      if (!bad) throw new Error(`not to be had after ${wait}`);
      expect(await ledger.markFailed(bad, 'no such view', now)).toBe(n < waits.length ? 'later' : 'parked');
    }
    expect(await ledger.status()).toMatchObject({
      parked: 1,
      inboxNew: 1,
      parkedRows: [{ id: 'action:bad', error: 'no such view' }],
    });
    expect(await keep(ledger, [click('bad')])).toEqual(new Set());
    expect(ids(await ledger.takeable('p1', now + 86_400_000))).toEqual(['action:good']);
  });

  it('[X2] what was handled keeps its identity and loses its text; old identities go, what is not handled stays', async () => {
    const { ledger, raw } = await openTestLedger(engine);
    await keep(ledger, [click('a'), { ...click('b'), settled: true }, click('c')]);
    await ledger.markDone(['action:a']);
    const rows = await raw().db.selectFrom('inbox').select(['id', 'state', 'body']).orderBy('id').execute();
    expect(rows.map((row) => [row.id, row.state, row.body])).toEqual([
      ['action:a', 'done', null],
      ['action:b', 'done', null],
      ['action:c', 'new', '{"id":"c"}'],
    ]);
    await ledger.pruneInbox(MORNING + 1);
    expect(await raw().db.selectFrom('inbox').select('id').execute()).toEqual([{ id: 'action:c' }]);
  });
});
