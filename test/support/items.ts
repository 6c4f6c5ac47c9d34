import type { NewEvent } from '../../src/ledger/events/record.js';
import type { Act, Ledger } from '../../src/ledger/index.js';
import type { Opening } from '../../src/ledger/items/decide.js';
import type { ItemDelta, ItemHandoff, Mute } from '../../src/ledger/items/events.js';
import { type ItemState, initialItem } from '../../src/ledger/items/evolve.js';
import type { Proof } from '../../src/ledger/types.js';
import { at, MORNING } from './clock.js';

/** Events and values of items, as stories need them. */

export const handoffFacts = (change: Partial<ItemHandoff> = {}): ItemHandoff => ({
  lane: 'leads',
  item: 'x',
  sender: 'smith',
  taker: 'trinity',
  why: 'the call has to come from her number',
  class: 'customer',
  bridge: { channel: 'C02BRIDGE', ts: '1793610000.000001' },
  origin: { channel: 'C08GENERAL', ts: '1793609000.000100' },
  ...change,
});

export const opening = (change: Partial<Opening> = {}): Opening => ({
  openedAt: MORNING,
  nudgeAt: null,
  pageAt: at('10:00'),
  owedTo: ['gera'],
  owedBy: 'smith',
  link: null,
  noLinkWhy: 'it has none',
  what: 'something is owed',
  handoff: null,
  snapshot: null,
  ...change,
});

export const proof = (change: Partial<Proof> = {}): Proof => ({
  kind: 'by-hand',
  text: 'called her at 09:40',
  link: null,
  by: 'gera',
  at: at('09:40'),
  ...change,
});

export const opened = (key: string, round: number, change: Partial<Opening> = {}): NewEvent => ({
  class: 'transition',
  type: 'Opened',
  from: round === 1 ? 'none' : 'closed',
  to: 'open',
  payload: {
    ...opening(change),
    kind: key.slice(0, key.indexOf(':')),
    subject: key.slice(key.indexOf(':') + 1),
    round,
  },
});

export const closed = (by: Proof = proof(), mute: Mute | null = null): NewEvent => ({
  class: 'transition',
  type: 'Closed',
  from: 'open',
  to: 'closed',
  payload: { proof: by, mute },
});

export const annotated = (delta: ItemDelta): NewEvent => ({ class: 'annotation', type: 'Annotated', payload: delta });

/** An open item, as the fold would leave it. */
export const openItem = (change: Partial<ItemState> = {}): ItemState => ({
  ...initialItem(change.key ?? 'task:deploy/api'),
  ...opening(),
  state: 'open',
  round: 1,
  ...change,
});

let causes = 0;
/** An act at a time; each has a cause of its own unless one is given. */
export function act(now: number, cause?: string, id = 'p1'): Act {
  causes += 1;
  return { now, actor: { kind: 'process', id }, cause: cause ?? `test:${causes}` };
}

export async function opens(ledger: Ledger, key: string, change: Partial<Opening> = {}, now = MORNING): Promise<void> {
  const done = await ledger.onItem(act(now), key, { do: 'open', opening: opening(change) });
  if (!done.applied || 'refused' in done.value) throw new Error(`${key} did not open: ${JSON.stringify(done)}`);
}
