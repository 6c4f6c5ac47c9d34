import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Health } from './health.js';

/** Counted states are exported as zero when there are none; a count that could not be taken is not exported. */
const APPLICATIONS = ['queued', 'executing', 'blocked', 'unknown'] as const;

/**
 * `/metrics` (G1). Gauges are set from the same reading as `/health`; a value that could not be read is not exported, so
 * that its absence can be alerted on and no zero stands for it.
 */
export function createMetrics(read: () => Promise<Health>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'owed_' });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `owed_${name}`, help, labelNames, registers: [registry] });
  const up = gauge('socket_connections', 'Open Slack sockets of this process');
  const lastEvent = gauge('last_event_age_seconds', 'Age of the last event that Slack sent');
  const lastSweep = gauge('last_sweep_age_seconds', 'Time since the last sweep ended');
  const sweepErrors = gauge('last_sweep_errors', 'Errors of the last sweep');
  const open = gauge('open_items', 'Open items by kind', ['kind']);
  const oldest = gauge('oldest_open_item_age_seconds', 'Age of the oldest open item by kind', ['kind']);
  const posts = gauge('posts', 'Posts that are not settled, by state', ['state']);
  const parked = gauge('parked_envelopes', 'Envelopes that failed again and again and were set aside');
  const bridgeRead = gauge('bridge_read_age_seconds', 'Time since the bridge was last read back');
  const backlog = gauge('decided_not_applied', 'Decisions that are decided and not applied, by application state', [
    'application',
  ]);
  const stuck = gauge('decided_blocked', 'Decisions whose application is blocked, by the capability that it needs', [
    'capability',
  ]);
  const backlogAge = gauge(
    'oldest_decided_not_applied_age_seconds',
    'Age of the oldest decision that is decided and not applied',
  );
  const deliveries = gauge(
    'rulings',
    'Rulings of the last three days, obtained and delivered, and those undelivered past their retries',
    ['state'],
  );
  const lag = gauge('event_loop_lag_seconds', 'Event loop delay, 99th percentile since the last scrape');
  const set = (target: Gauge, value: number | null) => {
    target.reset();
    if (value === null) target.remove();
    else target.set(value);
  };
  open.reset();
  const metrics = registry.metrics.bind(registry);
  registry.metrics = async () => {
    const health = await read();
    set(up, health.socket.connections);
    set(lastEvent, health.last_event_age_s);
    set(lastSweep, health.last_sweep?.age_s ?? null);
    set(sweepErrors, health.last_sweep?.errors ?? null);
    set(parked, health.parked);
    set(bridgeRead, health.bridge_read_age_s);
    set(lag, health.event_loop_lag_ms === null ? null : health.event_loop_lag_ms / 1000);
    deliveries.reset();
    if (health.deliveries) {
      for (const state of ['obtained', 'delivered', 'overdue'] as const)
        deliveries.set({ state }, health.deliveries[state]);
    }
    set(backlogAge, health.backlog?.oldest_age_s ?? null);
    backlog.reset();
    stuck.reset();
    if (health.backlog) {
      for (const state of APPLICATIONS) backlog.set({ application: state }, health.backlog.by_application[state] ?? 0);
      for (const [capability, n] of Object.entries(health.backlog.capabilities)) stuck.set({ capability }, n);
    }
    open.reset();
    oldest.reset();
    posts.reset();
    for (const [kind, n] of Object.entries(health.open ?? {})) open.set({ kind }, n);
    for (const [kind, age] of Object.entries(health.oldest_age_s ?? {})) oldest.set({ kind }, age);
    for (const [state, n] of Object.entries(health.posts ?? {})) posts.set({ state }, n);
    return metrics();
  };
  return registry;
}
