import { describe, expect, it } from 'vitest';
import { initialDecision, wordsOf } from '../../src/ledger/decisions/evolve.js';
import { decisionFacts, type RecordedWords } from '../../src/ledger/decisions/facts.js';
import { driveOutcome, type ToldPost } from '../../src/ledger/decisions/view.js';
import type { DecisionView } from '../../src/ledger/types.js';
import { renderPage } from '../../src/messages/render/page.js';
import { renderSaying } from '../../src/messages/render/saying.js';
import { planDrives } from '../../src/sweeps/decisions/plan.js';
import { readOptions } from '../../src/verbs/decision-options.js';
import { placeOf } from '../../src/verbs/decision-raise.js';
import { config, item, NOW } from '../messages/render/support.js';
import { testConfig } from '../support/config.js';

const facts = (change: Partial<RecordedWords> = {}) =>
  decisionFacts({ ...wordsOf(initialDecision('d2')), decision: 'decided', application: 'queued', ...change });
const view = (change: Partial<DecisionView> = {}): DecisionView => ({
  id: 'd234567890',
  question: 'Ship it?',
  options: [{ label: 'ship', consequence: 'customers see it' }],
  task: null,
  deciders: ['gera'],
  waits: null,
  asker: { kind: 'seat', id: 'smith', name: 'Smith', user: 'U0SMITH', session: null },
  raisedAt: NOW,
  supersedes: null,
  supersededBy: null,
  rungs: false,
  facts: facts(),
  answer: { choice: 'ship', option: 0, by: 'gera', name: 'Gera', how: 'click', at: NOW },
  verifiedBy: null,
  message: null,
  rulings: [],
  notes: [],
  drives: [],
  ...change,
});
const said = (change: Partial<DecisionView> = {}) =>
  renderSaying(
    { say: 'decision', id: 'd2', tags: [] },
    { item: null, now: NOW, config, teamUrl: null, decision: view(change) },
  );

describe('[D3] where a question is posted', () => {
  const own = testConfig();
  const place = (
    deciders: string[],
    asked = { channel: null, thread: null } as { channel: string | null; thread: string | null },
    over = own,
  ) => placeOf(asked, deciders, over);
  it('where it was asked for', () => {
    expect(place(['gera'], { channel: 'C08GENERAL', thread: '1.2' })).toEqual({ channel: 'C08GENERAL', thread: '1.2' });
  });
  it('else the decisions channel', () => {
    const over = { ...own, channels: { ...own.channels, decisions: 'C07DECIDE' } };
    expect(place(['gera'], undefined, over)).toEqual({ channel: 'C07DECIDE' });
  });
  it('else the sole decider’s DM when it is this seat’s own human and takes DMs', () => {
    expect(place(['gera'])).toEqual({ dm: 'U01GERA' });
    expect(place(['fede'], undefined, testConfig({ seat: 'trinity' }))).toEqual({ channel: 'C01ALERTS' });
  });
  it('else alerts: several deciders, another seat’s human, a stranger', () => {
    for (const deciders of [['gera', 'fede'], ['neo'], ['U0STRANGER']])
      expect(place(deciders)).toEqual({ channel: 'C01ALERTS' });
  });
});

describe('the words of a decision', () => {
  it('[D8] an answer by command line never shows as a click', () => {
    expect(said().text).toContain('chosen by Gera with a click');
    const cli = said({
      answer: { choice: 'ship', option: 0, by: 'gera', name: 'Gera', how: 'command-line', at: NOW },
    }).text;
    expect(cli).toContain('by command line, in the name of Gera');
    expect(cli).not.toContain('click');
  });
  it('[D2] a state that nobody knows is shown as unknown, without buttons', () => {
    const unknown = said({ facts: facts({ decision: 'deferred' }), answer: null });
    expect(unknown.text).toContain('*Unknown: Ship it?*');
    expect(JSON.stringify(unknown.blocks)).not.toContain('owed_decide');
  });
  it('[D4] blocked names its capability; [D7] applied without a revision is never passed', () => {
    expect(said({ facts: facts({ application: 'blocked', needs: 'budget', why: 'above the limit' }) }).text).toContain(
      'blocked: needs budget: above the limit',
    );
    const applied = said({ facts: facts({ application: 'applied', verification: 'passed' }) }).text;
    expect(applied).toContain('verified against no named revision');
    expect(applied).not.toContain('passed');
  });
  it('[O9] the page of a blocked decision names the capability', () => {
    const stuck = item({
      key: 'decision:d2',
      kind: 'decision',
      subject: 'd2',
      handoff: null,
      blocking: 'needs human-identity: no bots',
    });
    expect(renderPage({ tags: [], customer: false }, { item: stuck, now: NOW, config, teamUrl: null }).text).toContain(
      'needs human-identity',
    );
  });
  it('[P9] third-party text mentions nobody', () => {
    const text = said({ question: '<!channel> <@U02FEDE>?', facts: facts({ decision: 'pending' }), answer: null }).text;
    expect(text.replace(/<!date[^>]*>/g, '')).not.toMatch(/<[@!]/);
  });
});

describe('[D9] what is known of a drive', () => {
  const post = (change: Partial<ToldPost>): ToldPost => ({
    effect: 'x',
    state: 'posted',
    attempts: 1,
    settledAt: 1000,
    ...change,
  });
  it.each<[string, ToldPost | null, number | null, number | null, string]>([
    ['nothing was sent', null, null, 5000, 'not-attempted'],
    ['it is still due', post({ state: 'due', attempts: 0, settledAt: null }), null, 5000, 'not-attempted'],
    ['an attempt failed', post({ state: 'due', settledAt: null }), null, 5000, 'failed'],
    ['nobody knows whether it stands', post({ state: 'unknown', settledAt: null }), null, 5000, 'unconfirmed'],
    ['it stands, and nobody looked', post({}), null, 900, 'unconfirmed'],
    ['it stands, somebody looked, nothing moved', post({}), null, 5000, 'no-pickup'],
    ['the row had moved before', post({}), 900, 5000, 'no-pickup'],
    ['the row moved on afterwards', post({}), 2000, 5000, 'delivered'],
  ])('%s', (_, sent, moved, looked, outcome) => expect(driveOutcome(sent, moved, looked)).toBe(outcome));

  it('[D4] the plan drives queued rows whose holder was not told, and names why it leaves the others', () => {
    const row = (id: string, change: Partial<RecordedWords>, told = false) => ({
      id,
      facts: facts(change),
      holder: 'seat:trinity',
      told,
    });
    expect(
      planDrives([
        row('a', {}),
        row('b', {}, true),
        row('c', { application: 'blocked', needs: 'budget', why: 'x' }),
        row('d', { application: 'paused' }),
        row('e', { application: 'applied' }),
      ]),
    ).toEqual({
      drive: [{ id: 'a', holder: 'seat:trinity' }],
      skipped: [
        { id: 'b', why: 'seat:trinity was told in this round' },
        { id: 'c', why: 'blocked: needs budget: x' },
        { id: 'd', why: 'unknown: nobody wrote down what "paused" means' },
        { id: 'e', why: 'it is applied, or not decided' },
      ],
    });
  });
});

describe('options as they are typed', () => {
  it('[D3] a name, and what it leads to after a colon or a dash', () => {
    expect(readOptions(['ship: customers see it', 'wait – until Monday', ' no '])).toEqual([
      { label: 'ship', consequence: 'customers see it' },
      { label: 'wait', consequence: 'until Monday' },
      { label: 'no', consequence: null },
    ]);
  });
  it('[U6] none, too many, two of one name, and a name that is too long are said in a sentence', () => {
    for (const bad of [[], Array.from({ length: 21 }, (_, n) => `o${n}`), ['yes', 'YES: again'], ['x'.repeat(151)]])
      expect(readOptions(bad)).toEqual(expect.any(String));
  });
});
