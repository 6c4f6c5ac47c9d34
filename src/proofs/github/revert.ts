import type { Ask } from './client.js';
import type { Got } from './failure.js';
import { type Commit, type Merged, pullUndoes, reverterOf, suspects } from './reverts.js';
import { type Page, parsed, type Session } from './session.js';
import { commitsSchema, revertPullSchema } from './wire.js';

/** For so long after a merge a revert reopens its item (O3). */
export const REVERT_WINDOW = 7 * 24 * 60 * 60 * 1000;

/** A merge as it was proved; kept in the reader's memory. */
export interface Merge extends Merged {
  base: string;
  at: number;
}

export interface Reverter {
  sha: string;
  link: string | null;
}

interface Verdict {
  reverter: Reverter | null;
  suspects: { number: number; sha: string; link: string | null }[];
  /** The list was longer than is read: that no revert is in it says nothing. */
  cut: boolean;
}

const PER_PAGE = 100;
const MAX_PAGES = 20;
const MAX_SUSPECTS = 5;

const iso = (at: number) => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
const reverter = ({ sha, link }: Commit): Reverter => ({ sha, link });

function verdictOf(commits: Commit[], merge: Merge, cut: boolean): Verdict {
  const found = reverterOf(commits, merge);
  return {
    reverter: found === null ? null : reverter(found),
    suspects: suspects(commits, merge)
      .slice(0, MAX_SUSPECTS)
      .map(({ commit, number }) => ({ number, ...reverter(commit) })),
    cut,
  };
}

/**
 * Judges the commits on the base since the merge. The first page has the newest: unchanged, it stands for the whole list,
 * because what is behind a commit never changes.
 */
function readCommits(session: Session, merge: Merge, until: number | null): Promise<Got<Verdict>> {
  const ask: Ask = {
    path: `/repos/${merge.repo}/commits`,
    query: {
      sha: merge.base,
      since: iso(merge.at),
      ...(until !== null && { until: iso(until) }),
      per_page: PER_PAGE,
    },
    what: `the commits on ${merge.base} of ${merge.repo}`,
  };
  return session.read(ask, async (first: Page): Promise<Got<Verdict>> => {
    const made = parsed(ask, commitsSchema, first.data);
    if (!made.ok) return made;
    const commits: Commit[] = [...made.value];
    let { more } = first;
    for (let page = 2; more && page <= MAX_PAGES; page += 1) {
      const next = await session.plain({ ...ask, query: { ...ask.query, page } }, commitsSchema);
      if (!next.ok) return next;
      commits.push(...next.value.value);
      more = next.value.more;
    }
    return { ok: true, value: verdictOf(commits, merge, more) };
  });
}

/** Whether one of the suspects' pull requests says in its own text that it reverts this merge. */
async function readSuspects(session: Session, merge: Merge, verdict: Verdict): Promise<Got<Reverter | null>> {
  for (const { number, sha, link } of verdict.suspects) {
    const what = `${merge.repo}#${number}`;
    const pull = await session.one({ path: `/repos/${merge.repo}/pulls/${number}`, what }, revertPullSchema);
    if (!pull.ok) return pull;
    if (pullUndoes(pull.value, merge, merge.base)) return { ok: true, value: { sha, link } };
  }
  return { ok: true, value: null };
}

async function readOnce(session: Session, merge: Merge, until: number | null): Promise<Got<Reverter | null>> {
  const read = await readCommits(session, merge, until);
  if (!read.ok) return read;
  if (read.value.reverter !== null) return { ok: true, value: read.value.reverter };
  const suspect = await readSuspects(session, merge, read.value);
  if (!suspect.ok || suspect.value !== null || !read.value.cut) return suspect;
  const reason = `there are more commits on ${merge.base} of ${merge.repo} since the merge than can be read`;
  return { ok: false, failure: { reason, retryAt: null, status: null } };
}

/**
 * The commit that undoes this merge now; null where none does. Reverts count for seven days; what undoes such a revert
 * counts whenever it comes.
 */
export async function readReverter(
  session: Session,
  merge: Merge,
  options: { now: number; known: boolean },
): Promise<Got<Reverter | null>> {
  const end = merge.at + REVERT_WINDOW;
  const over = options.now > end;
  if (over && !options.known) {
    const within = await readOnce(session, merge, end);
    if (!within.ok || within.value === null) return within;
  }
  return readOnce(session, merge, null);
}
