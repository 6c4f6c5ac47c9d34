import { type FaultHandle, type FaultSpec, Faults } from './faults.js';
import { RepoHandle } from './repo.js';
import { type Recorded, serve } from './server.js';
import type { Access, Repo } from './types.js';
import { type Rate, World } from './world.js';

export type { FaultHandle, FaultSpec } from './faults.js';
export type { PullHandle } from './pull.js';
export type { PullGiven, RepoHandle, RunGiven } from './repo.js';
export type { Recorded } from './server.js';
export type * from './types.js';
export type { Rate } from './world.js';

export interface GitHubOptions {
  port?: number;
  /** What GitHub's clock says: rate-limit windows, the Date header, times of what is done without one. */
  now?: () => number;
}

/** A local server shaped like GitHub's REST API, as far as Owed reads it. */
export interface LocalGitHub {
  /** The address to give as `github.api_url`. */
  readonly url: string;
  /** Every request since the start, in order. */
  readonly requests: Recorded[];
  /** Makes a repository, or gives the one of this name. */
  repo(fullName: string, given?: { private?: boolean; defaultBranch?: string }): RepoHandle;
  /** Makes a token known. Without more it sees every repository and may read everything. */
  token(token: string, access?: Partial<Access>): void;
  /** Takes a token back: GitHub answers 401. */
  revokeToken(token: string): void;
  /** The quota of a token, or without one of everybody else; to read and to set. */
  rate(token?: string): Rate;
  /** Orders a fault. */
  fault(spec: FaultSpec): FaultHandle;
  stop(): Promise<void>;
}

function newRepo(fullName: string, given: { private?: boolean; defaultBranch?: string }): Repo {
  const [owner = '', name = ''] = fullName.split('/');
  return {
    owner,
    name,
    private: given.private ?? false,
    defaultBranch: given.defaultBranch ?? 'main',
    pulls: new Map(),
    commits: new Map(),
    branches: new Map(),
    checks: new Map(),
    statuses: new Map(),
    workflows: new Map(),
  };
}

/** Starts the server on 127.0.0.1, empty. End it with `stop()`. Throws when the port is taken. */
export async function startGitHub(options: GitHubOptions = {}): Promise<LocalGitHub> {
  const world = new World(options.now ?? Date.now);
  const faults = new Faults();
  const requests: Recorded[] = [];
  const { url, close } = await serve(world, faults, (request) => requests.push(request), options.port ?? 0);
  return {
    url,
    requests,
    repo(fullName, given = {}) {
      const key = fullName.toLowerCase();
      const repo = world.repos.get(key) ?? newRepo(fullName, given);
      world.repos.set(key, repo);
      return new RepoHandle(world, repo);
    },
    token: (token, access = {}) => {
      world.tokens.set(token, { login: `owner-of-${world.tokens.size + 1}`, repos: 'all', denied: [], ...access });
    },
    revokeToken: (token) => void world.tokens.delete(token),
    rate: (token) => world.rate(token === undefined ? null : (world.tokens.get(token) ?? null)),
    fault: (spec) => faults.order(spec),
    stop: close,
  };
}
