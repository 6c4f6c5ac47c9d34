/** What the local server keeps. Times are milliseconds UTC; on the wire they are ISO 8601 in whole seconds, as GitHub's. */

export interface Account {
  login: string;
  type: 'User' | 'Bot' | 'Organization' | 'Mannequin';
}

export interface Pull {
  number: number;
  title: string;
  body: string | null;
  user: Account | null;
  state: 'open' | 'closed';
  draft: boolean;
  base: string;
  head: { ref: string; sha: string };
  createdAt: number;
  closedAt: number | null;
  closedBy: Account | null;
  merged: { at: number; by: Account | null; commit: string } | null;
  /** Null while GitHub works it out in the background. */
  mergeable: boolean | null;
  mergeableState: 'unknown' | 'clean' | 'dirty' | 'blocked' | 'behind' | 'unstable' | 'draft' | 'has_hooks';
  reviewers: Account[];
  teams: string[];
  reviews: Review[];
}

export interface Review {
  user: Account | null;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING';
  at: number;
}

export interface CheckRun {
  name: string;
  status: string;
  conclusion: string | null;
}

export interface Status {
  context: string;
  state: 'error' | 'failure' | 'pending' | 'success';
}

export interface Commit {
  sha: string;
  message: string;
  /** When it was committed, which `since` and `until` go by. */
  at: number;
  parents: string[];
}

export interface Workflow {
  id: number;
  file: string;
  name: string;
  /** A word of GitHub's (`active`, `disabled_manually`, …), or one that nobody has heard of. */
  state: string;
  runs: Run[];
}

export interface Run {
  id: number;
  number: number;
  event: string;
  branch: string;
  status: string;
  conclusion: string | null;
  at: number;
}

export interface Repo {
  owner: string;
  name: string;
  private: boolean;
  defaultBranch: string;
  pulls: Map<number, Pull>;
  commits: Map<string, Commit>;
  /** Branch → sha of its newest commit. */
  branches: Map<string, string>;
  checks: Map<string, CheckRun[]>;
  statuses: Map<string, Status[]>;
  workflows: Map<string, Workflow>;
}

/** What a token may do. `repos`: full names of the private ones it sees; `all` for every one. */
export interface Access {
  login: string;
  repos: 'all' | string[];
  /** Kinds of reading that a fine-grained token was not given: answered with 403 where the repository is seen. */
  denied: ('checks' | 'contents' | 'actions' | 'pull_requests' | 'issues')[];
}

/** An answer before ETag and rate limit are seen to. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** An answer that is GitHub's error, thrown by the routes. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

export const DOCS = 'https://docs.github.com/rest';
