/**
 * Which commits undo a merge (O3). Pure. What counts is what `git revert` and GitHub's Revert button write:
 *
 *     This reverts commit <sha>.                                          git revert
 *     This reverts commit <sha>, reversing changes made to <sha>.         the same, of a merge
 *     This reverts commit <short sha> (Subject, 2026-11-02).              git revert --reference
 *     Revert "Title"  …  Reverts org/app#12                               the button's pull request, squashed
 *
 * A revert that was itself reverted undoes nothing: git's `Reapply "…"` and `Revert "Revert "…""` name the revert's commit.
 */

export interface Commit {
  sha: string;
  link: string | null;
  message: string;
  parents: string[];
}

/** The merge that may have been undone. */
export interface Merged {
  repo: string;
  number: number;
  title: string;
  commit: string;
}

export interface Undoing {
  /** Commits named, at least seven digits of each. */
  commits: string[];
  /** Pull requests of this repository that are named. */
  pulls: number[];
}

const REVERTS_COMMIT = /^\s*This reverts commit\s+([0-9a-f]{7,64})\b/gim;
const REVERTS_PULL = /^\s*Reverts\s+([\w.-]+\/[\w.-]+)?#(\d+)\b/gim;
const TITLE = /^(?:\*\s*)?Revert "(.*)$/m;

/** What a message says that it reverts. A pull request is named only below a title that GitHub gives a revert. */
export function undoingOf(message: string, repo: string): Undoing {
  const commits = [...message.matchAll(REVERTS_COMMIT)].map(([, sha = '']) => sha.toLowerCase());
  const pulls = TITLE.test(message)
    ? [...message.matchAll(REVERTS_PULL)]
        .filter(([, where]) => where === undefined || where.toLowerCase() === repo.toLowerCase())
        .map(([, , number]) => Number(number))
    : [];
  return { commits, pulls };
}

/** The pull request that a commit came from, by the forms of GitHub's merge and squash buttons. */
export function pullNumberOf(message: string): number | null {
  const [subject = ''] = message.split('\n', 1);
  const found = /^Merge pull request #(\d+) from /.exec(subject) ?? /\(#(\d+)\)\s*$/.exec(subject);
  return found === null ? null : Number(found[1]);
}

const names = (sha: string, of: string) => sha.length >= 7 && of.startsWith(sha);

/** What a merge brought in: behind its other parents and not behind its first, as far as the list goes. */
function broughtIn(merge: Commit, known: Map<string, Commit>): Set<string> {
  const behind = (from: string[]): Set<string> => {
    const seen = new Set<string>();
    const walk = [...from];
    for (let sha = walk.pop(); sha !== undefined; sha = walk.pop()) {
      const commit = known.get(sha);
      if (commit === undefined || seen.has(sha)) continue;
      seen.add(sha);
      walk.push(...commit.parents);
    }
    return seen;
  };
  const [first, ...others] = merge.parents;
  const mine = behind(first === undefined ? [] : [first]);
  return new Set([...behind(others)].filter((sha) => !mine.has(sha)));
}

/** Commits that stand: not undone by one that stands. The list is newest first, as GitHub gives it. */
export function standing(commits: Commit[], repo: string): Commit[] {
  const known = new Map(commits.map((commit) => [commit.sha, commit]));
  const undone = new Set<string>();
  const kept: Commit[] = [];
  for (const commit of commits) {
    if (undone.has(commit.sha)) continue;
    kept.push(commit);
    const undoing = undoingOf(commit.message, repo);
    if (undoing.commits.length === 0 && undoing.pulls.length === 0) continue;
    for (const other of commits) {
      const number = pullNumberOf(other.message);
      const hit =
        undoing.commits.some((sha) => names(sha, other.sha)) || (number !== null && undoing.pulls.includes(number));
      if (!hit || other.sha === commit.sha) continue;
      undone.add(other.sha);
      if (other.parents.length > 1) for (const sha of broughtIn(other, known)) undone.add(sha);
    }
  }
  return kept;
}

/** The newest commit that stands and says that it undoes this merge; null where none does. */
export function reverterOf(commits: Commit[], merged: Merged): Commit | null {
  const undoes = ({ message }: Commit) => {
    const { commits: shas, pulls } = undoingOf(message, merged.repo);
    return shas.some((sha) => names(sha, merged.commit)) || pulls.includes(merged.number);
  };
  return standing(commits, merged.repo).find(undoes) ?? null;
}

/** As titles are compared: without the number behind them, and without what GitHub cut off a long one. */
const plainTitle = (title: string) =>
  title
    .replace(/\s*\(#\d+\)"?\s*$/, '')
    .replace(/"\s*$/, '')
    .replace(/…\s*$/, '')
    .trim();

/**
 * Commits that stand, came from another pull request and carry this one's title behind `Revert "`: their message says no
 * more, so that only their pull request's own text tells.
 */
export function suspects(commits: Commit[], merged: Merged): { commit: Commit; number: number }[] {
  const title = plainTitle(merged.title);
  return standing(commits, merged.repo).flatMap((commit) => {
    const number = pullNumberOf(commit.message);
    const quoted = plainTitle(TITLE.exec(commit.message)?.[1] ?? '');
    if (number === null || number === merged.number || quoted === '' || !title.startsWith(quoted)) return [];
    const { commits: shas, pulls } = undoingOf(commit.message, merged.repo);
    return shas.length > 0 || pulls.length > 0 ? [] : [{ commit, number }];
  });
}

/** Whether the text of a pull request says that it reverts this merge. */
export function pullUndoes(
  pull: { title: string; body: string; merged: boolean; base: string },
  merged: Merged,
  base: string,
): boolean {
  if (!pull.merged || pull.base !== base) return false;
  const { commits, pulls } = undoingOf(`${pull.title}\n\n${pull.body}`, merged.repo);
  return TITLE.test(pull.title) && (commits.some((sha) => names(sha, merged.commit)) || pulls.includes(merged.number));
}
