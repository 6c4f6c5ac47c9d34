import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KindsStage } from '../support/kinds.js';
import { FEDE, GERA } from '../support/seats.js';

vi.setConfig({ testTimeout: 120_000 });

describe('many pages for one channel in one sweep', () => {
  let of: KindsStage;
  beforeAll(async () => {
    of = await KindsStage.open({ sweep: { every: '500ms', storm: 2 } }, '20s');
  });
  afterAll(() => of.close());

  it('[O11, S3] after a downtime past their bounds they are one page; each closes on its own, and the page is edited', async () => {
    // Nothing runs while the bounds pass: the first sweep finds all of them due.
    const names = ['a', 'b', 'c'];
    for (const name of names) await of.line('FAILED', 'operator-task', name, '--owed-to', 'fede');
    await of.stage.holds('all are past due', async () => {
      const items = await of.stage.items('smith');
      return items.length === 3 && items.every((item) => Date.parse(item.due ?? '') < Date.now());
    });
    await of.start('smith');
    const key = (name: string) => `task:operator-task/${name}`;
    for (const name of names) await of.paged(key(name));
    const [page, ...others] = of.pages('task:operator-task');
    expect(others).toEqual([]);
    expect([...(page?.mentions ?? [])].sort()).toEqual([GERA, FEDE].sort());
    for (const name of names) expect(page?.text).toContain(key(name));
    await of.line('DONE', 'operator-task', 'b');
    const edited = await of.edited(page!, 'DONE operator-task: b');
    expect(edited.text).toContain('2 owed items are past due');
    expect(await of.stage.item('smith', key('a'))).toMatchObject({ state: 'open' });
    expect(of.pages('task:operator-task')).toHaveLength(1);
  });
});
