import type { Ledger } from '../../ledger/index.js';

type Read<T> = { ok: true; value: T } | { ok: false; reason: string };

export interface RulingDeps {
  ledger: Ledger;
  holder: string;
  now: () => number;
  readThread: (channel: string, thread: string) => Promise<Read<{ ts: string }[]>>;
}

/**
 * Reads rulings back where their messages are said to stand (R4): what is found there is delivered; what is not, or cannot
 * be read, stays due and shows in the DELIVERED signal. One ruling's failure stops none of the others (S2).
 */
export async function runRulings(deps: RulingDeps): Promise<{ read: number; done: number; errors: string[] }> {
  const { ledger, holder, now } = deps;
  const counts = { read: 0, done: 0, errors: [] as string[] };
  for (const { id, channel, thread, ts } of await ledger.rulings.unread()) {
    try {
      counts.read += 1;
      const read = await deps.readThread(channel, thread);
      if (!read.ok) {
        counts.errors.push(`ruling:${id}: its thread could not be read back: ${read.reason}`);
        continue;
      }
      if (!read.value.some((message) => message.ts === ts)) {
        counts.errors.push(`ruling:${id}: its message is not in the thread that it was posted in`);
        continue;
      }
      const act = { now: now(), actor: { kind: 'process' as const, id: holder }, cause: `read-back:ruling/${id}` };
      if (await ledger.rulings.delivered(act, id, { channel, ts })) counts.done += 1;
    } catch (error) {
      counts.errors.push(`ruling:${id}: ${(error as Error).message}`);
    }
  }
  return counts;
}
