import { describe, expect, it } from 'vitest';
import { REVERT_WINDOW, watchesRevert } from '../../../src/proofs/github/index.js';
import type { ReaderMemory } from '../../../src/proofs/types.js';
import { DAY, HOUR, request, rig, stored } from './support.js';

const r = rig();
const app = () => r.github.repo('org/app');
const pull = (memory: ReaderMemory = {}) => r.reader().readPullRequest(request(), memory);
const revert = (memory: ReaderMemory) => r.reader().readRevert(request(), stored(memory));

/** #12, merged and proved; what its reader remembers. */
async function merged(how: 'merge' | 'squash' = 'squash') {
  const handle = app().pull(12, { title: 'Add a lead form' });
  handle.merge({ how });
  const { memory } = await pull();
  r.clock.now += HOUR;
  return { handle, memory };
}

describe('a merge that proved an item', () => {
  it('[O3] stands while nothing reverts it', async () => {
    const { memory } = await merged();
    expect(watchesRevert(memory)).toBe(true);
    app().commit({ message: 'Revert the colour of the button' });
    expect((await revert(memory)).result).toMatchObject({ read: 'proved', proof: { kind: 'pull-request-merged' } });
  });

  it.each([
    ['merge', 'merge'],
    ['merge', 'squash'],
    ['squash', 'merge'],
    ['squash', 'squash'],
  ] as const)('[O3] regresses when it is reverted by the button (made by %s, undone by %s)', async (how, undo) => {
    const { handle, memory } = await merged(how);
    const undoing = handle.revert(13);
    expect((await revert(memory)).result).toMatchObject({ read: 'proved' });
    const { sha } = undoing.merge({ how: undo });
    const { result } = await revert(memory);
    expect(result).toMatchObject({ read: 'regressed' });
    const named = undo === 'squash' ? sha : undoing.head;
    expect(result).toMatchObject({
      why: `the merge was reverted by ${named.slice(0, 7)}`,
      link: `https://github.com/org/app/commit/${named}`,
    });
  });

  it("[O3] regresses when the reverting commit says only its title, and its pull request's text the rest", async () => {
    const { handle, memory } = await merged();
    const { sha } = handle.revert(13).merge({ how: 'squash', message: 'Revert "Add a lead form" (#13)' });
    expect((await revert(memory)).result).toMatchObject({
      read: 'regressed',
      why: expect.stringContaining(sha.slice(0, 7)),
    });
  });

  it('[O3] stands when a pull request of such a title was not merged into its base, or reverts another', async () => {
    const { memory } = await merged();
    app().pull(13, { title: 'Revert "Add a lead form"', body: 'Reverts org/app#11' });
    app().commit({ message: 'Revert "Add a lead form" (#13)' });
    expect((await revert(memory)).result).toMatchObject({ read: 'proved' });
  });

  it('[O3] regresses by a commit pushed by hand, on whatever page it is', async () => {
    const { handle, memory } = await merged();
    app().commit({ message: `Undo\n\nThis reverts commit ${handle.state.merged?.commit}.` });
    for (let i = 0; i < 120; i += 1) app().commit({ message: `Go on ${i}` });
    expect((await revert(memory)).result).toMatchObject({ read: 'regressed' });
  });

  it('[O3] is found reverted on its base alone', async () => {
    const { handle, memory } = await merged();
    app().commit({ branch: 'try', message: `This reverts commit ${handle.state.merged?.commit}.` });
    expect((await revert(memory)).result).toMatchObject({ read: 'proved' });
  });

  it('[O3] does not close again the item that its revert reopened, until the revert is reverted', async () => {
    const { handle, memory } = await merged();
    const undoing = handle.revert(13);
    undoing.merge({ how: 'squash' });
    const regressed = await revert(memory);
    const open = await pull(regressed.memory);
    expect(open.result).toMatchObject({
      read: 'open',
      notDone: expect.stringMatching(/^merged into main as .* reverted by/),
    });
    r.clock.now += 30 * DAY;
    const later = await pull(stored(open.memory));
    expect(later.result).toMatchObject({ read: 'open' });
    undoing.revert(14).merge({ how: 'squash' });
    expect((await pull(stored(later.memory))).result).toMatchObject({ read: 'proved' });
  });

  it('[O2] that was reverted is unknown when its commits cannot be read, not proved again', async () => {
    const { handle, memory } = await merged();
    handle.revert(13).merge();
    const regressed = await revert(memory);
    r.github.fault({ kind: 'status', status: 503, path: /\/commits$/ });
    const { result, memory: kept } = await pull(stored(regressed.memory));
    expect(result).toMatchObject({ read: 'unknown' });
    expect((await revert(kept)).result).toMatchObject({ read: 'unknown' });
  });

  it('[O1] is proof by itself when the token may read no commits', async () => {
    r.github.token('ghp_narrow', { denied: ['contents'] });
    app().pull(12).merge();
    const { result } = await r.reader({ token: 'ghp_narrow' }).readPullRequest(request(), {});
    expect(result).toMatchObject({ read: 'proved' });
  });

  it('[O3] is asked about for seven days and once after them', async () => {
    const { memory } = await merged();
    r.clock.now += REVERT_WINDOW;
    const last = await revert(memory);
    expect(last.result).toMatchObject({ read: 'proved' });
    expect(watchesRevert(last.memory)).toBe(false);
    const asked = r.github.requests.length;
    expect((await revert(last.memory)).result).toEqual(last.result);
    expect(r.github.requests).toHaveLength(asked);
  });

  it('[O3] reverted while nobody looked for a month regresses at the next look', async () => {
    const { handle, memory } = await merged();
    r.clock.now += 3 * DAY;
    handle.revert(13).merge();
    r.clock.now += 30 * DAY;
    expect((await revert(memory)).result).toMatchObject({ read: 'regressed' });
  });

  it('[O3] reverted after the seven days stands', async () => {
    const { handle, memory } = await merged();
    r.clock.now += 8 * DAY;
    handle.revert(13).merge();
    expect((await revert(memory)).result).toMatchObject({ read: 'proved' });
    expect((await pull()).result).toMatchObject({ read: 'proved' });
  });

  it('[S4] costs nothing to look at again while its base is quiet', async () => {
    const { memory } = await merged();
    const { memory: first } = await revert(memory);
    const asked = r.github.requests.length;
    expect((await revert(first)).result).toMatchObject({ read: 'proved' });
    expect(r.github.requests.slice(asked)).toMatchObject([{ status: 304 }]);
  });

  it('[O3] is read anew when the memory is gone, and nothing is concluded of one that is not merged', async () => {
    await merged();
    expect((await revert({})).result).toMatchObject({ read: 'proved' });
    app().pull(20).close();
    const { result } = await r.reader().readRevert(request(20), {});
    expect(result).toMatchObject({ read: 'unknown' });
  });
});
