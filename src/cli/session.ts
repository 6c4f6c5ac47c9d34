import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, type Env, findConfigPath, formatProblems, loadConfig, withoutSecrets } from '../config/index.js';
import { LedgerUnreachable, NewerSchema, openLedger } from '../ledger/index.js';
import type { VerbContext, VerbResult } from '../verbs/context.js';
import { type Call, EXIT, fail, type Globals, type Io } from './io.js';

/** The environment with `--config` and `--seat` in their variables' place. */
export function envOf({ io, globals }: Pick<Call, 'io' | 'globals'>): Env {
  return {
    ...io.env,
    ...(globals.config === undefined ? {} : { OWED_CONFIG: globals.config }),
    ...(globals.seat === undefined ? {} : { OWED_SEAT: globals.seat }),
  };
}

/** The absolute path of the configuration of this call. */
export const configPath = (call: { io: Io; globals: Globals }): string => findConfigPath(envOf(call), call.io.cwd);

/** The configuration, or every problem with it on a line of its own, and null (X4). */
export function readConfig(call: Call): { config: Config } | { config: null; problems: string } {
  const env = envOf(call);
  const path = configPath(call);
  const read = loadConfig(path, env);
  if (read.ok) return { config: read.config };
  const named = env.OWED_CONFIG?.trim() || 'owed.yml';
  return { config: null, problems: formatProblems(named, read.problems) };
}

/** Runs `work` with the configuration; its problems are wrong usage. */
export async function withConfig(call: Call, work: (config: Config) => Promise<number>): Promise<number> {
  const read = readConfig(call);
  return read.config ? work(read.config) : fail(call.io, 'usage', read.problems);
}

/**
 * Runs `work` on the open ledger, and closes it. To a verb that looks at what there is (`existing`), a ledger that is not
 * there is a mistyped address: it says so, and makes none.
 */
export function withLedger(
  call: Call,
  work: (ctx: VerbContext) => Promise<number>,
  options: { existing?: boolean } = {},
): Promise<number> {
  return withConfig(call, async (config) => {
    const absent = options.existing ? absentLedger(config.ledger.url) : null;
    if (absent !== null) {
      const mend =
        'The first `owed run` makes it (or `owed ledger migrate`); otherwise check ledger.url and OWED_LEDGER_URL.';
      return fail(call.io, 'unreachable', `There is no ledger at ${absent}. ${mend}`);
    }
    try {
      const ledger = await openLedger(config);
      try {
        return await work({ ledger, config, now: call.io.now });
      } finally {
        await ledger.close();
      }
    } catch (error) {
      const sentence = ledgerFault(error);
      if (sentence === null) throw error;
      return fail(call.io, 'unreachable', sentence);
    }
  });
}

/** The file of a SQLite ledger that is not there; null where there is one, or none can be looked for. */
function absentLedger(url: string): string | null {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : null;
  return file === null || file === ':memory:' || existsSync(file) ? null : file;
}

/** PostgreSQL's classes of "not there": connection, resources, intervention, authorization, no such database. */
const PG_UNREACHABLE = /^(?:08|53|57|28|3D)[0-9A-Z]{3}$/;
const NETWORK = /^(?:ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOST|ENET|EAI_)/;

/** One sentence for a ledger that cannot be used; null for any other error, which is a bug. */
export function ledgerFault(error: unknown): string | null {
  if (error instanceof LedgerUnreachable || error instanceof NewerSchema) return withoutSecrets(error.message);
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return null;
  if (code.startsWith('SQLITE_BUSY')) return 'The ledger is busy: another process is writing to it; try again.';
  if (/^SQLITE_/.test(code) || PG_UNREACHABLE.test(code) || NETWORK.test(code)) {
    return `The ledger cannot be read or written (${code}: ${withoutSecrets(String(message))}); \`owed doctor\` looks at it.`;
  }
  return null;
}

/** Prints a refusal and gives its exit code. */
export function failed(io: Io, result: Extract<VerbResult<never>, { ok: false }>): Promise<number> {
  return fail(io, result.code, result.sentence);
}

/** A path that a person typed. */
export const pathIn = (io: Io, typed: string): string => resolve(io.cwd, typed);

export { EXIT };
