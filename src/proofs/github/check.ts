import type { Check } from '../../config/types.js';
import type { ReaderMemory } from '../types.js';
import type { Client } from './client.js';
import type { Failure, Got } from './failure.js';
import { type CheckRead, type CheckRun, judgeCheck, silenceOf } from './judge-check.js';
import { isRepo } from './pull-types.js';
import { Session } from './session.js';
import { runsSchema, workflowSchema, workflowsSchema } from './wire.js';

export type { CheckFacts, CheckRead, CheckRun, Streak } from './judge-check.js';

type Watched = Pick<Check, 'name' | 'repo' | 'workflow' | 'branch' | 'redRuns'>;

export interface CheckRequest {
  check: Watched;
  /** All configured checks, itself included or not; those of the same repository bear witness that the schedule ran. */
  checks: Watched[];
}

export interface CheckOutcome {
  result: CheckRead;
  memory: ReaderMemory;
}

const WORKFLOW_PAGES = 10;
/** Of another check only whether it ran lately matters. */
const SIBLING_RUNS = 30;

const pathOf = (check: Watched) => `/repos/${check.repo}/actions/workflows/${encodeURIComponent(check.workflow)}`;
const whatOf = (check: Watched) => `the workflow ${check.workflow} of ${check.repo}`;

function readRuns(session: Session, check: Watched, count: number): Promise<Got<CheckRun[]>> {
  const { branch } = check;
  const query = { event: 'schedule', branch, exclude_pull_requests: 'true', per_page: count };
  const ask = { path: `${pathOf(check)}/runs`, query, what: `the runs of ${whatOf(check)}` };
  return session.one(
    ask,
    runsSchema.transform((runs) =>
      // Asked for, and looked at again: a server that knows no such filter must not pass other runs for scheduled ones.
      runs.filter((run) => run.event === 'schedule' && run.branch === branch).map(({ branch: _, ...run }) => run),
    ),
  );
}

/**
 * The state of the workflow. Not found is also what a token without access is told, so `gone` needs the repository's list
 * of workflows, read whole and without this one.
 */
async function readState(session: Session, check: Watched): Promise<Got<string>> {
  const one = await session.one({ path: pathOf(check), what: whatOf(check) }, workflowSchema);
  if (one.ok) return { ok: true, value: one.value.state };
  if (one.failure.status !== 404) return one;
  const ask = { path: `/repos/${check.repo}/actions/workflows`, what: `the workflows of ${check.repo}` };
  const list = await session.all(ask, workflowsSchema, WORKFLOW_PAGES);
  if (!list.ok) return list;
  const listed = list.value.some(({ id, file }) => file === check.workflow || id === check.workflow);
  return listed ? one : { ok: true, value: 'gone' };
}

const isSame = (a: Watched, b: Watched) => a.workflow === b.workflow && a.branch === b.branch;

/** Reads a check: its streak, or that it was retired, or that no schedule ran (O6). Siblings are read when it is silent alone. */
export async function readCheck(
  client: Client,
  { check, checks }: CheckRequest,
  memory: ReaderMemory,
  now: number,
): Promise<CheckOutcome> {
  const session = new Session(client, memory);
  const done = (result: CheckRead): CheckOutcome => ({ result, memory: session.memory() });
  if (!isRepo(check.repo) || /^\.*$/.test(check.workflow)) {
    return done({ read: 'unknown', reason: 'its configuration names no workflow', retryAt: null });
  }
  const count = Math.min(100, Math.max(50, check.redRuns + 20));
  const [state, runs] = await Promise.all([readState(session, check), readRuns(session, check, count)]);
  const failures: Failure[] = [state, runs].flatMap((read) => (read.ok ? [] : [read.failure]));
  const facts = {
    name: check.name,
    workflow: state.ok ? state.value : null,
    runs: runs.ok ? runs.value : null,
    siblings: null,
    now,
    unread: failures.length === 0 ? null : [...new Set(failures.map(({ reason }) => reason))].join('; '),
  };
  const first = judgeCheck(facts);
  if (first.read === 'unknown')
    return done({ ...first, retryAt: failures.find((f) => f.retryAt !== null)?.retryAt ?? null });
  if (first.read !== 'streak' || first.state === 'green' || silenceOf(facts.runs, now) === null) return done(first);
  const others = checks.filter(
    (other) => other.repo.toLowerCase() === check.repo.toLowerCase() && !isSame(other, check),
  );
  const reads = await Promise.all(
    others.map(async (other) => ({ name: other.name, read: await readRuns(session, other, SIBLING_RUNS) })),
  );
  const siblings = reads.map(({ name, read }) => ({ name, runs: read.ok ? read.value : null }));
  const unread = reads.flatMap(({ read }) => (read.ok ? [] : [read.failure.reason]));
  return done(judgeCheck({ ...facts, siblings, unread: [...new Set(unread)].join('; ') || facts.unread }));
}
