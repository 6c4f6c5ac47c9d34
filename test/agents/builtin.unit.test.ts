import { describe, expect, it } from 'vitest';
import { type BuiltinFacts, builtinAnswer, inLane, keysMeant } from '../../src/agents/builtin.js';
import { replied } from '../../src/agents/types.js';
import { understand } from '../../src/messages/parse/chat.js';
import { config, item, MINUTE, NOW } from '../messages/render/support.js';

const KEY = 'handoff:leads/western-slope-alert';
const facts = (more: Partial<BuiltinFacts> = {}): BuiltinFacts => ({
  now: NOW,
  config,
  command: '/owed',
  asker: { key: 'gera', user: 'U01GERA', mayNot: null },
  owedToAsker: [],
  open: [],
  found: null,
  ...more,
});
const answer = (text: string, more: Partial<BuiltinFacts> = {}) => builtinAnswer(understand(text), facts(more));
const reply = (text: string, more: Partial<BuiltinFacts> = {}) => answer(text, more).reply;

describe('the built-in agent', () => {
  it('[A2] tells what is owed to the asker', () => {
    expect(reply('what do you owe me?')).toBe('Nothing is owed to you.');
    expect(reply('what do you owe me?', { owedToAsker: [item()] })).toBe(
      `1 item is owed to you:\n• ${KEY}: Trinity was handed leads/western-slope-alert: the call has to come from her number (30 min past due)`,
    );
  });

  it('[A2] tells what is open in a lane, and how much it leaves out', () => {
    const open = Array.from({ length: 17 }, (_, n) => item({ key: `handoff:ci/${n}`, what: 'x'.repeat(500) }));
    const text = reply('what is open in ci?', { open })!;
    expect(text.split('\n')[0]).toBe('17 items are open in ci:');
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(text).toMatch(/… and 2 more; \/owed list shows them\.$|more characters\)$/);
    expect(reply('what is open?')).toBe('Nothing is open.');
  });

  it('[A2] tells why an item is open, what proof is awaited and what comes next, in plain text', () => {
    expect(
      reply('why is leads/western-slope-alert open?', { found: { item: item({ blocking: 'the <lead> & co' }) } }),
    ).toBe(
      [
        `${KEY} has been open for 1 h 30 min: Trinity accepted it 2 Nov, 15:40 UTC and has not said done with a link.`,
        'What it is: Trinity was handed leads/western-slope-alert: the call has to come from her number',
        'What blocks it: the <lead> & co',
        "Proof awaited: Trinity's own done on the bridge, with a link.",
        'Next: due since 2 Nov, 16:30 UTC (30 min ago); the next sweep pages.',
        'Record: https://acme.slack.com/archives/C02BRIDGE/p1793569987882029',
      ].join('\n'),
    );
  });

  it('[A2] [O2] says what could not be read', () => {
    const found = { item: item({ unknown: ['GitHub answered 502'] }) };
    expect(reply('why is it open', { found })).toContain('What could not be read: GitHub answered 502');
  });

  it('[A2] says by what proof an item is not open any more', () => {
    const proof = { kind: 'by-hand', text: 'called her', link: null, by: 'gera', at: NOW - MINUTE };
    const found = { item: item({ state: 'closed', proof }) };
    expect(reply('why is leads/x open', { found })).toBe(
      `${KEY} is not open. It closed: called her, by Gera, 2 Nov, 16:59 UTC.`,
    );
    expect(reply('who has leads/x', { found })).toBe(`Nobody: ${KEY} was closed by Gera.`);
    expect(answer('close leads/x because done', { found })).toMatchObject({ close: null });
  });

  it.each([
    [item(), `Trinity has ${KEY} (accepted 1 h 20 min ago). It is owed by Trinity to Gera and Fede.`],
    [
      item({ owedBy: 'smith', handoff: { ...item().handoff!, acceptedAt: null } }),
      `${KEY} was handed to Trinity, who has not accepted it yet. It is owed by Smith to Gera and Fede.`,
    ],
    [
      item({ handoff: { ...item().handoff!, pending: { to: 'smith', how: 'released', at: NOW } } }),
      `Smith was named for ${KEY} and has not claimed it yet. It is owed by Trinity to Gera and Fede.`,
    ],
    [
      item({
        key: 'check:e2e',
        owedBy: 'smith',
        handoff: null,
        taken: { by: 'fede', at: NOW - MINUTE, until: NOW + 1 },
      }),
      'Smith has check:e2e. It is owed by Smith to Gera and Fede. Fede took it 1 min ago.',
    ],
  ])('[A2] [H7] tells who has an item', (one, words) => {
    expect(reply('who has leads/x?', { found: { item: one } })).toBe(words);
  });

  it('[A2] says that it knows no such item, and the nearest', () => {
    expect(reply('who has leeds/x?')).toBe('I know no item “leeds/x”. /owed list shows what is open.');
    expect(reply('who has leeds/x?', { found: { nearest: 'leads/x' } })).toContain('Did you mean leads/x?');
    expect(reply('why is x open?', { found: { ambiguous: ['task:a/x', 'task:b/x'] } })).toBe(
      '“x” means more than one item: task:a/x and task:b/x.',
    );
  });

  it('[A2] says plainly what it cannot do, and lists what it can', () => {
    const text = reply('is the gate red?');
    expect(text).toMatch(/^I cannot answer that: .*no agent is configured/);
    for (const form of [
      'what do you owe me?',
      'what is open in LANE?',
      'why is KEY open?',
      'who has KEY?',
      'close KEY',
    ])
      expect(text).toContain(form);
    expect(reply('help')).toMatch(/^I can answer these:/);
    expect(reply('hi')).toMatch(/^Hello\. I can answer these:/);
    expect(reply('thanks')).toBe('You are welcome.');
  });

  it('[A2] mentions nobody with somebody else’s words', () => {
    const owedToAsker = [item({ what: '<@U02FEDE> asked:\n*now* &amp; here' })];
    expect(reply('what do you owe me', { owedToAsker })).toContain(': @Fede asked: *now* &amp; here (');
  });
});

describe('a close by word to the built-in agent', () => {
  const found = { item: item() };
  const close = 'close leads/western-slope-alert because she called back';

  it('[X1] is passed on with the asker’s proof, and nothing is closed or said here', () => {
    const passed = { ...replied(null), close: { key: KEY, link: null, proof: 'she called back' } };
    expect(answer(close, { found })).toEqual(passed);
    const stranger = { key: null, user: 'U09NEW', mayNot: null };
    expect(answer(close, { found: { item: item({ owedTo: ['U09NEW'] }) }, asker: stranger })).toEqual(passed);
  });

  it.each([
    ['of what is owed to others', { found: { item: item({ owedTo: ['fede'] }) } }, 'is owed to Fede'],
    ['by a guest', { found, asker: { key: null, user: 'U1', mayNot: 'guest' as const } }, 'Only full members'],
    [
      'by somebody from outside',
      { found, asker: { key: null, user: 'U1', mayNot: 'external' as const } },
      'Only people of',
    ],
    [
      'by whom the list leaves out',
      { found, asker: { key: null, user: 'U1', mayNot: 'not-listed' as const } },
      'not on the list',
    ],
    ['of an unknown item', {}, 'I know no item'],
  ])('[X1] %s is refused in a sentence', (_, more, words) => {
    expect(answer(close, more)).toMatchObject({ close: null, reply: expect.stringContaining(words) });
  });

  it.each([
    ['close leads/western-slope-alert', 'What shows that it is done?'],
    ['close it because she called', 'Which item?'],
  ])('[O1] [X1] "%s" lacks something, which is asked for and never made up', (text, words) => {
    expect(answer(text, { found })).toMatchObject({ close: null, reply: expect.stringContaining(words) });
  });
});

describe('what words mean', () => {
  it('[A2] a lane is one by its normalised name; a kind counts where there is no lane', () => {
    expect(inLane(item(), 'Leads')).toBe(true);
    expect(inLane(item(), 'ci')).toBe(false);
    expect(inLane(item({ kind: 'check', handoff: null }), 'checks')).toBe(true);
    expect(inLane(item(), '—')).toBe(false);
  });

  it('[A2] an item may be named without its kind, its lane and its dashes', () => {
    const items = [item(), item({ key: 'task:ci/rotate', subject: 'ci/rotate' })];
    expect(keysMeant('Western Slope Alert', items)).toEqual([KEY]);
    expect(keysMeant('leads/western slope alert', items)).toEqual([KEY]);
    expect(keysMeant('slope', items)).toEqual([]);
    expect(keysMeant('—', items)).toEqual([]);
  });
});
