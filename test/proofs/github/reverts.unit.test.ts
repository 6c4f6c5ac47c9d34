import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Commit, pullNumberOf, reverterOf, suspects, undoingOf } from '../../../src/proofs/github/reverts.js';

const sha = (digit: string) => digit.repeat(40);
const MERGE = sha('a');
const merged = { repo: 'org/app', number: 12, title: 'Add a lead form', commit: MERGE };
const commit = (id: string, message: string, ...parents: string[]): Commit => ({
  sha: sha(id),
  link: null,
  message,
  parents: parents.map(sha),
});
const reverter = (...commits: Commit[]) => reverterOf(commits, merged)?.sha ?? null;

describe('a commit that undoes a merge', () => {
  it.each([
    ['git revert', `Revert "Add a lead form"\n\nThis reverts commit ${MERGE}.`],
    [
      'git revert of a merge',
      `Revert "Merge"\n\nThis reverts commit ${MERGE}, reversing\nchanges made to ${sha('0')}.`,
    ],
    ['git revert --reference', `Revert it\n\nThis reverts commit ${MERGE.slice(0, 10)} (Add a lead form, 2026-11-02).`],
    ['a reason behind it', `Fix prod\n\nIt broke.\n\nThis reverts commit ${MERGE} because it broke.`],
    ['a squash with the body of the button', 'Revert "Add a lead form" (#13)\n\nReverts org/app#12'],
    [
      'a squash of several commits',
      `Undo (#13)\n\n* Revert "Add a lead form"\n\nThis reverts commit ${MERGE}.\n\n* lint`,
    ],
    ['Windows line ends', `Revert\r\n\r\nThis reverts commit ${MERGE}.\r\n`],
  ])('[O3] is known by what was written: %s', (_, message) => {
    expect(reverter(commit('b', message))).toBe(sha('b'));
  });

  it.each([
    ['another commit', `This reverts commit ${sha('c')}.`],
    ['too few digits', `This reverts commit ${MERGE.slice(0, 6)}.`],
    ['a mention in a sentence', `Do not merge this: it says "This reverts commit ${MERGE}."`],
    ['another pull request', 'Revert "Something" (#13)\n\nReverts org/app#11'],
    ['the same number elsewhere', 'Revert "Something" (#13)\n\nReverts org/other#12'],
    ['a number without the title', 'Tidy (#13)\n\nReverts org/app#12 in spirit'],
  ])('[O3] is not taken for one that names %s', (_, message) => {
    expect(reverter(commit('b', message))).toBeNull();
  });

  it('[O3] undoes nothing once it was reverted itself, and does again when that was', () => {
    const revert = commit('b', `Revert "Add a lead form"\n\nThis reverts commit ${MERGE}.`, 'a');
    const reapply = commit('c', `Reapply "Add a lead form"\n\nThis reverts commit ${sha('b')}.`, 'b');
    const again = commit('d', `Revert "Reapply"\n\nThis reverts commit ${sha('c')}.`, 'c');
    expect(reverter(reapply, revert)).toBeNull();
    expect(reverter(again, reapply, revert)).toBe(sha('b'));
  });

  it('[O3] goes with the merge that brought it in', () => {
    const revert = commit('b', `Revert "Add a lead form"\n\nThis reverts commit ${MERGE}.`, 'a');
    const merge = commit('c', 'Merge pull request #13 from org/revert-12\n\nRevert "Add a lead form"', 'a', 'b');
    const undo = commit(
      'd',
      `Revert "Merge"\n\nThis reverts commit ${sha('c')}, reversing\nchanges made to ${MERGE}.`,
      'c',
    );
    expect(reverter(merge, revert)).toBe(sha('b'));
    expect(reverter(undo, merge, revert)).toBeNull();
  });

  it('[O3] is suspected by its title where its message says no more', () => {
    const bare = commit('b', 'Revert "Add a lead form" (#13)');
    const cut = commit('c', 'Merge pull request #14 from org/revert\n\nRevert "Add a lea…');
    const other = commit('d', 'Revert "Add a footer" (#15)');
    expect(suspects([bare, cut, other], merged).map(({ number }) => number)).toEqual([13, 14]);
  });

  it('[O3] is never found in text that does not have the form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/reverts/i.test(text));
        expect(undoingOf(`Revert "x"\n\n${text}`, 'org/app')).toEqual({ commits: [], pulls: [] });
      }),
    );
  });
});

describe('the pull request of a commit', () => {
  it.each([
    ['Merge pull request #13 from org/branch\n\nTitle', 13],
    ['Title (#13)', 13],
    ['Revert "Title (#12)" (#13)', 13],
    ['Title\n\n(#13)', null],
    ['Fix #13', null],
  ])('is read from %j', (message, number) => {
    expect(pullNumberOf(message)).toBe(number);
  });
});
