import { type Asked, page } from './paging.js';
import { htmlOf } from './pulls.js';
import { type Answer, type CheckRun, type Commit, Refusal, type Repo } from './types.js';
import { iso } from './world.js';

/** A branch, or a commit, by name. */
function resolve(repo: Repo, ref: string): string {
  const sha = repo.branches.get(ref) ?? (repo.commits.has(ref) ? ref : undefined);
  if (sha === undefined) throw new Refusal(404, 'Not Found');
  return sha;
}

/** Everything that a commit has behind it, newest first by when it was committed. */
function history(repo: Repo, from: string): Commit[] {
  const seen = new Map<string, Commit>();
  const walk = [from];
  for (let sha = walk.pop(); sha !== undefined; sha = walk.pop()) {
    const commit = repo.commits.get(sha);
    if (commit === undefined || seen.has(sha)) continue;
    seen.set(sha, commit);
    walk.push(...commit.parents);
  }
  const order = [...repo.commits.keys()];
  return [...seen.values()].sort((a, b) => b.at - a.at || order.indexOf(b.sha) - order.indexOf(a.sha));
}

function time(query: Record<string, string>, name: string): number | null {
  const given = query[name];
  if (given === undefined) return null;
  const at = Date.parse(given);
  if (Number.isNaN(at)) throw new Refusal(422, `Invalid request. "${given}" is not a time.`);
  return at;
}

/** GET /repos/{owner}/{repo}/commits?sha=&since=&until= */
export function commits(repo: Repo, asked: Asked): Answer {
  const since = time(asked.query, 'since');
  const until = time(asked.query, 'until');
  const all = history(repo, resolve(repo, asked.query.sha ?? repo.defaultBranch)).filter(
    ({ at }) => (since === null || at >= since) && (until === null || at <= until),
  );
  return page(all, asked, (rows) =>
    rows.map((row) => ({
      sha: row.sha,
      html_url: `${htmlOf(repo)}/commit/${row.sha}`,
      commit: { message: row.message, committer: { name: 'GitHub', date: iso(row.at) } },
      parents: row.parents.map((sha) => ({ sha })),
    })),
  );
}

/** GET /repos/{owner}/{repo}/commits/{ref}/check-runs; `filter=latest`, the default, keeps the last of each name. */
export function checkRuns(repo: Repo, ref: string, asked: Asked): Answer {
  const sha = resolve(repo, ref);
  const all = repo.checks.get(sha) ?? [];
  const latest = [...new Map(all.map((run) => [run.name, run])).values()];
  const rows = asked.query.filter === 'all' ? all : latest;
  return page(rows, asked, (part: CheckRun[]) => ({
    total_count: rows.length,
    check_runs: part.map((run) => ({
      name: run.name,
      head_sha: sha,
      status: run.status,
      conclusion: run.conclusion,
      html_url: `${htmlOf(repo)}/runs/${run.name}`,
      output: { title: null, summary: null },
    })),
  }));
}

/** GET /repos/{owner}/{repo}/commits/{ref}/status: `pending` where there is no status at all, as GitHub says it. */
export function combinedStatus(repo: Repo, ref: string, asked: Asked): Answer {
  const sha = resolve(repo, ref);
  const rows = [...new Map((repo.statuses.get(sha) ?? []).map((status) => [status.context, status])).values()];
  const has = (...states: string[]) => rows.some(({ state }) => states.includes(state));
  const state = has('error', 'failure') ? 'failure' : has('pending') || rows.length === 0 ? 'pending' : 'success';
  return page(rows, asked, (statuses) => ({ state, sha, total_count: rows.length, statuses }));
}
