import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/ledger/db/open.js';
import { fromRow, hashOf, toRow } from '../../src/ledger/events/record.js';
import { fold } from '../../src/ledger/events/stream.js';
import { Ledger, NewerSchema, openLedger } from '../../src/ledger/index.js';
import { itemStream } from '../../src/ledger/items/table.js';
import { migrate, migrations } from '../../src/ledger/migrations/index.js';
import { conversation, hear, KEY } from '../support/bridge.js';
import { at, MORNING } from '../support/clock.js';
import { testConfig } from '../support/config.js';
import { recorded } from '../support/given.js';
import { act, annotated, closed, opened, opens, proof } from '../support/items.js';
import { atEnd, engines, freshUrl, openTestLedger, tempFolder } from '../support/ledgers.js';
import { race } from '../support/replicas.js';

const open = (url: string) => {
  const db = openDatabase(url);
  atEnd(() => db.close());
  return db;
};

describe('[L6] SQLite in one file', () => {
  it('is made with its folder, for its owner alone', async () => {
    const file = join(tempFolder(), 'not', 'yet', 'owed.db');
    await openTestLedger('sqlite', { ledger: `sqlite:${file}` });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const beside of [`${file}-wal`, `${file}-shm`]) {
      if (existsSync(beside)) expect(statSync(beside).mode & 0o077).toBe(0);
    }
  });

  it('that others could read is closed to them', async () => {
    const file = join(tempFolder(), 'owed.db');
    const { ledger } = await openTestLedger('sqlite', { ledger: `sqlite:${file}` });
    await ledger.close();
    chmodSync(file, 0o644);
    await openTestLedger('sqlite', { ledger: `sqlite:${file}` });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('writes ahead, syncs fully, keeps foreign keys and waits for others', async () => {
    const { raw } = await openTestLedger('sqlite');
    const pragma = async (name: string) =>
      Object.values((await sql`select * from ${sql.raw(`pragma_${name}`)}`.execute(raw().db)).rows[0] as object)[0];
    expect([await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')]).toEqual([
      'wal',
      2,
      1,
    ]);
    expect(await pragma('busy_timeout')).toBe(5000);
  });
});

describe.each(engines)('[L6] migrations, on %s', (engine) => {
  const names = Object.keys(migrations(engine));

  it('run at start, once, in order of their dates', async () => {
    const db = open(await freshUrl(engine));
    expect(await migrate(db)).toEqual(names);
    expect([...names].sort()).toEqual(names);
    expect(await migrate(db)).toEqual([]);
  });

  it('go forward step by step over rows that exist: what was there is there after each', async () => {
    const url = await freshUrl(engine);
    const db = open(url);
    expect(await migrate(db, names[0])).toEqual([names[0]]);
    // Rows as the first version wrote them: by its events' own words.
    const events = recorded('item:task:a', [opened('task:a', 1), annotated({ blocking: 'CI' }), closed(proof())]);
    await db.db.insertInto('events').values(events.map(toRow)).execute();
    await itemStream.project(db.db, 'task:a', fold(itemStream, 'task:a', events), 3);
    const row = {
      effect: 'page/task:a/1',
      post_key: 'k',
      place: '{"channel":"C1"}',
      saying: '{"say":"page","tags":[],"customer":false}',
    };
    await db.db
      .insertInto('posts')
      .values({
        ...row,
        state: 'posted',
        created_at: 1,
        not_before: 1,
        attempts: 1,
        absent_reads: 0,
        channel: 'C1',
        ts: '1.1',
      })
      .execute();
    for (const [index, name] of names.entries()) {
      if (index > 0) expect(await migrate(db, name)).toEqual([name]);
      expect((await db.db.selectFrom('events').selectAll().execute()).map(fromRow)).toEqual(events);
      expect(await db.db.selectFrom('posts').select(['effect', 'state', 'ts']).execute()).toEqual([
        { effect: 'page/task:a/1', state: 'posted', ts: '1.1' },
      ]);
    }
    const ledger = new Ledger(db, testConfig({ ledger: url }));
    expect((await ledger.verify()).difference).toBeNull();
    expect(await ledger.item('task:a')).toMatchObject({ state: 'closed', blocking: 'CI' });
    expect(await ledger.duePosts(at('Tue 09:00'))).toEqual([]);
  });

  it('a binary older than the schema refuses to start, and says so', async () => {
    const { config, raw } = await openTestLedger(engine);
    const newer = { name: '2099_01_01_0001_rings', timestamp: '2099-01-01T00:00:00Z' };
    await sql`insert into kysely_migration (name, timestamp) values (${newer.name}, ${newer.timestamp})`.execute(
      raw().db,
    );
    const opening = openLedger(config);
    await expect(opening).rejects.toThrow(NewerSchema);
    await expect(opening).rejects.toThrow(
      'The ledger was written by a newer Owed (it holds 2099_01_01_0001_rings, which this version does not know); install that version or a later one, the ledger was not touched.',
    );
  });

  it('one that fails half-way leaves nothing of itself: it is whole, or it is not there', async () => {
    const db = open(await freshUrl(engine));
    await sql`create table inbox (id text)`.execute(db.db);
    await expect(migrate(db)).rejects.toThrow(/inbox/);
    expect((await db.db.introspection.getTables()).map((table) => table.name)).toEqual(['inbox']);
    await sql`drop table inbox`.execute(db.db);
    expect(await migrate(db)).toEqual(names);
  });

  it('two processes that start at once on an empty ledger both come up', async () => {
    const url = await freshUrl(engine);
    expect(await race<string | null>(url, [{ work: 'open' }, { work: 'open' }, { work: 'open' }])).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe.each(engines)('[L8] taking the ledger along, on %s', (engine) => {
  it('export writes every event as a line of JSON, with its hash', async () => {
    const { ledger } = await openTestLedger(engine);
    await opens(ledger, 'task:b');
    await opens(ledger, 'task:a');
    await ledger.onItem(act(at('09:40')), 'task:a', { do: 'close', proof: proof() });
    const lines: string[] = [];
    for await (const line of ledger.exportEvents()) lines.push(line);
    const events = lines.map((line) => JSON.parse(line));
    expect(lines.every((line) => line.endsWith('\n'))).toBe(true);
    expect(events.map((event) => [event.stream, event.version])).toEqual([
      ['item:task:a', 1],
      ['item:task:a', 2],
      ['item:task:b', 1],
    ]);
    for (const { hash, ...rest } of events) expect(hashOf(rest)).toBe(hash);
  });
});

describe.each(engines)('[L8] import, on %s', (engine) => {
  const exported = async (ledger: Ledger): Promise<string[]> => {
    const lines: string[] = [];
    for await (const line of ledger.exportEvents()) lines.push(line);
    return lines;
  };
  const told = async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ subtasks: ['call'] });
    await talk.trinity.claims('accepted until 16:30');
    const done = await talk.trinity.claims('handed back why: she moved');
    for (let n = 0; n < 250; n += 1) await opens(talk.smith.ledger, `task:${n}`);
    return { talk, done, lines: await exported(talk.smith.ledger) };
  };

  it('takes every event back with the same hashes, and builds the same items from them', async () => {
    const { talk, lines } = await told();
    for (const other of engines) {
      const { ledger } = await openTestLedger(other);
      expect(await ledger.importEvents(lines)).toEqual({ ok: true, events: lines.length, streams: 253 });
      expect(await exported(ledger)).toEqual(other === engine ? lines : expect.arrayContaining(lines));
      expect((await ledger.verify()).difference).toBeNull();
      const [here, there] = await Promise.all(
        [talk.smith.ledger, ledger].map((one) => one.listItems({ state: 'all' })),
      );
      expect(there?.map((item) => ({ ...item, waiting: [] }))).toEqual(here?.map((item) => ({ ...item, waiting: [] })));
      expect(await ledger.board(KEY)).toEqual(await talk.smith.ledger.board(KEY));
    }
  });

  it('[L5] what was heard there is not heard again here', async () => {
    const { done, lines } = await told();
    const of = await openTestLedger(engine);
    await of.ledger.importEvents(lines);
    expect(await hear(of, done, at('09:10'))).toBe('seen before');
  });

  it('goes into an empty ledger only', async () => {
    const { lines } = await told();
    const { ledger } = await openTestLedger(engine);
    await opens(ledger, 'task:mine');
    expect(await ledger.importEvents(lines)).toEqual({ ok: false, why: 'not-empty' });
    expect(await ledger.verify()).toMatchObject({ events: 1, difference: null });
  });

  it('names the line that cannot be taken in, and then takes in nothing', async () => {
    const { lines } = await told();
    const bad = (line: number, text: string) => lines.map((each, n) => (n + 1 === line ? text : each));
    const { ledger } = await openTestLedger(engine);
    const cases: [string[], number, RegExp][] = [
      [bad(240, '{"stream":'), 240, /no JSON/],
      [bad(240, '{"ok":true}'), 240, /no event of a ledger/],
      [bad(2, (lines[1] ?? '').replace('accepted', 'working')), 2, /was changed/],
      [lines.filter((_line, n) => n !== 1), 2, /version 2 is missing/],
      [[...lines, lines[0] ?? ''], lines.length + 1, /is missing/],
    ];
    for (const [given, line, text] of cases) {
      expect(await ledger.importEvents(given)).toEqual({
        ok: false,
        why: 'bad-line',
        line,
        text: expect.stringMatching(text),
      });
      expect(await ledger.verify()).toEqual({ events: 0, streams: 0, difference: null });
    }
    expect(await ledger.importEvents(lines)).toMatchObject({ ok: true });
  });
});

describe('[L8] a backup', () => {
  it('is a consistent copy, made while the bot writes, for its owner alone', async () => {
    const { ledger } = await openTestLedger('sqlite');
    for (let n = 0; n < 30; n += 1) await opens(ledger, `task:${n}`);
    const file = join(tempFolder(), 'copy.db');
    let writing = true;
    const writes = (async () => {
      for (let n = 0; writing; n += 1) {
        await ledger.onItem(act(MORNING), 'task:0', { do: 'annotate', delta: { refs: [`#${n}`] } });
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    expect(await ledger.backup(file)).toBe(true);
    writing = false;
    await writes;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file).subarray(0, 15).toString()).toBe('SQLite format 3');
    const { ledger: copy } = await openTestLedger('sqlite', { ledger: `sqlite:${file}` });
    expect((await copy.verify()).difference).toBeNull();
    expect(await copy.listItems()).toHaveLength(30);
  });

  it('of PostgreSQL is left to its own tools', async () => {
    const { ledger } = await openTestLedger('postgres');
    expect(await ledger.backup('/nowhere')).toBe(false);
  });
});
