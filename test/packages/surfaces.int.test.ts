import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Desk } from '../cli/support.js';
import { asLog, MISSION, mission, moveLine, noteLine, on, packageFile } from './support.js';

const LOG = [
  moveLine('genesis', 'planned', { id: 'E1', at: on('08:00') }),
  moveLine('planned', 'claimed', { id: 'E2', at: on('09:00'), policy_metadata: { agent: 'claude', shell_pid: 41 } }),
  moveLine('claimed', 'in_progress', { id: 'E3', at: on('09:01'), force: true, reason: 'it was urgent' }),
  noteLine(
    { subtasks: { T001: 'done' }, note: 'half way', role: 'implementer', model: 'small' },
    { id: 'E4', at: on('09:30') },
  ),
];
const FILE = {
  'tasks/WP01-night-timetable.md': packageFile({ role: 'writer', agent_profile: 'caller', model: 'large' }),
};

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => desk.end());

describe('the command line', () => {
  it('[W6] imports, says what it read, and twice adds nothing', async () => {
    const dir = mission([...LOG, { event_type: 'WPCreated' }], {
      ...FILE,
      'status.json': JSON.stringify({
        event_count: 3,
        work_packages: { WP01: { lane: 'done', force_count: 1, last_event_id: 'E3' } },
      }),
    });
    const first = await desk.owed(['import', 'packages', dir, '--compare']);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain(`${MISSION}: 1 work packages; 5 events added, 0 were known`);
    expect(first.stdout).toContain('passed over: 1 WPCreated');
    expect(first.stdout).toContain('WP01 lane: ours "in_progress", status.json "done"');
    const [again] = await desk.json<{ added: number; known: number; passed_over: object }[]>([
      'import',
      'packages',
      dir,
    ]);
    expect(again).toMatchObject({ added: 0, known: 4, passed_over: { WPCreated: 1 } });
  });

  it('[W3] lists packages with what was intended and what happened, each under its own name', async () => {
    await desk.owed(['import', 'packages', mission(LOG, FILE)]);
    expect(await desk.json(['package', 'list'])).toEqual([
      {
        key: `package:${MISSION}/WP01`,
        mission: MISSION,
        id: 'WP01',
        title: 'Night timetable',
        state: 'in_progress',
        since: '2026-03-02T09:01:00.000Z',
        forced: 1,
        subtasks: { T001: 'done', T002: 'open' },
        notes: [{ text: 'half way', by: 'claude', at: '2026-03-02T09:30:00.000Z', backfilled: false }],
        refs: [],
        claim: {
          by: 'claude',
          agent: 'claude',
          assignee: null,
          since: '2026-03-02T09:00:00.000Z',
          process: { pid: 41, started_at: null },
          host: null,
          heartbeat: null,
          baseline: null,
          liveness: 'unknown',
          liveness_why: 'the host of its process was not recorded',
        },
        authored: { role: 'writer', profile: 'caller', model: 'large' },
        resolved: { role: 'implementer', profile: null, profile_version: null, model: 'small', provider: null },
      },
    ]);
    const { stdout } = await desk.owed(['package', 'list']);
    expect(stdout).toContain('meant for caller, writer; on it: claude (unknown)');
  });

  it('[W2, W3] shows one by as much of its name as is clear, and by owed show', async () => {
    await desk.owed(['import', 'packages', mission(LOG, FILE)]);
    for (const words of [
      ['package', 'show', '014/WP01'],
      ['package', 'show', 'wp01'],
      ['show', `package:${MISSION}/WP01`],
    ]) {
      const { stdout, code } = await desk.owed(words);
      expect([words, code]).toEqual([words, 0]);
      expect(stdout).toContain('Meant for:    caller, writer, large');
      expect(stdout).toContain('Run by:       implementer, small');
      expect(stdout).toContain('in_progress by claude: it was urgent');
    }
    expect(await desk.json(['show', `package:${MISSION}/WP01`])).toMatchObject({
      file: { path: 'tasks/WP01-night-timetable.md' },
      events: [{ id: 'E1' }, { id: 'E2' }, { id: 'E3' }, { id: 'E4' }, { type: 'Authored' }],
    });
    const missing = await desk.owed(['package', 'show', `${MISSION}/WP07`]);
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining(`package:${MISSION}/WP01`) as string]);
  });

  it('[W6] a folder without a mission, or none, is not found', async () => {
    expect((await desk.owed(['import', 'packages', desk.dir])).code).toBe(3);
    expect((await desk.owed(['import', 'packages', 'nowhere'])).code).toBe(3);
  });

  it('[W6] a file with a fault is named with its line, and the exit says that all was done', async () => {
    const dir = mission(LOG, {
      'tasks/WP02-x.md': '---\ntitle: x\nrole: [y]\n---\n',
      'status.events.jsonl': `${asLog(LOG)}{`,
    });
    const { code, stdout } = await desk.owed(['import', 'packages', dir]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/fault: +\S+WP02-x\.md:3 role is to be a text/);
    expect(stdout).toMatch(/not told: +\S+status\.events\.jsonl:5 it is no JSON/);
  });
});
