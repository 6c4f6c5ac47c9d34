import { expect } from 'vitest';
import { type EventRecord, hashOf, type NewEvent } from '../../src/ledger/events/record.js';
import { checkEvents, fold, type StreamDef } from '../../src/ledger/events/stream.js';
import { MORNING } from './clock.js';

/** New events as the log would hold them: versions, times and hashes in order, one minute apart. */
export function recorded(
  stream: string,
  events: readonly NewEvent[],
  from: { version?: number; at?: number; prev?: EventRecord | null; apart?: number } = {},
): EventRecord[] {
  const out: EventRecord[] = [];
  for (const [index, event] of events.entries()) {
    const prev = out.at(-1) ?? from.prev ?? null;
    const record: Omit<EventRecord, 'hash'> = {
      id: `e${(from.version ?? 0) + index + 1}`,
      stream,
      version: (from.version ?? 0) + index + 1,
      class: event.class,
      type: event.type,
      from: event.class === 'transition' ? event.from : null,
      to: event.class === 'transition' ? event.to : null,
      forced: event.class === 'transition' && event.forced === true,
      at: (from.at ?? MORNING) + index * (from.apart ?? 60_000),
      actor: { kind: 'seat', id: 'smith' },
      cause: 'test',
      payload: event.payload,
      prevHash: prev?.hash ?? null,
    };
    out.push({ ...record, hash: hashOf(record) });
  }
  return out;
}

/**
 * `given(events).when(command).gives(events)`: the state is folded from the events, the command decided on it. What a
 * decide function answers other than events is compared with `.refuses(…)`.
 */
export function stories<S, C>(def: StreamDef<S>, decide: (state: S, command: C) => NewEvent[] | object, id: string) {
  const state = (events: readonly NewEvent[]) => fold(def, id, recorded(`${def.prefix}:${id}`, events));
  return {
    state,
    given: (...events: NewEvent[]) => ({
      when: (command: C) => {
        const decision = decide(state(events), command);
        return {
          gives(...expected: NewEvent[]) {
            expect(decision).toEqual(expected);
            // What was decided may be written.
            checkEvents(def, state(events), decision as NewEvent[]);
          },
          refuses: (expected: object) => expect(decision).toEqual(expected),
        };
      },
    }),
  };
}
