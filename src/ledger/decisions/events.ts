import { z } from 'zod';
import type { MergeRule } from '../events/merge.js';
import { APPLICATION_WORDS } from './facts.js';

/** The events of a decision. Raised, Decided, Superseded, ApplicationMoved and Verified are transitions (L2). */

export const optionSchema = z.strictObject({
  label: z.string().min(1),
  /** What choosing it leads to, in a few words; null where nobody said. */
  consequence: z.string().nullable(),
});

const placeSchema = z.union([
  z.strictObject({ channel: z.string(), thread: z.string().nullable().optional() }),
  z.strictObject({ dm: z.string() }),
]);

export const raisedSchema = z.strictObject({
  question: z.string().min(1),
  options: z.array(optionSchema),
  /** What it belongs to: the name of a handoff, of a work package, or of what a session is at (D5). */
  task: z.string().nullable(),
  /** Keys of the configuration, or Slack ids. */
  deciders: z.array(z.string()),
  /** What waits on it, in words. */
  waits: z.string().nullable(),
  /** How long after the answer it may stay unapplied, milliseconds; null is the kind's own bound. */
  bound: z.number().nullable(),
  asker: z.strictObject({
    kind: z.enum(['seat', 'human', 'process']),
    id: z.string(),
    name: z.string(),
    user: z.string().nullable(),
    session: z.string().nullable(),
  }),
  place: placeSchema,
  /** The decision that it replaces (D3). */
  supersedes: z.string().nullable(),
  /** Whether rungs may be asked about it meanwhile (R6). */
  rungs: z.boolean(),
});

export const HOWS = ['click', 'modal', 'command-line'] as const;

export const decidedSchema = z.strictObject({
  choice: z.string().min(1),
  /** The option's place in the list; null for other words. */
  option: z.number().int().nullable(),
  /** The configuration's key, or the Slack id. */
  by: z.string(),
  name: z.string(),
  how: z.enum(HOWS),
});

export const supersededSchema = z.strictObject({ by: z.string() });

export const movedSchema = z
  .strictObject({
    state: z.enum(APPLICATION_WORDS),
    needs: z.string().min(1).nullable(),
    why: z.string().min(1).nullable(),
    holder: z.string().min(1).nullable(),
  })
  .refine((move) => move.state !== 'blocked' || (move.needs !== null && move.why !== null), 'blocked needs both (D4)')
  .refine((move) => move.state !== 'executing' || move.holder !== null, 'executing names its holder (D9)');

export const verifiedSchema = z.strictObject({
  state: z.enum(['passed', 'failed']),
  revision: z.string().min(1),
  evidence: z.string().min(1),
  by: z.string(),
});

const messageSchema = z.strictObject({
  channel: z.string(),
  ts: z.string(),
  thread: z.string().nullable(),
  link: z.string().nullable(),
});

/** Who was told to go on, by what post, in which round of the application (D9). */
const toldSchema = z.strictObject({ round: z.number().int(), at: z.number(), effect: z.string() });

export const deltaSchema = z.strictObject({
  message: messageSchema.optional(),
  /** By holder, as `holderKey` names them. */
  told: z.record(z.string(), toldSchema).optional(),
  /** A later verification of what passed before. */
  verified: verifiedSchema.optional(),
  /** Receipts of rulings that were delivered about it (R1); they change none of the three facts (R2). */
  rulings: z.array(z.string()).optional(),
  /** What rungs came to, so that they are not asked again (R6). */
  ladder: z.strictObject({ said: z.enum(['ruled', 'refused', 'disagreed']), why: z.string() }).optional(),
  notes: z.array(z.strictObject({ text: z.string(), by: z.string(), at: z.number() })).optional(),
});
export type DecisionDelta = z.infer<typeof deltaSchema>;

/** One merge rule per field (L3). */
export const decisionRules: Readonly<Record<keyof DecisionDelta, MergeRule>> = {
  message: 'latest',
  told: 'per-key',
  verified: 'latest',
  rulings: 'union',
  ladder: 'latest',
  notes: 'append',
};

export type DecisionOption = z.infer<typeof optionSchema>;
export type Raised = z.infer<typeof raisedSchema>;
export type Decided = z.infer<typeof decidedSchema>;
export type Superseded = z.infer<typeof supersededSchema>;
export type ApplicationMoved = z.infer<typeof movedSchema>;
export type Verified = z.infer<typeof verifiedSchema>;
export type DecisionMessage = z.infer<typeof messageSchema>;
export type Ladder = NonNullable<DecisionDelta['ladder']>;
export type Told = z.infer<typeof toldSchema>;

export const decisionSchemas = {
  Raised: raisedSchema,
  Decided: decidedSchema,
  Superseded: supersededSchema,
  ApplicationMoved: movedSchema,
  Verified: verifiedSchema,
  Annotated: deltaSchema,
} as const;
