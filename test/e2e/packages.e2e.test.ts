import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mission, moveLine, noteLine, on, packageFile } from '../packages/support.js';
import { BRIDGE, CALM, GENERAL, GERA, Stage, TRINITY } from '../support/seats.js';

/** Work packages as people and seats meet them in Slack (W3, W5, W7). */
describe('work packages and running seats', () => {
  let stage: Stage;
  const KEY = 'package:014-night-trains/WP01';
  beforeAll(async () => {
    stage = await Stage.open(CALM);
    const log = [
      moveLine('genesis', 'planned', { id: 'E1', at: on('08:00') }),
      moveLine('planned', 'claimed', { id: 'E2', at: on('09:00') }),
      moveLine('claimed', 'in_progress', { id: 'E3', at: on('09:01') }),
      noteLine({ subtasks: { T001: 'done' }, note: 'half way', role: 'implementer' }, { id: 'E4', at: on('09:30') }),
    ];
    const file = { 'tasks/WP01-night-timetable.md': packageFile({ role: 'writer', model: 'large' }) };
    expect(await stage.owed('smith', 'ledger', 'migrate')).toMatchObject({ code: 0 });
    const imported = await stage.owed('smith', 'import', 'packages', mission(log, file));
    expect(imported).toMatchObject({ code: 0 });
    await Promise.all([stage.start('smith'), stage.start('trinity')]);
  });
  afterAll(() => stage.close());

  it('[W3] /owed show of a package and the Home tab show who is meant, who is on it, and how far it is', async () => {
    const gera = stage.workspace.as(GERA);
    await gera.slash(GENERAL, '/owed-smith', `show ${KEY}`);
    const said = await stage.sees('an answer', () => stage.workspace.ephemerals(GERA)[0]);
    expect(said.text).toMatch(/1 of 2/);
    expect(said.text).toMatch(/writer/);
    expect(said.text).toMatch(/implementer/);
    await gera.openHome('A0SMITH');
    await stage.sees('the package on Home', () =>
      JSON.stringify(stage.workspace.home('A0SMITH', GERA) ?? '').includes('014-night-trains/WP01'),
    );
  });

  it('[W5, W7] a done on the bridge is refused while the named package has open subtasks, by name', async () => {
    const handoff = stage.handoff({ lane: 'infra', item: 'timetable', extra: 'package: 014-night-trains/WP01' });
    stage.claim(handoff, 'done https://ci.example/1', 'infra/timetable');
    const reply = await stage.sees('the reply', () => stage.saidOnBridge(handoff)[0]);
    expect(reply.mentions).toEqual([TRINITY]);
    expect(reply.text).toContain('T002');
    stage.claim(handoff, 'marked T002 done', 'infra/timetable');
    stage.claim(handoff, 'done https://ci.example/1', 'infra/timetable');
    await stage.holds(
      'it closes',
      async () => (await stage.item('smith', 'handoff:infra/timetable'))?.state === 'closed',
    );
    expect(
      stage.workspace.thread(BRIDGE, handoff.ts).filter((m) => m.user === 'U0SMITH' && m.ts !== handoff.ts),
    ).toHaveLength(1);
  });
});
