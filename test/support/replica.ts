import { createInterface } from 'node:readline';
import { openLedger } from '../../src/ledger/index.js';
import { testConfig } from './config.js';

/**
 * A process of its own on a ledger, for races that one event loop cannot have. One line of JSON in, one out: it says
 * `ready`, waits for `go`, does its work and says what came of it.
 */
export type ReplicaWork =
  | { work: 'open' }
  /** Claims each effect this many times at once; answers with the effects that it won. */
  | { work: 'claim'; effects: string[]; times: number; now: number }
  /** Writes this many notes on one item, one after the other; answers with how many were written. */
  | { work: 'note'; key: string; times: number; now: number; by: string }
  /** Applies one cause to an item; answers with whether it was the first. */
  | { work: 'cause'; key: string; cause: string; now: number };

const { url, ...work } = JSON.parse(process.argv[2] ?? '{}') as { url: string } & ReplicaWork;
const lines = createInterface({ input: process.stdin });
const go = new Promise<void>((resolve) => lines.once('line', () => resolve()));
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

const config = testConfig({ ledger: url });
if (work.work === 'open') {
  say('ready');
  await go;
  const ledger = await openLedger(config);
  say((await ledger.verify()).difference);
  await ledger.close();
} else {
  const ledger = await openLedger(config);
  say('ready');
  await go;
  const actor = { kind: 'process' as const, id: String(process.pid) };
  if (work.work === 'claim') {
    const won: string[] = [];
    const tries = work.effects.flatMap((effect) => Array.from({ length: work.times }, () => effect));
    await Promise.all(
      tries.map(async (effect, n) => {
        const claim = await ledger.claimPost({ now: work.now, actor, cause: `${process.pid}/${n}` }, effect);
        if (claim) won.push(claim.effect);
      }),
    );
    say(won);
  } else if (work.work === 'note') {
    for (let n = 0; n < work.times; n += 1) {
      const notes = [{ text: `${work.by} ${n}`, by: work.by, at: work.now }];
      const act = { now: work.now, actor, cause: `${work.by}/${n}` };
      await ledger.onItem(act, work.key, { do: 'annotate', delta: { notes } });
    }
    say(work.times);
  } else {
    const act = { now: work.now, actor, cause: work.cause };
    const notes = [{ text: 'once', by: 'gera', at: work.now }];
    say((await ledger.onItem(act, work.key, { do: 'annotate', delta: { notes } })).applied);
  }
  await ledger.close();
}
lines.close();
