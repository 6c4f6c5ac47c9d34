import type { RepoHandle } from './repo.js';
import type { Account, Commit, Pull, Review } from './types.js';
import { accountOf, type World } from './world.js';

/** One pull request as a test or the demo drives it. */
export class PullHandle {
  constructor(
    private readonly world: World,
    private readonly repo: RepoHandle,
    readonly state: Pull,
  ) {}

  /** The commit that checks and statuses are about. */
  get head(): string {
    return this.state.head.sha;
  }

  /**
   * Merges it. `how`: `merge` makes a commit with two parents, `squash` one commit with `(#12)` behind its title; both with
   * the messages that GitHub writes. `message` replaces the squash's.
   */
  merge(given: { by?: string; at?: number; how?: 'merge' | 'squash'; message?: string } = {}): Commit {
    const { title, number, base, head } = this.state;
    const at = given.at ?? this.world.now();
    const tip = this.repo.state.branches.get(base);
    const before = tip === undefined ? [] : [tip];
    // As GitHub does for a pull request of one commit: its own text goes along below the title.
    const text = this.repo.state.commits.get(head.sha)?.message.split('\n\n').slice(1).join('\n\n') ?? '';
    const squashed = given.message ?? [`${title} (#${number})`, text].filter(Boolean).join('\n\n');
    const commit =
      given.how === 'squash'
        ? this.repo.commit({ branch: base, at, message: squashed })
        : this.repo.commit({
            branch: base,
            at,
            parents: [...before, head.sha],
            message: `Merge pull request #${number} from ${this.repo.state.owner}/${head.ref}\n\n${title}`,
          });
    const by = accountOf(given.by ?? 'octocat');
    Object.assign(this.state, { state: 'closed', closedAt: at, closedBy: by, merged: { at, by, commit: commit.sha } });
    return commit;
  }

  /** Closes it unmerged; `by: null` is an account that GitHub does not know any more. */
  close(given: { by?: string | Account | null; at?: number } = {}): void {
    const by = given.by === undefined ? 'octocat' : given.by;
    const closedBy = typeof by === 'string' ? accountOf(by) : by;
    Object.assign(this.state, { state: 'closed', closedAt: given.at ?? this.world.now(), closedBy });
  }

  reopen(): void {
    Object.assign(this.state, { state: 'open', closedAt: null, closedBy: null });
  }

  /** A review takes its author off the requested ones, as on GitHub. */
  review(login: string, state: Review['state'], at = this.world.now()): void {
    this.state.reviews.push({ user: accountOf(login), state, at });
    this.state.reviewers = this.state.reviewers.filter((reviewer) => reviewer.login !== login);
  }

  request(...logins: string[]): void {
    this.state.reviewers.push(...logins.map(accountOf));
  }

  /** Presses GitHub's Revert button: opens the pull request that undoes this one, with the commit that git writes. */
  revert(number: number, given: { by?: string } = {}): PullHandle {
    const { merged, title, base } = this.state;
    if (merged === null) throw new Error('only a merged pull request has a Revert button');
    const head = `revert-${this.state.number}-${this.state.head.ref}`;
    const parents = this.repo.state.commits.get(merged.commit)?.parents ?? [];
    const undo = `This reverts commit ${merged.commit}${parents.length > 1 ? `, reversing\nchanges made to ${parents[0]}` : ''}.`;
    const body = `Reverts ${this.repo.fullName}#${this.state.number}`;
    const made = this.repo.pull(number, { title: `Revert "${title}"`, body, base, head, author: given.by });
    made.state.head.sha = this.repo.commit({ branch: head, message: `Revert "${title}"\n\n${undo}` }).sha;
    return made;
  }
}
