import type { z } from 'zod';
import type { Db } from '../db/open.js';
import { type EventRecord, foldOrder, type NewEvent } from './record.js';

/** Everything the log has to know of one kind of stream; each `ledger/<stream>/table.ts` exports one. */
export interface StreamDef<S> {
  /** The part of the stream's name before its first colon: `item`, `handoff`. */
  prefix: string;
  initial(id: string): S;
  /** The state machine: the edges that exist, by state (L2). */
  edges: Readonly<Record<string, readonly string[]>>;
  stateOf(state: S): string;
  /** Payload schemas by event type; a payload that does not fit is a bug and is refused at the write. */
  schemas: Readonly<Record<string, z.ZodType>>;
  evolve(state: S, event: EventRecord): S;
  /** The order of the fold, where versions say nothing about it: streams that are imported. `foldOrder` when absent. */
  order?(events: readonly EventRecord[]): EventRecord[];
  /** Writes the projection's row, in the transaction of the events (L1). */
  project(db: Db, id: string, state: S, version: number): Promise<void>;
  /** The projection's rows by id, as `verify` compares them, and their removal before a rebuild. */
  projected(db: Db): Promise<Map<string, string>>;
  /** What `project` would write, as text. */
  asProjected(id: string, state: S, version: number): string;
  clear(db: Db): Promise<void>;
}

/** The state of a stream: a fold of its events (L1, L3). Pure. */
export function fold<S>(def: StreamDef<S>, id: string, events: readonly EventRecord[]): S {
  return (def.order ?? foldOrder)(events).reduce((state, event) => def.evolve(state, event), def.initial(id));
}

/** Thrown on an edge that the state machine does not have: a bug of the caller, who decides before (L2). */
export class IllegalEdge extends Error {}

/**
 * Checks new events against the state machine, in order, starting from `state`; a forced transition may leave the edges.
 * @throws IllegalEdge on an edge that does not exist, on a self-edge even if forced, or on a `from` that is not the state.
 * @throws ZodError when a payload does not fit its schema.
 */
export function checkEvents<S>(def: StreamDef<S>, state: S, events: readonly NewEvent[]): void {
  let at = def.stateOf(state);
  for (const event of events) {
    const schema = def.schemas[event.type];
    if (!schema) throw new IllegalEdge(`${def.prefix} has no event type ${event.type}`);
    schema.parse(event.payload);
    if (event.class === 'annotation') continue;
    if (event.from !== at) throw new IllegalEdge(`${def.prefix} is ${at}, not ${event.from}`);
    if (event.from === event.to) throw new IllegalEdge(`${def.prefix}: no edge from ${event.from} to itself`);
    if (!event.forced && !def.edges[event.from]?.includes(event.to)) {
      throw new IllegalEdge(`${def.prefix} has no edge from ${event.from} to ${event.to}`);
    }
    at = event.to;
  }
}
