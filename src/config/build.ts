/** The validated file → `Config`, with every default. Pure; called only when no problem was found. */
import { dirname, resolve } from 'node:path';
import {
  BUILT_IN_KIND_NAMES,
  type BuiltInKind,
  DEFAULT_READ,
  DEFAULT_TAKEN,
  isBuiltInKind,
  KIND_DEFAULTS,
} from './kinds.js';
import type { File, OwnKind } from './schema.js';
import type { Bounds, Check, Config, KindPolicy, Person, ProofSource, Seat } from './types.js';

const S = 1_000;
const M = 60 * S;

/** What the contract shows as defaults; docs and owed.example.yml are held against it by a test. */
export const DEFAULTS = {
  bridgeLookback: 24 * 60 * M,
  lanes: { internal: ['infra', 'ci'], customerWords: ['lead', 'prospect', 'resident', 'tenant'] },
  ledgerUrl: 'sqlite:./owed-{seat}.db',
  sweep: { every: 5 * M, storm: 5 },
  posts: { timeout: 10 * S, lease: 30 * S, settle: 60 * S, retry: 30 * S },
  github: { apiUrl: 'https://api.github.com', tokenEnv: 'GITHUB_TOKEN' },
  check: { branch: 'main', redRuns: 3 },
  agentTimeout: 10 * M,
  rungs: { timeout: 5 * M, wait: 30 * M, perSweep: 4, perDay: 40 },
  http: { host: '127.0.0.1', port: 9464 },
  pages: 'channel',
} as const;

/**
 * @param path absolute path of the file; relative ledger files lie beside it.
 * @param seatKey which seat this process is, from OWED_SEAT or the file.
 * @param ledgerUrl OWED_LEDGER_URL, or undefined.
 */
export function buildConfig(file: File, path: string, seatKey: string, ledgerUrl: string | undefined): Config {
  const seats = seatsOf(file);
  return {
    path,
    seat: seatKey,
    seats,
    people: peopleOf(file),
    overseer: file.overseer,
    channels: {
      bridge: file.channels.bridge,
      alerts: file.channels.alerts,
      decisions: file.channels.decisions ?? null,
      customerAlerts: unique(file.channels.customer_alerts ?? []),
    },
    bridgeLookback: file.bridge_lookback ?? DEFAULTS.bridgeLookback,
    lanes: {
      internal: unique([...(file.lanes?.internal ?? DEFAULTS.lanes.internal)].map(laneName)),
      customerWords: unique(
        (file.lanes?.customer_words ?? DEFAULTS.lanes.customerWords).map((word) =>
          word.normalize('NFKC').toLowerCase(),
        ),
      ),
    },
    terminal: {
      channels: unique(file.terminal?.channels ?? []),
      bots: unique(file.terminal?.bots ?? []),
      labels: new Map(Object.entries(file.terminal?.labels ?? {})),
    },
    ledger: { url: resolveLedgerUrl(ledgerUrl ?? file.ledger?.url ?? DEFAULTS.ledgerUrl, seatKey, dirname(path)) },
    sweep: { every: file.sweep?.every ?? DEFAULTS.sweep.every, storm: file.sweep?.storm ?? DEFAULTS.sweep.storm },
    posts: {
      timeout: file.posts?.timeout ?? DEFAULTS.posts.timeout,
      lease: file.posts?.lease ?? DEFAULTS.posts.lease,
      settle: file.posts?.settle ?? DEFAULTS.posts.settle,
      retry: file.posts?.retry ?? DEFAULTS.posts.retry,
    },
    kinds: kindsOf(file),
    github: {
      apiUrl: (file.github?.api_url ?? DEFAULTS.github.apiUrl).replace(/\/+$/, ''),
      tokenEnv: file.github?.token_env ?? DEFAULTS.github.tokenEnv,
    },
    checks: checksOf(file, seats.get(seatKey)?.human),
    agent: file.agent ? { command: file.agent.command, timeout: file.agent.timeout ?? DEFAULTS.agentTimeout } : null,
    rungs: file.rungs
      ? {
          ask: file.rungs.ask,
          timeout: file.rungs.timeout ?? DEFAULTS.rungs.timeout,
          wait: file.rungs.wait ?? DEFAULTS.rungs.wait,
          perSweep: file.rungs.per_sweep ?? DEFAULTS.rungs.perSweep,
          perDay: file.rungs.per_day ?? DEFAULTS.rungs.perDay,
        }
      : null,
    http: { host: file.http?.host ?? DEFAULTS.http.host, port: file.http?.port ?? DEFAULTS.http.port },
    allowed: file.allowed ? unique(file.allowed) : null,
  };
}

/** `/owed` for the only seat, `/owed-SEAT` for one of several (U1). */
export function defaultCommand(seatKey: string, seatCount: number): string {
  return seatCount === 1 ? '/owed' : `/owed-${seatKey.toLowerCase()}`;
}

/** `gera` → `Gera`: the name of whoever was given none. */
export function capitalised(key: string): string {
  const [first = ''] = key;
  return first.toUpperCase() + key.slice(first.length);
}

/**
 * `{seat}` filled in, and an SQLite file's path absolute from `folder`: `sqlite:./a.db` → `sqlite:/srv/owed/a.db`.
 * `sqlite::memory:` and PostgreSQL addresses are kept.
 */
export function resolveLedgerUrl(url: string, seatKey: string, folder: string): string {
  const named = url.replaceAll('{seat}', seatKey);
  if (!named.startsWith('sqlite:') || named === 'sqlite::memory:') return named;
  return `sqlite:${resolve(folder, named.slice('sqlite:'.length).replace(/^\/{2,}/, '/'))}`;
}

/** A lane's name as the ledger keys it (H1), so that `CI builds` in the file meets `ci-builds` on the bridge. */
function laneName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function seatsOf(file: File): Map<string, Seat> {
  const given = Object.entries(file.seats);
  return new Map(
    given.map(([key, seat]) => [
      key,
      {
        key,
        name: seat.name ?? capitalised(key),
        botUser: seat.bot_user,
        human: seat.human,
        command: seat.command ?? defaultCommand(key, given.length),
      },
    ]),
  );
}

function peopleOf(file: File): Map<string, Person> {
  return new Map(
    Object.entries(file.people).map(([key, person]) => [
      key,
      {
        key,
        user: person.user,
        name: person.name ?? capitalised(key),
        pages: person.pages ?? DEFAULTS.pages,
        github: person.github ?? null,
      },
    ]),
  );
}

function checksOf(file: File, human: string | undefined): Check[] {
  return (file.checks ?? []).map((check) => ({
    name: check.name,
    repo: check.repo,
    workflow: check.workflow,
    branch: check.branch ?? DEFAULTS.check.branch,
    redRuns: check.red_runs ?? DEFAULTS.check.redRuns,
    owedTo: unique(check.owed_to ?? file.kinds?.check?.owed_to ?? (human === undefined ? [] : [human])),
  }));
}

function kindsOf(file: File): Map<string, KindPolicy> {
  const kinds = new Map<string, KindPolicy>();
  for (const name of BUILT_IN_KIND_NAMES) kinds.set(name, builtInKind(name, file));
  for (const [name, given] of Object.entries(file.kinds ?? {})) {
    if (!isBuiltInKind(name)) kinds.set(name, ownKind(name, given as OwnKind));
  }
  return kinds;
}

/** What any built-in kind's entry may hold, without saying which kind takes which key: the schema has seen to that. */
interface GivenKind {
  rerun?: number | null;
  line?: number | null;
  page?: number | null;
  customer?: { nudge?: number | null; page?: number | null } | null;
  internal?: { nudge?: number | null; page?: number | null } | null;
  read?: number | null;
  taken?: number | null;
  owed_to?: string[] | null;
}

function builtInKind(name: BuiltInKind, file: File): KindPolicy {
  const given: GivenKind = file.kinds?.[name] ?? {};
  const standard = KIND_DEFAULTS[name];
  const line = given.line ?? standard.line;
  const bounds = (from: Bounds, own: { nudge?: number | null; page?: number | null } | null | undefined): Bounds => ({
    nudge: own?.nudge ?? from.nudge,
    page: own?.page ?? given.page ?? line ?? from.page,
  });
  return {
    name,
    bounds: bounds(standard.bounds, given.internal),
    customerBounds: bounds(standard.customerBounds, given.customer),
    rerun: given.rerun ?? standard.rerun,
    line,
    read: given.read ?? standard.read,
    taken: given.taken ?? standard.taken,
    lines: standard.lines,
    owedTo: unique(given.owed_to ?? []),
    proof: null,
  };
}

function ownKind(name: string, given: OwnKind): KindPolicy {
  const bounds: Bounds = { nudge: null, page: given.page ?? null };
  return {
    name,
    bounds,
    customerBounds: { ...bounds },
    rerun: null,
    line: null,
    read: given.read ?? DEFAULT_READ,
    taken: given.taken ?? DEFAULT_TAKEN,
    lines: true,
    owedTo: unique(given.owed_to ?? []),
    proof: given.proof ? proofOf(given.proof) : null,
  };
}

function proofOf(given: NonNullable<OwnKind['proof']>): ProofSource | null {
  const { http, command, 'pull-request': pullRequest, check, decision, 'later-done': laterDone, ...others } = given;
  // A source of the schema that is not built here does not compile.
  others satisfies Record<string, never>;
  if (http) return { http: { ...http, allow: http.allow ?? [] } };
  if (command) return { command };
  if (pullRequest) return { 'pull-request': pullRequest };
  if (check) return { check };
  if (decision) return { decision };
  if (laterDone) return { 'later-done': laterDone };
  return null;
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
