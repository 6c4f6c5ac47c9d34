import type { OpenDb } from './db/open.js';
import { type EventRecord, toRow } from './events/record.js';
import { chainFault, holdWriters, rebuildIn } from './verify.js';

export type Imported =
  | { ok: true; events: number; streams: number }
  /** The ledger holds events; nothing was taken in. */
  | { ok: false; why: 'not-empty' }
  /** A line that cannot be taken in, counted from 1, and why in words; nothing was taken in. */
  | { ok: false; why: 'bad-line'; line: number; text: string };

/** Ends the transaction, so that nothing of a bad file stays. */
class BadLine extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

const BATCH = 200;

/**
 * Takes an export into an empty ledger, with the same ids, times and hashes, and builds the projections from it (L8). Each
 * stream's chain is checked as it comes. What had to be said and was not is no event: the outbox is not part of an export.
 */
export async function importEvents(open: OpenDb, lines: AsyncIterable<string> | Iterable<string>): Promise<Imported> {
  try {
    return await open.db.transaction().execute(async (tx) => {
      await holdWriters(tx, open.engine);
      const any = await tx.selectFrom('events').select('id').limit(1).executeTakeFirst();
      if (any) return { ok: false, why: 'not-empty' };
      const heads = new Map<string, EventRecord>();
      let batch: EventRecord[] = [];
      let [line, events] = [0, 0];
      const flush = async () => {
        if (batch.length === 0) return;
        await tx.insertInto('events').values(batch.map(toRow)).execute();
        // The causes come along: what was applied there is not applied again here (L5).
        const causes = [...new Map(batch.map((e) => [e.cause, { cause: e.cause, at: e.at }])).values()];
        await tx
          .insertInto('causes')
          .values(causes)
          .onConflict((c) => c.column('cause').doNothing())
          .execute();
        events += batch.length;
        batch = [];
      };
      for await (const text of lines) {
        line += 1;
        if (text.trim() === '') continue;
        const event = read(text, line);
        const fault = chainFault([event], heads.get(event.stream) ?? null);
        if (fault) throw new BadLine(line, fault);
        heads.set(event.stream, event);
        batch.push(event);
        if (batch.length >= BATCH) await flush();
      }
      await flush();
      await rebuildIn(tx);
      return { ok: true, events, streams: heads.size };
    });
  } catch (error) {
    if (error instanceof BadLine) return { ok: false, why: 'bad-line', line: error.line, text: error.message };
    throw error;
  }
}

function read(text: string, line: number): EventRecord {
  let event: Partial<EventRecord>;
  try {
    event = JSON.parse(text) as Partial<EventRecord>;
  } catch {
    throw new BadLine(line, 'the line is no JSON');
  }
  if (typeof event?.stream !== 'string' || typeof event.version !== 'number' || typeof event.hash !== 'string') {
    throw new BadLine(line, 'the line is no event of a ledger');
  }
  return event as EventRecord;
}
