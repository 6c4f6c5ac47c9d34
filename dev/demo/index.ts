import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGitHub } from '../github/index.js';
import { owed, type RunningSeat, seatConfig, startSeat, writeSeatFiles } from '../harness/seats.js';
import { startWorkspace, twoSeatWorkspace } from '../workspace/index.js';
import { kindsConfig } from './kinds.js';
import { DemoFailed, playStory } from './story.js';

export interface DemoOptions {
  port?: number;
  /** Bounds of seconds instead of a pace for watching. */
  fast: boolean;
  /** End after the story, with 1 when anything differs from what the rules say. */
  exit: boolean;
}

const FAST = { nudge: '4s', page: '8s', internalPage: '10m', heldPage: '10m', sweep: '1s' };
const WATCHED = { nudge: '20s', page: '40s', internalPage: '10m', heldPage: '10m', sweep: '2s' };

/** For the demo's own GitHub; without one GitHub answers sixty requests an hour. */
const TOKEN = 'ghp_demo00000000000000000000000000000';

const print = (line = '') => process.stdout.write(`${line}\n`);

/**
 * The demo: a local workspace, two seats as real processes, and a story to watch; then it stays for playing (U3).
 * @returns the exit code: 0, or 1 when the story went otherwise than the rules say.
 */
export async function runDemo(options: DemoOptions): Promise<number> {
  let workspace: Awaited<ReturnType<typeof startWorkspace>>;
  try {
    workspace = await startWorkspace(twoSeatWorkspace(), { port: options.port });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    process.stderr.write(`Port ${options.port} is taken by another process; give another with --port, or none.\n`);
    return 1;
  }
  const dir = mkdtempSync(join(tmpdir(), 'owed-demo-'));
  const github = await startGitHub();
  github.token(TOKEN);
  github.repo('org/app').commit({ message: 'First' });
  const bounds = options.fast ? FAST : WATCHED;
  const own = seatConfig(bounds);
  const more = kindsConfig(github, options.fast ? '3s' : '15s');
  const kinds = { ...(own.kinds as object), ...(more.kinds as object) };
  const files = writeSeatFiles(dir, { ...own, ...more, kinds });
  const seats: RunningSeat[] = [];
  let ending = false;
  const end = async () => {
    ending = true;
    await Promise.all(seats.map((seat) => seat.stop()));
    await workspace.stop();
    await github.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  print(`Owed demo. Watch it in a browser: ${workspace.url}`);
  print(`Two seats start: Smith, for Gera, and Trinity, for Fede. Their ledgers are in ${dir}.`);
  print();
  try {
    for (const name of ['smith', 'trinity'] as const) {
      seats.push(await startSeat(files, name, workspace.apiUrl, { env: { GITHUB_TOKEN: TOKEN } }));
    }
    await playStory(
      {
        workspace,
        print,
        pause: options.fast ? 0 : 1500,
        owed: (seat, args) => owed(files, seat, workspace.apiUrl, args),
      },
      github,
    );
  } catch (error) {
    print();
    print(error instanceof DemoFailed ? `The demo went wrong: ${error.message}` : String((error as Error).stack));
    for (const seat of seats) if (options.exit) print(seat.log().split('\n').slice(-15).join('\n'));
    await end();
    return 1;
  }
  if (options.exit) {
    await end();
    print('The demo went as the rules say.');
    return 0;
  }
  print('Everything stays running. Play with it:');
  print(
    `  in the browser       ${workspace.url}  (choose who you are; press buttons on the page in #alerts; run /owed-smith list)`,
  );
  print('  on the command line  in another terminal, in this folder:');
  print(`    export OWED_CONFIG=${files.config} OWED_SEAT=smith`);
  print(`    export SLACK_BOT_TOKEN=xoxb-smith SLACK_APP_TOKEN=xapp-smith SLACK_API_URL=${workspace.apiUrl}`);
  print('    npx owed items');
  print('    npx owed close held:leads/carol-street --by gera --proof "told her about the garage"');
  print('    npx owed doctor');
  for (const [index, name] of (['Smith', 'Trinity'] as const).entries()) {
    void seats[index]?.ended.then((how) => {
      if (!ending) print(`The process of ${name} ended (${how}); nothing is lost. Start it again: npx owed run`);
    });
  }
  print('Ctrl-C ends it.');
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await end();
  return 0;
}
