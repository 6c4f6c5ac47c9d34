import { describe, expect, it } from 'vitest';
import type { DecisionView, RulingView } from '../../src/ledger/types.js';
import { renderSaying } from '../../src/messages/render/index.js';
import { config, NOW } from '../messages/render/support.js';

const ruling: RulingView = {
  decision: 'd234567890',
  choice: 'ship',
  rung: 'astra',
  model: 'm-1',
  receipt: 'r-1',
  corroboratedBy: null,
  thread: null,
  obtainedAt: NOW,
  deliveredAt: null,
  message: null,
  place: null,
};
const decision = { question: 'Ship it <@U01GERA>?', deciders: ['gera'] } as DecisionView;
const said = (change: Partial<RulingView> = {}) =>
  renderSaying(
    { say: 'ruling', id: 'r-1', decision: 'd234567890' },
    { item: null, now: NOW, config, teamUrl: null, decision, ruling: { ...ruling, ...change } },
  ).text;

describe('the words of a ruling', () => {
  it('[R3] name choice, rung, model and receipt, say that it is nobody’s answer, and ask for one of two things', () => {
    const text = said();
    for (const word of ['ship', 'astra', 'm-1', 'r-1', 'decision:d234567890']) expect(text).toContain(word);
    expect(text).toContain('not the answer of Gera');
    expect(text).toContain('the question stays open');
    expect(text).toMatch(/apply it, or say on the decision why not/);
  });

  it('[R3] say on their face that it is single-rung and uncorroborated, or by what it is corroborated', () => {
    expect(said().split('\n')[1]).toBe('*Single-rung and uncorroborated:* one model alone said so.');
    const both = said({ corroboratedBy: 'r-2' });
    expect(both).not.toContain('uncorroborated');
    expect(both).toContain('Corroborated by a second rung, receipt `r-2`');
  });

  it('[R1] tag nobody, whatever was written in the question', () => {
    expect(said()).not.toMatch(/<[@!#]/);
    expect(said({ choice: '<!channel> ship', model: '<@U01GERA>' })).not.toMatch(/<[@!#]/);
  });
});
