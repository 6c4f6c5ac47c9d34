import { itemKey, owedToOf } from '../ledger/index.js';
import { actorOf, type Request, refused, usage, type VerbContext, type VerbResult } from './context.js';

/** A session whose link is still to come (O7). `channel` and `thread` are where the asking was; times milliseconds UTC. */
export interface SessionLinkRequest {
  session: string;
  channel: string;
  thread: string;
  /** The asking message's permalink. */
  link: string;
  /** The session's own link, where it can be read already. */
  sessionLink?: string | null;
}

const LINK = /^https?:\/\/[^\s<>|]+$/i;

/** The seat says that a session's link is still to come: it is owed to the thread from now on (O7). */
export async function openSessionLink(
  ctx: VerbContext,
  request: Request,
  asked: SessionLinkRequest,
): Promise<VerbResult<{ key: string; sentence: string }>> {
  const session = asked.session.trim();
  if (!session) return usage('A session link names its session: --session ID.');
  const sessionLink = asked.sessionLink?.trim() || null;
  if (sessionLink && !LINK.test(sessionLink))
    return usage(`"${sessionLink}" is not a link; write one that starts with https://.`);
  const now = ctx.now();
  const policy = ctx.config.kinds.get('session-link');
  const key = itemKey('session-link', session);
  const bound = policy?.line ?? 30 * 60_000;
  const opening = {
    openedAt: now,
    nudgeAt: null,
    pageAt: now + bound,
    owedTo: owedToOf(ctx.config, 'session-link'),
    owedBy: ctx.config.seat,
    link: asked.link,
    noLinkWhy: null,
    what: `The link of session ${session} is still to come`,
    handoff: null,
    snapshot: null,
    session: { id: session, channel: asked.channel, thread: asked.thread },
    lineAt: now + bound,
  };
  const act = { now, actor: actorOf(request.asker), cause: request.cause };
  const applied = await ctx.ledger.onItem(act, key, { do: 'open', opening });
  if (applied.applied && 'refused' in applied.value)
    return refused(`${key} is open already; set its link with session-link set.`);
  if (sessionLink)
    return setSessionLink(ctx, { ...request, cause: `${request.cause}:set` }, { session, link: sessionLink });
  return { ok: true, value: { key, sentence: `${key} is open; its thread hears the link once it can be read.` } };
}

/** The link can be read: its thread hears it at the next sweep (O7). */
export async function setSessionLink(
  ctx: VerbContext,
  request: Request,
  asked: { session: string; link: string },
): Promise<VerbResult<{ key: string; sentence: string }>> {
  const link = asked.link.trim();
  if (!LINK.test(link)) return usage(`"${link}" is not a link; write one that starts with https://.`);
  const key = itemKey('session-link', asked.session.trim());
  const item = await ctx.ledger.item(key);
  if (!item)
    return {
      ok: false,
      code: 'not-found',
      sentence: `No session-link is open for ${asked.session}; open it with session-link open.`,
    };
  if (item.state === 'closed') return refused(`${key} is closed already: ${item.proof?.text ?? 'closed'}.`);
  const act = { now: ctx.now(), actor: actorOf(request.asker), cause: request.cause };
  await ctx.ledger.onItem(act, key, { do: 'annotate', delta: { sessionLink: link } });
  return { ok: true, value: { key, sentence: `${key} has its link; its thread hears it at the next sweep.` } };
}
