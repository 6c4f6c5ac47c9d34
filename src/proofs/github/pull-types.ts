import type { ProofRead, ReaderMemory } from '../types.js';
import type { Failure } from './failure.js';
import type { PullFacts } from './wire.js';

export interface PullRequestRequest {
  /** `org/app` */
  repo: string;
  number: number;
  /** The branch that it has to be merged into; null: the repository's default branch. */
  expectedBase: string | null;
  /** Whose logins are known (O10). */
  people: { key: string; github: string | null }[];
}

type Open = Extract<ProofRead, { read: 'open' }>;

/** A `ProofRead`, with one word more: why `blocking` may be incomplete. */
export type PullRequestRead =
  | Exclude<ProofRead, Open>
  | (Open & {
      /** What could not be read of what may block it, in words; null when everything was. */
      unread: string | null;
    });

export interface PullRequestOutcome {
  result: PullRequestRead;
  memory: ReaderMemory;
}

export const nameOf = ({ repo, number }: Pick<PullRequestRequest, 'repo' | 'number'>) => `${repo}#${number}`;

export const unknown = ({ reason, retryAt }: Failure): Extract<ProofRead, { read: 'unknown' }> => ({
  read: 'unknown',
  reason,
  retryAt,
});

/** The person whose login this is; null where the configuration knows nobody. */
export function keyOf(login: string | null, people: PullRequestRequest['people']): string | null {
  const known = people.find(({ github }) => login !== null && github?.toLowerCase() === login.toLowerCase());
  return known?.key ?? null;
}

/** `owner/name`, without a part that would lead elsewhere in an address. */
export function isRepo(repo: string): boolean {
  return /^[\w.-]+\/[\w.-]+$/.test(repo) && !repo.split('/').some((part) => /^\.+$/.test(part));
}

/** A pull request that is not done; its author is owed it besides, where the configuration knows the login (O10). */
export const open = (pull: PullFacts, request: PullRequestRequest, more: Partial<Open & { unread: string }>) => {
  const author = keyOf(pull.author, request.people);
  const owedTo = author === null ? [] : [author];
  return { read: 'open' as const, blocking: null, notDone: null, unread: null, owedTo, link: pull.link, ...more };
};
