import { z } from 'zod';
import type { MergeRule } from '../events/merge.js';

/**
 * The events of a work package (W2). Moved is the transition; Annotated is the one annotation of everything that happens
 * beside the states; Authored says what the file intended, under `authored` alone (L7, W1).
 */

const text = z.string().nullable();

/** Who a pick-up was given to (W3). Every field is there: what is not known then is null, and hides whoever came before. */
export const identitySchema = z.strictObject({
  role: text,
  profile: text,
  profile_version: text,
  model: text,
  provider: text,
});
export type Identity = z.infer<typeof identitySchema>;

export const NOBODY: Identity = { role: null, profile: null, profile_version: null, model: null, provider: null };

/** A process by its id and start time: an id alone is re-used (W4). Times are milliseconds UTC. */
export const processSchema = z.strictObject({
  pid: z.number().int().positive(),
  startedAt: z.number().nullable(),
  host: text,
});
export type ProcessFacts = z.infer<typeof processSchema>;

export const reviewSchema = z.strictObject({
  /** `approved`, `changes_requested`, or the word of whoever wrote it; null where the text says it in no known word. */
  verdict: text,
  by: z.string(),
  reference: text,
  text: z.string().nullable().optional(),
});
export type Review = z.infer<typeof reviewSchema>;

const noteSchema = z.strictObject({ text: z.string().min(1), by: z.string(), at: z.number() });

/** The typed partial delta (L2): strict where Owed itself writes. */
export const packageDeltaSchema = z.strictObject({
  /** By the subtask's id, such as T001: `done`, `open`, or the state that its own tool gave it. */
  subtasks: z.record(z.string().min(1), z.string()).optional(),
  notes: z.array(noteSchema).optional(),
  refs: z.array(z.string()).optional(),
  /** Takes the place of every reference recorded before. */
  refsReplaced: z.array(z.string()).optional(),
  process: processSchema.optional(),
  heartbeat: z.number().optional(),
  agent: z.string().optional(),
  assignee: z.string().optional(),
  baseline: z.string().optional(),
  resolved: identitySchema.optional(),
  reviews: z.array(reviewSchema).optional(),
  /** Ends the claim: agent, process and heartbeat are no more. A blank never does that. */
  released: z.literal(true).optional(),
});
export type PackageDelta = z.infer<typeof packageDeltaSchema>;

/** One merge rule per field (L3). A resolved identity is written whole, so that per-key replaces all of it. */
export const packageRules: Readonly<Record<Exclude<keyof PackageDelta, 'refsReplaced' | 'released'>, MergeRule>> = {
  subtasks: 'per-key',
  notes: 'append',
  refs: 'union',
  process: 'latest',
  heartbeat: 'latest',
  agent: 'latest',
  assignee: 'latest',
  baseline: 'latest',
  resolved: 'per-key',
  reviews: 'append',
};

/** The first claim's process rides on its transition; so do the verdict of a review and whoever picked it up (W2, W3). */
export const movedSchema = z.strictObject({
  reason: text,
  claim: packageDeltaSchema.pick({ agent: true, assignee: true, process: true, baseline: true }).optional(),
  resolved: identitySchema.optional(),
  reviews: z.array(reviewSchema).optional(),
});
export type Moved = z.infer<typeof movedSchema>;

export const authoredSchema = z.strictObject({
  title: z.string(),
  role: text,
  profile: text,
  model: text,
  requirements: z.array(z.string()),
  dependencies: z.array(z.string()),
  subtasks: z.array(z.strictObject({ id: z.string(), title: text })),
  /** The file within its mission, and the SHA-256 of its normalised bytes (W1). */
  path: z.string(),
  hash: z.string(),
});
export type Authored = z.infer<typeof authoredSchema>;

export const packageSchemas = {
  Moved: movedSchema,
  Annotated: packageDeltaSchema,
  Authored: authoredSchema,
} as const;

/**
 * What an imported event carries besides: the line it came from, whole, so that fields of a newer version are kept and not
 * lost; the part of its time below a millisecond; and whether it was backfilled (W6).
 */
export const importedSchema = z.object({
  source: z
    .object({
      /** The line as it stood. */
      line: z.record(z.string(), z.unknown()).optional(),
      /** Its own id, where another stream has an event of that id already. */
      id: z.string().optional(),
      from: z.string().optional(),
      /** When it was said by its own word, where the event cannot be that early. */
      written: z.number().optional(),
    })
    .optional(),
  micros: z.number().int().min(0).max(999).optional(),
  backfilled: z.literal(true).optional(),
});
export type Imported = z.infer<typeof importedSchema>;
