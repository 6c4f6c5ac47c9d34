import type { EventRecord } from '../events/record.js';
import type { Delivered, Recorded, RulingDue } from './events.js';

/** A ruling as the fold of its events; its id is its receipt. Times are milliseconds UTC. */
export interface RulingState {
  id: string;
  state: 'none' | 'recorded' | 'due' | 'delivered';
  recorded: Recorded | null;
  obtainedAt: number;
  due: RulingDue | null;
  delivered: (Delivered & { at: number }) | null;
}

export const initialRuling = (id: string): RulingState => ({
  id,
  state: 'none',
  recorded: null,
  obtainedAt: 0,
  due: null,
  delivered: null,
});

/** `evolve` of a ruling: pure, no clock. An unknown event type changes nothing. */
export function evolveRuling(state: RulingState, event: EventRecord): RulingState {
  switch (event.type) {
    case 'Recorded':
      return { ...state, state: 'recorded', recorded: event.payload as Recorded, obtainedAt: event.at };
    case 'Due':
      return { ...state, state: 'due', due: event.payload as RulingDue };
    case 'Delivered':
      return { ...state, state: 'delivered', delivered: { ...(event.payload as Delivered), at: event.at } };
    default:
      return state;
  }
}
