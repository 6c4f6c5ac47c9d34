import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type ReadMessage, readBack } from '../../src/sweeps/bridge/run.js';
import { sweep } from '../../src/sweeps/index.js';
import { conversation, KEY } from '../support/bridge.js';
import { at, MORNING } from '../support/clock.js';
import { act, opens, proof } from '../support/items.js';
import { engines, openTestLedger } from '../support/ledgers.js';
import { chases, delivers, FakeSlack } from '../support/slack.js';

describe.each(engines)('a sweep, on %s', (engine) => {
  it('[S1, S6] reads only what is due, by its index', async () => {
    const of = await openTestLedger(engine);
    for (let n = 0; n < 20; n += 1) await opens(of.ledger, `task:${n}`, { pageAt: at('11:00') });
    await opens(of.ledger, 'task:due');
    await opens(of.ledger, 'task:closed');
    await of.ledger.onItem(act(at('09:40')), 'task:closed', { do: 'close', proof: proof() });
    expect(await chases(of.ledger, of.config, at('10:00'))).toEqual({ walked: 1, done: 1, errors: [] });
    expect(await chases(of.ledger, of.config, at('10:00'))).toEqual({ walked: 0, done: 0, errors: [] });
    if (engine === 'postgres') return;
    const plan = await sql<{ detail: string }>`explain query plan select key from items where next_due_at is not null
      and next_due_at <= ${at('10:00')} order by next_due_at, key limit 500`.execute(of.raw().db);
    expect(plan.rows.map((row) => row.detail).join('\n')).toMatch(/USING INDEX items_due/);
    expect(plan.rows.map((row) => row.detail).join('\n')).not.toMatch(/SCAN items(?! USING)/);
  });

  it('[S3] a week of downtime loses nothing: each is paged once, and not nudged as well', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await opens(talk.smith.ledger, 'task:later', { pageAt: at('11:00') });
    const { ledger, of } = talk.smith;
    const slack = new FakeSlack();
    await chases(ledger, of.config, at('Sun 09:00'));
    await delivers(ledger, of.config, slack, at('Sun 09:00'));
    await chases(ledger, of.config, at('Sun 09:05'));
    await delivers(ledger, of.config, slack, at('Sun 09:05'));
    expect(slack.effects().sort()).toEqual([`page/handoff:${KEY}/1`, 'page/task:later/1']);
  });

  it('[H14] a customer handoff: one nudge at 30 minutes, one page 30 minutes later', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.claims('accepted until 18:00');
    const { ledger, of } = talk.smith;
    const slack = new FakeSlack();
    for (const time of ['09:29', '09:30', '09:35', '09:59', '10:00', '10:05', '18:00']) {
      await chases(ledger, of.config, at(time));
      await delivers(ledger, of.config, slack, at(time));
    }
    expect(slack.posted.filter((one) => one.say !== 'accepted')).toMatchObject([
      { effect: `nudge/handoff:${KEY}/1`, channel: 'C02BRIDGE', thread: talk.lastHandoff?.ts },
      { effect: `page/handoff:${KEY}/1`, channel: 'C01ALERTS', thread: null },
    ]);
    expect(await talk.trinity.due()).toEqual([]);
  });

  it('[P6, H9] released after its page: the new round is paged anew', async () => {
    const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
    await talk.smith.handsOff();
    const { ledger, of } = talk.smith;
    const slack = new FakeSlack();
    await chases(ledger, of.config, at('10:00'));
    await delivers(ledger, of.config, slack, at('10:00'));
    talk.clock.at('10:10');
    await talk.trinity.claims('released to <@U0ORACLE> why: the lead speaks Greek only');
    await talk.oracle.claims('accepted');
    await chases(ledger, of.config, at('10:15'));
    await delivers(ledger, of.config, slack, at('10:15'));
    const about = slack.effects().filter((effect) => effect.startsWith('page'));
    expect(about.sort()).toEqual([`page-closed/handoff:${KEY}/1`, `page/handoff:${KEY}/1`, `page/handoff:${KEY}/2`]);
  });

  it('[S2] one item that fails stops none of the others; it says so until it goes well again', async () => {
    const of = await openTestLedger(engine);
    await opens(of.ledger, 'task:bad', { pageAt: at('09:50') });
    await opens(of.ledger, 'task:good');
    const raiseOnItem = of.ledger.raiseOnItem.bind(of.ledger);
    of.ledger.raiseOnItem = async (...args) => {
      if (args[1] === 'task:bad') throw new Error('no such kind');
      return raiseOnItem(...args);
    };
    expect(await chases(of.ledger, of.config, at('10:00'))).toEqual({
      walked: 2,
      done: 1,
      errors: ['task:bad: no such kind'],
    });
    expect((await of.ledger.item('task:bad'))?.unknown).toEqual(['the last sweep met an error on it: no such kind']);
    expect((await of.ledger.item('task:good'))?.unknown).toEqual([]);
    of.ledger.raiseOnItem = raiseOnItem;
    expect(await chases(of.ledger, of.config, at('10:05'))).toMatchObject({ walked: 1, done: 1, errors: [] });
    expect((await of.ledger.item('task:bad'))?.unknown).toEqual([]);
  });

  it('[S2] an item’s error goes with its close', async () => {
    const of = await openTestLedger(engine);
    await opens(of.ledger, 'task:bad');
    await of.ledger.noteError('task:bad', 'no such kind', at('10:00'));
    await of.ledger.onItem(act(at('10:01')), 'task:bad', { do: 'close', proof: proof() });
    expect((await of.ledger.item('task:bad'))?.unknown).toEqual([]);
  });

  it('[S2] more poisoned items than one page of the walk keep none of the others from their turn', async () => {
    const of = await openTestLedger(engine);
    const { itemStream } = await import('../../src/ledger/items/table.js');
    const { transact } = await import('../../src/ledger/transact.js');
    const { opened } = await import('../support/items.js');
    await transact(of.raw(), act(MORNING), async (unit) => {
      for (let n = 0; n < 505; n += 1) {
        const key = `task:bad-${String(n).padStart(3, '0')}`;
        await unit.append(itemStream, key, [opened(key, 1, { pageAt: at('09:30') })]);
      }
    });
    await opens(of.ledger, 'task:good', { pageAt: at('09:40') });
    const failing = async (item: { key: string }) => {
      if (item.key !== 'task:good') throw new Error('unreadable');
      return true;
    };
    const counts = await chases(of.ledger, of.config, at('10:00'), { stillOwed: failing });
    expect([counts.walked, counts.done, counts.errors.length]).toEqual([506, 1, 505]);
    expect(await of.ledger.postsOf('task:good')).toHaveLength(1);
  });

  describe('[S5] its record', () => {
    const parts = (
      of: Awaited<ReturnType<typeof openTestLedger>>,
      ...runs: Parameters<typeof sweep>[0]['parts'][number]['run'][]
    ) => {
      let time = at('10:00');
      return sweep({
        ledger: of.ledger,
        holder: 'p1',
        now: () => {
          time += 1000;
          return time;
        },
        parts: runs.map((run, n) => ({ name: `part ${n + 1}`, run })),
      });
    };

    it('says when it began and ended, what it walked, read and did', async () => {
      const of = await openTestLedger(engine);
      expect(await of.ledger.lastSweep()).toBeNull();
      await parts(
        of,
        async () => ({ walked: 3, done: 1 }),
        async () => ({ read: 2, done: 4, errors: ['C1 was slow'] }),
      );
      expect(await of.ledger.lastSweep()).toEqual({
        startedAt: at('10:00') + 1000,
        endedAt: at('10:00') + 2000,
        walked: 3,
        read: 2,
        done: 5,
        errors: ['C1 was slow'],
        backlog: null,
      });
    });

    it('[S2] one part’s failure stops none of the others; a count that could not be taken is absent, never zero', async () => {
      const of = await openTestLedger(engine);
      await parts(
        of,
        async () => {
          throw new Error('the disk is full');
        },
        async () => ({ done: 2 }),
      );
      expect(await of.ledger.lastSweep()).toMatchObject({
        walked: null,
        read: null,
        done: 2,
        errors: ['part 1: the disk is full'],
      });
    });

    it('a sweep that never ended has no end and no counts', async () => {
      const of = await openTestLedger(engine);
      await of.ledger.startSweep('p1', at('10:00'));
      expect(await of.ledger.lastSweep()).toEqual({
        startedAt: at('10:00'),
        endedAt: null,
        walked: null,
        read: null,
        done: null,
        errors: [],
        backlog: null,
      });
    });
  });

  describe('[H11] reading the bridge back', () => {
    const message = (ts: string, hasReplies = false): ReadMessage => ({
      ts,
      hasReplies,
      envelopes: [{ id: `msg:C02BRIDGE:${ts}`, orderAt: Number(ts) * 1000, body: {} }],
    });
    const reader = async (of: Awaited<ReturnType<typeof openTestLedger>>, now: number, more: object) => {
      const asked: string[] = [];
      const counts = await readBack({
        ledger: of.ledger,
        holder: 'p1',
        now: () => now,
        bridge: 'C02BRIDGE',
        lookback: of.config.bridgeLookback,
        lease: 30_000,
        readChannel: async (_channel, oldest) => {
          asked.push(`from ${oldest}`);
          return { ok: true, value: [] };
        },
        readThread: async (_channel, ts) => {
          asked.push(`thread ${ts}`);
          return { ok: true, value: [] };
        },
        ...more,
      } as Parameters<typeof readBack>[0]);
      return { asked, counts };
    };

    it('a first start reads back a day; later ones from the last message seen', async () => {
      const of = await openTestLedger(engine);
      const first = await reader(of, at('Tue 09:00'), {
        readChannel: async (_c: string, oldest: string) => {
          expect(Number(oldest) * 1000).toBe(MORNING);
          return { ok: true, value: [message('1793620002.000001'), message('1793620001.000001', true)] };
        },
      });
      expect(first).toEqual({ asked: ['thread 1793620001.000001'], counts: { read: 2, fresh: 2, errors: [] } });
      const second = await reader(of, at('Tue 09:05'), {});
      expect(second.asked).toEqual(['from 1793620002.000001']);
    });

    it('the threads of open handoffs are read too, and of those just found', async () => {
      const talk = await conversation(engine);
      const handoff = await talk.smith.handsOff();
      const { asked } = await reader(talk.smith.of, at('10:00'), {});
      expect(asked).toEqual([expect.stringMatching(/^from /), `thread ${handoff.ts}`]);
      await talk.trinity.claims('done https://crm.example/1');
      expect((await reader(talk.smith.of, at('10:00'), {})).asked).toEqual([expect.stringMatching(/^from /)]);
    });

    it('[L5] what a socket brought before is not fresh', async () => {
      const of = await openTestLedger(engine);
      await of.ledger.persist(message('1793620001.000001').envelopes, 'p1', at('10:00'), 30_000);
      const { counts } = await reader(of, at('10:00'), {
        readChannel: async () => ({ ok: true, value: [message('1793620001.000001'), message('1793620002.000001')] }),
      });
      expect(counts).toEqual({ read: 1, fresh: 1, errors: [] });
    });

    it('[H10, O2] a bridge that cannot be read is unknown: the item stays open, on schedule, and says so', async () => {
      const talk = await conversation(engine);
      await talk.smith.handsOff();
      const { of } = talk.smith;
      await reader(of, at('09:05'), {});
      const { counts } = await reader(of, at('09:10'), {
        readChannel: async () => ({ ok: false, reason: 'not_in_channel' }),
      });
      expect(counts.errors).toEqual(['the bridge could not be read: not_in_channel']);
      expect(await talk.smith.sent()).toMatchObject({
        state: 'open',
        bound: at('10:00'),
        lastRead: at('09:05'),
        unknown: ['the bridge could not be read: not_in_channel'],
      });
      await reader(of, at('09:15'), {});
      expect(await talk.smith.sent()).toMatchObject({ lastRead: at('09:15'), unknown: [] });
    });

    it('[O2] threads that cannot be read are said, and soon no more are tried', async () => {
      const talk = await conversation(engine);
      for (const item of ['a', 'b', 'c', 'd', 'e']) await talk.smith.handsOff({ item });
      const { counts } = await reader(talk.smith.of, at('09:10'), {
        readThread: async () => ({ ok: false, reason: 'ratelimited' }),
      });
      expect(counts.errors).toHaveLength(3);
      expect((await talk.smith.item('handoff:leads/e')).unknown[0]).toContain('ratelimited');
    });

    it('a cursor never goes back, whichever replica reads last', async () => {
      const of = await openTestLedger(engine);
      await of.ledger.sourceRead('bridge', '1793620002.000001', at('10:00'));
      await of.ledger.sourceRead('bridge', '1793620001.000009', at('10:01'));
      expect(await of.ledger.source('bridge')).toMatchObject({ cursor: '1793620002.000001', lastOkAt: at('10:01') });
      await of.ledger.sourceRead('bridge', null, at('10:02'));
      await of.ledger.sourceRead('bridge', '1793620002.000002', at('10:03'));
      expect(await of.ledger.source('bridge')).toEqual({
        cursor: '1793620002.000002',
        lastOkAt: at('10:03'),
        lastError: null,
      });
      expect(await of.ledger.source('nowhere')).toBeNull();
    });
  });
});
