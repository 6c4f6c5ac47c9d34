import type { Proof } from '../../ledger/types.js';
import type { ReaderMemory } from '../types.js';
import type { Client } from './client.js';
import type { Failure, Got } from './failure.js';
import { afterRead, type KnownMerge, mergeOf } from './pull-memory.js';
import {
  keyOf,
  nameOf,
  open,
  type PullRequestOutcome,
  type PullRequestRead,
  type PullRequestRequest,
  unknown,
} from './pull-types.js';
import { readPull } from './read-pull.js';
import { readReverter } from './revert.js';
import { Session } from './session.js';
import { type PullFacts, repositorySchema } from './wire.js';

/** What was proved by a merge, with its base and commit (O1); null where GitHub does not name the commit. */
export function mergeProof(pull: PullFacts, request: PullRequestRequest): KnownMerge | null {
  const { mergeCommit: commit, mergedAt: at, mergedBy, base, title, link } = pull;
  if (commit === null || at === null) return null;
  const by = mergedBy === null ? '' : ` by ${mergedBy}`;
  const proof: Proof = {
    kind: 'pull-request-merged',
    text: `merged into ${base} as ${commit.slice(0, 7)}${by}`,
    link,
    by: keyOf(mergedBy, request.people) ?? mergedBy,
    at,
  };
  return {
    repo: request.repo,
    number: request.number,
    title,
    commit,
    base,
    at,
    proof,
    revertedBy: null,
    settled: false,
  };
}

const noCommit = (request: PullRequestRequest): Failure => ({
  reason: `${nameOf(request)} is merged, and GitHub does not name the commit`,
  retryAt: null,
  status: null,
});

async function expectedBase(session: Session, pull: PullFacts, request: PullRequestRequest): Promise<Got<string>> {
  const given = request.expectedBase ?? pull.defaultBranch;
  if (given !== null) return { ok: true, value: given };
  const ask = { path: `/repos/${request.repo}`, what: `the default branch of ${request.repo}` };
  const repository = await session.one(ask, repositorySchema);
  return repository.ok ? { ok: true, value: repository.value.defaultBranch } : repository;
}

/**
 * A merge into the expected base is proof, unless it is known to be reverted: an item that a revert reopened must not be
 * closed again by the same merge (O3). Where the commits cannot be read the merge stands as it was last known to.
 */
export async function readMerged(
  session: Session,
  pull: PullFacts,
  request: PullRequestRequest,
  before: KnownMerge | null,
  now: number,
): Promise<{ result: PullRequestRead; merge: KnownMerge | null }> {
  const base = await expectedBase(session, pull, request);
  if (!base.ok) return { result: unknown(base.failure), merge: before };
  if (pull.base !== base.value) {
    return { result: open(pull, request, { notDone: `merged into ${pull.base}, not ${base.value}` }), merge: null };
  }
  const merge = mergeProof(pull, request);
  if (merge === null) return { result: unknown(noCommit(request)), merge: before };
  const known = before?.commit === merge.commit ? before.revertedBy : null;
  const proved: PullRequestRead = { read: 'proved', proof: merge.proof };
  const reverter = await readReverter(session, merge, { now, known: known !== null });
  if (!reverter.ok) {
    const result = known === null ? proved : unknown(reverter.failure);
    return { result, merge: { ...merge, revertedBy: known } };
  }
  const sha = reverter.value?.sha ?? null;
  const notDone = `${merge.proof.text}, and reverted by ${sha?.slice(0, 7)}`;
  return { result: sha === null ? proved : open(pull, request, { notDone }), merge: afterRead(merge, sha, now) };
}

/**
 * Reads whether a merge that proved an item still stands (O3): for seven days, and once after them. Meant for items closed
 * by a merge: of a pull request that is not merged nothing is concluded.
 */
export async function readRevert(
  client: Client,
  request: PullRequestRequest,
  memory: ReaderMemory,
  now: number,
): Promise<PullRequestOutcome> {
  const session = new Session(client, memory);
  let merge = mergeOf(memory);
  const keep = (): ReaderMemory => ({ ...session.memory(), ...(merge !== null && { merge }) });
  if (merge === null) {
    const pull = await readPull(session, request);
    if (!pull.ok) return { result: unknown(pull.failure), memory: keep() };
    if (!pull.value.merged) {
      const reason = `${nameOf(request)} is not merged, so nothing can have reverted it`;
      return { result: { read: 'unknown', reason, retryAt: null }, memory: keep() };
    }
    merge = mergeProof(pull.value, request);
    if (merge === null) return { result: unknown(noCommit(request)), memory: keep() };
  }
  const proved: PullRequestRead = { read: 'proved', proof: merge.proof };
  if (merge.settled) return { result: proved, memory: keep() };
  const reverter = await readReverter(session, merge, { now, known: merge.revertedBy !== null });
  if (!reverter.ok) return { result: unknown(reverter.failure), memory: keep() };
  const { value } = reverter;
  merge = afterRead(merge, value?.sha ?? null, now);
  if (value === null) return { result: proved, memory: keep() };
  const why = `the merge was reverted by ${value.sha.slice(0, 7)}`;
  return { result: { read: 'regressed', why, link: value.link }, memory: keep() };
}
