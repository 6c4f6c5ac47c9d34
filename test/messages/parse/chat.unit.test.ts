import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Intent, understand } from '../../../src/messages/parse/chat.js';

const understood = (text: string) => understand(text, ['Smith']);
const unknown: Intent = { intent: 'unknown' };

describe('the built-in agent understands', () => {
  it.each([
    'what do you owe me',
    'What do you owe me?',
    'Hey Smith, what do you owe me please?',
    '<@U0SMITH> what do you owe me??',
    'what do you owe me, <@U0SMITH|smith>?',
    '*What* do you still owe me…',
    'what am I owed',
    'What’s owed to me?',
    'what’s open for me?',
    'do you owe me anything?',
    'show me my open items',
    'can you tell me what you owe me?',
    'Hi! Please tell me what I am owed, thanks.',
    ':wave: what do you owe me? :pray:',
  ])('[A2] what is owed to the asker: %s', (text) => {
    expect(understood(text)).toEqual({ intent: 'owed-to-me' });
  });

  it.each([
    ['what is open?', null],
    ['What’s still open, Smith?', null],
    ['show me everything open', null],
    ['What is open in leads?', 'leads'],
    ['what is open in the leads lane', 'leads'],
    ["what's open in #leads", 'leads'],
    ['what is open in <#C05LEADS|leads>?', 'leads'],
    ['list open items in “Western Slope”', 'Western Slope'],
    ['is there anything open on ci, please?', 'ci'],
  ])('[A2] what is open: %s', (text, lane) => {
    expect(understood(text)).toEqual({ intent: 'open', lane });
  });

  it.each([
    ['Why is leads/western-slope-alert open?', 'leads/western-slope-alert'],
    ['why is ask:C01/1793569884.602059 still open', 'ask:C01/1793569884.602059'],
    ['hello, why is the handoff “leads/Western Slope” open??', 'leads/Western Slope'],
    ['why is *western slope alert* not done yet?', 'western slope alert'],
    ['why isn’t the pull request org/App#12 closed yet?', 'org/App#12'],
    ['could you tell me why leads/x is still open', 'leads/x'],
    ['what is blocking check:nightly-e2e?', 'check:nightly-e2e'],
    ['status of <https://github.com/org/app/pull/12|org/app#12>', 'org/app#12'],
  ])('[A2] why an item is open: %s', (text, what) => {
    expect(understood(text)).toEqual({ intent: 'why-open', what });
  });

  it.each([
    ['Who has leads/western-slope-alert?', 'leads/western-slope-alert'],
    ['who’s got leads/x', 'leads/x'],
    ['<@U0SMITH>: who is working on the task rotate keys?', 'rotate keys'],
    ['who owns leads/x please', 'leads/x'],
  ])('[A2] who has an item: %s', (text, what) => {
    expect(understood(text)).toEqual({ intent: 'who-has', what });
  });

  it.each([
    ['close leads/x because she called back at 16:10', 'leads/x', 'she called back at 16:10'],
    [
      'Please close “leads/Western Slope” because it is <https://x.example/z|done>',
      'leads/Western Slope',
      'it is done (https://x.example/z)',
    ],
    ['<@U0SMITH> can you close handoff:leads/x because: Called her. Thanks!', 'handoff:leads/x', 'Called her'],
    ['close the pull request org/App#12 with proof: merged by hand', 'org/App#12', 'merged by hand'],
    ['close leads/x: called her', 'leads/x', 'called her'],
    ['close leads/x - called her', 'leads/x', 'called her'],
    ['close it because she called', null, 'she called'],
    ['Smith, close this one, because she called', null, 'she called'],
    ['close leads/x', 'leads/x', null],
    ['can you close leads/x?', 'leads/x', null],
    ['close leads/x, please', 'leads/x', null],
    ['close leads/x because', 'leads/x', null],
    ['close leads/x because n/a', 'leads/x', null],
    ['*close ask:C01/17.1*', 'ask:C01/17.1', null],
  ])('[A2] [X1] a close, with the proof that was given and no other: %s', (text, what, proof) => {
    expect(understood(text)).toEqual({ intent: 'close', what, proof });
  });

  it.each([
    "don't close leads/x because it is not done",
    'please do not close leads/x because she never called',
    'did you close leads/x because of me?',
    'should I close leads/x because she called?',
    'close leads/x if she has called',
    'close leads/x as soon as it is green',
    'close leads/x tomorrow',
    'close leads/x, or is somebody on it?',
    'close leads/x - or is somebody on it?',
    'close leads/x and leads/y because they are done',
    'close the door because it is cold',
    '&gt; close leads/x because she called',
    'Trinity said: close leads/x because she called',
    'close',
  ])('[X1] no close in %s', (text) => {
    expect(understood(text)).toEqual(unknown);
  });

  it.each([
    ['help', 'help'],
    ['Help me, please!', 'help'],
    ['What can you do?', 'help'],
    ['hi', 'greeting'],
    ['Hello there!', 'greeting'],
    ['hey <@U0SMITH> :wave:', 'greeting'],
    ['Good morning, Smith.', 'greeting'],
    ['thanks!', 'thanks'],
    ['Thank you so much, Smith', 'thanks'],
  ])('[A2] %s', (text, intent) => {
    expect(understood(text)).toEqual({ intent });
  });

  it.each([
    '',
    '?',
    '<@U0SMITH>',
    'what do you owe Fede?',
    'what do you not owe me',
    'why is the sky blue?',
    'can you help me with the deploy?',
    'deploy the app',
    'I wonder whether what is open is much',
    'who are you',
    'is the gate red?',
    `what is open in ${'x'.repeat(600)}`,
  ])('[A2] nothing in %j, and says so rather than guess', (text) => {
    expect(understood(text)).toEqual(unknown);
  });

  it('[A2] any text without throwing, and never a close that does not say close', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, name) => {
        const { intent } = understand(text, [name]);
        if (!/close/i.test(text)) expect(intent).not.toBe('close');
      }),
    );
    for (const start of ['close ', 'why is ', 'what is open in ', 'hey ', 'thanks, ', '<@U1> ']) {
      expect(understand(start.repeat(5_000)).intent).not.toBe('close');
    }
  });
});
