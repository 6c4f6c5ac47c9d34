import { describe, expect, it } from 'vitest';
import { DAY, HOUR, rig, START, stored, TOKEN } from './support.js';

const r = rig();
const app = () => r.github.repo('org/app');
const watch = (name: string, workflow = `${name}.yml`) => ({
  name,
  repo: 'org/app',
  workflow,
  branch: 'main',
  redRuns: 3,
});
const nightly = watch('nightly');
const lint = watch('lint');
const read = (memory = {}, checks = [nightly, lint]) => r.reader().readCheck({ check: nightly, checks }, memory);
const result = async () => (await read()).result;

/** One scheduled run a day of a workflow; the last one `ago` days before the start. */
function runs(file: string, ago: number, ...conclusions: (string | null)[]) {
  return conclusions.map((conclusion, i) =>
    app().run(file, { at: START - (conclusions.length - 1 - i + ago) * DAY, conclusion }),
  );
}

describe('a check', () => {
  it('[O6] shows its streak of red scheduled runs', async () => {
    const made = runs('nightly.yml', 0, 'success', 'failure', 'timed_out', 'failure');
    expect(await result()).toMatchObject({
      read: 'streak',
      state: 'red',
      red: 3,
      lastGreen: { id: made[0]?.id },
      link: `https://github.com/org/app/actions/runs/${made[3]?.id}`,
    });
  });

  it('[O1] is green by a green run, not by one that was started by hand', async () => {
    runs('nightly.yml', 0, 'failure', 'failure', 'failure');
    app().run('nightly.yml', { at: START + 1000, event: 'workflow_dispatch' });
    expect(await result()).toMatchObject({ state: 'red', red: 3 });
    app().run('nightly.yml', { at: START + HOUR });
    r.clock.now += HOUR;
    expect(await result()).toMatchObject({ state: 'green', red: 0 });
  });

  it('[O6] is not green by runs of another kind when a server ignores the filter', async () => {
    const of = { status: 'completed', conclusion: 'success', created_at: '2026-11-02T08:00:00Z', html_url: null };
    const workflow_runs = [
      { id: 1, event: 'push', head_branch: 'main', ...of },
      { id: 2, event: 'schedule', head_branch: 'other', ...of },
    ];
    app().workflow('nightly.yml');
    r.github.fault({ kind: 'json', body: { workflow_runs }, path: /runs$/ });
    expect(await result()).toMatchObject({ read: 'unknown' });
  });

  it.each(['disabled_manually', 'disabled_inactivity', 'deleted'])(
    '[O6] is retired when its workflow is %s',
    async (word) => {
      runs('nightly.yml', 0, 'failure', 'failure', 'failure');
      app().workflow('nightly.yml', word);
      expect(await result()).toMatchObject({ read: 'retired' });
    },
  );

  it('[O6] is not retired by a word that nobody knows', async () => {
    runs('nightly.yml', 0, 'failure', 'failure', 'failure');
    app().workflow('nightly.yml', 'disabled_by_a_comet');
    expect(await result()).toMatchObject({ read: 'streak', red: 3 });
  });

  it('[O6] is retired when its workflow is gone from a repository whose workflows can be read', async () => {
    runs('lint.yml', 0, 'success');
    expect(await result()).toMatchObject({ read: 'retired', why: 'its workflow does not exist any more' });
  });

  it.each<[string, () => void]>([
    ['the repository is not shown to the token', () => r.github.token(TOKEN, { repos: [] })],
    ['the token may not read actions', () => r.github.token(TOKEN, { denied: ['actions'] })],
    ['a proxy says 404', () => r.github.fault({ kind: 'html', status: 404, path: /actions/ })],
    ['the list of workflows fails', () => r.github.fault({ kind: 'status', status: 500, path: /workflows$/ })],
    ['the list of workflows is something else', () => r.github.fault({ kind: 'json', body: [], path: /workflows$/ })],
  ])('[O6] is unknown, not retired, when its workflow is not found and %s', async (_, order) => {
    order();
    expect(await result()).toMatchObject({ read: 'unknown' });
  });

  it('[O6] that stopped while another ran is retired', async () => {
    runs('nightly.yml', 4, 'failure', 'failure', 'failure');
    runs('lint.yml', 0, ...Array<string>(10).fill('success'));
    expect(await result()).toMatchObject({ read: 'retired', why: expect.stringContaining('while lint did') });
  });

  it('[O6] that stopped with all the others is in an outage, with its streak', async () => {
    runs('nightly.yml', 4, 'failure', 'failure', 'failure');
    runs('lint.yml', 4, 'success', 'success', 'success');
    expect(await result()).toMatchObject({ read: 'outage', red: 3, since: START - 4 * DAY });
  });

  it('[O6] that stopped stays as it was when the others cannot be read', async () => {
    runs('nightly.yml', 4, 'failure', 'failure', 'failure');
    runs('lint.yml', 0, ...Array<string>(10).fill('success'));
    r.github.fault({ kind: 'status', status: 500, path: /lint\.yml/ });
    expect(await result()).toMatchObject({
      read: 'streak',
      red: 3,
      unread: 'GitHub answered 500 for the runs of the workflow lint.yml of org/app',
    });
  });

  it('[O6] of another repository bears no witness', async () => {
    runs('nightly.yml', 4, 'failure', 'failure', 'failure');
    const elsewhere = { ...lint, repo: 'org/other' };
    expect((await read({}, [nightly, elsewhere])).result).toMatchObject({ read: 'outage' });
  });

  it('[S6] reads the others only when it is silent itself', async () => {
    runs('nightly.yml', 0, 'failure', 'failure', 'failure');
    runs('lint.yml', 0, 'success');
    await read();
    expect(r.github.requests.some(({ path }) => path.includes('lint'))).toBe(false);
  });

  it('[S4] costs nothing to look at again, and the same runs mean more as time goes by', async () => {
    runs('nightly.yml', 0, 'failure', 'failure', 'failure');
    const first = await read();
    const used = r.github.rate(TOKEN).used;
    const again = await read(stored(first.memory));
    expect(again.result).toEqual(first.result);
    expect(r.github.rate(TOKEN).used).toBe(used);
    r.clock.now += 5 * DAY;
    expect((await read(stored(again.memory), [nightly])).result).toMatchObject({ read: 'outage', red: 3 });
  });

  it('[O2] is not green by what it was when it cannot be read any more', async () => {
    runs('nightly.yml', 0, 'failure', 'success');
    const { memory } = await read();
    const down = r.github.fault({ kind: 'status', status: 503 });
    expect((await read(stored(memory))).result).toMatchObject({ read: 'unknown' });
    down.end();
    expect((await read(stored(memory))).result).toMatchObject({ state: 'green' });
  });

  it.each(['..', '.', ''])('[O2] with a workflow called %j is unknown, and nothing is asked', async (workflow) => {
    const check = { ...nightly, workflow };
    expect((await r.reader().readCheck({ check, checks: [] }, {})).result).toMatchObject({ read: 'unknown' });
    expect(r.github.requests).toEqual([]);
  });
});
