import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';

/** Seats of the local workspace as real processes, for the demo and for the end-to-end tests. */

/** Bounds in the configuration's own words, such as `3s`. */
export interface SeatBounds {
  nudge: string;
  page: string;
  internalPage: string;
  heldPage: string;
  sweep: string;
}

export interface SeatFiles {
  dir: string;
  /** Both seats read one file; OWED_SEAT tells them apart. */
  config: string;
}

export type SeatName = 'smith' | 'trinity';

const TOKENS: Record<SeatName, { bot: string; app: string }> = {
  smith: { bot: 'xoxb-smith', app: 'xapp-smith' },
  trinity: { bot: 'xoxb-trinity', app: 'xapp-trinity' },
};

/** The configuration of the two-seat workspace; `over` replaces whole top-level keys. */
export function seatConfig(bounds: SeatBounds, over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    seat: 'smith',
    seats: {
      smith: { bot_user: 'U0SMITH', human: 'gera' },
      trinity: { bot_user: 'U0TRINITY', human: 'fede' },
    },
    people: {
      gera: { user: 'U01GERA', name: 'Gera', pages: 'dm' },
      fede: { user: 'U02FEDE', name: 'Fede', pages: 'channel', github: 'fede-dev' },
    },
    overseer: 'gera',
    channels: { bridge: 'C02BRIDGE', alerts: 'C01ALERTS', decisions: 'C07DECIDE', customer_alerts: ['C05LEADS'] },
    lanes: { internal: ['infra', 'ci'], customer_words: ['lead', 'prospect', 'resident', 'tenant'] },
    sweep: { every: bounds.sweep, storm: 5 },
    posts: { timeout: '2s', lease: '3s', settle: '2s', retry: '500ms' },
    kinds: {
      handoff: { customer: { nudge: bounds.nudge, page: bounds.page }, internal: { page: bounds.internalPage } },
      held: { customer: { page: bounds.heldPage }, internal: { page: bounds.internalPage } },
      'handoff-unparsed': { page: bounds.page },
    },
    http: { host: '127.0.0.1', port: 0 },
    ...over,
  };
}

/** Writes the configuration into `dir`, which is made if absent. */
export function writeSeatFiles(dir: string, config: Record<string, unknown>): SeatFiles {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'owed.yml');
  writeFileSync(path, stringify(config));
  return { dir, config: path };
}

/** The compiled command line: dist/src/cli/main.js of this checkout, from source and from dist alike. */
export const OWED = fileURLToPath(
  import.meta.url.includes('/dist/')
    ? new URL('../../src/cli/main.js', import.meta.url)
    : new URL('../../dist/src/cli/main.js', import.meta.url),
);

export function seatEnv(files: SeatFiles, seat: SeatName, apiUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    OWED_CONFIG: files.config,
    OWED_SEAT: seat,
    SLACK_BOT_TOKEN: TOKENS[seat].bot,
    SLACK_APP_TOKEN: TOKENS[seat].app,
    SLACK_API_URL: apiUrl,
  };
}

export interface RunningSeat {
  process: ChildProcess;
  /** Everything that the process wrote to standard error so far. */
  log: () => string;
  /** The exit code, or the signal's name, once it has ended. */
  ended: Promise<number | string>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts one seat; resolves once its socket stands, rejects with its own words when it ends before that. */
export async function startSeat(
  files: SeatFiles,
  seat: SeatName,
  apiUrl: string,
  opts: { env?: NodeJS.ProcessEnv; nodeArgs?: string[]; deadline?: number; wait?: boolean } = {},
): Promise<RunningSeat> {
  const child = spawn(process.execPath, [...(opts.nodeArgs ?? []), OWED, 'run'], {
    env: { ...seatEnv(files, seat, apiUrl), ...opts.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  const watchers = new Set<() => void>();
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
    for (const watch of watchers) watch();
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(signal ?? code ?? 1);
      for (const watch of watchers) watch();
    });
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  const running: RunningSeat = {
    process: child,
    log: () => log,
    ended,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
  if (opts.wait === false) return running;
  await new Promise<void>((resolve, reject) => {
    const deadline = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${seat} did not start in time:\n${log}`));
    }, opts.deadline ?? 30_000);
    const watch = () => {
      const over = child.exitCode !== null || child.signalCode !== null;
      if (!over && !log.includes('seat started')) return;
      clearTimeout(deadline);
      watchers.delete(watch);
      if (over) reject(new Error(`${seat} ended before it had started:\n${log}`));
      else resolve();
    };
    watchers.add(watch);
    watch();
  });
  return running;
}

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command line as a seat's agent or a person would; never rejects for an exit code. */
export function owed(files: SeatFiles, seat: SeatName, apiUrl: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [OWED, ...args],
      { env: seatEnv(files, seat, apiUrl), timeout: 60_000 },
      (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
        resolve({ code, stdout, stderr });
      },
    );
  });
}
