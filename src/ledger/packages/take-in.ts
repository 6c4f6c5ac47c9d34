import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { z } from 'zod';
import type { Db, Engine } from '../db/open.js';
import type { EventRow } from '../db/schema.js';
import { type EventRecord, fromRow } from '../events/record.js';
import type { AppendContext } from '../events/store.js';
import type { Actor } from '../types.js';
import { canonical, hashOfTexts } from './canonical.js';
import { type Authored, authoredSchema, importedSchema, movedSchema, packageDeltaSchema } from './events.js';
import { evolvePackage, initialPackage, type PackageState, packageOrder } from './evolve.js';
import { packageRow } from './table.js';

/**
 * Events that happened elsewhere (W6). They keep their own ids, times and actors; an id that is known adds nothing. Versions
 * and the hash chain are in order of arrival, within one import in order of the fold; the fold is by time, so that a second
 * import whose lines sort between those of the first gives the state that one import of both would have given.
 */
export interface IncomingEvent {
  id: string;
  class: 'transition' | 'annotation';
  type: 'Moved' | 'Annotated' | 'Authored';
  from: string | null;
  to: string | null;
  forced: boolean;
  at: number;
  actor: Actor;
  payload: Record<string, unknown>;
}

export interface Incoming {
  /** `MISSION/WP01`. */
  id: string;
  events: IncomingEvent[];
  /** What its file intends now; read again with the same content, it adds nothing. */
  authored: Authored | null;
}

export interface TakenIn {
  added: number;
  known: number;
  /** Events whose id belongs to another stream: they got one of their own, and name theirs. */
  renamed: number;
}

/** A resolved identity may be partial in what others wrote; and a line may carry what this version does not know. */
const partial = z.object({ resolved: z.record(z.string(), z.string().nullable()).optional() });
const schemas = {
  Moved: movedSchema.omit({ resolved: true }).extend(partial.shape).extend(importedSchema.shape),
  Annotated: packageDeltaSchema.omit({ resolved: true }).extend(partial.shape).extend(importedSchema.shape),
  Authored: authoredSchema.extend(importedSchema.shape),
} as const;

const CHUNK = 400;

/** Takes in whole streams, in the caller's transaction. @throws ZodError when the reader made an event that is none. */
export async function takeIn(
  db: Db,
  engine: Engine,
  batch: readonly Incoming[],
  ctx: AppendContext,
): Promise<Map<string, TakenIn>> {
  const streams = batch.map((incoming) => `package:${incoming.id}`);
  const existing = await eventsOf(db, streams);
  const foreign = await streamsOf(db, engine, [...new Set(batch.flatMap((b) => b.events.map((e) => e.id)))]);
  const rows: EventRow[] = [];
  const projections: ReturnType<typeof packageRow>[] = [];
  const given = new Map<string, string>();
  const taken = new Map<string, TakenIn>();
  for (const incoming of batch) {
    const counts: TakenIn = { added: 0, known: 0, renamed: 0 };
    taken.set(incoming.id, counts);
    const stream = `package:${incoming.id}`;
    const old = existing.get(stream) ?? [];
    const known = new Set(old.flatMap((event) => [event.id, sourceId(event)]));
    const fresh: IncomingEvent[] = [];
    for (const event of incoming.events) {
      if (known.has(event.id)) {
        counts.known += 1;
        continue;
      }
      known.add(event.id);
      const owner = foreign.get(event.id) ?? given.get(event.id);
      if (owner !== undefined && owner !== stream) {
        counts.renamed += 1;
        fresh.push(renamed(event, stream));
      } else {
        given.set(event.id, stream);
        fresh.push(event);
      }
    }
    const read = authoredAnew(stream, old, incoming.authored, ctx.now);
    if (fresh.length === 0 && read === null) continue;
    const added = chain(stream, old, [...packageOrder(fresh), ...(read ? [read] : [])], ctx);
    counts.added += added.rows.length;
    rows.push(...added.rows);
    const all = [...old, ...added.events];
    projections.push(packageRow(incoming.id, foldAll(incoming.id, all), all.length));
  }
  await insertEvents(db, engine, rows);
  await upsert(db, engine, projections);
  return taken;
}

/** The event of a file that says something else than when it was read last; null when it says the same. */
function authoredAnew(
  stream: string,
  old: readonly EventRecord[],
  authored: Authored | null,
  now: number,
): IncomingEvent | null {
  if (authored === null) return null;
  const last = packageOrder(old.filter((event) => event.type === 'Authored')).at(-1);
  const text = canonical(authored);
  if (last && canonical(last.payload) === text) return null;
  const at = Math.max(now, (last?.at ?? 0) + 1);
  const id = createHash('sha256').update(`authored\n${stream}\n${at}\n${text}`).digest('hex').slice(0, 32);
  const actor: Actor = { kind: 'process', id: 'import' };
  return {
    id,
    class: 'annotation',
    type: 'Authored',
    from: null,
    to: null,
    forced: false,
    at,
    actor,
    payload: authored,
  };
}

const foldAll = (id: string, events: readonly EventRecord[]): PackageState =>
  packageOrder(events).reduce(evolvePackage, initialPackage(id));

const sourceId = (event: EventRecord): string => {
  const source = event.payload.source as { id?: string } | undefined;
  return source?.id ?? event.id;
};

function renamed(event: IncomingEvent, stream: string): IncomingEvent {
  const id = createHash('sha256').update(`${event.id}\n${stream}`).digest('hex').slice(0, 32);
  const source = { ...(event.payload.source as object | undefined), id: event.id };
  return { ...event, id, payload: { ...event.payload, source } };
}

function chain(stream: string, old: readonly EventRecord[], fresh: readonly IncomingEvent[], ctx: AppendContext) {
  const rows: EventRow[] = [];
  const events: EventRecord[] = [];
  let previous = old.at(-1) ?? null;
  for (const event of fresh) {
    schemas[event.type].parse(event.payload);
    const [actor, payload] = [canonical(event.actor), canonical(event.payload)];
    const record: Omit<EventRecord, 'hash'> = {
      id: event.id,
      stream,
      version: (previous?.version ?? 0) + 1,
      class: event.class,
      type: event.type,
      from: event.from,
      to: event.to,
      forced: event.forced,
      at: event.at,
      actor: event.actor,
      cause: ctx.cause,
      payload: event.payload,
      prevHash: previous?.hash ?? null,
    };
    const hash = hashOfTexts(record, actor, payload);
    previous = { ...record, hash };
    events.push(previous);
    rows.push({
      id: record.id,
      stream,
      version: record.version,
      class: record.class,
      type: record.type,
      from_state: record.from,
      to_state: record.to,
      forced: record.forced ? 1 : 0,
      at: record.at,
      actor,
      cause: record.cause,
      payload,
      prev_hash: record.prevHash,
      hash,
    });
  }
  return { rows, events };
}

async function eventsOf(db: Db, streams: readonly string[]): Promise<Map<string, EventRecord[]>> {
  const found = new Map<string, EventRecord[]>();
  for (const part of chunks(streams)) {
    const rows = await db
      .selectFrom('events')
      .selectAll()
      .where('stream', 'in', part)
      .orderBy('stream')
      .orderBy('version')
      .execute();
    for (const event of rows.map(fromRow)) {
      const list = found.get(event.stream);
      if (list) list.push(event);
      else found.set(event.stream, [event]);
    }
  }
  return found;
}

/** Which streams the ids belong to already. */
async function streamsOf(db: Db, engine: Engine, ids: readonly string[]): Promise<Map<string, string>> {
  const list = JSON.stringify(ids);
  const given =
    engine === 'sqlite'
      ? sql`select value from json_each(${list})`
      : sql`select jsonb_array_elements_text(${list}::jsonb)`;
  const { rows } = await sql<{
    id: string;
    stream: string;
  }>`select id, stream from events where id in (${given})`.execute(db);
  return new Map(rows.map((row) => [row.id, row.stream]));
}

type PackageRowOf = ReturnType<typeof packageRow>;

const EVENT_COLUMNS = [
  'id',
  'stream',
  'version',
  'class',
  'type',
  'from_state',
  'to_state',
  'forced',
  'at',
  'actor',
  'cause',
  'payload',
  'prev_hash',
  'hash',
] as const satisfies readonly (keyof EventRow)[];

const PACKAGE_COLUMNS = [
  'id',
  'mission',
  'wp',
  'state',
  'since_at',
  'version',
  'state_json',
] as const satisfies readonly (keyof PackageRowOf)[];

/** Rows of one statement. It is written once and kept prepared: built anew for each batch, it costs more than its rows. */
const TOGETHER = 50;

function insertText(engine: Engine, table: string, columns: readonly string[], rows: number, end: string): string {
  let nth = 0;
  const place = () => {
    nth += 1;
    return engine === 'postgres' ? `$${nth}` : '?';
  };
  const values = Array.from({ length: rows }, () => `(${columns.map(place).join(', ')})`).join(', ');
  return `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values ${values}${end}`;
}

async function insert<R extends object>(
  db: Db,
  engine: Engine,
  table: string,
  columns: readonly (keyof R & string)[],
  rows: readonly R[],
  end = '',
): Promise<void> {
  const whole = insertText(engine, table, columns, TOGETHER, end);
  for (let i = 0; i < rows.length; i += TOGETHER) {
    const part = rows.slice(i, i + TOGETHER);
    const text = part.length === TOGETHER ? whole : insertText(engine, table, columns, part.length, end);
    const values = part.flatMap((row) => columns.map((name) => row[name]));
    await db.executeQuery(CompiledQuery.raw(text, values));
  }
}

const insertEvents = (db: Db, engine: Engine, rows: readonly EventRow[]) =>
  insert(db, engine, 'events', EVENT_COLUMNS, rows);

async function upsert(db: Db, engine: Engine, rows: readonly PackageRowOf[]): Promise<void> {
  const changed = PACKAGE_COLUMNS.filter((name) => name !== 'id').map((name) => `"${name}" = excluded."${name}"`);
  const end = ` on conflict ("id") do update set ${changed.join(', ')}`;
  await insert(db, engine, 'packages', PACKAGE_COLUMNS, rows, end);
}

function chunks<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let i = 0; i < all.length; i += CHUNK) parts.push(all.slice(i, i + CHUNK));
  return parts;
}
