import { describe, expect, it } from 'vitest';
import { planChase } from '../../src/sweeps/chase/plan.js';
import { route } from '../../src/sweeps/chase/route.js';
import { at } from '../support/clock.js';
import { testConfig } from '../support/config.js';
import { handoffFacts, openItem } from '../support/items.js';

const config = testConfig({ seats: ['smith', 'trinity', 'oracle'] });
const said = (kind: string) => ({ [kind]: { state: 'raised' as const, at: 1, channel: null, ts: null } });

describe('what the items that are due call for', () => {
  const handoff = openItem({
    key: 'handoff:leads/x',
    kind: 'handoff',
    nudgeAt: at('09:30'),
    pageAt: at('10:00'),
    handoff: handoffFacts(),
  });
  const plan = (item: Partial<typeof handoff>, now: string) =>
    planChase([{ ...handoff, ...item }], at(now), config).actions;

  it('nothing before its time', () => {
    expect(plan({}, '09:29')).toEqual([]);
  });

  it('[H5, H14] a nudge to the taker, in the HANDOFF’s thread, whether it accepted or not', () => {
    const nudge = {
      key: 'handoff:leads/x',
      round: 1,
      do: 'nudge',
      post: {
        effect: 'nudge/handoff:leads/x/1',
        place: { channel: 'C02BRIDGE', thread: handoffFacts().bridge?.ts },
        saying: { say: 'nudge', takerUser: 'U0TRINITY' },
        itemKey: 'handoff:leads/x',
        round: 1,
      },
    };
    expect(plan({}, '09:30')).toEqual([nudge]);
    expect(plan({ acceptedAt: at('09:10') }, '09:30')).toEqual([nudge]);
    expect(plan({ said: said('nudge') }, '09:59')).toEqual([]);
  });

  it('[O9, P6] then one page, with a key of its round', () => {
    expect(plan({ said: said('nudge') }, '10:00')).toMatchObject([
      { do: 'page', post: { effect: 'page/handoff:leads/x/1', round: 1 } },
    ]);
    expect(plan({ round: 3 }, '10:00')).toMatchObject([{ post: { effect: 'page/handoff:leads/x/3', round: 3 } }]);
    expect(plan({ said: { ...said('nudge'), ...said('page') } }, 'Tue 10:00')).toEqual([]);
  });

  it('[S3] long past both bounds it is paged once, not nudged and paged in one breath', () => {
    expect(plan({}, 'Sun 10:00').map((action) => action.do)).toEqual(['page']);
    expect(plan({ said: said('page') }, 'Sun 10:00')).toEqual([]);
  });

  it('[O12] taken it is not paged until then, and like any other after that', () => {
    const taken = { by: 'gera', at: at('09:50'), until: at('13:50') };
    expect(plan({ taken, said: said('nudge') }, '10:00')).toEqual([]);
    expect(plan({ taken, said: said('nudge') }, '13:50').map((action) => action.do)).toEqual(['page']);
  });

  it('[P2] closed it calls for nothing', () => {
    expect(plan({ state: 'closed' }, 'Sun 10:00')).toEqual([]);
  });

  it('a taker that the configuration no longer names is not nudged; the page comes all the same', () => {
    const gone = { handoff: handoffFacts({ taker: 'cypher' }) };
    expect(plan(gone, '09:30')).toEqual([]);
    expect(plan(gone, '10:00').map((action) => action.do)).toEqual(['page']);
  });

  it('[S2] one item that throws stops none of the others', () => {
    const poisoned = { ...handoff, key: 'handoff:leads/bad', owedTo: null as never };
    const { actions, failures } = planChase([poisoned, handoff], at('10:00'), config);
    expect(actions.map((action) => action.key)).toEqual(['handoff:leads/x']);
    expect(failures).toEqual([{ key: 'handoff:leads/bad', error: expect.any(String) }]);
  });

  it('[S1] is a pure function of the rows and the time', () => {
    const frozen = JSON.parse(JSON.stringify(handoff)) as typeof handoff;
    const first = planChase([Object.freeze(frozen)], at('10:00'), config);
    expect(planChase([frozen], at('10:00'), config)).toEqual(first);
    expect(frozen).toEqual(handoff);
  });
});

describe('[O10] where a page goes, and whom it tags', () => {
  const ALERTS = { channel: 'C01ALERTS' };
  const to = (change: Parameters<typeof openItem>[0], seat: 'smith' | 'trinity' | 'oracle' = 'smith') => {
    const { place, tags } = route(openItem(change), { ...config, seat });
    return { place, tags: [...tags].sort() };
  };

  it('owed to this seat’s own human alone, who takes DMs: that DM, untagged', () => {
    expect(to({ owedTo: ['gera'] })).toEqual({ place: { dm: 'U01GERA' }, tags: [] });
    expect(to({ owedTo: ['neo'] }, 'oracle')).toEqual({ place: { dm: 'U03NEO' }, tags: [] });
  });
  it('owed to one who takes no DMs: alerts, the overseer and them', () => {
    expect(to({ owedTo: ['fede'] }, 'trinity')).toEqual({ place: ALERTS, tags: ['U01GERA', 'U02FEDE'] });
  });
  it('owed to another seat’s human: never their DM', () => {
    expect(to({ owedTo: ['neo'] })).toEqual({ place: ALERTS, tags: ['U01GERA', 'U03NEO'] });
    expect(to({ owedTo: ['gera'] }, 'trinity')).toEqual({ place: ALERTS, tags: ['U01GERA'] });
  });
  it('owed to several: alerts, all of them once', () => {
    expect(to({ owedTo: ['gera', 'fede'] })).toEqual({ place: ALERTS, tags: ['U01GERA', 'U02FEDE'] });
  });
  it('owed to a person whom the configuration does not name: alerts, the overseer and them', () => {
    expect(to({ owedTo: ['U0STRANGER'] })).toEqual({ place: ALERTS, tags: ['U01GERA', 'U0STRANGER'] });
  });
  it('owed to nobody: alerts and the overseer', () => {
    expect(to({ owedTo: [] })).toEqual({ place: ALERTS, tags: ['U01GERA'] });
  });
  it.each(['customer', 'unknown'] as const)(
    '[H14] a %s handoff is never one person’s alone: alerts, with the sender’s and the taker’s human',
    (of) => {
      const handoff = handoffFacts({ class: of, taker: 'oracle' });
      const item = { key: 'handoff:leads/x', kind: 'handoff', owedTo: ['gera'], handoff };
      expect(to(item)).toEqual({ place: ALERTS, tags: ['U01GERA', 'U03NEO'] });
      expect(route(openItem(item), config).customer).toBe(true);
      expect(to({ ...item, key: 'held:leads/x', kind: 'held' }).place).toEqual(ALERTS);
    },
  );
  it('an internal handoff is like anything else', () => {
    const handoff = handoffFacts({ class: 'internal' });
    expect(to({ key: 'handoff:infra/x', kind: 'handoff', owedTo: ['gera'], handoff })).toEqual({
      place: { dm: 'U01GERA' },
      tags: [],
    });
    expect(to({ key: 'handoff:infra/x', kind: 'handoff', owedTo: ['fede'], handoff }).place).toEqual(ALERTS);
  });
});
