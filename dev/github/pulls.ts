import type { Asked } from './paging.js';
import { page } from './paging.js';
import { type Answer, type Pull, Refusal, type Repo } from './types.js';
import { account, iso } from './world.js';

const HTML = 'https://github.com';

const branch = (repo: Repo, ref: string, sha: string) => ({
  label: `${repo.owner}:${ref}`,
  ref,
  sha,
  repo: {
    full_name: `${repo.owner}/${repo.name}`,
    name: repo.name,
    private: repo.private,
    default_branch: repo.defaultBranch,
  },
});

export const htmlOf = (repo: Repo) => `${HTML}/${repo.owner}/${repo.name}`;

function pullOf(repo: Repo, number: string): Pull {
  const pull = repo.pulls.get(Number(number));
  if (!/^\d+$/.test(number) || pull === undefined) throw new Refusal(404, 'Not Found');
  return pull;
}

/** GET /repos/{owner}/{repo}/pulls/{number} */
export function pull(repo: Repo, number: string): Answer {
  const of = pullOf(repo, number);
  return {
    status: 200,
    body: {
      number: of.number,
      html_url: `${htmlOf(repo)}/pull/${of.number}`,
      title: of.title,
      body: of.body,
      state: of.state,
      locked: false,
      draft: of.draft,
      user: account(of.user),
      created_at: iso(of.createdAt),
      closed_at: iso(of.closedAt),
      merged: of.merged !== null,
      merged_at: iso(of.merged?.at ?? null),
      merged_by: account(of.merged?.by ?? null),
      // While it is open this is a trial merge: it never says that anything was merged.
      merge_commit_sha: of.merged?.commit ?? of.head.sha.replace(/^./, 'f'),
      mergeable: of.merged ? null : of.mergeable,
      mergeable_state: of.merged ? 'unknown' : of.mergeableState,
      base: branch(repo, of.base, repo.branches.get(of.base) ?? of.head.sha),
      head: branch(repo, of.head.ref, of.head.sha),
      requested_reviewers: of.reviewers.map(account),
      requested_teams: of.teams.map((slug) => ({ name: slug, slug })),
    },
  };
}

/** GET /repos/{owner}/{repo}/issues/{number}: the one place that says who closed a pull request. */
export function issue(repo: Repo, number: string): Answer {
  const of = pullOf(repo, number);
  return {
    status: 200,
    body: {
      number: of.number,
      html_url: `${htmlOf(repo)}/pull/${of.number}`,
      title: of.title,
      state: of.state,
      state_reason: null,
      user: account(of.user),
      closed_at: iso(of.closedAt),
      closed_by: account(of.closedBy),
      pull_request: { merged_at: iso(of.merged?.at ?? null) },
    },
  };
}

/** GET /repos/{owner}/{repo}/pulls/{number}/reviews, oldest first */
export function reviews(repo: Repo, number: string, asked: Asked): Answer {
  const of = pullOf(repo, number);
  return page(of.reviews, asked, (rows) =>
    rows.map((row) => ({
      user: account(row.user),
      state: row.state,
      body: '',
      submitted_at: iso(row.at),
      commit_id: of.head.sha,
      html_url: `${htmlOf(repo)}/pull/${of.number}#pullrequestreview`,
    })),
  );
}

/** GET /repos/{owner}/{repo}/pulls/{number}/requested_reviewers */
export function requestedReviewers(repo: Repo, number: string): Answer {
  const of = pullOf(repo, number);
  return {
    status: 200,
    body: { users: of.reviewers.map(account), teams: of.teams.map((slug) => ({ name: slug, slug })) },
  };
}
