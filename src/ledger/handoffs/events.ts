import { z } from 'zod';
import type { MergeRule } from '../events/merge.js';

/** The events of one handoff key on the claims board. Every line that both seats can read on the bridge is here. */

/**
 * Where a line was said. `ts` is the message's first ts: it orders the line and tells the round that it belongs to (H8).
 * `edited` is the ts of the edit in which it was read, null for the message as it was posted.
 */
const line = z.strictObject({ channel: z.string(), ts: z.string(), edited: z.string().nullable() });

export const handedOffSchema = z.strictObject({
  lane: z.string(),
  item: z.string(),
  by: z.string(),
  to: z.string(),
  line,
  /** Authored intent (L7): kept with the event, never rewritten by what happens later. */
  why: z.string(),
  origin: z.string().nullable(),
  customer: z.boolean().nullable(),
  owedTo: z.string().nullable(),
  role: z.string().nullable(),
  profile: z.string().nullable(),
  model: z.string().nullable(),
  package: z.string().nullable(),
  refs: z.array(z.string()),
  subtasks: z.array(z.strictObject({ name: z.string(), state: z.enum(['done', 'open']) })),
});

export const heldSchema = z.strictObject({
  seat: z.string(),
  line,
  /** True where a done without a hold begins and ends its own (H8). */
  implied: z.boolean(),
  until: z.number().nullable(),
  note: z.string().nullable(),
});

export const doneSchema = z.strictObject({ seat: z.string(), line, link: z.string() });
export const releasedSchema = z.strictObject({
  seat: z.string(),
  line,
  to: z.string(),
  why: z.string(),
  how: z.enum(['released', 'handed-on']),
});
export const handedBackSchema = z.strictObject({ seat: z.string(), line, why: z.string() });
export const withdrawnSchema = z.strictObject({ by: z.string(), line });

/** The typed partial delta of a handoff (L2). */
export const boardDeltaSchema = z.strictObject({
  until: z.number().nullable().optional(),
  subtasks: z.record(z.string(), z.enum(['done', 'open'])).optional(),
  notes: z.array(z.strictObject({ text: z.string(), by: z.string(), at: z.number() })).optional(),
  refs: z.array(z.string()).optional(),
  pendingTo: z.string().nullable().optional(),
  /** Lines that counted without moving anything: an edit of one does not count again. */
  counted: z.array(z.string()).optional(),
  /** The last line that changed nothing, and why: late, refused. */
  refused: z.strictObject({ seat: z.string(), line, why: z.string() }).optional(),
});
export type BoardDelta = z.infer<typeof boardDeltaSchema>;

/** One merge rule per field (L3). */
export const boardRules: Readonly<Record<keyof BoardDelta, MergeRule>> = {
  until: 'latest',
  subtasks: 'per-key',
  notes: 'append',
  refs: 'union',
  pendingTo: 'latest',
  counted: 'union',
  refused: 'latest',
};

export type HandedOff = z.infer<typeof handedOffSchema>;
export type Held = z.infer<typeof heldSchema>;
export type Done = z.infer<typeof doneSchema>;
export type Released = z.infer<typeof releasedSchema>;
export type HandedBack = z.infer<typeof handedBackSchema>;
export type Line = z.infer<typeof line>;

export const boardSchemas = {
  HandedOff: handedOffSchema,
  Accepted: heldSchema,
  Working: heldSchema,
  Done: doneSchema,
  Released: releasedSchema,
  HandedBack: handedBackSchema,
  Withdrawn: withdrawnSchema,
  Annotated: boardDeltaSchema,
} as const;
