import { describe, expect, it } from 'vitest';
import { parseBridge } from '../../src/messages/parse/index.js';
import { bridgeParts } from '../../src/verbs/bridge-parts.js';
import { claimText, handoffText, ORIGIN, ORIGIN_LINK } from '../support/bridge.js';
import { at, MORNING } from '../support/clock.js';
import { type TestSeat, testConfig } from '../support/config.js';

const SEATS = ['smith', 'trinity', 'oracle'] as const;
const config = testConfig({ seats: SEATS });
const parts = (text: string, author: TestSeat = 'smith', seat: TestSeat = 'smith') =>
  bridgeParts(parseBridge(text, MORNING), author, MORNING, testConfig({ seat, seats: SEATS }));

describe('what a bridge message means against the configuration', () => {
  it('every seat’s process comes to the same parts', () => {
    for (const text of [
      handoffText(),
      handoffText({ why: 'your area' }),
      claimText('a/b', 'released to Oracle why: w'),
    ]) {
      const [smith, trinity, oracle] = SEATS.map((seat) => parts(text, 'smith', seat));
      expect(trinity).toEqual(smith);
      expect(oracle).toEqual(smith);
    }
  });

  it('prose means nothing', () => {
    expect(parts('good morning')).toEqual([]);
  });

  it('[H5, H12] a HANDOFF: its key, its taker, and the thread in which the work began', () => {
    expect(parts(handoffText({ lane: 'Leads', customer: 'yes', owedTo: 'Fede', refs: '#12' }))).toMatchObject([
      {
        part: 'handoff',
        key: 'leads/western-slope-alert',
        origin: ORIGIN,
        handoff: { to: 'trinity', lane: 'Leads', origin: ORIGIN_LINK, customer: true, owedTo: 'fede', refs: ['#12'] },
      },
    ]);
  });

  it('[H12] a link into a thread is that thread', () => {
    const link = `${ORIGIN_LINK}?thread_ts=1793600000.000001&amp;cid=C08GENERAL`;
    expect(parts(handoffText({ origin: link }))).toMatchObject([{ origin: { ts: '1793600000.000001' } }]);
  });

  it('[H5] a link to anywhere else is no origin', () => {
    expect(parts(handoffText({ origin: 'https://github.com/org/app/issues/1' }))).toMatchObject([{ origin: null }]);
  });

  it('a seat is named by its bot user, its key or its name', () => {
    for (const to of ['<@U0TRINITY>', 'trinity', '@Trinity']) {
      expect(parts(handoffText({ to }))).toMatchObject([{ part: 'handoff', handoff: { to: 'trinity' } }]);
    }
  });

  it('a person whom the configuration does not name is owed by Slack id', () => {
    expect(parts(handoffText({ owedTo: '<@U0STRANGER>' }))).toMatchObject([{ handoff: { owedTo: 'U0STRANGER' } }]);
  });

  it('[H3] a reason that is none, a taker that is no seat, and oneself are refused', () => {
    expect(parts(handoffText({ why: 'that’s Trinity’s' }))).toEqual([
      { part: 'handoff-refused', to: 'trinity', refusal: { reason: 'ownership-only', given: 'that’s Trinity’s' } },
    ]);
    expect(parts(handoffText({ to: '<@U02FEDE>' }))).toEqual([
      { part: 'handoff-refused', to: null, refusal: { reason: 'not-a-seat', given: '<@U02FEDE>' } },
    ]);
    expect(parts(handoffText({ to: 'smith' }))).toEqual([
      { part: 'handoff-refused', to: null, refusal: { reason: 'to-itself', given: 'Smith' } },
    ]);
  });

  it('[H4] one that cannot be read names the faulty line and what could be read', () => {
    expect(parts(handoffText({ lane: '' }))).toMatchObject([
      {
        part: 'handoff-unparsed',
        readable: { to: 'trinity', lane: null, item: 'western-slope-alert' },
        problem: { line: 2 },
      },
    ]);
  });

  it('[H1, H4] a lane without a letter or digit makes no key', () => {
    const [part] = parts(handoffText({ lane: '…' }));
    expect(part?.part).toBe('handoff-unparsed');
  });

  it('[H8] the same subtask twice is one', () => {
    expect(parts(handoffText({ subtasks: ['Call', 'call ', 'log'] }))).toMatchObject([
      { handoff: { subtasks: [{ state: 'open' }, { name: 'log', state: 'open' }] } },
    ]);
  });

  it('[H8] until is a time after the line’s own', () => {
    expect(parts(claimText('Leads/X', 'accepted until 08:00'))).toEqual([
      { part: 'claim', key: 'leads/x', claim: { act: 'accepted', until: at('Tue 08:00'), note: null } },
    ]);
    expect(parts(claimText('leads/x', 'working until 2026-11-02T16:30Z'))).toMatchObject([
      { claim: { until: at('16:30') } },
    ]);
  });

  it('[H7] a release names a seat, never a person or a session', () => {
    expect(parts(claimText('leads/x', 'released to <@U0ORACLE> why: w'))).toEqual([
      { part: 'claim', key: 'leads/x', claim: { act: 'released', to: 'oracle', why: 'w' } },
    ]);
    expect(parts(claimText('leads/x', 'released to <@U02FEDE> why: w'))).toEqual([
      { part: 'claim-refused', key: 'leads/x', refusal: { why: 'not-a-seat', named: '<@U02FEDE>' } },
    ]);
  });

  it('one message may hold several claims, readable and not', () => {
    expect(parts([claimText('leads/x', 'accepted'), claimText('leads/y', 'blah')].join('\n'))).toMatchObject([
      { part: 'claim', key: 'leads/x' },
      { part: 'claim-unreadable', key: 'leads/y', problem: { line: 2 } },
    ]);
  });

  it('the configuration of the tests reads as it is told', () => {
    expect([...config.seats.keys()]).toEqual([...SEATS]);
    expect(config.people.get('fede')).toMatchObject({ pages: 'channel', github: 'fede-dev' });
  });
});
