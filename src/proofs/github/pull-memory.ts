import { z } from 'zod';
import type { Proof } from '../../ledger/types.js';
import type { ReaderMemory } from '../types.js';
import { type Merge, REVERT_WINDOW } from './revert.js';

/** What is kept of a merge once it was read, so that its revert can be looked for without reading it again. */
export interface KnownMerge extends Merge {
  proof: Proof;
  /** The commit that undid it, as of the last read; null while it stands. */
  revertedBy: string | null;
  /** It stood when the seven days were over: nothing is looked for any more. */
  settled: boolean;
}

const schema = z.object({
  repo: z.string(),
  number: z.number(),
  title: z.string(),
  commit: z.string().min(7),
  base: z.string(),
  at: z.number(),
  proof: z.object({
    kind: z.string(),
    text: z.string(),
    link: z.string().nullable(),
    by: z.string().nullable(),
    at: z.number(),
  }),
  revertedBy: z.string().nullable(),
  settled: z.boolean(),
});

/** The merge that this item's reader remembers; null where it read none, or remembers something else. */
export function mergeOf(memory: ReaderMemory): KnownMerge | null {
  const read = schema.safeParse(memory.merge);
  return read.success ? read.data : null;
}

/** The same merge after a read that answered: settled by one that came after the seven days. */
export function afterRead(merge: KnownMerge, revertedBy: string | null, now: number): KnownMerge {
  return { ...merge, revertedBy, settled: revertedBy === null && now > merge.at + REVERT_WINDOW };
}

/**
 * Whether `readRevert` has to be called for an item closed with this memory: from its merge until a read after seven days
 * answered, so that a revert is also found when nobody looked for a week.
 */
export function watchesRevert(memory: ReaderMemory): boolean {
  const merge = mergeOf(memory);
  return merge !== null && !merge.settled;
}
