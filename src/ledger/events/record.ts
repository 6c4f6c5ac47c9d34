import { createHash } from 'node:crypto';
import type { EventRow } from '../db/schema.js';
import type { Actor } from '../types.js';

/** One event as the code sees it (L4). `at` is milliseconds UTC. */
export interface EventRecord {
  id: string;
  stream: string;
  version: number;
  class: 'transition' | 'annotation';
  type: string;
  from: string | null;
  to: string | null;
  forced: boolean;
  at: number;
  actor: Actor;
  cause: string;
  payload: Record<string, unknown>;
  prevHash: string | null;
  hash: string;
}

/** What a decide function returns: an event without what only the log can give it. */
export type NewEvent =
  | { class: 'transition'; type: string; from: string; to: string; forced?: boolean; payload: Record<string, unknown> }
  | { class: 'annotation'; type: string; payload: Record<string, unknown> };

/** JSON with sorted keys and no undefined: the same value gives the same text, whoever writes it. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}

/** SHA-256, in hex, over the event and the hash of the event before it in its stream (L4). */
export function hashOf(event: Omit<EventRecord, 'hash'>): string {
  return createHash('sha256').update(canonicalJson(event)).digest('hex');
}

export function toRow(event: EventRecord): EventRow {
  return {
    id: event.id,
    stream: event.stream,
    version: event.version,
    class: event.class,
    type: event.type,
    from_state: event.from,
    to_state: event.to,
    forced: event.forced ? 1 : 0,
    at: event.at,
    actor: canonicalJson(event.actor),
    cause: event.cause,
    payload: canonicalJson(event.payload),
    prev_hash: event.prevHash,
    hash: event.hash,
  };
}

export function fromRow(row: EventRow): EventRecord {
  return {
    id: row.id,
    stream: row.stream,
    version: row.version,
    class: row.class,
    type: row.type,
    from: row.from_state,
    to: row.to_state,
    forced: row.forced === 1,
    at: row.at,
    actor: JSON.parse(row.actor) as Actor,
    cause: row.cause,
    payload: JSON.parse(row.payload) as Record<string, unknown>,
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/**
 * The order in which a stream is folded: by time, a transition before an annotation of the same time (L3), then by version.
 * Returns a new array.
 */
export function foldOrder<E extends Pick<EventRecord, 'at' | 'class' | 'version'>>(events: readonly E[]): E[] {
  const rank = (e: E) => (e.class === 'transition' ? 0 : 1);
  return [...events].sort((a, b) => a.at - b.at || rank(a) - rank(b) || a.version - b.version);
}
