import { compareTs, type Envelope, type Ledger } from '../../ledger/index.js';

type Read<T> = { ok: true; value: T } | { ok: false; reason: string };

/** A message of the read-back: its ts, whether a thread hangs on it, and the envelopes in which the inbox keeps it. */
export interface ReadMessage {
  ts: string;
  hasReplies: boolean;
  envelopes: Envelope[];
}

export interface ReadBackDeps {
  ledger: Ledger;
  holder: string;
  now: () => number;
  bridge: string;
  /** How far a first start on an empty ledger reads back, milliseconds (H11). */
  lookback: number;
  /** How long a persisted envelope is this process's to handle, milliseconds. */
  lease: number;
  readChannel: (channel: string, oldest: string) => Promise<Read<ReadMessage[]>>;
  readThread: (channel: string, ts: string) => Promise<Read<ReadMessage[]>>;
}

export interface ReadBackCounts {
  read: number;
  /** Messages that no socket had brought. */
  fresh: number;
  errors: string[];
}

const CURSOR = 'bridge';

/**
 * Reads the bridge back into the inbox: the top level from the last message seen, and the threads of open handoffs (H11).
 * What cannot be read is unknown: the source says so, and nothing is concluded (H10, O2).
 */
export async function readBack(deps: ReadBackDeps): Promise<ReadBackCounts> {
  const { ledger, bridge } = deps;
  const counts: ReadBackCounts = { read: 0, fresh: 0, errors: [] };
  const source = await ledger.source(CURSOR);
  const oldest = source?.cursor ?? ((deps.now() - deps.lookback) / 1000).toFixed(6);
  const top = await deps.readChannel(bridge, oldest);
  if (!top.ok) {
    await ledger.sourceFailed(CURSOR, top.reason, deps.now());
    return { ...counts, errors: [`the bridge could not be read: ${top.reason}`] };
  }
  counts.read += 1;
  await keep(deps, top.value, counts);
  const failed: string[] = [];
  for (const thread of await threadsToRead(deps, top.value)) {
    const read = await deps.readThread(thread.channel, thread.ts);
    if (!read.ok) {
      failed.push(`thread ${thread.ts}: ${read.reason}`);
      // A rate limit or an outage will not be better for the next thread; the next sweep goes on.
      if (failed.length >= 3) break;
      continue;
    }
    counts.read += 1;
    await keep(deps, read.value, counts);
  }
  const last =
    top.value
      .map((m) => m.ts)
      .sort(compareTs)
      .at(-1) ?? null;
  await ledger.sourceRead(CURSOR, last, deps.now());
  if (failed.length > 0) {
    await ledger.sourceFailed(CURSOR, failed.join('; '), deps.now());
    counts.errors.push(...failed.map((f) => `the bridge could not be read back: ${f}`));
  }
  return counts;
}

/** Open handoffs' threads, and those of messages just read, whose items may not exist yet. */
async function threadsToRead(
  deps: ReadBackDeps,
  top: readonly ReadMessage[],
): Promise<{ channel: string; ts: string }[]> {
  const open = await deps.ledger.openThreads();
  const known = new Set(open.map((t) => t.ts));
  const fresh = top.filter((m) => m.hasReplies && !known.has(m.ts)).map((m) => ({ channel: deps.bridge, ts: m.ts }));
  return [...open, ...fresh];
}

async function keep(deps: ReadBackDeps, messages: readonly ReadMessage[], counts: ReadBackCounts): Promise<void> {
  const envelopes = messages.flatMap((m) => m.envelopes);
  const fresh = await deps.ledger.persist(envelopes, deps.holder, deps.now(), deps.lease);
  counts.fresh += envelopes.filter((e) => fresh.has(e.id) && !e.settled).length;
}
