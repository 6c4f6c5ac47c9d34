import type { Db } from '../db/open.js';
import type { Actor } from '../types.js';
import { type EventRecord, fromRow, hashOf, type NewEvent, toRow } from './record.js';
import { checkEvents, fold, type StreamDef } from './stream.js';

export interface Loaded<S> {
  id: string;
  state: S;
  events: EventRecord[];
  version: number;
}

export interface AppendContext {
  /** Milliseconds UTC. */
  now: number;
  actor: Actor;
  cause: string;
  newId: () => string;
}

export const streamName = (def: { prefix: string }, id: string) => `${def.prefix}:${id}`;

/** Reads one stream and folds it; an unknown id gives the initial state at version 0. */
export async function load<S>(db: Db, def: StreamDef<S>, id: string): Promise<Loaded<S>> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('stream', '=', streamName(def, id))
    .orderBy('version')
    .execute();
  const events = rows.map(fromRow);
  return { id, events, state: fold(def, id, events), version: events.at(-1)?.version ?? 0 };
}

const latestOf = (events: readonly EventRecord[]) => events.reduce((latest, event) => Math.max(latest, event.at), 0);

/**
 * Appends events to a stream and writes its projection, in the caller's transaction. The event's time never runs
 * backwards within a stream: a clock that was set back gives the time of the event before.
 * @returns the stream as it is afterwards.
 * @throws IllegalEdge, ZodError (bugs); a unique-constraint error when another writer appended first (the caller retries).
 */
export async function append<S>(
  db: Db,
  def: StreamDef<S>,
  loaded: Loaded<S>,
  events: readonly NewEvent[],
  ctx: AppendContext,
): Promise<Loaded<S>> {
  if (events.length === 0) return loaded;
  checkEvents(def, loaded.state, events);
  const all = [...loaded.events];
  for (const event of events) {
    const previous = all.at(-1) ?? null;
    const latest = def.order ? latestOf(all) : (previous?.at ?? 0);
    const tied = latest >= ctx.now && (def.order || (previous?.class === 'annotation' && event.class === 'transition'));
    const record: Omit<EventRecord, 'hash'> = {
      id: ctx.newId(),
      stream: streamName(def, loaded.id),
      version: (previous?.version ?? 0) + 1,
      class: event.class,
      type: event.type,
      from: event.class === 'transition' ? event.from : null,
      to: event.class === 'transition' ? event.to : null,
      forced: event.class === 'transition' && event.forced === true,
      // An annotation folds after a transition of its own time (L3), so a later transition gets a later millisecond.
      // What was imported may be later than our clock, and finer than a millisecond: what is appended folds after all of it.
      at: tied && previous ? latest + 1 : Math.max(ctx.now, latest),
      actor: ctx.actor,
      cause: ctx.cause,
      payload: JSON.parse(JSON.stringify(event.payload)) as Record<string, unknown>,
      prevHash: previous?.hash ?? null,
    };
    all.push({ ...record, hash: hashOf(record) });
  }
  await db.insertInto('events').values(all.slice(loaded.events.length).map(toRow)).execute();
  const version = all.length;
  const state = fold(def, loaded.id, all);
  await def.project(db, loaded.id, state, version);
  return { id: loaded.id, state, events: all, version };
}
