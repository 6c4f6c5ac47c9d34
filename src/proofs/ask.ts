import type { ItemState } from '../ledger/index.js';
import { compareTs } from '../ledger/index.js';
import { isPlaceholder } from '../messages/parse/placeholder.js';
import type { ReaderMemory, ReadOutcome } from './types.js';

/** A message of the thread, as the history reader gives it. */
export interface ThreadMessage {
  ts: string;
  user: string | null;
  text: string;
  machine: boolean;
}

export type ReadThread = (
  channel: string,
  thread: string,
) => Promise<{ ok: true; value: ThreadMessage[] } | { ok: false; reason: string; retryAt: number | null }>;

/** The first real reply: text by the seat, in the thread, after the ask, no machine line, no placeholder (A3). Pure. */
export function realReply(messages: readonly ThreadMessage[], askTs: string, seatUser: string): ThreadMessage | null {
  return (
    messages.find(
      (m) =>
        m.user === seatUser &&
        compareTs(m.ts, askTs) > 0 &&
        !m.machine &&
        m.text.trim() !== '' &&
        !isPlaceholder(m.text),
    ) ?? null
  );
}

/** Reads whether an ask was answered, by reading its thread back (A3). Never throws. */
export async function readAsk(
  item: ItemState,
  memory: ReaderMemory,
  deps: {
    seatUser: string;
    seat: string;
    readThread: ReadThread;
    link: (channel: string, ts: string, thread: string) => string;
    now: number;
  },
): Promise<ReadOutcome> {
  const { ask } = item;
  const open = { read: 'open' as const, blocking: null, notDone: null, owedTo: [], link: null };
  if (!ask) return { result: open, memory };
  const read = await deps.readThread(ask.channel, ask.thread);
  if (!read.ok) {
    const reason = `its thread could not be read: ${read.reason}`;
    return { result: { read: 'unknown', reason, retryAt: read.retryAt }, memory };
  }
  const reply = realReply(read.value, ask.ts, deps.seatUser);
  if (!reply) return { result: open, memory };
  const link = deps.link(ask.channel, reply.ts, ask.thread);
  const proof = { kind: 'reply', text: 'answered in the thread', link, by: deps.seat, at: deps.now };
  return { result: { read: 'proved', proof }, memory };
}
