import { describe, expect, it } from 'vitest';
import { checkEvents, IllegalEdge } from '../../../src/ledger/events/stream.js';
import { decideItem, type ItemCommand } from '../../../src/ledger/items/decide.js';
import { nextDue, nudgeDue, pageDue, proofOfRound } from '../../../src/ledger/items/evolve.js';
import { itemStream } from '../../../src/ledger/items/table.js';
import { at, MORNING } from '../../support/clock.js';
import { recorded, stories } from '../../support/given.js';
import { annotated, closed, handoffFacts, opened, openItem, opening, proof } from '../../support/items.js';

const KEY = 'handoff:leads/x';
const { given, state } = stories(itemStream, decideItem, KEY);
const mute = { by: 'gera', why: 'vendor is closed', until: at('Tue 09:00') };

describe('deciding on an item', () => {
  it('opens in round 1, and after a close in the next (O3)', () => {
    given().when({ do: 'open', opening: opening() }).gives(opened(KEY, 1));
    given(opened(KEY, 1), closed()).when({ do: 'open', opening: opening() }).gives(opened(KEY, 2));
  });

  it('refuses to open what is open', () => {
    given(opened(KEY, 1)).when({ do: 'open', opening: opening() }).refuses({ refused: 'already-open' });
  });

  it('[O1] closes by a proof, once: who comes second hears by what it was closed', () => {
    const second = proof({ text: 'heard from her', by: 'fede' });
    given(opened(KEY, 1)).when({ do: 'close', proof: proof() }).gives(closed());
    given(opened(KEY, 1), closed())
      .when({ do: 'close', proof: second })
      .refuses({ refused: 'not-open', state: 'closed', proof: proof() });
    given().when({ do: 'close', proof: second }).refuses({ refused: 'not-open', state: 'none', proof: null });
  });

  it('[O8] a mute closes it, naming who, why and until when', () => {
    const text = 'muted by gera: vendor is closed (until 2026-11-03T09:00:00.000Z)';
    const muted = { kind: 'mute', text, link: null, by: 'gera', at: at('09:30') };
    given(opened(KEY, 1))
      .when({ do: 'mute', mute, at: at('09:30') })
      .gives(closed(muted, mute));
    given(opened(KEY, 1))
      .when({ do: 'mute', mute: { ...mute, until: null }, at: at('09:30') })
      .gives(closed({ ...muted, text: 'muted by gera: vendor is closed' }, { ...mute, until: null }));
    given(opened(KEY, 1), closed())
      .when({ do: 'mute', mute, at: at('09:30') })
      .refuses({ refused: 'not-open', state: 'closed', proof: proof() });
  });

  it('[O8] an unmute ends it, and leaves the item closed', () => {
    const command: ItemCommand = { do: 'unmute', by: 'gera' };
    given(opened(KEY, 1), closed(proof(), mute))
      .when(command)
      .gives(annotated({ muted: null }));
    given(opened(KEY, 1)).when(command).refuses({ refused: 'not-muted' });
    expect(state([opened(KEY, 1), closed(proof(), mute), annotated({ muted: null })])).toMatchObject({
      state: 'closed',
      muted: null,
    });
  });

  it('[O12] a take holds the page once and closes nothing', () => {
    const command: ItemCommand = { do: 'take', by: 'gera', at: at('09:30'), for: 4 * 3_600_000 };
    const taken = { by: 'gera', at: at('09:30'), until: at('13:30') };
    given(opened(KEY, 1)).when(command).gives(annotated({ taken }));
    given(opened(KEY, 1), annotated({ taken }))
      .when({ ...command, by: 'fede', at: at('Tue 09:00') })
      .refuses({ refused: 'taken-before', by: 'gera', at: at('09:30') });
    given(opened(KEY, 1), closed()).when(command).refuses({ refused: 'not-open', state: 'closed', proof: proof() });
    expect(state([opened(KEY, 1), annotated({ taken })])).toMatchObject({ state: 'open', taken });
  });

  it('annotates what exists, open or closed, and nothing else', () => {
    const delta = { notes: [{ text: 'called', by: 'gera', at: MORNING }] };
    given(opened(KEY, 1), closed()).when({ do: 'annotate', delta }).gives(annotated(delta));
    given().when({ do: 'annotate', delta }).refuses({ refused: 'not-open', state: 'none', proof: null });
  });

  describe('[H9] the next round', () => {
    const why = proof({ kind: 'released', text: 'released to Oracle' });
    const next = { do: 'next-round' as const, why, snapshot: 's2', link: 'https://l', what: 'Oracle was handed it' };
    const command: ItemCommand = { ...next, handoff: handoffFacts({ taker: 'oracle' }) };
    const first = { nudgeAt: at('09:30'), pageAt: at('10:00'), handoff: handoffFacts(), snapshot: 's1' };

    it('closes this one and opens the next with the bounds that it had', () => {
      given(opened(KEY, 1, first))
        .when(command)
        .gives(
          closed(why),
          opened(KEY, 2, {
            ...first,
            handoff: handoffFacts({ taker: 'oracle' }),
            snapshot: 's2',
            link: 'https://l',
            noLinkWhy: null,
            what: 'Oracle was handed it',
          }),
        );
    });

    it('[P6] starts clean: what was said, taken, accepted and pending belongs to the round before; notes and refs stay', () => {
      const round = [
        opened(KEY, 1, first),
        annotated({ said: { page: { state: 'posted', at: 1, channel: 'C', ts: '1.1' } }, acceptedAt: 5 }),
        annotated({ taken: { by: 'gera', at: 1, until: 9 }, pending: { to: 'oracle', how: 'released', at: 2 } }),
        annotated({ notes: [{ text: 'n', by: 'gera', at: 1 }], refs: ['#1'] }),
      ];
      const after = state([...round, ...(decideItem(state(round), command) as never[])]);
      expect(after).toMatchObject({ round: 2, said: {}, taken: null, acceptedAt: null, pending: null, muted: null });
      expect(after).toMatchObject({ notes: [{ text: 'n' }], refs: ['#1'], proof: null, closedAt: null });
    });

    it('[H13] takes earlier bounds where they are given, never later ones', () => {
      const bounded = (nudgeAt: number | null, pageAt: number | null) =>
        (
          decideItem(state([opened(KEY, 1, first)]), { ...command, bounds: { nudgeAt, pageAt } }) as {
            payload: object;
          }[]
        )[1]?.payload;
      expect(bounded(at('09:10'), at('09:40'))).toMatchObject({ nudgeAt: at('09:10'), pageAt: at('09:40') });
      expect(bounded(at('11:00'), at('12:00'))).toMatchObject({ nudgeAt: at('09:30'), pageAt: at('10:00') });
      expect(bounded(null, null)).toMatchObject({ nudgeAt: at('09:30'), pageAt: at('10:00') });
    });

    it('is refused where nothing is open', () => {
      given(opened(KEY, 1), closed()).when(command).refuses({ refused: 'not-open', state: 'closed', proof: proof() });
    });
  });
});

describe('[L2] the edges of an item', () => {
  const legal = [
    [[], opened(KEY, 1)],
    [[opened(KEY, 1)], closed()],
    [[opened(KEY, 1), closed()], opened(KEY, 2)],
  ] as const;
  it.each(legal)('edge %#: is there', (before, event) => {
    expect(() => checkEvents(itemStream, state(before), [event])).not.toThrow();
  });

  const illegal = [
    ['a close of what is not open', [], closed()],
    ['a close of what is closed', [opened(KEY, 1), closed()], closed()],
    ['an opening of what is open', [opened(KEY, 1)], opened(KEY, 2)],
    ['an edge to itself, even forced', [opened(KEY, 1)], { ...closed(), from: 'open', to: 'open', forced: true }],
    ['a from that is not the state', [opened(KEY, 1)], { ...closed(), from: 'closed', to: 'open' }],
    ['a state that nobody knows', [opened(KEY, 1)], { ...closed(), to: 'archived' }],
    ['an event that nobody knows', [opened(KEY, 1)], { ...closed(), type: 'Vanished' }],
  ] as const;
  it.each(illegal)('%s is refused', (_name, before, event) => {
    expect(() => checkEvents(itemStream, state(before), [event])).toThrow(IllegalEdge);
  });

  it('a payload that does not fit is refused: no free bag of keys', () => {
    expect(() => checkEvents(itemStream, state([opened(KEY, 1)]), [annotated({ colour: 'red' } as never)])).toThrow();
    expect(() => checkEvents(itemStream, state([opened(KEY, 1)]), [closed(proof({ text: '' }))])).toThrow();
  });

  it('an annotation changes no state', () => {
    expect(state([opened(KEY, 1), annotated({ blocking: 'CI' })]).state).toBe('open');
    expect(state([opened(KEY, 1), closed(), annotated({ blocking: 'CI' })]).state).toBe('closed');
  });
});

describe('when an item is due', () => {
  const said = (kind: string) => ({ [kind]: { state: 'raised' as const, at: 1, channel: null, ts: null } });
  const item = openItem({ nudgeAt: at('09:30'), pageAt: at('10:00') });

  it('[S3] the nudge first, then the page; each once', () => {
    expect([nudgeDue(item), pageDue(item), nextDue(item)]).toEqual([at('09:30'), at('10:00'), at('09:30')]);
    expect(nextDue({ ...item, said: said('nudge') })).toBe(at('10:00'));
    expect(nextDue({ ...item, said: { ...said('nudge'), ...said('page') } })).toBeNull();
  });

  it('[S3] after the page there is no nudge any more', () => {
    expect(nudgeDue({ ...item, said: said('page') })).toBeNull();
  });

  it('[O12] a take holds the page until it ends, never brings it forward, and leaves the nudge', () => {
    const taken = { by: 'gera', at: at('09:00'), until: at('13:00') };
    expect(pageDue({ ...item, taken })).toBe(at('13:00'));
    expect(pageDue({ ...item, taken: { ...taken, until: at('09:20') } })).toBe(at('10:00'));
    expect(nextDue({ ...item, taken })).toBe(at('09:30'));
  });

  it('[S6] never when it is closed, or has no bounds', () => {
    expect(nextDue({ ...item, state: 'closed' })).toBeNull();
    expect(nextDue(openItem({ nudgeAt: null, pageAt: null }))).toBeNull();
  });

  it('[O9] the proof of a round is that of its own close', () => {
    const events = recorded('item:x', [
      opened(KEY, 1),
      closed(proof({ text: 'one' })),
      opened(KEY, 2),
      annotated({ blocking: 'CI' }),
      closed(proof({ text: 'two' })),
      opened(KEY, 3),
    ]);
    expect([1, 2, 3, 4].map((round) => proofOfRound(events, round)?.text ?? null)).toEqual(['one', 'two', null, null]);
  });
});
