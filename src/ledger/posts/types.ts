import type { Place, Saying } from '../types.js';

declare const claimed: unique symbol;

/**
 * Proof that this process, and no other, may attempt one post now (P1). Only `ledger.posts.claim` makes one; the post
 * function demands it, so a post that nobody claimed does not compile.
 */
export interface PostClaim {
  readonly [claimed]: true;
  /** What is said, once per item and round: `page/handoff:leads/x/1` (P6). */
  readonly effect: string;
  /** In the message's metadata; what reconciliation looks for (P4). */
  readonly key: string;
  readonly place: Place;
  readonly saying: Saying;
  readonly itemKey: string | null;
  readonly round: number | null;
  /** The message to edit instead of posting anew (`chat.update`), else null. */
  readonly edits: { channel: string; ts: string } | null;
  /** Counted from 1. */
  readonly attempt: number;
  /** Milliseconds UTC: after this the claim is unknown (P5). */
  readonly leaseUntil: number;
}

/** What became of one attempt (P3). */
export type PostOutcome =
  | { outcome: 'posted'; channel: string; ts: string; message: Record<string, unknown> | null }
  /** Rate limited: nothing was posted; not before `retryAt` (milliseconds UTC). */
  | { outcome: 'later'; retryAt: number; reason: string }
  /** Not posted, for a reason that stays until somebody mends it. */
  | { outcome: 'stays'; what: 'place' | 'content' | 'stop'; code: string; reason: string }
  /** Nobody can tell whether it was posted: reconcile first (P4). */
  | { outcome: 'unknown'; reason: string };

/** The body of every post's metadata: flat, scalar, snake_case, nothing secret. */
export interface PostMetadata {
  event_type: 'owed_post';
  event_payload: { key: string; effect_kind: string; machine: boolean; seat: string };
}
