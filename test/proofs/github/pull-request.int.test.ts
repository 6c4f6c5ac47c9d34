import { describe, expect, it } from 'vitest';
import type { Account } from '../../../dev/github/index.js';
import { HOUR, request, rig, START, stored, TOKEN } from './support.js';

const r = rig();
const app = () => r.github.repo('org/app');
const read = (number?: number, base?: string | null) => r.reader().readPullRequest(request(number, base), {});
const result = async (number?: number, base?: string | null) => (await read(number, base)).result;

describe('a pull request', () => {
  it('[O1] merged into the default branch is proved, with its base, its commit and who merged', async () => {
    const { sha } = app().pull(12, { author: 'octocat' }).merge({ by: 'fede-dev' });
    expect(await result()).toEqual({
      read: 'proved',
      proof: {
        kind: 'pull-request-merged',
        text: `merged into main as ${sha.slice(0, 7)} by fede-dev`,
        link: 'https://github.com/org/app/pull/12',
        by: 'fede',
        at: START,
      },
    });
  });

  it('[O1] merged by a bot is merged all the same', async () => {
    app().pull(12).merge({ by: 'merge-queue[bot]' });
    expect(await result()).toMatchObject({ read: 'proved', proof: { by: 'merge-queue[bot]' } });
  });

  it('[O1] merged elsewhere than expected is not done, and says where', async () => {
    app().commit({ branch: 'develop' });
    app().pull(12, { base: 'develop' }).merge();
    expect(await result()).toMatchObject({ read: 'open', notDone: 'merged into develop, not main', blocking: null });
    expect(await result(12, 'develop')).toMatchObject({ read: 'proved' });
  });

  it('[O1] closed unmerged by a person is proved', async () => {
    app().pull(12).close({ by: 'Fede-Dev' });
    expect(await result()).toMatchObject({
      read: 'proved',
      proof: { kind: 'pull-request-closed', text: 'closed unmerged by Fede-Dev', by: 'fede', at: START },
    });
  });

  it.each<[string | Account | null, string]>([
    ['stale[bot]', 'closed unmerged by stale[bot], not by a person'],
    [{ login: 'stale', type: 'Bot' }, 'closed unmerged by stale, not by a person'],
    [{ login: 'stale[bot]', type: 'User' }, 'closed unmerged by stale[bot], not by a person'],
    [{ login: 'imported', type: 'Mannequin' }, 'closed unmerged by imported, not by a person'],
    [null, 'closed unmerged, and GitHub does not say by whom'],
  ])('[O1] closed unmerged by %j is not done, and says so', async (by, notDone) => {
    app().pull(12).close({ by });
    expect(await result()).toMatchObject({ read: 'open', notDone });
  });

  it('[O1] reopened is open again', async () => {
    const pull = app().pull(12);
    pull.close();
    pull.reopen();
    expect(await result()).toMatchObject({ read: 'open', notDone: null });
  });

  it('[O10] is owed to its author, where the configuration knows the login', async () => {
    app().pull(12, { author: 'FEDE-dev' });
    app().pull(13, { author: 'stranger' });
    app().pull(14, { author: null });
    expect(await result(12)).toMatchObject({ read: 'open', owedTo: ['fede'] });
    expect(await result(13)).toMatchObject({ read: 'open', owedTo: [] });
    expect(await result(14)).toMatchObject({ read: 'open', owedTo: [] });
  });

  it('[O1] with nothing in its way names no blocker', async () => {
    const pull = app().pull(12);
    app().check(pull.head, 'lint', 'success');
    app().status(pull.head, 'ci/old', 'success');
    pull.review('gera-dev', 'APPROVED');
    expect(await result()).toMatchObject({ read: 'open', blocking: null, unread: null });
  });

  it('[O1] names conflicts before anything else, and reads no more than it needs for that', async () => {
    const pull = app().pull(12, { mergeable: false, mergeableState: 'dirty' });
    app().check(pull.head, 'lint', 'failure');
    expect(await result()).toMatchObject({ blocking: 'it has conflicts with main' });
    expect(r.github.requests).toHaveLength(1);
  });

  it('[O1] names a failing check, by the last run of each name and on whatever page it is', async () => {
    const pull = app().pull(12);
    for (let i = 0; i < 150; i += 1) app().check(pull.head, `part-${i}`, 'success');
    app().check(pull.head, 'lint', 'failure');
    expect(await result()).toMatchObject({ blocking: 'the check "lint" failed' });
    app().check(pull.head, 'lint', 'success');
    expect(await result()).toMatchObject({ blocking: null });
    app().status(pull.head, 'ci/old', 'error');
    expect(await result()).toMatchObject({ blocking: 'the check "ci/old" failed' });
  });

  it('[O1] names whose review is missing, a person or a team', async () => {
    const pull = app().pull(12, { teams: ['web'] });
    pull.review('fede-dev', 'CHANGES_REQUESTED');
    pull.request('gera-dev');
    expect(await result()).toMatchObject({ blocking: 'changes requested by fede-dev' });
    pull.review('fede-dev', 'APPROVED');
    expect(await result()).toMatchObject({ blocking: 'waiting for review by gera-dev and the team web' });
  });

  it('[O2] of which the reviews could not be read is still open, and says what is missing', async () => {
    app().pull(12);
    r.github.fault({ kind: 'status', status: 502, path: /reviews$/ });
    expect(await result()).toMatchObject({
      read: 'open',
      blocking: null,
      unread: 'GitHub answered 502 for the reviews of org/app#12',
    });
  });

  it('[O2] whose checks the token may not read says so, and names what else blocks it', async () => {
    r.github.token('ghp_narrow', { denied: ['checks'] });
    app().pull(12).request('gera-dev');
    const { result } = await r.reader({ token: 'ghp_narrow' }).readPullRequest(request(), {});
    expect(result).toMatchObject({
      read: 'open',
      blocking: 'waiting for review by gera-dev',
      unread: 'the token may not read the checks of org/app#12; the token may not read the statuses of org/app#12',
    });
  });

  it('[O2] closed by somebody who could not be read is unknown', async () => {
    app().pull(12).close();
    r.github.fault({ kind: 'status', status: 500, path: /issues/ });
    expect(await result()).toMatchObject({ read: 'unknown', reason: 'GitHub answered 500 for who closed org/app#12' });
  });

  it.each(['org', '../org', 'org/..', 'org/app/x', 'org/app?x', 'org /app', ''])(
    '[O2] of a repository called %j is unknown, and nothing is asked',
    async (repo) => {
      const { result } = await r.reader().readPullRequest({ ...request(), repo }, {});
      expect(result).toMatchObject({ read: 'unknown' });
      expect(r.github.requests).toEqual([]);
    },
  );
});

describe('a pull request read again', () => {
  it('[S4] costs nothing and gives the same while nothing changed', async () => {
    const pull = app().pull(12, { author: 'fede-dev' });
    app().check(pull.head, 'lint', 'failure');
    const first = await read();
    const used = r.github.rate(TOKEN).used;
    const asked = r.github.requests.length;
    const memory = stored(first.memory);
    const second = await r.reader().readPullRequest(request(), memory);
    expect(second.result).toEqual(first.result);
    expect(second.memory).toEqual(first.memory);
    expect(r.github.requests.slice(asked).map(({ status }) => status)).toEqual([304, 304, 304, 304]);
    expect(r.github.rate(TOKEN).used).toBe(used);
  });

  it('[S4] sees what changed', async () => {
    const pull = app().pull(12);
    const { memory } = await read();
    r.clock.now += HOUR;
    pull.merge();
    const again = await r.reader().readPullRequest(request(), memory);
    expect(again.result).toMatchObject({ read: 'proved', proof: { at: START + HOUR } });
  });

  it.each([[{ v: 1, seen: 7 }], [{ v: 99, seen: {} }], [{ v: 1, seen: { x: null } }], [{ merge: 'no' }]])(
    '[S4] with a memory that is not ours reads everything: %j',
    async (memory) => {
      app().pull(12);
      const { result } = await r.reader().readPullRequest(request(), memory);
      expect(result).toMatchObject({ read: 'open' });
      expect(r.github.requests.every(({ conditional }) => !conditional)).toBe(true);
    },
  );
});
