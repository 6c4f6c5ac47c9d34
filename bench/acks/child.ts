import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What a child is told, by its environment. */
export interface ChildOptions {
  apiUrl: string;
  appToken: string;
  /** `sqlite:FILE`; unused by the bare app. */
  ledger: string;
}

/** In the child: starts the bot, says so, and stops it when the parent goes away. */
export function child(start: (options: ChildOptions) => Promise<() => Promise<unknown>>): void {
  const options = JSON.parse(process.env.OWED_BENCH ?? '{}') as ChildOptions;
  void start(options).then(
    (stop) => {
      process.once('disconnect', () => void stop().finally(() => process.exit(0)));
      process.send?.('ready');
    },
    (error) => {
      process.stderr.write(`${(error as Error).stack}\n`);
      process.exit(1);
    },
  );
}

/** In the parent: a bot in a process of its own. */
export interface Bot {
  pid: number;
  stop(): Promise<void>;
}

/** Resolves when the bot's sockets stand; rejects when it ends before that. */
export async function startBot(name: 'ours' | 'bare', options: ChildOptions): Promise<Bot> {
  const process_: ChildProcess = fork(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), [], {
    env: { ...process.env, OWED_BENCH: JSON.stringify(options) },
    // Bolt says on standard output that it runs; the table is all that belongs there.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => process_.once('exit', () => resolve()));
  await Promise.race([
    new Promise((resolve) => process_.once('message', resolve)),
    ended.then(() => Promise.reject(new Error(`the bot "${name}" ended before it had started`))),
  ]);
  return {
    pid: process_.pid as number,
    stop: async () => {
      if (process_.connected) process_.disconnect();
      const late = setTimeout(() => process_.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(late);
    },
  };
}
