import type { LedgerStatus } from '../ledger/index.js';

/** What `/health` says (G1). Ages are seconds; what could not be read is null, never zero. */
export interface Health {
  ok: boolean;
  /** Why it is not ok, in words. */
  wrong: string[];
  seat: string;
  socket: { state: string; connections: number; last_error: string | null };
  last_event_age_s: number | null;
  last_sweep: { age_s: number | null; errors: number } | null;
  open: Record<string, number> | null;
  oldest_age_s: Record<string, number> | null;
  posts: { due: number; claimed: number; unknown: number; waiting: number } | null;
  parked: number | null;
  /** Whether rulings reach whoever is parked (R5); null where it could not be read. */
  deliveries: { signal: string; obtained: number; delivered: number; overdue: number } | null;
  /** Decided and not applied (D6); null where it could not be counted. */
  backlog: {
    total: number;
    by_application: Record<string, number>;
    capabilities: Record<string, number>;
    oldest_age_s: number | null;
  } | null;
  bridge_read_age_s: number | null;
  /** Since the last reading; null where none was measured. */
  event_loop_lag_ms: number | null;
}

export interface HealthFacts {
  now: number;
  seat: string;
  startedAt: number;
  sweepEvery: number;
  socket: { state: string; connections: number; lastEventAt: number | null; lastError: string | null };
  /** Null when the ledger could not be read. */
  status: LedgerStatus | null;
  lagMs: number | null;
}

const age = (now: number, at: number | null | undefined) =>
  at === null || at === undefined ? null : (now - at) / 1000;

/** Each signal fails in the direction of what it checks: a socket that is down, a sweep that is late, a ledger unread. Pure. */
export function healthOf(facts: HealthFacts): Health {
  const { now, status, socket } = facts;
  const wrong: string[] = [];
  if (socket.connections === 0) wrong.push(`no socket to Slack is open (${socket.lastError ?? socket.state})`);
  if (status === null) wrong.push('the ledger could not be read');
  const swept = status?.lastSweep?.endedAt ?? null;
  const late = (swept ?? facts.startedAt) + 3 * facts.sweepEvery + 60_000 < now;
  if (late) wrong.push(swept === null ? 'no sweep has ended since the start' : 'the last sweep ended too long ago');
  if (status && status.parked > 0) wrong.push(`${status.parked} envelopes are parked`);
  if (status && status.posts.unknown > 0) wrong.push(`${status.posts.unknown} posts are unknown`);
  if (status?.deliveries && status.deliveries.overdue > 0) {
    wrong.push(`${status.deliveries.overdue} rulings are undelivered past their retries`);
  }
  const bridge = status?.sources.find((s) => s.name === 'bridge');
  if (bridge?.lastError) wrong.push(`the bridge could not be read: ${bridge.lastError}`);
  return {
    ok: wrong.length === 0,
    wrong,
    seat: facts.seat,
    socket: { state: socket.state, connections: socket.connections, last_error: socket.lastError },
    last_event_age_s: age(now, socket.lastEventAt),
    last_sweep: status?.lastSweep ? { age_s: age(now, swept), errors: status.lastSweep.errors.length } : null,
    open: status?.openByKind ?? null,
    oldest_age_s: status
      ? Object.fromEntries(Object.entries(status.oldestOpenByKind).map(([k, at]) => [k, (now - at) / 1000]))
      : null,
    posts: status?.posts ?? null,
    parked: status?.parked ?? null,
    deliveries: status?.deliveries
      ? {
          signal: status.deliveries.signal,
          obtained: status.deliveries.obtained,
          delivered: status.deliveries.delivered,
          overdue: status.deliveries.overdue,
        }
      : null,
    backlog: status?.backlog
      ? {
          total: status.backlog.total,
          by_application: status.backlog.byApplication,
          capabilities: status.backlog.capabilities,
          oldest_age_s: age(now, status.backlog.oldestAt),
        }
      : null,
    bridge_read_age_s: age(now, bridge?.lastOkAt),
    event_loop_lag_ms: facts.lagMs,
  };
}
