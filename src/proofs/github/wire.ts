/** What is read of GitHub's answers, as facts: JSON, small, and nothing that is not used. */
import { z } from 'zod';

const time = z
  .string()
  .transform((text) => Date.parse(text))
  .refine((at) => !Number.isNaN(at));

const account = z.object({ login: z.string(), type: z.string().catch('') }).nullable();

/** Addresses end up in messages: only the web's own kind. */
const link = z
  .string()
  .regex(/^https?:\/\//)
  .nullable()
  .catch(null);

/** Names that others chose, on one line and not too long. */
export const nameOf = (text: string): string => {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};

export const pullSchema = z
  .object({
    state: z.enum(['open', 'closed']),
    title: z.string(),
    body: z.string().nullable().catch(null),
    draft: z.boolean().catch(false),
    merged: z.boolean(),
    merged_at: time.nullable(),
    closed_at: time.nullable(),
    merged_by: account.catch(null),
    merge_commit_sha: z.string().nullable().catch(null),
    mergeable: z.boolean().nullable().catch(null),
    mergeable_state: z.string().catch(''),
    base: z.object({
      ref: z.string().min(1),
      repo: z
        .object({ default_branch: z.string().nullable().catch(null) })
        .nullable()
        .catch(null),
    }),
    head: z.object({ sha: z.string().min(1) }),
    user: account.catch(null),
    html_url: link,
    requested_reviewers: z.array(account).catch([]),
    requested_teams: z.array(z.object({ slug: z.string() })).catch([]),
  })
  .transform((pull) => ({
    open: pull.state === 'open',
    title: pull.title,
    draft: pull.draft,
    merged: pull.merged,
    mergedAt: pull.merged_at,
    closedAt: pull.closed_at,
    mergedBy: pull.merged_by?.login ?? null,
    mergeCommit: pull.merge_commit_sha,
    conflicts: pull.mergeable_state === 'dirty' || pull.mergeable === false,
    base: pull.base.ref,
    defaultBranch: pull.base.repo?.default_branch ?? null,
    head: pull.head.sha,
    author: pull.user?.login ?? null,
    link: pull.html_url,
    waitingFor: [
      ...pull.requested_reviewers.flatMap((reviewer) => reviewer?.login ?? []),
      ...pull.requested_teams.map(({ slug }) => `the team ${slug}`),
    ],
  }));

export type PullFacts = z.infer<typeof pullSchema>;

/** The same answer, as far as it tells whether that pull request reverts another. */
export const revertPullSchema = z
  .object({
    title: z.string(),
    body: z.string().nullable(),
    merged: z.boolean(),
    base: z.object({ ref: z.string() }),
  })
  .transform(({ title, body, merged, base }) => ({ title, body: body ?? '', merged, base: base.ref }));

export const repositorySchema = z
  .object({ default_branch: z.string().min(1) })
  .transform(({ default_branch }) => ({ defaultBranch: default_branch }));

export const issueSchema = z
  .object({ state: z.enum(['open', 'closed']), closed_by: account })
  .transform(({ closed_by }) => ({ closedBy: closed_by }));

/** Reviews that decide; a comment leaves the decision before it standing. */
export const reviewsSchema = z
  .array(z.object({ user: account, state: z.string() }))
  .transform((rows) =>
    rows.flatMap(({ user, state }) =>
      user !== null && ['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'].includes(state)
        ? [{ who: user.login, state }]
        : [],
    ),
  );

export interface CheckState {
  name: string;
  state: 'failed' | 'running';
  how: string;
}

/** Words for what stands in the way; a conclusion that is not here (`neutral`, a new word) does not. */
const FAILED: Record<string, string> = {
  failure: 'failed',
  timed_out: 'timed out',
  startup_failure: 'could not start',
  cancelled: 'was cancelled',
  action_required: 'needs someone to act',
};
const RUNNING = new Set(['queued', 'in_progress', 'waiting', 'requested', 'pending']);

export const checkRunsSchema = z
  .object({
    check_runs: z.array(z.object({ name: z.string(), status: z.string(), conclusion: z.string().nullable() })),
  })
  .transform(({ check_runs }) =>
    check_runs.flatMap(({ name, status, conclusion }): CheckState[] => {
      const how = status === 'completed' && conclusion !== null ? FAILED[conclusion] : undefined;
      if (how !== undefined) return [{ name: nameOf(name), state: 'failed', how }];
      return RUNNING.has(status) ? [{ name: nameOf(name), state: 'running', how: 'is running' }] : [];
    }),
  );

export const statusesSchema = z
  .object({ statuses: z.array(z.object({ context: z.string(), state: z.string() })) })
  .transform(({ statuses }) =>
    statuses.flatMap(({ context, state }): CheckState[] => {
      if (state === 'failure' || state === 'error') return [{ name: nameOf(context), state: 'failed', how: 'failed' }];
      return state === 'pending' ? [{ name: nameOf(context), state: 'running', how: 'is running' }] : [];
    }),
  );

export const commitsSchema = z
  .array(
    z.object({
      sha: z.string().min(1),
      html_url: link,
      commit: z.object({ message: z.string() }),
      parents: z.array(z.object({ sha: z.string() })),
    }),
  )
  .transform((rows) =>
    rows.map((row) => ({
      sha: row.sha,
      link: row.html_url,
      message: row.commit.message,
      parents: row.parents.map(({ sha }) => sha),
    })),
  );

export const workflowSchema = z
  .object({ state: z.string().min(1), html_url: link })
  .transform(({ state, html_url }) => ({
    state,
    link: html_url,
  }));

export const workflowsSchema = z
  .object({ workflows: z.array(z.object({ id: z.number(), path: z.string() })) })
  .transform(({ workflows }) =>
    workflows.map(({ id, path }) => ({ id: String(id), file: path.split('/').at(-1) ?? '' })),
  );

export const runsSchema = z
  .object({
    workflow_runs: z.array(
      z.object({
        id: z.number(),
        event: z.string(),
        head_branch: z.string().nullable(),
        status: z.string().nullable(),
        conclusion: z.string().nullable(),
        created_at: time,
        html_url: link,
      }),
    ),
  })
  .transform(({ workflow_runs }) =>
    workflow_runs.map((run) => ({
      id: run.id,
      event: run.event,
      branch: run.head_branch,
      status: run.status ?? '',
      conclusion: run.conclusion,
      at: run.created_at,
      url: run.html_url,
    })),
  );
