import { decisionPosted } from '../decisions/record.js';
import { openAsks } from '../items/asks.js';
import { proofOfRound } from '../items/evolve.js';
import { itemStream } from '../items/table.js';
import { compareTs } from '../keys.js';
import type { Place, Saying } from '../types.js';
import { pageEdit, stormEdit, type Unit } from '../unit.js';
import { effectKind } from './raise.js';
import type { PostClaim, PostOutcome } from './types.js';

export interface RetryPolicy {
  /** First wait after a failure that stays, milliseconds; it doubles, up to an hour (P3). */
  retry: number;
  /** How long an unknown post is looked for before it counts as absent, milliseconds (P4). */
  settle: number;
}

const HOUR = 3_600_000;
/** Absent from this many reads, over at least the settle time (P4). */
export const ABSENT_READS = 3;

/** The wait before attempt n+1: doubling from `first`, at most an hour. Milliseconds; pure. */
export const backoff = (first: number, attempts: number): number =>
  Math.min(HOUR, first * 2 ** Math.min(20, Math.max(0, attempts - 1)));

/**
 * Writes down what became of an attempt (P3): posted is recorded on the item; later and stays give the claim back; unknown
 * waits for reconciliation. An edit that is unknown is simply due again, since editing twice changes nothing.
 * @returns false when the claim is no longer this attempt's: whoever settled it in the meantime decided.
 */
export async function settle(
  unit: Unit,
  claim: PostClaim,
  outcome: PostOutcome,
  policy: RetryPolicy,
  link: string | null = null,
): Promise<boolean> {
  const { now } = unit.ctx;
  if (outcome.outcome === 'posted') return settlePosted(unit, claim.effect, outcome.channel, outcome.ts, link);
  const change = () => {
    switch (outcome.outcome) {
      case 'later':
        return {
          state: 'due' as const,
          not_before: outcome.retryAt,
          reason: outcome.reason,
          reason_code: 'rate_limited',
        };
      case 'stays': {
        const not_before = now + backoff(policy.retry, claim.attempt);
        return { state: 'due' as const, not_before, reason: outcome.reason, reason_code: outcome.code };
      }
      case 'unknown':
        return claim.edits
          ? {
              state: 'due' as const,
              not_before: now + backoff(policy.retry, claim.attempt),
              reason: outcome.reason,
              reason_code: 'unknown',
            }
          : {
              state: 'unknown' as const,
              not_before: now + Math.ceil(policy.settle / ABSENT_READS),
              reason: outcome.reason,
              reason_code: 'unknown',
            };
    }
  };
  const settled = await unit.db
    .updateTable('posts')
    .set({ ...change(), lease_until: null })
    .where('effect', '=', claim.effect)
    .where('state', '=', 'claimed')
    .where('attempts', '=', claim.attempt)
    .returning('id')
    .executeTakeFirst();
  return settled !== undefined;
}

/** Records that a post stands in Slack, on its row and on its item, once; a page whose item has closed is edited (O9). */
export async function settlePosted(
  unit: Unit,
  effect: string,
  channel: string,
  ts: string,
  link: string | null = null,
): Promise<boolean> {
  const { now } = unit.ctx;
  const row = await unit.db
    .updateTable('posts')
    .set({ state: 'posted', channel, ts, settled_at: now, lease_until: null, reason: null, reason_code: null })
    .where('effect', '=', effect)
    .where('state', 'in', ['claimed', 'unknown', 'due'])
    .returningAll()
    .executeTakeFirst();
  if (!row) return false;
  const kind = effectKind(effect);
  const saying = JSON.parse(row.saying) as Saying;
  if (saying.say === 'storm' && kind === 'storm') return settleStorm(unit, effect, saying, { channel, ts });
  if (saying.say === 'decision' && kind === 'decision') {
    const place = JSON.parse(row.place) as Place;
    await decisionPosted(unit, saying.id, { channel, ts, link }, 'thread' in place ? (place.thread ?? null) : null);
    return true;
  }
  if (row.item_key !== null && saying.say === 'answer' && saying.closes) {
    return settleAnswer(unit, row.item_key, { channel, ts, link });
  }
  if (row.item_key !== null && (saying.say === 'session-link' || saying.say === 'session-never-started')) {
    return settleLine(unit, row.item_key, saying, { channel, ts, link });
  }
  if (row.item_key !== null && saying.say === 'terminal') return settleTerminal(unit, row.item_key, link);
  if (row.item_key === null || (kind !== 'page' && kind !== 'nudge')) return true;
  const item = await unit.item(row.item_key);
  if (item.round === row.round) {
    const said = { [kind]: { state: 'posted' as const, at: now, channel, ts } };
    await unit.onItem(row.item_key, { do: 'annotate', delta: { said } });
  }
  if (kind === 'page' && row.round !== null) {
    const { events } = await unit.load(itemStream, row.item_key);
    const proof = proofOfRound(events, row.round);
    if (proof) await unit.raise(pageEdit(row.item_key, row.round, proof, { channel, ts }));
  }
  return true;
}

interface Standing {
  channel: string;
  ts: string;
  link?: string | null;
}

/** The one page of a storm stands: each of its items was paged by it, and is edited on its own (O11). */
async function settleStorm(
  unit: Unit,
  storm: string,
  saying: Extract<Saying, { say: 'storm' }>,
  at: Standing,
): Promise<boolean> {
  const { now } = unit.ctx;
  for (const { key, round } of saying.items) {
    const item = await unit.item(key);
    if (item.round !== round) continue;
    const page = { state: 'posted' as const, at: now, channel: at.channel, ts: at.ts, storm };
    await unit.onItem(key, { do: 'annotate', delta: { said: { page } } });
    if (item.state === 'closed') await unit.raise(await stormEdit(unit.db, storm, key, round, at));
  }
  return true;
}

/** A terminal line stands: where it named no record, the line itself is the record of what it opened (O9). */
async function settleTerminal(unit: Unit, key: string, link: string | null): Promise<boolean> {
  const item = await unit.item(key);
  if (item.state !== 'open' || item.link !== null || link === null) return true;
  await unit.onItem(key, { do: 'annotate', delta: { link, noLinkWhy: null } });
  return true;
}

/** A real reply stands in the thread: it closes the asks that came before it (A3). */
async function settleAnswer(unit: Unit, key: string, at: Standing): Promise<boolean> {
  const { ask, owedBy } = await unit.item(key);
  if (!ask) return true;
  const proof = { kind: 'reply', text: 'answered in the thread', link: at.link ?? null, by: owedBy, at: unit.ctx.now };
  for (const item of await openAsks(unit, ask.channel, ask.thread)) {
    if (item.ask && compareTs(item.ask.ts, at.ts) < 0) await unit.onItem(item.key, { do: 'close', proof });
  }
  return true;
}

/** The thread of a session has its line, with the link or that it never started: either ends the waiting (O7). */
async function settleLine(unit: Unit, key: string, saying: Saying, at: Standing): Promise<boolean> {
  const text =
    saying.say === 'session-link' ? 'the line with its link was posted' : 'the line that it never started was posted';
  const { owedBy } = await unit.item(key);
  const proof = { kind: 'line-posted', text, link: at.link ?? null, by: owedBy, at: unit.ctx.now };
  await unit.onItem(key, { do: 'close', proof });
  return true;
}

/** A claim past its lease is unknown: its process died, or stalled, between claim and result (P5). Returns how many. */
export async function expireLeases(unit: Unit): Promise<number> {
  const { now } = unit.ctx;
  const base = unit.db.updateTable('posts').where('state', '=', 'claimed').where('lease_until', '<', now);
  const reason = 'the process that was posting it ended before it knew the result';
  const edits = await base
    .where('edits', 'is not', null)
    .set({ state: 'due', not_before: now, lease_until: null, reason, reason_code: 'unknown' })
    .returning('id')
    .execute();
  const posts = await base
    .where('edits', 'is', null)
    .set({ state: 'unknown', not_before: now, lease_until: null, reason, reason_code: 'unknown' })
    .returning('id')
    .execute();
  return edits.length + posts.length;
}

/** What one look for an unknown post found (P4). */
export type Look = { found: { channel: string; ts: string } } | { absent: true } | { unreadable: string };

/**
 * Settles one unknown post by what was read back: found is posted; absent from several reads over at least the settle time
 * is due again; a place that cannot be read leaves it unknown, and says so (P4).
 */
export async function reconcile(
  unit: Unit,
  effect: string,
  look: Look,
  policy: RetryPolicy,
  link: string | null = null,
): Promise<void> {
  const { now } = unit.ctx;
  if ('found' in look) {
    await settlePosted(unit, effect, look.found.channel, look.found.ts, link);
    return;
  }
  const row = await unit.db.selectFrom('posts').selectAll().where('effect', '=', effect).executeTakeFirst();
  if (row?.state !== 'unknown') return;
  const update = unit.db.updateTable('posts').where('effect', '=', effect).where('state', '=', 'unknown');
  if ('unreadable' in look) {
    await update
      .set({
        not_before: now + policy.retry,
        absent_reads: 0,
        first_absent_at: null,
        reason: `nobody can tell whether it was posted: ${look.unreadable}`,
        reason_code: 'unreadable',
      })
      .execute();
    return;
  }
  const reads = row.absent_reads + 1;
  const firstAbsent = row.first_absent_at ?? now;
  // The clock of the promise starts at the attempt: history can lag the post by seconds.
  const lookedFor = now - Math.max(firstAbsent, row.attempted_at ?? 0);
  if (reads >= ABSENT_READS && lookedFor >= policy.settle) {
    await update
      .set({ state: 'due', not_before: now, reason: 'looked for and not found; it is posted again', reason_code: null })
      .execute();
    return;
  }
  await update
    .set({
      absent_reads: reads,
      first_absent_at: firstAbsent,
      not_before: now + Math.ceil(policy.settle / (ABSENT_READS - 1)),
    })
    .execute();
}
