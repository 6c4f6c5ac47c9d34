import { runs, workflow, workflows } from './actions.js';
import { checkRuns, combinedStatus, commits } from './commits.js';
import type { Asked } from './paging.js';
import { htmlOf, issue, pull, requestedReviewers, reviews } from './pulls.js';
import { type Access, type Answer, Refusal, type Repo } from './types.js';
import type { World } from './world.js';

interface Route {
  /** Below /repos/{owner}/{repo}; each group is one more argument. */
  path: RegExp;
  needs: Access['denied'][number] | null;
  answer: (repo: Repo, asked: Asked, ...parts: string[]) => Answer;
}

const repository = (repo: Repo): Answer => ({
  status: 200,
  body: {
    full_name: `${repo.owner}/${repo.name}`,
    private: repo.private,
    default_branch: repo.defaultBranch,
    html_url: htmlOf(repo),
  },
});

const ROUTES: Route[] = [
  { path: /^$/, needs: null, answer: repository },
  { path: /^\/pulls\/([^/]+)$/, needs: 'pull_requests', answer: (repo, _, n = '') => pull(repo, n) },
  {
    path: /^\/pulls\/([^/]+)\/reviews$/,
    needs: 'pull_requests',
    answer: (repo, asked, n = '') => reviews(repo, n, asked),
  },
  {
    path: /^\/pulls\/([^/]+)\/requested_reviewers$/,
    needs: 'pull_requests',
    answer: (repo, _, n = '') => requestedReviewers(repo, n),
  },
  { path: /^\/issues\/([^/]+)$/, needs: 'issues', answer: (repo, _, n = '') => issue(repo, n) },
  { path: /^\/commits$/, needs: 'contents', answer: commits },
  {
    path: /^\/commits\/([^/]+)\/check-runs$/,
    needs: 'checks',
    answer: (repo, asked, ref = '') => checkRuns(repo, ref, asked),
  },
  {
    path: /^\/commits\/([^/]+)\/status$/,
    needs: 'checks',
    answer: (repo, asked, ref = '') => combinedStatus(repo, ref, asked),
  },
  { path: /^\/actions\/workflows$/, needs: 'actions', answer: workflows },
  { path: /^\/actions\/workflows\/([^/]+)$/, needs: 'actions', answer: (repo, _, id = '') => workflow(repo, id) },
  {
    path: /^\/actions\/workflows\/([^/]+)\/runs$/,
    needs: 'actions',
    answer: (repo, asked, id = '') => runs(repo, id, asked),
  },
];

/** The answer to a GET, as this caller gets it. Throws `Refusal`; 404 for every path that is not in the list. */
export function route(world: World, caller: Access | null, path: string, asked: Asked): Answer {
  const [, owner = '', name = '', rest = ''] = /^\/repos\/([^/]+)\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const repo = world.repo(caller, owner, name);
  for (const { path: pattern, needs, answer } of ROUTES) {
    const found = pattern.exec(rest);
    if (found === null) continue;
    if (needs !== null) world.allow(caller, needs);
    return answer(repo, asked, ...found.slice(1).map(decodeURIComponent));
  }
  throw new Refusal(404, 'Not Found');
}
