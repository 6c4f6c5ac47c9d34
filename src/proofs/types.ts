import type { Proof } from '../ledger/types.js';

/**
 * What reading a proof at its source gives (O1, O2). Readers never throw: what could not be read is unknown, which neither
 * closes nor reopens. Times are milliseconds UTC.
 */
export type ProofRead =
  /** The source says that it is done. */
  | { read: 'proved'; proof: Proof }
  /** The source was read and does not say so. */
  | {
      read: 'open';
      /** The one thing blocking, in words; null when the source names none. */
      blocking: string | null;
      /** Why something that looks like done is not, in words ("merged into develop, not main"); null otherwise. */
      notDone: string | null;
      /** Whom it is owed to besides, by the source's word: logins or Slack ids are already resolved to people's keys (O10). */
      owedTo: string[];
      link: string | null;
    }
  /** What was proved does not hold any more (O3): a merge that was reverted. */
  | { read: 'regressed'; why: string; link: string | null }
  | {
      read: 'unknown';
      /** In words, for the item: what failed. */
      reason: string;
      /** Not to be read before, where the source said so (a rate limit). */
      retryAt: number | null;
    };

/** What a reader keeps between reads of one item: an ETag, a merge commit. Small, JSON, nothing secret. */
export type ReaderMemory = Record<string, unknown>;

export interface ReadOutcome {
  result: ProofRead;
  /** Kept for the next read of the same item. */
  memory: ReaderMemory;
  /** A proof that may still regress, and is to be looked at again at the kind's cadence (O3). */
  watched?: boolean;
}
