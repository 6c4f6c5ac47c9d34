import type { ReaderMemory } from '../types.js';
import { blockerOf } from './blocker.js';
import type { Client } from './client.js';
import { readMerged } from './merged.js';
import { type KnownMerge, mergeOf } from './pull-memory.js';
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
import { Session } from './session.js';
import * as wire from './wire.js';

/** Pages of a list that any part of may change: five hundred checks, statuses or reviews. */
const PAGES = 5;

async function readOpen(session: Session, pull: wire.PullFacts, request: PullRequestRequest): Promise<PullRequestRead> {
  if (pull.conflicts) {
    return open(pull, request, { blocking: blockerOf({ pull, checks: null, reviews: null }) });
  }
  const repo = `/repos/${request.repo}`;
  const what = nameOf(request);
  const [runs, statuses, reviews] = await Promise.all([
    session.all(
      { path: `${repo}/commits/${encodeURIComponent(pull.head)}/check-runs`, what: `the checks of ${what}` },
      wire.checkRunsSchema,
      PAGES,
    ),
    session.all(
      { path: `${repo}/commits/${encodeURIComponent(pull.head)}/status`, what: `the statuses of ${what}` },
      wire.statusesSchema,
      PAGES,
    ),
    session.all(
      { path: `${repo}/pulls/${request.number}/reviews`, what: `the reviews of ${what}` },
      wire.reviewsSchema,
      PAGES,
    ),
  ]);
  const checks = [runs, statuses].flatMap((read) => (read.ok ? read.value : []));
  const unread = [runs, statuses, reviews].flatMap((read) => (read.ok ? [] : [read.failure.reason]));
  const blocking = blockerOf({ pull, checks, reviews: reviews.ok ? reviews.value : null });
  return open(pull, request, { blocking, ...(unread.length > 0 && { unread: [...new Set(unread)].join('; ') }) });
}

async function readClosed(
  session: Session,
  pull: wire.PullFacts,
  request: PullRequestRequest,
): Promise<PullRequestRead> {
  const what = `who closed ${nameOf(request)}`;
  const issue = await session.one({ path: `/repos/${request.repo}/issues/${request.number}`, what }, wire.issueSchema);
  if (!issue.ok) return unknown(issue.failure);
  const { closedBy } = issue.value;
  if (closedBy === null) {
    return open(pull, request, { notDone: 'closed unmerged, and GitHub does not say by whom' });
  }
  const person = closedBy.type === 'User' && !closedBy.login.endsWith('[bot]');
  if (!person) return open(pull, request, { notDone: `closed unmerged by ${closedBy.login}, not by a person` });
  if (pull.closedAt === null) {
    return unknown({
      reason: `${nameOf(request)} is closed, and GitHub does not say when`,
      retryAt: null,
      status: null,
    });
  }
  const text = `closed unmerged by ${closedBy.login}`;
  const by = keyOf(closedBy.login, request.people) ?? closedBy.login;
  return { read: 'proved', proof: { kind: 'pull-request-closed', text, link: pull.link, by, at: pull.closedAt } };
}

/** Reads whether a pull request is done, and where it is not, what blocks it (O1, O2). */
export async function readPullRequest(
  client: Client,
  request: PullRequestRequest,
  memory: ReaderMemory,
  now: number,
): Promise<PullRequestOutcome> {
  const session = new Session(client, memory);
  const before = mergeOf(memory);
  const keep = (merge: KnownMerge | null): ReaderMemory => ({ ...session.memory(), ...(merge !== null && { merge }) });
  const pull = await readPull(session, request);
  if (!pull.ok) return { result: unknown(pull.failure), memory: keep(before) };
  if (pull.value.open) return { result: await readOpen(session, pull.value, request), memory: keep(null) };
  if (!pull.value.merged) return { result: await readClosed(session, pull.value, request), memory: keep(null) };
  const { result, merge } = await readMerged(session, pull.value, request, before, now);
  return { result, memory: keep(merge) };
}
