import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importPackages, type MissionReport } from '../../src/packages/index.js';
import { engines, openTestLedger, type TestLedger } from '../support/ledgers.js';
import {
  act,
  asLog,
  fingerprint,
  folder,
  ID,
  MISSION,
  mission,
  moveLine,
  ms,
  noteLine,
  on,
  packageFile,
} from './support.js';

const take = async (of: TestLedger, dir: string, now = ms('20:00')): Promise<MissionReport> => {
  const reports = await importPackages(of.ledger, act(now), dir, { compare: true });
  return reports[0] as MissionReport;
};

const everything = async (of: TestLedger): Promise<string> => {
  let all = '';
  for await (const line of of.ledger.exportEvents()) all += line;
  return all;
};

const LOG = [
  moveLine('genesis', 'planned', { id: 'E1', at: on('08:00') }),
  moveLine('planned', 'claimed', {
    id: 'E2',
    at: on('09:00:00.000250'),
    policy_metadata: { agent: 'claude', shell_pid: 41 },
  }),
  noteLine({ subtasks: { T001: 'done' }, note: 'half way' }, { id: 'E3', at: on('09:30') }),
  moveLine('claimed', 'in_progress', { id: 'E4', at: on('09:00:00.000251') }),
  { event_type: 'WPCreated', payload: {} },
];

describe.each(engines)('an import, on %s', (engine) => {
  it('[W6] keeps ids, times and actors, counts what it passed over, and changes nothing in the folder', async () => {
    const of = await openTestLedger(engine);
    const dir = mission(LOG);
    const before = fingerprint(dir);
    const report = await take(of, dir);
    expect(report).toMatchObject({
      mission: MISSION,
      packages: 1,
      read: { files: 1, transitions: 3, annotations: 1, repeated: 0 },
      passedOver: { WPCreated: 1 },
      added: 5,
      problems: [],
      untold: [],
    });
    const events = await of.ledger.packages.events(`package:${ID}`);
    expect(events.map(({ id, at, actor }) => [id, at, actor.id]).slice(0, 4)).toEqual([
      ['E1', ms('08:00'), 'claude'],
      ['E2', ms('09:00'), 'claude'],
      ['E4', ms('09:00'), 'claude'],
      ['E3', ms('09:30'), 'claude'],
    ]);
    const view = await of.ledger.packages.view(ID);
    expect(view).toMatchObject({
      authored: { title: 'Night timetable' },
      actual: { state: 'in_progress', claim: { agent: 'claude', process: { pid: 41 } } },
      subtasks: [
        { id: 'T001', state: 'done' },
        { id: 'T002', state: 'open' },
      ],
    });
    expect(fingerprint(dir)).toBe(before);
  });

  it('[W6, L5] twice adds nothing; the ledger verifies, and rebuilds to the same', async () => {
    const of = await openTestLedger(engine);
    const dir = mission(LOG);
    await take(of, dir);
    const once = await everything(of);
    expect(await take(of, dir, ms('21:00'))).toMatchObject({ added: 0, known: 4 });
    expect(await everything(of)).toBe(once);
    expect(await of.ledger.verify()).toMatchObject({ events: 5, difference: null });
    const before = await of.ledger.packages.view(ID);
    await of.ledger.rebuild();
    expect(await of.ledger.packages.view(ID)).toEqual(before);
    expect((await of.ledger.verify()).difference).toBeNull();
  });

  it('[W6, L4] lines that sort between earlier ones, in a later import, give the state of one import of all', async () => {
    const [parts, whole] = [await openTestLedger(engine), await openTestLedger(engine)];
    const late = moveLine('in_progress', 'blocked', { id: 'E0', at: on('09:20'), force: true, reason: 'no paper' });
    const back = moveLine('blocked', 'in_progress', { id: 'E5', at: on('10:00') });
    await take(parts, mission([...LOG, back]));
    await take(parts, mission([back, late, ...LOG]));
    await take(whole, mission([late, back, ...LOG]));
    const view = await parts.ledger.packages.view(ID);
    expect(view?.actual).toMatchObject({ state: 'in_progress', forced: 1 });
    expect(view).toEqual(await whole.ledger.packages.view(ID));
    expect((await parts.ledger.verify()).difference).toBeNull();
    const versions = (await parts.ledger.packages.events(`package:${ID}`)).map(({ id, version }) => [id, version]);
    expect(versions).toContainEqual(['E0', 7]);
  });

  it('[W2, L4] what Owed does after an import folds after all of it, whatever the log’s clock said', async () => {
    const of = await openTestLedger(engine);
    await take(of, mission(LOG), ms('07:00'));
    const done = await of.ledger.packages.do(act(ms('07:00')), ID, { do: 'move', to: 'blocked', reason: 'no paper' });
    expect(done).toMatchObject({ applied: true, value: { package: { state: 'blocked' } } });
    expect((await of.ledger.packages.view(ID))?.actual.state).toBe('blocked');
    expect((await of.ledger.verify()).difference).toBeNull();
  });

  it('[W6] backfills what no event records: marked, by its content, never earlier than the claim', async () => {
    const of = await openTestLedger(engine);
    const file = packageFile(
      {
        agent: 'codex:large',
        assignee: 'gera',
        role: 'implementer',
        tracker_refs: ['#9'],
        progress: 80,
        history: [{ timestamp: '2026-03-02T07:00:00Z', agent: 'system', action: 'Prompt made' }],
      },
      [
        '- [x] T001 call',
        '- [x] T002 log',
        '## Activity Log',
        '- 2026-03-02T09:10:00Z – claude – Began',
        '## Review',
        '**Reviewer**: gera',
        'Approved.',
      ].join('\n'),
    );
    const dir = mission(LOG, { 'tasks/WP01-night-timetable.md': file });
    expect((await take(of, dir)).backfilled).toEqual({ claim: 1, references: 1, subtasks: 1, notes: 2, reviews: 1 });
    const events = await of.ledger.packages.events(`package:${ID}`);
    const filled = events.filter((event) => event.payload.backfilled === true);
    const claim = { at: ms('09:00'), micros: 250 };
    for (const event of filled) {
      expect(event.at * 1000 + Number(event.payload.micros ?? 0)).toBeGreaterThanOrEqual(
        claim.at * 1000 + claim.micros,
      );
      expect(event.actor.id).toBe('import');
    }
    const view = await of.ledger.packages.view(ID);
    expect(view?.actual).toMatchObject({
      claim: { agent: 'claude', assignee: 'gera' },
      refs: ['#9'],
      marks: { T001: 'done', T002: 'done' },
      resolved: null,
      reviews: [{ verdict: 'approved', by: 'gera', backfilled: true }],
    });
    expect(view?.actual.notes.map(({ text, backfilled }) => [text, backfilled])).toEqual([
      ['Prompt made', true],
      ['Began', true],
      ['half way', false],
    ]);
    expect(await take(of, dir, ms('22:00'))).toMatchObject({ added: 0 });
  });

  it('[W6] a package of which no log speaks gets its state from the old front matter, as backfilled', async () => {
    const of = await openTestLedger(engine);
    const file = packageFile({
      lane: 'doing',
      agent: 'claude',
      history: [{ at: '2026-03-02T07:00:00Z', note: 'made' }],
    });
    const report = await take(of, folder({ [`${MISSION}/tasks/WP01.md`]: file }));
    expect(report.backfilled).toMatchObject({ state: 1, claim: 1, notes: 1 });
    const view = await of.ledger.packages.view(ID);
    expect(view?.actual).toMatchObject({ state: 'in_progress', since: ms('07:00'), claim: { agent: 'claude' } });
  });

  it('[W1] one bad file stops none of the others, nor the log of its own package', async () => {
    const of = await openTestLedger(engine);
    const report = await take(
      of,
      mission(LOG, {
        'tasks/WP01-night-timetable.md': '---\ntitle: [\n---\n',
        'tasks/WP02-day.md': packageFile({ work_package_id: 'WP02', title: 'Day timetable' }),
      }),
    );
    expect(report.problems).toHaveLength(1);
    expect(report.problems[0]).toMatchObject({ file: expect.stringContaining('WP01-night-timetable.md') as string });
    expect(report.problems[0]?.line).toBeGreaterThan(1);
    expect((await of.ledger.packages.view(`${MISSION}/WP02`))?.authored?.title).toBe('Day timetable');
    expect((await of.ledger.packages.view(ID))?.actual.state).toBe('in_progress');
  });

  it('[W6, L4] an id that another package’s event has is kept beside one of its own', async () => {
    const of = await openTestLedger(engine);
    const copy = folder({
      'copied/tasks/WP01.md': packageFile(),
      'copied/status.events.jsonl': asLog(LOG),
    });
    await take(of, mission(LOG));
    expect(await take(of, copy)).toMatchObject({ renamed: 4, added: 5 });
    expect(await take(of, copy)).toMatchObject({ added: 0 });
    expect((await of.ledger.packages.view('copied/WP01'))?.actual.state).toBe('in_progress');
    expect((await of.ledger.verify()).difference).toBeNull();
  });

  it('[W1] a file that its author changed is read anew, and says so once', async () => {
    const of = await openTestLedger(engine);
    const file = (title: string) => ({ 'tasks/WP01-night-timetable.md': packageFile({ title }) });
    await take(of, mission(LOG, file('One')));
    await take(of, mission(LOG, file('Two')));
    await take(of, mission(LOG, file('One')));
    expect((await of.ledger.packages.view(ID))?.authored?.title).toBe('One');
    const events = await of.ledger.packages.events(`package:${ID}`);
    expect(events.filter((event) => event.type === 'Authored')).toHaveLength(3);
  });

  it('[W6] --compare lists each difference to status.json, with the reason where the file is older than the log', async () => {
    const of = await openTestLedger(engine);
    const wp = {
      lane: 'in_progress',
      force_count: 0,
      subtasks: { T001: 'done' },
      notes: ['half way'],
      last_event_id: 'E4',
    };
    const status = (more: object, top: object = {}) => ({
      'status.json': JSON.stringify({ event_count: 3, work_packages: { WP01: { ...wp, ...more } }, ...top }),
    });
    expect((await take(of, mission(LOG, status({})))).compared).toEqual({ packages: 1, differences: [] });
    const absent = { role: null, model: '__resolved_model_absent__' };
    expect((await take(of, mission(LOG, status(absent)))).compared?.differences).toEqual([]);
    const other = { lane: 'done', force_count: 2, subtasks: { T001: 'planned' }, notes: [], model: 'large' };
    const { compared } = await take(of, mission(LOG, status(other)));
    expect(compared?.differences.map(({ field, because }) => [field, because])).toEqual([
      ['lane', null],
      ['forced', null],
      ['subtasks', null],
      ['notes', null],
      ['resolved', null],
    ]);
    const older = await take(of, mission(LOG, status({ lane: 'claimed', last_event_id: 'E2' }, { event_count: 2 })));
    expect(older.compared?.differences).toMatchObject([
      {
        wp: 'WP01',
        field: 'lane',
        ours: 'in_progress',
        theirs: 'claimed',
        because: expect.stringContaining('E2') as string,
      },
    ]);
  });
});

const samples = join(fileURLToPath(new URL('../../../shared/packages-sample', import.meta.url)));

describe.skipIf(!existsSync(samples))('real missions', () => {
  it('[W6] of all samples no package differs from what its own tool computed, and twice is once', async () => {
    const of = await openTestLedger('sqlite');
    const before = fingerprint(samples);
    const reports = await importPackages(of.ledger, act(), samples, { compare: true });
    expect(reports).toHaveLength(5);
    for (const { mission: name, compared, problems } of reports) {
      expect([name, compared?.differences, problems]).toEqual([name, [], []]);
    }
    const once = await everything(of);
    const again = await importPackages(of.ledger, act(ms('23:00')), samples, { compare: true });
    expect(again.map(({ added }) => added)).toEqual([0, 0, 0, 0, 0]);
    expect(await everything(of)).toBe(once);
    expect((await of.ledger.verify()).difference).toBeNull();
    expect(fingerprint(samples)).toBe(before);
  });
});
