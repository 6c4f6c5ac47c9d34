import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/ledger/db/open.js';
import type { EventRow } from '../../src/ledger/db/schema.js';
import { fromRow, hashOf } from '../../src/ledger/events/record.js';
import { handoffStream } from '../../src/ledger/handoffs/table.js';
import { LedgerUnreachable } from '../../src/ledger/index.js';
import { itemStream } from '../../src/ledger/items/table.js';
import { transact } from '../../src/ledger/transact.js';
import { verify } from '../../src/ledger/verify.js';
import { conversation, DONE_LINK, handoffText, KEY } from '../support/bridge.js';
import { at, MORNING } from '../support/clock.js';
import { act, annotated, closed, opened, opens, proof } from '../support/items.js';
import { engines, openTestLedger, type TestEngine } from '../support/ledgers.js';
import { race } from '../support/replicas.js';

/** A conversation with every kind of line in it, and acts of people beside it. */
async function longTalk(engine: TestEngine) {
  const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
  await talk.smith.handsOff({ subtasks: ['call', 'log'], refs: '#12' });
  await talk.trinity.claims('accepted until 16:30 note on it');
  await talk.trinity.claims('marked "call" done');
  await talk.trinity.claims('done');
  await talk.smith.says(handoffText({ lane: '' }));
  await talk.trinity.claims('released to <@U0ORACLE> why: the lead speaks Greek only');
  await talk.oracle.claims('working');
  await talk.oracle.claims('handed back why: she moved');
  const { ledger } = talk.smith;
  await ledger.onItem(act(at('09:20')), `held:${KEY}`, { do: 'take', by: 'gera', at: at('09:20'), for: 3_600_000 });
  const mute = { by: 'gera', why: 'she called us', until: at('Tue 09:00') };
  await ledger.onItem(act(at('09:25')), `held:${KEY}`, { do: 'mute', mute, at: at('09:25') });
  await talk.smith.handsOff({ why: 'she asked for another call' });
  await talk.trinity.claims(`done ${DONE_LINK}`);
  await opens(ledger, 'task:deploy/api', { nudgeAt: at('09:10') });
  return talk;
}

const projections = async (raw: ReturnType<typeof openDatabase>) => ({
  items: await raw.db.selectFrom('items').selectAll().orderBy('key').execute(),
  board: await raw.db.selectFrom('board').selectAll().orderBy('key').execute(),
});

describe.each(engines)('the log and its projections, on %s', (engine) => {
  it('[L1] projections that were dropped are rebuilt from the events with the same content', async () => {
    const talk = await longTalk(engine);
    for (const voice of [talk.smith, talk.trinity, talk.oracle]) {
      const raw = voice.of.raw();
      const before = await projections(raw);
      expect(before.items.length).toBeGreaterThan(0);
      await raw.db.deleteFrom('items').execute();
      await raw.db.deleteFrom('board').execute();
      expect((await voice.ledger.verify()).difference).toMatch(/has events but no projection/);
      await voice.ledger.rebuild();
      expect(await projections(raw)).toEqual(before);
      expect((await voice.ledger.verify()).difference).toBeNull();
    }
  });

  it('[L1] a rebuild over what is there changes nothing, and counts the streams', async () => {
    const talk = await longTalk(engine);
    const raw = talk.smith.of.raw();
    const before = await projections(raw);
    expect(await talk.smith.ledger.rebuild()).toBe(before.items.length + before.board.length);
    expect(await projections(raw)).toEqual(before);
  });

  it('[L1, P8] events, projections and posts are written together: a failing act leaves none of them', async () => {
    const { ledger, raw } = await openTestLedger(engine);
    const open = raw();
    await expect(
      transact(open, act(MORNING), async (unit) => {
        await unit.append(itemStream, 'task:deploy/api', [opened('task:deploy/api', 1)]);
        await unit.raise({
          effect: 'finished/x/1',
          place: { channel: 'C1' },
          saying: { say: 'page', tags: [], customer: false },
        });
        throw new Error('the power went');
      }),
    ).rejects.toThrow('the power went');
    expect(await ledger.item('task:deploy/api')).toBeNull();
    expect(await ledger.duePosts(MORNING)).toEqual([]);
    expect(await ledger.verify()).toEqual({ events: 0, streams: 0, difference: null });
  });

  it('[L2] the writer refuses an edge that does not exist, and writes nothing', async () => {
    const { ledger, raw } = await openTestLedger(engine);
    await opens(ledger, 'task:deploy/api');
    const open = raw();
    const append = (event: ReturnType<typeof closed>) =>
      transact(open, act(MORNING), (unit) => unit.append(itemStream, 'task:deploy/api', [event]));
    await expect(append(opened('task:deploy/api', 2))).rejects.toThrow('item is open, not closed');
    await expect(append({ ...closed(), to: 'archived' } as never)).rejects.toThrow('no edge from open to archived');
    await expect(
      transact(open, act(MORNING), (unit) =>
        unit.append(handoffStream, KEY, [
          {
            class: 'transition',
            type: 'Done',
            from: 'none',
            to: 'done',
            payload: { seat: 'a', line: { channel: 'C', ts: '1.1', edited: null }, link: 'https://x' },
          },
        ]),
      ),
    ).rejects.toThrow('handoff has no edge from none to done');
    expect((await ledger.verify()).events).toBe(1);
  });

  it('[L2] the table itself refuses an edge from a state to itself, and an annotation with states', async () => {
    const { raw } = await openTestLedger(engine);
    const row = {
      id: '1',
      stream: 'item:task:a',
      version: 1,
      class: 'transition' as const,
      type: 'Opened',
      from_state: 'open' as string | null,
      to_state: 'open' as string | null,
      forced: 1,
      at: 1,
      actor: '{}',
      cause: 'c',
      payload: '{}',
      prev_hash: null,
      hash: 'h',
    };
    const insert = (change: Partial<EventRow>) =>
      raw()
        .db.insertInto('events')
        .values({ ...row, ...change })
        .execute();
    await expect(insert({})).rejects.toThrow(/events_edges/);
    await expect(insert({ from_state: null })).rejects.toThrow(/events_edges/);
    await expect(insert({ class: 'annotation', forced: 0 })).rejects.toThrow(/events_edges/);
    await expect(insert({ class: 'annotation', from_state: null, to_state: null })).rejects.toThrow(/events_edges/);
    await insert({ to_state: 'closed' });
  });

  it('[L3, L4] a clock that was set back gives the time of the event before; a tie folds in the order written', async () => {
    const { ledger } = await openTestLedger(engine);
    const key = 'task:deploy/api';
    await opens(ledger, key, {}, at('10:00'));
    await ledger.onItem(act(at('09:00')), key, { do: 'annotate', delta: { blocking: 'CI' } });
    await ledger.onItem(act(at('09:00')), key, { do: 'close', proof: proof() });
    await opens(ledger, key, {}, at('09:30'));
    expect(await ledger.item(key)).toMatchObject({ state: 'open', round: 2, blocking: null });
    const events = await ledger.eventsOf(key);
    expect(events.map((event) => [event.version, event.type, event.at - at('10:00')])).toEqual([
      [1, 'Opened', 0],
      [2, 'Annotated', 0],
      [3, 'Closed', 1],
      [4, 'Opened', 1],
    ]);
    expect((await ledger.verify()).difference).toBeNull();
  });

  it('[L4] each event has an id in order of time, its version, actor and cause', async () => {
    const { ledger } = await openTestLedger(engine);
    await opens(ledger, 'task:deploy/api');
    const actor = { kind: 'human' as const, id: 'gera', name: 'Gera' };
    await ledger.onItem({ now: at('09:40'), actor, cause: 'cli:1' }, 'task:deploy/api', {
      do: 'close',
      proof: proof(),
    });
    const [first, second] = await ledger.eventsOf('task:deploy/api');
    expect(second).toMatchObject({
      version: 2,
      actor,
      cause: 'cli:1',
      from: 'open',
      to: 'closed',
      forced: false,
      at: at('09:40'),
    });
    expect((second?.id ?? '') > (first?.id ?? '')).toBe(true);
  });

  describe('[L4] verify names the first difference', () => {
    const prepared = async () => {
      const { ledger, raw } = await openTestLedger(engine);
      await opens(ledger, 'task:a');
      await ledger.onItem(act(at('09:10')), 'task:a', { do: 'annotate', delta: { blocking: 'CI' } });
      await ledger.onItem(act(at('09:40')), 'task:a', { do: 'close', proof: proof() });
      await opens(ledger, 'task:b');
      expect(await ledger.verify()).toEqual({ events: 4, streams: 2, difference: null });
      return { ledger, db: raw().db };
    };
    const said = async (ledger: { verify(): Promise<{ difference: string | null }> }) =>
      (await ledger.verify()).difference;

    it('a changed event', async () => {
      const { ledger, db } = await prepared();
      await sql`update events set cause = 'someone else' where stream = 'item:task:a' and version = 2`.execute(db);
      expect(await said(ledger)).toMatch(/^item:task:a version 2 \(event .+\) was changed/);
    });

    it('a changed payload, even one that was made no JSON', async () => {
      const { ledger, db } = await prepared();
      await sql`update events set payload = replace(payload, 'CI', 'QA') where version = 2`.execute(db);
      expect(await said(ledger)).toMatch(/^item:task:a version 2 .* was changed/);
      await sql`update events set payload = 'CI' where version = 2`.execute(db);
      expect(await said(ledger)).toMatch(/^item:task:a version 2 .* was changed/);
    });

    it('an event that was changed and hashed anew', async () => {
      const { ledger, db } = await prepared();
      const row = await db
        .selectFrom('events')
        .selectAll()
        .where('stream', '=', 'item:task:a')
        .where('version', '=', 1)
        .executeTakeFirstOrThrow();
      const { hash: _hash, ...rest } = { ...fromRow(row), cause: 'someone else' };
      await db
        .updateTable('events')
        .set({ cause: 'someone else', hash: hashOf(rest) })
        .where('id', '=', row.id)
        .execute();
      expect(await said(ledger)).toMatch(/^item:task:a version 2 .* does not follow/);
    });

    it('a missing version, the first, one between, or the last', async () => {
      for (const [version, difference] of [
        [1, /^item:task:a: version 1 is missing/],
        [2, /^item:task:a: version 2 is missing/],
        [3, /^item:task:a: the projection's .* is .*, the events say/],
      ] as const) {
        const { ledger, db } = await prepared();
        await db.deleteFrom('events').where('stream', '=', 'item:task:a').where('version', '=', version).execute();
        expect(await said(ledger)).toMatch(difference);
      }
    });

    it('a changed projection, an extra one, a missing one', async () => {
      const { ledger, db } = await prepared();
      await sql`update items set owed_by = 'trinity' where key = 'task:b'`.execute(db);
      expect(await said(ledger)).toBe(`item:task:b: the projection's owed_by is "trinity", the events say "smith"`);
      await ledger.rebuild();
      await sql`update items set key = 'task:c' where key = 'task:b'`.execute(db);
      expect(await said(ledger)).toBe('item:task:b has events but no projection');
      await db.deleteFrom('events').where('stream', '=', 'item:task:b').execute();
      expect(await said(ledger)).toBe('item:task:c has a projection but no event');
    });

    it('a stream of a kind that this version does not know', async () => {
      const { ledger, db } = await prepared();
      await sql`update events set stream = 'dream:b' where stream = 'item:task:b'`.execute(db);
      expect(await said(ledger)).toMatch(/^dream:b version 1 .* was changed/);
    });
  });

  it('[L4] verify reads one moment: what others write meanwhile is no difference', async () => {
    const { ledger, raw } = await openTestLedger(engine);
    for (let n = 0; n < 5; n += 1) await opens(ledger, `task:${n}`);
    const open = raw();
    // The verifier has begun; then a writer goes on.
    const verified = open.snapshot(async (db) => {
      await db.selectFrom('items').select('key').execute();
      await ledger.onItem(act(at('09:10')), 'task:4', { do: 'annotate', delta: { blocking: 'CI' } });
      await opens(ledger, 'task:5');
      return verify(db);
    });
    expect(await verified).toEqual({ events: 5, streams: 5, difference: null });
    expect(await ledger.verify()).toEqual({ events: 7, streams: 6, difference: null });
  });

  it('[L4] many streams are verified in pages', async () => {
    const { raw, ledger } = await openTestLedger(engine);
    const open = raw();
    await transact(open, act(MORNING), async (unit) => {
      for (let n = 0; n < 450; n += 1)
        await unit.append(itemStream, `task:${n}`, [opened(`task:${n}`, 1), annotated({ blocking: 'CI' })]);
    });
    expect(await ledger.verify()).toEqual({ events: 900, streams: 450, difference: null });
    expect(await ledger.rebuild()).toBe(450);
  });

  describe('[L5] the same cause twice', () => {
    it('changes nothing, whatever it was', async () => {
      const { ledger } = await openTestLedger(engine);
      await opens(ledger, 'task:a');
      const note = { do: 'annotate' as const, delta: { notes: [{ text: 'called', by: 'gera', at: MORNING }] } };
      expect(await ledger.onItem(act(MORNING, 'slack:click:1'), 'task:a', note)).toMatchObject({ applied: true });
      expect(await ledger.onItem(act(at('09:10'), 'slack:click:1'), 'task:a', note)).toEqual({ applied: false });
      expect(await ledger.onItem(act(at('09:10'), 'slack:click:2'), 'task:a', note)).toMatchObject({ applied: true });
      expect((await ledger.item('task:a'))?.notes).toHaveLength(2);
    });

    it('in one process at once: one of them counts', async () => {
      const { ledger } = await openTestLedger(engine);
      await opens(ledger, 'task:a');
      const note = { do: 'annotate' as const, delta: { notes: [{ text: 'called', by: 'gera', at: MORNING }] } };
      const all = await Promise.all(
        Array.from({ length: 8 }, () => ledger.onItem(act(MORNING, 'one'), 'task:a', note)),
      );
      expect(all.filter((one) => one.applied)).toHaveLength(1);
      expect((await ledger.item('task:a'))?.notes).toHaveLength(1);
    });

    it('in several processes at once: one of them counts', async () => {
      const { ledger, config } = await openTestLedger(engine);
      await opens(ledger, 'task:a');
      const work = { work: 'cause' as const, key: 'task:a', cause: 'slack:click:1', now: MORNING };
      const applied = await race<boolean>(config.ledger.url, [work, work, work]);
      expect(applied.filter(Boolean)).toHaveLength(1);
      expect((await ledger.item('task:a'))?.notes).toHaveLength(1);
    });

    it('an act that failed did not use its cause up', async () => {
      const { ledger, raw } = await openTestLedger(engine);
      await opens(ledger, 'task:a');
      const bad = { do: 'annotate' as const, delta: { colour: 'red' } as never };
      await expect(ledger.onItem(act(MORNING, 'one'), 'task:a', bad)).rejects.toThrow();
      const good = { do: 'annotate' as const, delta: { blocking: 'CI' } };
      expect(await ledger.onItem(act(MORNING, 'one'), 'task:a', good)).toMatchObject({ applied: true });
      expect(await raw().db.selectFrom('causes').select('cause').where('cause', '=', 'one').execute()).toHaveLength(1);
    });
  });

  it('[L4] writers of several processes on one item all get their turn: versions without a gap, nothing lost', async () => {
    const { ledger, config } = await openTestLedger(engine);
    await opens(ledger, 'task:a');
    const note = (by: string) => ({ work: 'note' as const, key: 'task:a', times: 8, now: at('09:10'), by });
    await race(config.ledger.url, [note('one'), note('two'), note('three')]);
    const events = await ledger.eventsOf('task:a');
    expect(events.map((event) => event.version)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
    const item = await ledger.item('task:a');
    expect(new Set(item?.notes.map((one) => one.text)).size).toBe(24);
    expect((await ledger.verify()).difference).toBeNull();
  });
});

describe('[L4] two writers on PostgreSQL cannot both append version n', () => {
  it('the one that comes second is told, tries again, and both are there', async () => {
    const { ledger, raw } = await openTestLedger('postgres');
    await opens(ledger, 'task:a');
    const open = raw();
    let tries = 0;
    await transact(open, act(at('09:10')), async (unit) => {
      tries += 1;
      await unit.item('task:a');
      if (tries === 1) await ledger.onItem(act(at('09:05')), 'task:a', { do: 'annotate', delta: { refs: ['first'] } });
      await unit.append(itemStream, 'task:a', [annotated({ refs: ['second'] })]);
    });
    expect(tries).toBe(2);
    expect((await ledger.item('task:a'))?.refs).toEqual(['first', 'second']);
    expect((await ledger.eventsOf('task:a')).map((event) => event.version)).toEqual([1, 2, 3]);
  });
});

describe('[L6] a database that cannot be reached', () => {
  it('is said in one sentence with the fix', async () => {
    await expect(openTestLedger('postgres', { ledger: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(
      /^The ledger's database cannot be reached \(.*\); check ledger\.url and that the server runs\.$/,
    );
    expect(() => openDatabase('sqlite:/etc/hostname/owed.db')).toThrow(LedgerUnreachable);
    expect(() => openDatabase('mysql://x')).toThrow(/neither sqlite:FILE nor postgres/);
  });
});
