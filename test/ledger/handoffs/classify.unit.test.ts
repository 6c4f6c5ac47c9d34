import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/ledger/handoffs/classify.js';
import { perspective } from '../../../src/ledger/handoffs/record.js';
import { testConfig } from '../../support/config.js';

const config = testConfig();
const of = (change: Partial<Parameters<typeof classify>[0]>) =>
  classify({ lane: 'billing', item: 'export', originChannel: null, customer: null, ...change }, config);

describe('[H13] customer, internal or unknown', () => {
  it.each([
    ['a customer word as lane', { lane: 'leads' }, 'customer'],
    ['in the singular', { lane: 'lead' }, 'customer'],
    ['in the item', { item: 'call-the-tenant-back' }, 'customer'],
    ['in capitals, with marks', { item: 'RESIDENT: leak!' }, 'customer'],
    ['part of a word only', { item: 'leadership-review' }, 'unknown'],
    ['part of a compound', { item: 'mislead' }, 'unknown'],
    ['an internal lane', { lane: 'infra' }, 'internal'],
    ['an internal lane, spelled otherwise', { lane: 'Infra ' }, 'internal'],
    ['an internal lane with a customer word', { lane: 'infra', item: 'tenant-db' }, 'customer'],
    ['an internal lane from a customer alert', { lane: 'infra', originChannel: 'C05LEADS' }, 'customer'],
    ['an internal lane, customer: yes', { lane: 'infra', customer: true }, 'customer'],
    ['customer: no', { customer: false }, 'internal'],
    ['customer: no against a customer word', { item: 'tenant-db', customer: false }, 'customer'],
    ['customer: no against a customer alert', { customer: false, originChannel: 'C05LEADS' }, 'customer'],
    ['a customer alert channel', { originChannel: 'C05LEADS' }, 'customer'],
    ['another channel', { originChannel: 'C08GENERAL' }, 'unknown'],
    ['nothing to go by', {}, 'unknown'],
  ] as const)('%s', (_name, change, expected) => {
    expect(of(change)).toBe(expected);
  });

  it.each([
    ['lobbies', 'lobby'],
    ['lobby', 'lobbies'],
    ['addresses', 'address'],
    ['address', 'addresses'],
  ])('%s is the word %s in the other number', (written, configured) => {
    const lanes = { internal: [], customerWords: [configured] };
    expect(classify({ lane: 'x', item: written, originChannel: null, customer: null }, { ...config, lanes })).toBe(
      'customer',
    );
  });

  it('a configured phrase is found word by word', () => {
    const lanes = { internal: [], customerWords: ['VIP guest'] };
    const item = (text: string) =>
      classify({ lane: 'x', item: text, originChannel: null, customer: null }, { ...config, lanes });
    expect(['late-vip-guests', 'vip-parking', 'guest-vip'].map(item)).toEqual(['customer', 'unknown', 'unknown']);
  });

  it('a classifier that throws has read nothing: unknown', () => {
    const broken = { ...config, lanes: null } as never;
    expect(classify({ lane: 'infra', item: 'x', originChannel: null, customer: null }, broken)).toBe('unknown');
  });

  it('[H14] unknown gets the customer bounds', () => {
    const { bounds } = perspective(config);
    const minutes = (of: 'customer' | 'internal' | 'unknown', kind: 'handoff' | 'held' = 'handoff') => {
      const { nudge, page } = bounds(kind, of);
      return [nudge, page].map((ms) => (ms === null ? null : ms / 60_000));
    };
    expect([minutes('customer'), minutes('unknown'), minutes('internal')]).toEqual([
      [30, 60],
      [30, 60],
      [null, 240],
    ]);
    expect([minutes('unknown', 'held'), minutes('internal', 'held')]).toEqual([
      [null, 60],
      [null, 240],
    ]);
  });
});
