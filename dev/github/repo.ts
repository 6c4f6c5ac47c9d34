import { PullHandle } from './pull.js';
import type { CheckRun, Commit, Pull, Repo, Run, Status } from './types.js';
import { accountOf, type World } from './world.js';

export type PullGiven = Partial<Omit<Pull, 'number' | 'head' | 'user'>> & { author?: string | null; head?: string };
export type RunGiven = Partial<Omit<Run, 'id' | 'number' | 'at'>> & { at: number };

/** One repository as a test or the demo drives it. Each setter takes effect at once. */
export class RepoHandle {
  constructor(
    private readonly world: World,
    readonly state: Repo,
  ) {}

  get fullName(): string {
    return `${this.state.owner}/${this.state.name}`;
  }

  /** Commits onto a branch (made where it is new), behind what the branch has, unless `parents` says otherwise. */
  commit(given: Partial<Commit> & { branch?: string } = {}): Commit {
    const branch = given.branch ?? this.state.defaultBranch;
    const tip = this.state.branches.get(branch);
    const commit: Commit = {
      sha: given.sha ?? this.world.nextSha(),
      message: given.message ?? 'Change something',
      at: given.at ?? this.world.now(),
      parents: given.parents ?? (tip === undefined ? [] : [tip]),
    };
    this.state.commits.set(commit.sha, commit);
    this.state.branches.set(branch, commit.sha);
    return commit;
  }

  /** Opens a pull request from a branch of its own, with one commit. */
  pull(number: number, given: PullGiven = {}): PullHandle {
    const { author, head, ...rest } = given;
    const ref = head ?? `change-${number}`;
    const base = rest.base ?? this.state.defaultBranch;
    const from = this.state.branches.get(base) ?? this.commit({ branch: base }).sha;
    const sha = this.commit({ branch: ref, parents: [from], message: `Change for #${number}` }).sha;
    const pull: Pull = {
      number,
      title: `Change ${number}`,
      body: null,
      user: author === null ? null : accountOf(author ?? 'octocat'),
      state: 'open',
      draft: false,
      base,
      head: { ref, sha },
      createdAt: this.world.now(),
      closedAt: null,
      closedBy: null,
      merged: null,
      mergeable: true,
      mergeableState: 'clean',
      reviewers: [],
      teams: [],
      reviews: [],
      ...rest,
    };
    this.state.pulls.set(number, pull);
    return new PullHandle(this.world, this, pull);
  }

  /** A check run on a commit: completed, unless `conclusion` is null. The same name again is a re-run. */
  check(
    sha: string,
    name: string,
    conclusion: string | null,
    status = conclusion === null ? 'in_progress' : 'completed',
  ) {
    const run: CheckRun = { name, status, conclusion };
    this.state.checks.set(sha, [...(this.state.checks.get(sha) ?? []), run]);
  }

  /** A commit status, the older kind of check. */
  status(sha: string, context: string, state: Status['state']): void {
    this.state.statuses.set(sha, [...(this.state.statuses.get(sha) ?? []), { context, state }]);
  }

  /** A workflow; the same file again changes its state. */
  workflow(file: string, state = 'active'): void {
    const known = this.state.workflows.get(file);
    if (known) known.state = state;
    else
      this.state.workflows.set(file, {
        id: this.world.nextId(),
        file,
        name: file.replace(/\.ya?ml$/, ''),
        state,
        runs: [],
      });
  }

  /** Takes a workflow and its runs away, as if the file had never been. */
  removeWorkflow(file: string): void {
    this.state.workflows.delete(file);
  }

  /** A run of a workflow (made where it is new): scheduled, on the default branch, completed, unless said otherwise. */
  run(file: string, given: RunGiven): Run {
    if (!this.state.workflows.has(file)) this.workflow(file);
    const { runs } = this.state.workflows.get(file)!;
    const run: Run = {
      id: this.world.nextId(),
      number: runs.length + 1,
      event: 'schedule',
      branch: this.state.defaultBranch,
      status: given.conclusion === null ? 'in_progress' : 'completed',
      conclusion: 'success',
      ...given,
    };
    runs.push(run);
    return run;
  }
}
