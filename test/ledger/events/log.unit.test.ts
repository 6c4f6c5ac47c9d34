import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldDelta, type MergeRule } from '../../../src/ledger/events/merge.js';
import { canonicalJson, foldOrder, fromRow, hashOf, toRow } from '../../../src/ledger/events/record.js';
import { boardRules } from '../../../src/ledger/handoffs/events.js';
import { itemRules } from '../../../src/ledger/items/events.js';
import { chainFault } from '../../../src/ledger/verify.js';
import { recorded } from '../../support/given.js';
import { annotated, closed, opened } from '../../support/items.js';

const rules: Record<string, MergeRule> = { link: 'latest', notes: 'append', refs: 'union', subtasks: 'per-key' };
const foldAll = (deltas: object[]) =>
  deltas.reduce<object>((state, delta) => foldDelta(rules, state, delta as Record<string, unknown>), {});

describe('[L3] one merge rule per field', () => {
  it('latest wins, notes append, refs unite, subtasks keep the latest per key', () => {
    expect(
      foldAll([
        { link: 'a', notes: ['1'], refs: ['x'], subtasks: { call: 'open', log: 'open' } },
        { link: 'b', notes: ['1'], refs: ['y', 'x'], subtasks: { call: 'done' } },
      ]),
    ).toEqual({ link: 'b', notes: ['1', '1'], refs: ['x', 'y'], subtasks: { call: 'done', log: 'open' } });
  });

  it('a blank never clears, null is a deliberate none', () => {
    expect(foldAll([{ link: 'a' }, { link: '' }, { link: undefined }, {}])).toEqual({ link: 'a' });
    expect(foldAll([{ link: 'a' }, { link: null }])).toEqual({ link: null });
  });

  it('a field without a rule, of a newer version, changes nothing', () => {
    expect(foldAll([{ link: 'a', colour: 'red' }])).toEqual({ link: 'a' });
  });

  it('changes neither state nor delta', () => {
    const [state, delta] = [Object.freeze({ refs: ['x'] }), Object.freeze({ refs: ['y'], subtasks: { a: 'open' } })];
    expect(foldDelta(rules, state, delta)).toEqual({ refs: ['x', 'y'], subtasks: { a: 'open' } });
    expect(state).toEqual({ refs: ['x'] });
  });

  const unions = fc.array(fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }), { maxLength: 6 });
  it('references are the same in any order of the annotations', () => {
    fc.assert(
      fc.property(unions, fc.infiniteStream(fc.nat()), (lists, order) => {
        const shuffled = lists.map((list) => ({ list, at: order.next().value })).sort((a, b) => a.at - b.at);
        const refs = (all: string[][]) =>
          [...((foldAll(all.map((list) => ({ refs: list }))) as { refs?: string[] }).refs ?? [])].sort();
        expect(refs(shuffled.map((one) => one.list))).toEqual(refs(lists));
        expect(refs([...lists, ...lists])).toEqual(refs(lists));
      }),
    );
  });

  it('subtasks of different names are the same in any order; of one name the last wins', () => {
    const marks = fc.uniqueArray(fc.tuple(fc.string(), fc.constantFrom('done', 'open')), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(marks, marks, (some, more) => {
        const forwards = foldAll(some.map(([name, state]) => ({ subtasks: { [name]: state } })));
        const backwards = foldAll([...some].reverse().map(([name, state]) => ({ subtasks: { [name]: state } })));
        expect(canonicalJson(backwards)).toEqual(canonicalJson(forwards));
        const after = foldAll([...some, ...more].map(([name, state]) => ({ subtasks: { [name]: state } })));
        for (const [name, state] of more) {
          expect(Object.entries((after as { subtasks: object }).subtasks)).toContainEqual([name, state]);
        }
      }),
    );
  });

  it('a blank among any annotations leaves what they say', () => {
    const values = fc.array(fc.oneof(fc.string({ minLength: 1 }), fc.constant(''), fc.constant(undefined)));
    fc.assert(
      fc.property(values, (links) => {
        const said = links.filter((link) => link);
        expect(foldAll(links.map((link) => ({ link })))).toEqual(said.length > 0 ? { link: said.at(-1) } : {});
      }),
    );
  });

  it('every annotated field of the real streams has a rule', () => {
    expect(new Set(Object.values({ ...itemRules, ...boardRules }))).toEqual(
      new Set(['latest', 'append', 'union', 'per-key']),
    );
    expect([itemRules.notes, itemRules.refs, itemRules.said]).toEqual(['append', 'union', 'per-key']);
    expect([boardRules.notes, boardRules.refs, boardRules.subtasks]).toEqual(['append', 'union', 'per-key']);
  });
});

describe('[L3] the order of the fold', () => {
  it('is by time; an annotation at the same time as a transition folds after it; then by version', () => {
    const event = (at: number, kind: 'transition' | 'annotation', version: number) => ({ at, class: kind, version });
    const log = [
      event(2, 'annotation', 1),
      event(2, 'transition', 2),
      event(1, 'annotation', 3),
      event(2, 'annotation', 4),
      event(2, 'transition', 5),
    ];
    expect(foldOrder(log).map((e) => e.version)).toEqual([3, 2, 5, 1, 4]);
    expect(log.map((e) => e.version)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('[L4] hashes', () => {
  it('canonical JSON is the same text for the same value, whoever builds it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const shuffled = JSON.parse(JSON.stringify(value), (_key, inner) =>
          inner && typeof inner === 'object' && !Array.isArray(inner)
            ? Object.fromEntries(Object.entries(inner).reverse())
            : inner,
        );
        expect(canonicalJson(shuffled)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(canonicalJson({ b: 1, a: undefined, c: { z: [undefined], y: null } })).toBe(
      '{"b":1,"c":{"y":null,"z":[null]}}',
    );
  });

  const chain = () => recorded('item:task:a', [opened('task:a', 1), annotated({ blocking: 'CI' }), closed()]);

  it('a row and back is the same event, with the same hash', () => {
    for (const event of chain()) {
      expect(fromRow(toRow(event))).toEqual(event);
      const { hash, ...rest } = fromRow(toRow(event));
      expect(hashOf(rest)).toBe(hash);
    }
  });

  it('a sound chain has no fault', () => {
    expect(chainFault(chain())).toBeNull();
    expect(chainFault([])).toBeNull();
  });

  it('names the version that is missing, wherever it is', () => {
    const [first, second, third] = chain() as [never, never, never];
    expect(chainFault([second, third])).toBe('item:task:a: version 1 is missing');
    expect(chainFault([first, third])).toBe('item:task:a: version 2 is missing');
  });

  it('names the event that was changed, in any of its parts', () => {
    const changes = [
      { at: 1 },
      { type: 'Opened' },
      { cause: 'other' },
      { forced: true },
      { actor: { kind: 'human' as const, id: 'gera' } },
      { payload: { blocking: 'nothing' } },
      { id: 'e9' },
    ];
    for (const change of changes) {
      const events = chain();
      events[1] = { ...(events[1] as (typeof events)[1] & object), ...change };
      expect(chainFault(events)).toMatch(/^item:task:a version 2 \(event e\d\) was changed/);
    }
  });

  it('names the event that no longer follows: one was re-hashed to hide a change', () => {
    const events = chain();
    const { hash: _hash, ...rest } = { ...(events[0] as (typeof events)[0] & object), cause: 'other' };
    events[0] = { ...rest, hash: hashOf(rest) };
    expect(chainFault(events)).toBe('item:task:a version 2 (event e2) does not follow the hash of the event before it');
  });
});
