import { z } from 'zod';
import type { MergeRule } from '../events/merge.js';

/** The events of an owed item. Opened and Closed are transitions, Annotated is the one annotation (L2). */

const place = z.strictObject({ channel: z.string(), ts: z.string() });

export const proofSchema = z.strictObject({
  kind: z.string().min(1),
  text: z.string().min(1),
  link: z.string().nullable(),
  by: z.string().nullable(),
  at: z.number(),
});

export const handoffSchema = z.strictObject({
  lane: z.string(),
  item: z.string(),
  sender: z.string(),
  taker: z.string().nullable(),
  why: z.string(),
  class: z.enum(['customer', 'internal', 'unknown']),
  bridge: place.nullable(),
  origin: place.nullable(),
});

/** Who asked what of the seat, and where (A1). `asker` is a Slack user id; `thread` the thread's first ts. */
export const askSchema = z.strictObject({
  channel: z.string(),
  ts: z.string(),
  thread: z.string(),
  asker: z.string(),
  text: z.string(),
});

/** The terminal line that opened it (O5). */
export const terminalSchema = z.strictObject({ word: z.string(), label: z.string(), subject: z.string() });

/** A session whose link is still to come, and the thread that waits for it (O7). */
export const sessionSchema = z.strictObject({ id: z.string(), channel: z.string(), thread: z.string() });

/** A message that a person asked to be tracked (U2). */
export const trackedSchema = z.strictObject({ channel: z.string(), ts: z.string(), by: z.string() });

export const openedSchema = z.strictObject({
  kind: z.string(),
  subject: z.string(),
  round: z.number().int().min(1),
  openedAt: z.number(),
  /** The bounds as times, so that a later change of configuration moves no promise that was made (S3). */
  nudgeAt: z.number().nullable(),
  pageAt: z.number().nullable(),
  owedTo: z.array(z.string()),
  owedBy: z.string(),
  link: z.string().nullable(),
  noLinkWhy: z.string().nullable(),
  what: z.string(),
  handoff: handoffSchema.nullable(),
  snapshot: z.string().nullable(),
  ask: askSchema.nullable().optional(),
  terminal: terminalSchema.nullable().optional(),
  session: sessionSchema.nullable().optional(),
  tracked: trackedSchema.nullable().optional(),
  /** Asks only: when it is run again, and how long after that it pages, milliseconds (A4). */
  rerun: z.strictObject({ at: z.number(), page: z.number() }).nullable().optional(),
  /** Session links only: from when on the line says that it never started (O7). */
  lineAt: z.number().nullable().optional(),
  /** Whose word opened it: a source that may open it again by itself when a mute ends (O8). */
  bySource: z.boolean().optional(),
});

export const closedSchema = z.strictObject({
  proof: proofSchema,
  /** A mute closes (O8); null when it closed otherwise. */
  mute: z.strictObject({ by: z.string(), why: z.string(), until: z.number().nullable() }).nullable(),
});

const takenSchema = z.strictObject({ by: z.string(), at: z.number(), until: z.number() });
const saidSchema = z.strictObject({
  state: z.enum(['raised', 'posted', 'dropped']),
  at: z.number(),
  channel: z.string().nullable(),
  ts: z.string().nullable(),
  /** The effect of the one page that speaks of it and others (O11). */
  storm: z.string().optional(),
});
const pendingSchema = z.strictObject({ to: z.string(), how: z.enum(['released', 'handed-on']), at: z.number() });
const muteSchema = z.strictObject({ by: z.string(), why: z.string(), until: z.number().nullable() });

/** The typed partial delta of an item. */
export const deltaSchema = z.strictObject({
  link: z.string().nullable().optional(),
  noLinkWhy: z.string().nullable().optional(),
  what: z.string().optional(),
  blocking: z.string().nullable().optional(),
  owedTo: z.array(z.string()).optional(),
  /** Why something that looks like done is not, in words (O1). */
  notDone: z.string().nullable().optional(),
  pageAt: z.number().nullable().optional(),
  sessionLink: z.string().nullable().optional(),
  /** What would have opened it while it was muted: how often, and the last time in words (O8). */
  suppressed: z.strictObject({ times: z.number(), last: z.string() }).nullable().optional(),
  acceptedAt: z.number().nullable().optional(),
  pending: pendingSchema.nullable().optional(),
  taken: takenSchema.nullable().optional(),
  muted: muteSchema.nullable().optional(),
  notes: z.array(z.strictObject({ text: z.string(), by: z.string(), at: z.number() })).optional(),
  refs: z.array(z.string()).optional(),
  said: z.record(z.string(), saidSchema).optional(),
});
export type ItemDelta = z.infer<typeof deltaSchema>;

/** One merge rule per field (L3); the type makes a field without a rule fail to compile. */
export const itemRules: Readonly<Record<keyof ItemDelta, MergeRule>> = {
  link: 'latest',
  noLinkWhy: 'latest',
  what: 'latest',
  blocking: 'latest',
  owedTo: 'union',
  notDone: 'latest',
  pageAt: 'latest',
  sessionLink: 'latest',
  suppressed: 'latest',
  acceptedAt: 'latest',
  pending: 'latest',
  taken: 'latest',
  muted: 'latest',
  notes: 'append',
  refs: 'union',
  said: 'per-key',
};

export type Ask = z.infer<typeof askSchema>;
export type Terminal = z.infer<typeof terminalSchema>;
export type SessionThread = z.infer<typeof sessionSchema>;
export type Tracked = z.infer<typeof trackedSchema>;
export type Suppressed = NonNullable<ItemDelta['suppressed']>;
export type OpenedPayload = z.infer<typeof openedSchema>;
export type ClosedPayload = z.infer<typeof closedSchema>;
export type ItemHandoff = z.infer<typeof handoffSchema>;
export type Said = z.infer<typeof saidSchema>;
export type Taken = z.infer<typeof takenSchema>;
export type Mute = z.infer<typeof muteSchema>;
export type Pending = z.infer<typeof pendingSchema>;

export const itemSchemas = { Opened: openedSchema, Closed: closedSchema, Annotated: deltaSchema } as const;
