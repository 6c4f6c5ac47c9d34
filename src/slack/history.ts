import { type ClientOptions, createClient } from './client.js';
import { BadAnswer, type Failure, failureOf } from './failure.js';
import { fields, isFields, text } from './fields.js';
import { compareTs, toSlackMessage } from './messages.js';
import { unread } from './outcomes.js';
import type { HistoryReader, ReadResult, SlackMessage } from './types.js';

const PAGE = 200;
const TIMEOUT = 10_000;

type Args = Record<string, string | number | boolean>;

/**
 * Reads every page or fails (H10, P4): part of a history would make what is missing look like what never was. Within one
 * read, one broken connection is tried again; a rate limit is not, it says when to come back.
 */
export function createHistory(
  options: Omit<ClientOptions, 'timeout'> & { now: () => number; timeout?: number },
): HistoryReader {
  const client = createClient({ ...options, timeout: options.timeout ?? TIMEOUT });

  async function pages(method: string, channel: string, args: Args): Promise<ReadResult<SlackMessage[]>> {
    const found = new Map<string, SlackMessage>();
    const cursors = new Set<string>();
    let cursor: string | null = null;
    let again = true;
    while (true) {
      try {
        const asked: Args = { ...args, channel, limit: PAGE, include_all_metadata: true, ...(cursor && { cursor }) };
        const page = fields(await client.apiCall(method, asked));
        for (const message of messagesOf(page, channel)) found.set(message.ts, message);
        cursor = nextCursor(page);
        if (cursor === null) break;
        if (cursors.has(cursor)) throw new BadAnswer('a cursor came twice');
        cursors.add(cursor);
      } catch (error) {
        const failure = failureOf(error);
        if (!again || !isBroken(failure)) return unread(failure, options.now());
        again = false;
      }
    }
    return { ok: true, value: [...found.values()].sort((a, b) => compareTs(a.ts, b.ts)) };
  }

  return {
    channel: (channel, oldest, opts) =>
      pages('conversations.history', channel, { oldest, inclusive: opts?.inclusive ?? false }),
    async thread(channel, threadTs, opts) {
      const oldest = opts?.oldest;
      const read = await pages('conversations.replies', channel, { ts: threadTs, ...(oldest && { oldest }) });
      // Slack gives the thread's first message on every page, however old it is.
      if (!read.ok || oldest === undefined) return read;
      return { ok: true, value: read.value.filter((m) => compareTs(m.ts, oldest) > 0) };
    },
  };
}

function messagesOf(page: Record<string, unknown>, channel: string): SlackMessage[] {
  if (!Array.isArray(page.messages)) throw new BadAnswer('a page without messages');
  return page.messages
    .filter((raw) => isFields(raw) && text(raw, 'ts') !== null)
    .map((r) => toSlackMessage(r, channel));
}

/** The next page's cursor; more without a cursor would be a history with a hole. */
function nextCursor(page: Record<string, unknown>): string | null {
  const cursor = text(page, 'response_metadata', 'next_cursor');
  if (cursor === null && page.has_more === true) throw new BadAnswer('more pages, and no cursor');
  return cursor;
}

/** The call may never have arrived, or its answer was lost: reading twice does no harm. */
function isBroken(failure: Failure): boolean {
  return failure.kind === 'connection' || failure.kind === 'timeout';
}
