import { type Asked, page } from './paging.js';
import { htmlOf } from './pulls.js';
import { type Answer, Refusal, type Repo, type Workflow } from './types.js';
import { iso } from './world.js';

function workflowOf(repo: Repo, id: string): Workflow {
  const found = [...repo.workflows.values()].find(({ file, id: number }) => file === id || String(number) === id);
  if (found === undefined) throw new Refusal(404, 'Not Found');
  return found;
}

const wire = (repo: Repo, of: Workflow) => ({
  id: of.id,
  name: of.name,
  path: `.github/workflows/${of.file}`,
  state: of.state,
  html_url: `${htmlOf(repo)}/blob/${repo.defaultBranch}/.github/workflows/${of.file}`,
});

/** GET /repos/{owner}/{repo}/actions/workflows/{file or id} */
export function workflow(repo: Repo, id: string): Answer {
  return { status: 200, body: wire(repo, workflowOf(repo, id)) };
}

/** GET /repos/{owner}/{repo}/actions/workflows */
export function workflows(repo: Repo, asked: Asked): Answer {
  const all = [...repo.workflows.values()];
  return page(all, asked, (rows) => ({ total_count: all.length, workflows: rows.map((row) => wire(repo, row)) }));
}

/** GET /repos/{owner}/{repo}/actions/workflows/{file or id}/runs?event=&branch=&status=, newest first */
export function runs(repo: Repo, id: string, asked: Asked): Answer {
  const of = workflowOf(repo, id);
  const { event, branch, status } = asked.query;
  const all = of.runs
    .filter((run) => (event ?? run.event) === run.event && (branch ?? run.branch) === run.branch)
    .filter((run) => status === undefined || status === run.status || status === run.conclusion)
    .sort((a, b) => b.at - a.at || b.number - a.number);
  return page(all, asked, (rows) => ({
    total_count: all.length,
    workflow_runs: rows.map((run) => ({
      id: run.id,
      name: of.name,
      run_number: run.number,
      run_attempt: 1,
      event: run.event,
      status: run.status,
      conclusion: run.conclusion,
      head_branch: run.branch,
      workflow_id: of.id,
      path: `.github/workflows/${of.file}`,
      html_url: `${htmlOf(repo)}/actions/runs/${run.id}`,
      created_at: iso(run.at),
      run_started_at: iso(run.at),
      updated_at: iso(run.at),
    })),
  }));
}
