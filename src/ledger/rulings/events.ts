import { z } from 'zod';

/** The events of a ruling: an answer obtained from a model, never a person's (§9). */

export const recordedSchema = z.strictObject({
  decision: z.string(),
  choice: z.string().min(1),
  rung: z.string().min(1),
  model: z.string().min(1),
  receipt: z.string().min(1),
  /** The receipt of a second rung that agreed; null: single-rung (R3). */
  corroboratedBy: z.string().min(1).nullable(),
  /** The thread of whoever is parked on the question; null: the decision's own (R1). */
  thread: z.strictObject({ channel: z.string(), ts: z.string() }).nullable(),
});

/** It has a place to be said: its post is due. */
export const dueSchema = z.strictObject({
  effect: z.string(),
  place: z.strictObject({ channel: z.string(), thread: z.string() }),
});

/** Read back in its thread (R4): the message stands there. */
export const deliveredSchema = z.strictObject({ channel: z.string(), ts: z.string() });

export type Recorded = z.infer<typeof recordedSchema>;
export type RulingDue = z.infer<typeof dueSchema>;
export type Delivered = z.infer<typeof deliveredSchema>;

export const rulingSchemas = { Recorded: recordedSchema, Due: dueSchema, Delivered: deliveredSchema } as const;
export const rulingEdges = { none: ['recorded'], recorded: ['due'], due: ['delivered'], delivered: [] } as const;
