import { describe, expect, it } from 'vitest';
import type { RungAsk, RungQuestion } from '../../src/ledger/index.js';
import { conclusionOf, planRungs } from '../../src/sweeps/rungs/plan.js';
import { readRung } from '../../src/sweeps/rungs/run.js';
import { MORNING } from '../support/clock.js';

const now = MORNING;
const ask = (rung: string, change: Partial<RungAsk> = {}): RungAsk => ({
  id: `d2/${rung}/1`,
  rung,
  attempt: 1,
  outcome: 'ruled',
  choice: 'ship',
  receipt: `r-${rung}`,
  why: null,
  retryAt: null,
  ...change,
});
const unreachable = (rung: string, retryAt: number, attempt = 1) =>
  ask(rung, { outcome: 'unreachable', choice: null, receipt: null, why: 'time-out', retryAt, attempt });
const refusedBy = (rung: string) =>
  ask(rung, { outcome: 'refused', choice: null, receipt: null, why: 'it is about money' });
const question = (asks: RungAsk[] = [], id = 'd2'): RungQuestion => ({
  id,
  question: 'Ship it?',
  options: [
    { label: 'ship', consequence: null },
    { label: 'wait', consequence: null },
  ],
  task: null,
  waits: null,
  asks,
});
const BOTH = ['astra', 'fable'];
const budget = { perSweep: 10, perDay: 10, spentToday: 0 };

describe('[R6] what two rungs come to, each told apart', () => {
  it.each<[string, string[], RungAsk[], object | null]>([
    [
      'agreement is corroborated',
      BOTH,
      [ask('astra'), ask('fable')],
      { come: 'ruled', choice: 'ship', rung: 'astra', receipt: 'r-astra', corroboratedBy: 'r-fable' },
    ],
    [
      'disagreement is no ruling',
      BOTH,
      [ask('astra'), ask('fable', { choice: 'wait' })],
      { come: 'disagreed', why: 'astra says ship, fable says wait' },
    ],
    [
      'one alone is a ruling that nobody corroborated',
      ['astra'],
      [ask('astra')],
      { come: 'ruled', choice: 'ship', rung: 'astra', receipt: 'r-astra', corroboratedBy: null },
    ],
    [
      'a refusal is no ruling, with its reason',
      BOTH,
      [ask('astra'), refusedBy('fable')],
      { come: 'refused', why: 'fable: it is about money' },
    ],
    ['an unreachable rung has not refused: nothing yet', BOTH, [ask('astra'), unreachable('fable', now + 1)], null],
    ['one that is still being asked: nothing yet', BOTH, [ask('astra'), ask('fable', { outcome: 'asking' })], null],
    ['nobody was asked: nothing yet', BOTH, [], null],
    [
      'its later answer counts',
      BOTH,
      [ask('astra'), unreachable('fable', now), ask('fable', { attempt: 2 })],
      { come: 'ruled', corroboratedBy: 'r-fable' },
    ],
  ])('%s', (_, rungs, asks, expected) => {
    if (expected === null) expect(conclusionOf(rungs, asks)).toBeNull();
    else expect(conclusionOf(rungs, asks)).toMatchObject(expected);
  });
});

describe('[R6] who is asked now', () => {
  const asked = (asks: RungAsk[], over = budget) =>
    planRungs([question(asks)], BOTH, now, over).ask.flatMap((each) => each.rungs.map((r) => `${r.name} ${r.attempt}`));
  it('both at once, on one snapshot', () => expect(asked([])).toEqual(['astra 1', 'fable 1']));
  it('an unreachable one alone, after its window', () => {
    expect(asked([ask('astra'), unreachable('fable', now + 1)])).toEqual([]);
    expect(asked([ask('astra'), unreachable('fable', now)])).toEqual(['fable 2']);
    expect(asked([unreachable('astra', now, 3), unreachable('fable', now + 1)])).toEqual(['astra 4']);
  });
  it('nobody who answered, or is being asked', () => {
    expect(asked([ask('astra'), ask('fable', { outcome: 'asking' })])).toEqual([]);
    expect(asked([ask('astra'), ask('fable')])).toEqual([]);
    expect(asked([refusedBy('astra')])).toEqual([]);
  });
  it('never past the caps of the sweep and of the day, and never half a pair', () => {
    const many = [1, 2, 3].map((n) => question([], `d${n}`));
    const plan = (over: Partial<typeof budget>) =>
      planRungs(many, BOTH, now, { ...budget, ...over }).ask.map((each) => each.question.id);
    expect(plan({})).toEqual(['d1', 'd2', 'd3']);
    expect(plan({ perSweep: 5 })).toEqual(['d1', 'd2']);
    expect(plan({ perSweep: 1 })).toEqual([]);
    expect(plan({ spentToday: 7 })).toEqual(['d1']);
    expect(plan({ spentToday: 12 })).toEqual([]);
  });
});

describe('[R6] what a rung printed', () => {
  const read = (output: string) => readRung(output, question(), 'd2/astra/1', now + 5);
  it('a choice, by its option’s name, with its receipt or that of the asking', () => {
    expect(read('{"choice":" SHIP ","receipt":"r-1"}')).toEqual({ outcome: 'ruled', choice: 'ship', receipt: 'r-1' });
    expect(read('{"choice":"wait"}')).toEqual({ outcome: 'ruled', choice: 'wait', receipt: 'd2/astra/1' });
  });
  it('a refusal, and an option that is not there, which is no ruling either', () => {
    expect(read('{"refuse":"it is about money"}')).toEqual({ outcome: 'refused', why: 'it is about money' });
    expect(read('{"choice":"sell"}')).toMatchObject({ outcome: 'refused' });
  });
  it('anything else was not reached', () => {
    for (const output of ['', 'ship', 'null', '{}', '[]', '{"choice":1}', '{"refuse":""}']) {
      expect(read(output), output).toMatchObject({ outcome: 'unreachable', retryAt: now + 5 });
    }
  });
});
