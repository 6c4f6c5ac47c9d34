import { type Logger, pino } from 'pino';
import { SeatProcess } from './app.js';
import { findConfigPath, formatProblems, loadConfig, readSecrets } from './config/index.js';
import { LedgerUnreachable, NewerSchema, openLedger } from './ledger/index.js';
import { SlackStartError } from './slack/index.js';
import { StartError } from './start-checks.js';

export interface RunOptions {
  configPath?: string;
  env: NodeJS.ProcessEnv;
}

/** Exit codes of the contract: 0 done, 1 refused, 2 wrong usage or configuration, 4 ledger or Slack unreachable. */
export type ExitCode = 0 | 1 | 2 | 4;

const say = (text: string) => process.stderr.write(`${text}\n`);

/**
 * Runs one seat until it is told to stop (SIGINT, SIGTERM). Every reason not to start is one sentence on standard error
 * with its fix; a faulty configuration is reported whole, line by line (X4).
 */
export async function runSeat(options: RunOptions): Promise<ExitCode> {
  const path = options.configPath ?? findConfigPath(options.env, process.cwd());
  const loaded = loadConfig(path, options.env);
  const secrets = readSecrets(options.env);
  if (!loaded.ok) say(formatProblems(path, loaded.problems));
  if (!secrets.ok) say(formatProblems('environment', secrets.problems));
  if (!loaded.ok || !secrets.ok) return 2;
  const log: Logger = pino({ level: options.env.OWED_LOG ?? 'info' }, pino.destination({ dest: 2, sync: true }));
  let seat: SeatProcess | null = null;
  try {
    const ledger = await openLedger(loaded.config);
    const connections = options.env.OWED_SOCKETS ? Number(options.env.OWED_SOCKETS) : undefined;
    seat = new SeatProcess({
      config: loaded.config,
      secrets: secrets.secrets,
      ledger,
      log,
      connections,
      env: options.env,
    });
    const stopped = untilStopped();
    await Promise.race([seat.start(), stopped]);
    await stopped;
    await seat.stop();
    return 0;
  } catch (error) {
    await seat?.stop().catch(() => {});
    say((error as Error).message);
    if (error instanceof LedgerUnreachable || error instanceof NewerSchema) return 4;
    if (error instanceof SlackStartError) return 4;
    if (error instanceof StartError) return 1;
    return 1;
  }
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
