import type { BoardState, EventView, LedgerStatus, PostView } from '../ledger/index.js';
import { tsToMillis } from '../ledger/index.js';
import type { Backlog, ItemView, Proof } from '../ledger/types.js';
import { permalink } from '../messages/parse/index.js';

/** The JSON of the command line (a contract, design "JSON"): times ISO 8601 in UTC, what is absent is null. Pure. */

export const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const proofJson = (proof: Proof | null) =>
  proof && { kind: proof.kind, text: proof.text, link: proof.link, by: proof.by, at: iso(proof.at) };

/** One item of `owed items --json`. `teamUrl` is what links are made with; without it they are unknown. */
export function itemJson(item: ItemView, teamUrl: string | null) {
  const held = item.waiting[0];
  return {
    key: item.key,
    kind: item.kind,
    round: item.round,
    state: item.state,
    opened: iso(item.opened),
    due: iso(item.due),
    owed_to: item.owedTo,
    owed_by: item.owedBy,
    link: item.link,
    no_link_why: item.noLinkWhy,
    what: item.what,
    // What only looks like done is in the way too (O1).
    blocking: item.blocking ?? item.notDone,
    proof: proofJson(item.proof),
    nudged_at: iso(item.nudgedAt),
    paged_at: iso(item.pagedAt),
    page_link: item.page && teamUrl ? permalink(teamUrl, item.page.channel, item.page.ts) : null,
    last_read: iso(item.lastRead),
    unknown: item.unknown,
    waiting: held ? { reason: held.reason, until: iso(held.until) } : null,
  };
}

const eventJson = (event: EventView) => ({
  id: event.id,
  stream: event.stream,
  version: event.version,
  type: event.type,
  class: event.class,
  from: event.from,
  to: event.to,
  forced: event.forced,
  at: iso(event.at),
  actor: event.actor,
  cause: event.cause,
  payload: event.payload,
});

const postJson = (post: PostView) => ({
  effect: post.effect,
  state: post.state,
  channel: post.channel,
  ts: post.ts,
  attempts: post.attempts,
  reason: post.reason,
});

export const claimJson = (claim: BoardState['claim']) =>
  claim && {
    state: claim.state,
    seat: claim.seat,
    claimed_at: iso(tsToMillis(claim.claimedAt)),
    until: iso(claim.until),
    link: claim.link,
  };

export interface ItemHistory {
  events: readonly EventView[];
  posts: readonly PostView[];
  /** The board's claim; null where there is none, or the item is no handoff. */
  claim: BoardState['claim'];
}

/** `owed show KEY --json`. */
export function showJson(item: ItemView, history: ItemHistory, teamUrl: string | null) {
  return {
    ...itemJson(item, teamUrl),
    events: history.events.map(eventJson),
    posts: history.posts.map(postJson),
    subtasks: item.subtasks,
    notes: item.notes.map((note) => ({ text: note.text, by: note.by, at: iso(note.at) })),
    refs: item.refs,
    claim: claimJson(history.claim),
    not_done: item.notDone,
    muted: item.muted && { by: item.muted.by, why: item.muted.why, until: iso(item.muted.until) },
    suppressed: item.suppressed,
  };
}

/** A process whose heartbeat is older than this says nothing about now. */
export const HEARTBEAT_FRESH = 20_000;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const time = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** What the processes of the seat say about themselves. */
export interface Running {
  /** The newest heartbeat's socket state; null when none is fresh. */
  socket: string | null;
  connections: number | null;
  lastError: string | null;
  lastEventAt: number | null;
  teamUrl: string | null;
}

export function runningOf(status: Pick<LedgerStatus, 'processes'>, now: number): Running {
  const newest = [...status.processes].sort((a, b) => b.seenAt - a.seenAt);
  const fresh = newest.find((process) => now - process.seenAt <= HEARTBEAT_FRESH);
  const events = newest.map((process) => time(process.socket.lastEventAt)).filter((at) => at !== null);
  return {
    socket: fresh ? text(fresh.socket.state) : null,
    connections: fresh ? time(fresh.socket.connections) : null,
    lastError: fresh ? text(fresh.socket.lastError) : null,
    lastEventAt: events.length > 0 ? Math.max(...events) : null,
    teamUrl: newest.map((process) => text(process.socket.teamUrl)).find((url) => url !== null) ?? null,
  };
}

/** Decided work that is not applied (D6); null where it could not be counted. */
function backlogJson(backlog: Backlog | null, now: number) {
  return (
    backlog && {
      total: backlog.total,
      by_application: backlog.byApplication,
      capabilities: backlog.capabilities,
      oldest_age_s: backlog.oldestAt === null ? null : Math.max(0, (now - backlog.oldestAt) / 1000),
    }
  );
}

/** `owed status --json`. What later issues count is null: it was not read, and is not zero (S5). */
export function statusJson(seat: string, status: LedgerStatus, now: number) {
  const running = runningOf(status, now);
  const sweep = status.lastSweep;
  return {
    seat,
    socket: running.socket,
    last_event_at: iso(running.lastEventAt),
    last_sweep: sweep && {
      started_at: iso(sweep.startedAt),
      ended_at: iso(sweep.endedAt),
      walked: sweep.walked,
      read: sweep.read,
      done: sweep.done,
      errors: sweep.errors,
    },
    open: status.openByKind,
    posts: status.posts,
    backlog: backlogJson(status.backlog ?? null, now),
    deliveries: status.deliveries
      ? {
          signal: status.deliveries.signal,
          window_s: status.deliveries.window / 1000,
          obtained: status.deliveries.obtained,
          delivered: status.deliveries.delivered,
          overdue: status.deliveries.overdue,
        }
      : null,
    sessions: null,
    parked: status.parked,
    not_driven: status.skipped ?? null,
    unmapped_labels: status.unmappedLabels.map(({ label, times, lastAt }) => ({ label, times, last_at: iso(lastAt) })),
  };
}
