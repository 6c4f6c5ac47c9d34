import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlaceholder, parseOwedCommand, VERBS } from '../../../src/messages/parse/index.js';

const list = { verb: 'list', state: 'open', kind: null, mine: false, unread: null };
const mute = { verb: 'mute', key: 'ask:C01/1', for: null, why: null, unreadFor: null };

describe('[U1] /owed', () => {
  it.each<[string, object]>([
    ['', { verb: 'help' }],
    ['help', { verb: 'help' }],
    ['HELP me', { verb: 'help' }],
    ['list', list],
    ['list mine', { ...list, mine: true }],
    ['list closed handoff mine', { ...list, state: 'closed', kind: 'handoff', mine: true }],
    ['list handoff all', { ...list, state: 'all', kind: 'handoff' }],
    ['list two words', { ...list, kind: 'two', unread: 'words' }],
    ['show', { verb: 'show', key: null }],
    ['show pull-request:org/app#12', { verb: 'show', key: 'pull-request:org/app#12' }],
    ['show leads/western slope alert', { verb: 'show', key: 'leads/western slope alert' }],
    ['show “leads/western slope alert”', { verb: 'show', key: 'leads/western slope alert' }],
    ['show `ask:C01/1793569884.602059`', { verb: 'show', key: 'ask:C01/1793569884.602059' }],
    ['show <http://leads.io/call|leads.io/call>', { verb: 'show', key: 'leads.io/call' }],
    ['take leads/x', { verb: 'take', key: 'leads/x' }],
    ['unmute check:nightly-e2e', { verb: 'unmute', key: 'check:nightly-e2e' }],
    ['close', { verb: 'close', key: null, proof: null }],
    ['close leads/x', { verb: 'close', key: 'leads/x', proof: null }],
    ['close leads/x -', { verb: 'close', key: 'leads/x', proof: null }],
    [
      'close leads/x she called back &amp; it is fixed',
      { verb: 'close', key: 'leads/x', proof: 'she called back & it is fixed' },
    ],
    ['close "leads/x y" “called back”', { verb: 'close', key: 'leads/x y', proof: 'called back' }],
    ['mute ask:C01/1', mute],
    ['mute ask:C01/1 for 2d', { ...mute, for: 172_800_000 }],
    ['mute ask:C01/1 for 2 days because the vendor is shut', { ...mute, for: 172_800_000, why: 'the vendor is shut' }],
    ['mute ask:C01/1 for good, why: it is retired', { ...mute, for: 'good', why: 'it is retired' }],
    ['mute ask:C01/1 because it is retired', { ...mute, why: 'it is retired' }],
    ['mute ask:C01/1 for the holidays', { ...mute, why: 'for the holidays' }],
    ['mute ask:C01/1 for 2 moons because x', { ...mute, unreadFor: '2 moons', why: 'x' }],
    ['handoff', { verb: 'handoff' }],
    ['clsoe leads/x', { verb: 'unknown', word: 'clsoe', nearest: 'close' }],
    ['shwo', { verb: 'unknown', word: 'shwo', nearest: 'show' }],
    ['abracadabra', { verb: 'unknown', word: 'abracadabra', nearest: null }],
  ])('reads `%s`', (text, command) => {
    expect(parseOwedCommand(text)).toEqual(command);
  });

  it('knows every verb of the table, and never throws', () => {
    for (const verb of VERBS) expect(parseOwedCommand(verb).verb).toBe(verb);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...VERBS, ''), (text, verb) => {
        parseOwedCommand(`${verb} ${text}`);
      }),
    );
  });
});

describe('placeholders', () => {
  it.each([
    'on it',
    'On it!',
    "I'm on it 👍",
    'looking',
    'Looking into it…',
    'will post the link',
    "I'll post the link once it prints",
    'working on it',
    'Working on this now.',
    "I'll take a look",
    'I’ll take a look :eyes:',
    'got it, on it',
    'Ok, will do. Thanks!',
    'Let me check',
    'one moment please',
    '<@U01GERA> on it',
    '*On it*',
    '👍',
    '',
    "I'll get back to you",
    'checking now',
  ])('[A3] “%s” promises a reply and is none', (text) => {
    expect(isPlaceholder(text)).toBe(true);
  });

  it.each([
    'It failed because the token expired',
    'On it: the PR is https://example.com/1',
    'Looking at the logs, the token expired on Monday',
    'Yes, it is fixed',
    'No',
    'Done',
    'We are closed on Sunday',
    'The link is https://example.com',
    "I'll take a look at why the lead waited, but the answer is that the alert was off",
    'on it goes, for seven hours',
    '42',
  ])('[A3] “%s” is a real reply', (text) => {
    expect(isPlaceholder(text)).toBe(false);
  });
});
