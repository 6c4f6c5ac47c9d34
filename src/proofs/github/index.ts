import type { ReaderMemory } from '../types.js';
import type { CheckOutcome, CheckRequest } from './check.js';
import { readCheck } from './check.js';
import { type ClientOptions, createClient, type Log } from './client.js';
import { readRevert } from './merged.js';
import { readPullRequest } from './pull-request.js';
import type { PullRequestOutcome, PullRequestRequest } from './pull-types.js';

export type { CheckOutcome, CheckRequest } from './check.js';
export type { ClientOptions as GitHubOptions, Log } from './client.js';
export { type CheckFacts, type CheckRead, type CheckRun, judgeCheck, type Streak } from './judge-check.js';
export { watchesRevert } from './pull-memory.js';
export type { PullRequestOutcome, PullRequestRead, PullRequestRequest } from './pull-types.js';
export { REVERT_WINDOW } from './revert.js';

/** Reads proofs at GitHub (O1, O3, O6). Nothing throws: what could not be read is unknown, in one sentence. */
export interface GitHub {
  /** Whether a pull request is done: merged into its base, or closed by a person. Else what blocks it. */
  readPullRequest(request: PullRequestRequest, memory: ReaderMemory): Promise<PullRequestOutcome>;
  /** Whether the merge that closed an item still stands; to be asked while `watchesRevert(memory)`. */
  readRevert(request: PullRequestRequest, memory: ReaderMemory): Promise<PullRequestOutcome>;
  /** What the scheduled runs of a check say. */
  readCheck(request: CheckRequest, memory: ReaderMemory): Promise<CheckOutcome>;
}

/** A fault of ours: the item says so, the log names the kind of error, and the memory that may have led to it is dropped. */
async function guarded<R>(what: string, log: Log | undefined, read: () => Promise<R>) {
  try {
    return await read();
  } catch (error) {
    log?.warn(
      { error: error instanceof Error ? error.name : typeof error },
      `Reading ${what} at GitHub failed in Owed itself`,
    );
    const result = { read: 'unknown' as const, reason: `reading ${what} failed in Owed itself`, retryAt: null };
    return { result, memory: {} };
  }
}

/** Readers over one GitHub with one token, or without one for what is public. */
export function createGitHub(options: ClientOptions): GitHub {
  const client = createClient(options);
  const { log, now } = options;
  const pull = ({ repo, number }: PullRequestRequest) => `${repo}#${number}`;
  return {
    readPullRequest: (request, memory) =>
      guarded(pull(request), log, () => readPullRequest(client, request, memory, now())),
    readRevert: (request, memory) => guarded(pull(request), log, () => readRevert(client, request, memory, now())),
    readCheck: (request, memory) =>
      guarded(`the check ${request.check.name}`, log, () => readCheck(client, request, memory, now())),
  };
}
