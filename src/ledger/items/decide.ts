import type { NewEvent } from '../events/record.js';
import type { Proof } from '../types.js';
import type { ItemDelta, ItemHandoff, Mute, OpenedPayload } from './events.js';
import type { ItemState } from './evolve.js';

/** What opens an item; the round is the item's own business. Times are milliseconds UTC. */
export type Opening = Omit<OpenedPayload, 'round' | 'kind' | 'subject'>;

export type ItemCommand =
  | { do: 'open'; opening: Opening }
  /** Closes the round and goes on in the next, bounds carried over, or earlier where `bounds` are (H9, H13). */
  | {
      do: 'next-round';
      why: Proof;
      handoff: ItemHandoff;
      snapshot: string;
      link: string | null;
      what: string;
      owedTo?: string[];
      bounds?: { nudgeAt: number | null; pageAt: number | null };
    }
  | { do: 'close'; proof: Proof }
  | { do: 'mute'; mute: Mute; at: number }
  | { do: 'unmute'; by: string }
  /** `for` is the kind's `taken` bound, in milliseconds (O12). */
  | { do: 'take'; by: string; at: number; for: number }
  | { do: 'annotate'; delta: ItemDelta };

export type Refused =
  | { refused: 'not-open'; state: 'none' | 'closed'; proof: Proof | null }
  | { refused: 'already-open' }
  | { refused: 'not-muted' }
  | { refused: 'taken-before'; by: string; at: number };

export type Decision = NewEvent[] | Refused;

export const isRefused = (decision: Decision): decision is Refused => !Array.isArray(decision);

const annotated = (delta: ItemDelta): NewEvent => ({ class: 'annotation', type: 'Annotated', payload: delta });

const closed = (proof: Proof, mute: Mute | null = null): NewEvent => ({
  class: 'transition',
  type: 'Closed',
  from: 'open',
  to: 'closed',
  payload: { proof, mute },
});

const opened = (item: ItemState, from: 'none' | 'closed', opening: Opening): NewEvent => ({
  class: 'transition',
  type: 'Opened',
  from,
  to: 'open',
  payload: { ...opening, kind: item.kind, subject: item.subject, round: item.round + 1 },
});

const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** Decides on one command: the events, or why not. Pure; only proof closes (O1), so every close carries one. */
export function decideItem(item: ItemState, command: ItemCommand): Decision {
  switch (command.do) {
    case 'open':
      return item.state === 'open' ? { refused: 'already-open' } : [opened(item, item.state, command.opening)];
    case 'next-round': {
      if (item.state !== 'open') return { refused: 'not-open', state: item.state, proof: item.proof };
      const { openedAt, nudgeAt, pageAt, owedTo, owedBy, noLinkWhy } = item;
      const next: Opening = {
        openedAt,
        nudgeAt: earlier(nudgeAt, command.bounds?.nudgeAt ?? null),
        pageAt: earlier(pageAt, command.bounds?.pageAt ?? null),
        owedTo: command.owedTo ?? owedTo,
        owedBy,
        what: command.what,
        link: command.link,
        noLinkWhy: command.link ? null : noLinkWhy,
        handoff: command.handoff,
        snapshot: command.snapshot,
      };
      return [closed(command.why), opened(item, 'closed', next)];
    }
    case 'close':
      return item.state === 'open'
        ? [closed(command.proof)]
        : { refused: 'not-open', state: item.state, proof: item.proof };
    case 'mute': {
      if (item.state !== 'open') return { refused: 'not-open', state: item.state, proof: item.proof };
      const { by, why, until } = command.mute;
      const text = `muted by ${by}: ${why}`;
      const forHow = until === null ? text : `${text} (until ${new Date(until).toISOString()})`;
      return [closed({ kind: 'mute', text: forHow, link: null, by, at: command.at }, command.mute)];
    }
    case 'unmute':
      if (!item.muted) return { refused: 'not-muted' };
      return [annotated(item.suppressed ? { muted: null, suppressed: null } : { muted: null })];
    case 'take':
      if (item.state !== 'open') return { refused: 'not-open', state: item.state, proof: item.proof };
      // A take holds the page once: whoever takes it next is shown the first (O12).
      if (item.taken) return { refused: 'taken-before', by: item.taken.by, at: item.taken.at };
      return [annotated({ taken: { by: command.by, at: command.at, until: command.at + command.for } })];
    case 'annotate':
      return item.state === 'none' ? { refused: 'not-open', state: 'none', proof: null } : [annotated(command.delta)];
    default: {
      const never: never = command;
      throw new Error(`no such command: ${JSON.stringify(never)}`);
    }
  }
}
