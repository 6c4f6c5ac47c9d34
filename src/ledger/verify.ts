import { sql } from 'kysely';
import type { Db, Engine, OpenDb } from './db/open.js';
import type { EventRow } from './db/schema.js';
import { decisionStream } from './decisions/table.js';
import { type EventRecord, fromRow, hashOf } from './events/record.js';
import { fold, type StreamDef } from './events/stream.js';
import { handoffStream } from './handoffs/table.js';
import { itemStream } from './items/table.js';
import { packageStream } from './packages/table.js';
import { rulingStream } from './rulings/table.js';

/** Every kind of stream that the log holds. */
// biome-ignore lint/suspicious/noExplicitAny: each definition is used with its own state only.
export const streams: readonly StreamDef<any>[] = [
  itemStream,
  handoffStream,
  packageStream,
  decisionStream,
  rulingStream,
];

export interface Verified {
  events: number;
  streams: number;
  /** The first difference, in words; null when there is none (L4). */
  difference: string | null;
}

/** A row that holds no JSON any more is an event whose hash does not fit: the chain names it. */
function readable(row: EventRow): EventRecord {
  try {
    return fromRow(row);
  } catch {
    return fromRow({ ...row, actor: '{}', payload: '{}' });
  }
}

/** Yields the log stream by stream, in order of version, without holding all of it. */
export async function* eachStream(db: Db, read = fromRow): AsyncGenerator<EventRecord[]> {
  let after = '';
  for (;;) {
    const names = await db
      .selectFrom('events')
      .select('stream')
      .distinct()
      .where('stream', '>', after)
      .orderBy('stream')
      .limit(200)
      .execute();
    const last = names.at(-1);
    if (!last) return;
    const rows = await db
      .selectFrom('events')
      .selectAll()
      .where('stream', '>', after)
      .where('stream', '<=', last.stream)
      .orderBy('stream')
      .orderBy('version')
      .execute();
    let current: EventRecord[] = [];
    for (const event of rows.map((row) => read(row))) {
      if (current[0] && current[0].stream !== event.stream) {
        yield current;
        current = [];
      }
      current.push(event);
    }
    if (current.length > 0) yield current;
    after = last.stream;
  }
}

/** The first fault in one stream's chain, in words; null when every version and hash is right (L4). Pure. */
export function chainFault(events: readonly EventRecord[], before: EventRecord | null = null): string | null {
  let prev = before;
  for (const event of events) {
    const where = `${event.stream} version ${event.version} (event ${event.id})`;
    const expected = (prev?.version ?? 0) + 1;
    if (event.version !== expected) return `${event.stream}: version ${expected} is missing`;
    if (event.prevHash !== (prev?.hash ?? null)) return `${where} does not follow the hash of the event before it`;
    const { hash, ...rest } = event;
    if (hash !== hashOf(rest)) return `${where} was changed: its hash does not fit its content`;
    prev = event;
  }
  return null;
}

/** Re-folds everything, checks every hash and compares with the projections; names the first difference (L4). */
export async function verify(db: Db): Promise<Verified> {
  const seen = new Map(streams.map((def) => [def.prefix, new Set<string>()]));
  const projected = new Map<string, Map<string, string>>();
  for (const def of streams) projected.set(def.prefix, await def.projected(db));
  let events = 0;
  let count = 0;
  for await (const stream of eachStream(db, readable)) {
    const first = stream[0] as EventRecord;
    const [prefix, id] = [
      first.stream.slice(0, first.stream.indexOf(':')),
      first.stream.slice(first.stream.indexOf(':') + 1),
    ];
    events += stream.length;
    count += 1;
    const fault = chainFault(stream) ?? differs(prefix, id, stream, projected.get(prefix));
    if (fault) return { events, streams: count, difference: fault };
    seen.get(prefix)?.add(id);
  }
  for (const def of streams) {
    for (const id of projected.get(def.prefix)?.keys() ?? []) {
      if (!seen.get(def.prefix)?.has(id)) {
        return { events, streams: count, difference: `${def.prefix}:${id} has a projection but no event` };
      }
    }
  }
  return { events, streams: count, difference: null };
}

function differs(
  prefix: string,
  id: string,
  events: EventRecord[],
  rows: Map<string, string> | undefined,
): string | null {
  const def = streams.find((s) => s.prefix === prefix);
  if (!def) return `${prefix}:${id} is of a kind that this version does not know`;
  const row = rows?.get(id);
  if (row === undefined) return `${prefix}:${id} has events but no projection`;
  const expected = def.asProjected(id, fold(def, id, events), events.length);
  if (row === expected) return null;
  const [was, is] = [JSON.parse(row) as Record<string, unknown>, JSON.parse(expected) as Record<string, unknown>];
  const field = Object.keys(is).find((f) => JSON.stringify(was[f]) !== JSON.stringify(is[f])) ?? 'a field';
  return `${prefix}:${id}: the projection's ${field} is ${JSON.stringify(was[field])}, the events say ${JSON.stringify(is[field])}`;
}

/** Drops the projections and writes them anew from the events, in one transaction (L1). Returns how many streams. */
export async function rebuild({ db, engine }: OpenDb): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await holdWriters(tx, engine);
    return rebuildIn(tx);
  });
}

/** Who appends meanwhile waits, or it would be overwritten by what was read before; SQLite lets one write at a time anyway. */
export async function holdWriters(tx: Db, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`lock table events in share row exclusive mode`.execute(tx);
}

/** The rebuild itself, in the caller's transaction. */
export async function rebuildIn(tx: Db): Promise<number> {
  for (const def of streams) await def.clear(tx);
  let count = 0;
  for await (const events of eachStream(tx)) {
    const name = (events[0] as EventRecord).stream;
    const def = streams.find((s) => s.prefix === name.slice(0, name.indexOf(':')));
    if (!def) continue;
    const id = name.slice(name.indexOf(':') + 1);
    await def.project(tx, id, fold(def, id, events), events.length);
    count += 1;
  }
  return count;
}

/** Every event as a line of JSON, streams in order of name, versions in order (L8). */
export async function* exportEvents(db: Db): AsyncGenerator<string> {
  for await (const stream of eachStream(db)) for (const event of stream) yield `${JSON.stringify(event)}\n`;
}
