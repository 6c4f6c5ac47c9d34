import type { Config } from '../config/types.js';
import type { Actor, Ledger } from './ledger.js';

/**
 * What a person or an agent may ask of Owed, whoever carries the request: a slash command, a button, the command line, a
 * tool (docs/adr/0003). Verbs check and decide in words; the ledger records.
 */
export interface VerbContext {
  ledger: Ledger;
  config: Config;
  /** Milliseconds UTC. */
  now: () => number;
  /** How the person who asks would list items and show one; the command line's words unless given. */
  forms?: { list: string; show: (key: string) => string };
}

const CLI_FORMS = { list: '`owed items`', show: (key: string) => `\`owed show ${key}\`` };
export const formsOf = (ctx: VerbContext) => ctx.forms ?? CLI_FORMS;

/** A time in a sentence: `2026-11-02 16:30 UTC`. */
export const atUtc = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Who asks. `name` is what is shown and recorded; `key` is null where the configuration does not know the person. */
export interface Asker {
  kind: 'human' | 'seat' | 'process';
  key: string | null;
  user: string | null;
  name: string;
}

/** The request itself, and what makes a repeat of it known (L5): a trigger id, a command's own id. */
export interface Request {
  asker: Asker;
  cause: string;
}

/** `refused`: exit code 1; `usage`: 2; `not-found`: 3. The sentence is for the person, whole. */
export type VerbResult<T> =
  | { ok: true; value: T }
  | { ok: false; code: 'refused' | 'usage' | 'not-found'; sentence: string };

export const refused = (sentence: string): VerbResult<never> => ({ ok: false, code: 'refused', sentence });
export const usage = (sentence: string): VerbResult<never> => ({ ok: false, code: 'usage', sentence });
export const notFound = (sentence: string): VerbResult<never> => ({ ok: false, code: 'not-found', sentence });

export const actorOf = (asker: Asker): Actor => ({
  kind: asker.kind,
  id: asker.key ?? asker.user ?? asker.name,
  name: asker.name,
});

/** What is recorded as "by whom": the configuration's key, else the Slack id, else the name. */
export const byOf = (asker: Asker): string => asker.key ?? asker.user ?? asker.name;
