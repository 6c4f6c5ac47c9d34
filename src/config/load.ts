/** The file and the environment → `Config`, or every problem at once with its line (X4). */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { buildConfig } from './build.js';
import { asMap, asText, checkIdentities } from './check-identities.js';
import { checkPolicies } from './check-policies.js';
import { ledgerUrlFault } from './fields.js';
import { isBuiltInKind } from './kinds.js';
import { nearest, type PathPart, type Problem, pathText, show, suggestion, withoutSecrets } from './problems.js';
import { fileSchema } from './schema.js';
import { readSource, type Source } from './source.js';
import type { Config } from './types.js';

export type Env = Record<string, string | undefined>;
export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: Problem[] };

/**
 * Where the configuration is: OWED_CONFIG, else `owed.yml` in the working folder. The file need not exist.
 * @returns an absolute path.
 */
export function findConfigPath(env: Env, cwd: string): string {
  return resolve(cwd, given(env.OWED_CONFIG) ?? 'owed.yml');
}

/**
 * Reads and checks the file.
 * @returns the configuration, or every problem at once (never throws for what a person can have written; X4).
 */
export function loadConfig(path: string, env: Env): ConfigResult {
  const absolute = resolve(path);
  try {
    return parseConfig(readFileSync(absolute, 'utf8'), absolute, env);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    return { ok: false, problems: [{ line: null, path: '', message: unreadable(absolute, code) }] };
  }
}

/**
 * The core of `loadConfig`: no I/O.
 * @param file absolute path of the file that the text is from; a relative ledger lies beside it.
 * @param env OWED_SEAT and OWED_LEDGER_URL are read from it.
 */
export function parseConfig(text: string, file: string, env: Env): ConfigResult {
  const read = readSource(text);
  if ('problems' in read) return refuse(read.problems);

  const { source } = read;
  const problems = [...source.problems];
  const report = (path: readonly PathPart[], message: string): void => {
    if (!source.isSecret(path)) problems.push({ line: source.lineOf(path), path: pathText(path), message });
  };

  const parsed = fileSchema.safeParse(source.value);
  if (!parsed.success) for (const issue of parsed.error.issues) reportIssue(issue, source, report);
  checkIdentities(source.value, report);
  checkPolicies(source.value, report);
  const seat = whichSeat(source.value, env, report, problems);
  const ledgerUrl = given(env.OWED_LEDGER_URL);
  const ledgerFault = ledgerUrl === undefined ? null : ledgerUrlFault(ledgerUrl);
  if (ledgerFault !== null)
    problems.push({ line: null, path: 'OWED_LEDGER_URL', message: `${show(ledgerUrl)} ${ledgerFault}` });

  if (problems.length > 0 || !parsed.success || seat === null) return refuse(problems);
  return { ok: true, config: buildConfig(parsed.data, file, seat, ledgerUrl) };
}

/** OWED_SEAT, else `seat:`, else the only seat there is. Null, with a problem reported, when that names none. */
function whichSeat(
  file: Record<string, unknown>,
  env: Env,
  report: (path: readonly PathPart[], message: string) => void,
  problems: Problem[],
): string | null {
  const seats = Object.keys(asMap(file.seats));
  const fromEnv = given(env.OWED_SEAT);
  if (fromEnv !== undefined) {
    if (seats.includes(fromEnv)) return fromEnv;
    const message = `the environment's OWED_SEAT is ${show(fromEnv)}, which is not one of the seats${suggestion(fromEnv, seats)}`;
    if (seats.length > 0) problems.push({ line: null, path: 'OWED_SEAT', message });
    return null;
  }
  const fromFile = asText(file.seat);
  if (fromFile !== null) return fromFile; // held against the seats by checkIdentities
  if (seats.length === 1) return seats[0] ?? null;
  if (seats.length > 1)
    report(['seat'], `is missing; write which of the seats this process is (${seats.join(', ')}), or set OWED_SEAT`);
  return null;
}

function reportIssue(
  issue: z.core.$ZodIssue,
  source: Source,
  report: (path: readonly PathPart[], message: string) => void,
): void {
  const path = issue.path.filter((part): part is PathPart => typeof part !== 'symbol');
  if (issue.code !== 'unrecognized_keys') {
    report(path, issue.message);
    return;
  }
  const known = issue.message.split(' ');
  for (const key of issue.keys) {
    if (path.length === 2 && path[0] === 'kinds' && isBuiltInKind(String(path[1])) && key === 'proof') {
      report([...path, key], `${show(path[1])} is built in and has its own proof; give your kind another name`);
    } else report([...path, key], unknownKey(key, known, path, source.value));
  }
}

function unknownKey(key: string, known: string[], path: PathPart[], file: Record<string, unknown>): string {
  const there = asMap(
    path.reduce<unknown>((value, part) => (Array.isArray(value) ? value[Number(part)] : asMap(value)[part]), file),
  );
  // A key that is in use already is not what was meant.
  const near =
    nearest(
      key,
      known.filter((name) => !Object.hasOwn(there, name)),
    ) ?? nearest(key, known);
  const hint = near === null ? `known here: ${known.join(', ')}` : `did you mean ${show(near)}?`;
  return `${show(key)} is not a known key; ${hint}`;
}

/** In the file's order, each once, and with no secret in any of them (X2). */
function refuse(problems: Problem[]): ConfigResult {
  const shown = problems.map(({ line, path, message }) => ({
    line,
    path: withoutSecrets(path),
    message: withoutSecrets(message),
  }));
  const seen = new Set<string>();
  const once = shown.filter((problem) => {
    const key = JSON.stringify(problem);
    return !seen.has(key) && seen.add(key);
  });
  return { ok: false, problems: once.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

function unreadable(path: string, code: string): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `there is no file ${path}; copy owed.example.yml to ./owed.yml, or name your file in OWED_CONFIG`;
    case 'EISDIR':
      return `${path} is a folder; name the file itself in OWED_CONFIG, such as ${resolve(path, 'owed.yml')}`;
    case 'EACCES':
    case 'EPERM':
      return `${path} may not be read by this user; give it read permission in ${dirname(path)}`;
    default:
      return `${path} could not be read (${code})`;
  }
}

/** An environment variable that is set to something. */
function given(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}
