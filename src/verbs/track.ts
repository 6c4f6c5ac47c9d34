import { pullRequestKey, subjectKey } from '../messages/parse/terminal.js';
import { actorOf, byOf, type Request, usage, type VerbContext, type VerbResult } from './context.js';
import { nameOf } from './items.js';

/** What a person fills in under "Owed: track this…" (U2). Times are milliseconds. */
export interface TrackRequest {
  what: string;
  /** A person's key, or a Slack id of somebody whom the configuration does not name. */
  owedTo: string;
  bound: number;
  /** A pull request's link or name; null for a task. */
  pullRequest: string | null;
  message: { channel: string; ts: string; thread: string | null };
  link: string;
}

/** The label of tracked messages: a later `DONE task: CHANNEL/TS` closes one (O1). */
const LABEL = 'task';

/** Any message becomes an item with a person, a bound and a proof (U2). */
export async function trackMessage(
  ctx: VerbContext,
  request: Request,
  asked: TrackRequest,
): Promise<VerbResult<{ key: string; sentence: string }>> {
  const what = asked.what.trim();
  if (!what) return usage('Say what is owed.');
  const { channel, ts, thread } = asked.message;
  const pull = asked.pullRequest === null ? null : pullRequestKey(asked.pullRequest);
  if (asked.pullRequest !== null && pull === null) {
    return usage(`"${asked.pullRequest}" names no pull request; paste its link, or write org/app#12.`);
  }
  const place = { channel, thread: thread ?? ts };
  const base = {
    what,
    owedTo: asked.owedTo,
    bound: asked.bound,
    message: { channel, ts },
    link: asked.link,
    by: byOf(request.asker),
    name: request.asker.name,
    place,
  };
  const subject = `${channel}/${ts}`;
  const act = { now: ctx.now(), actor: actorOf(request.asker), cause: request.cause };
  const applied = await ctx.ledger.track(
    act,
    pull === null
      ? { ...base, kind: 'task', subject: subjectKey('task', LABEL, subject) }
      : { ...base, kind: 'pull-request', subject: pull },
  );
  const key = pull === null ? `task:${subjectKey('task', LABEL, subject)}` : `pull-request:${pull}`;
  const whom = nameOf(ctx, asked.owedTo);
  if (applied.applied && applied.value.tracked === 'joined') {
    return { ok: true, value: { key, sentence: `${key} is owed already; ${whom} is among those it is owed to now.` } };
  }
  const proof =
    pull === null
      ? `a person closes it with proof, or a line "DONE ${LABEL}: ${subject}" does`
      : `the merge of ${pull} closes it, or a person with proof`;
  return { ok: true, value: { key, sentence: `${key} is open and owed to ${whom}: ${proof}.` } };
}
