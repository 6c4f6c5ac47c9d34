import type { Ran, SeatName } from '../harness/seats.js';
import type { Message, Workspace } from '../workspace/index.js';

/** The story went otherwise than the rules say. */
export class DemoFailed extends Error {}

export interface Stage {
  workspace: Workspace;
  print: (line?: string) => void;
  /** Milliseconds between scenes, for whoever watches. */
  pause: number;
  owed: (seat: SeatName, args: readonly string[]) => Promise<Ran>;
}

export const DEADLINE = 90_000;

export function expect(condition: boolean, what: string): asserts condition {
  if (!condition) throw new DemoFailed(what);
}

export async function scene(stage: Stage, title: string): Promise<void> {
  if (stage.pause > 0) await new Promise((resolve) => setTimeout(resolve, stage.pause));
  stage.print(title);
}

export const told = (stage: Stage, who: string, text: string) =>
  stage.print(`  ${who.padEnd(18)} ${text.split('\n').join('\n'.padEnd(22))}`);

export async function run(stage: Stage, seat: SeatName, args: readonly string[]): Promise<void> {
  const ran = await stage.owed(seat, args);
  told(stage, `${seat} runs`, `owed ${args.map((a) => (/[\s"]/.test(a) ? `"${a}"` : a)).join(' ')}`);
  expect(ran.code === 0, `"owed ${args.join(' ')}" ended with ${ran.code}: ${ran.stderr}`);
}

export const appears = (stage: Stage, what: string, look: () => Message | undefined) =>
  stage.workspace.waitFor(look, { timeoutMs: DEADLINE, what });

export interface ItemJson {
  key: string;
  state: string;
}

/** Waits until an item of Smith's ledger is as `right` says, read through the command line. */
export async function owedJson(
  stage: Stage,
  key: string,
  right: (item: ItemJson) => boolean,
  what: string,
): Promise<void> {
  const until = Date.now() + DEADLINE;
  for (;;) {
    const ran = await stage.owed('smith', ['show', key, '--json']);
    if (ran.code === 0 && right(JSON.parse(ran.stdout) as ItemJson)) return;
    expect(Date.now() < until, `not in time: ${what}`);
  }
}
