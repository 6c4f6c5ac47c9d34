import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeReason } from '../../../src/messages/parse/reason.js';

const judge = (why: string) => judgeReason(why, { takerName: 'Trinity', takerUser: 'U0TRINITY' });

const OWNERSHIP = [
  'your area',
  'Your area.',
  'YOUR AREA!!',
  "that's Trinity's",
  'that’s Trinity’s',
  "That is Trinity's area",
  "it's her area",
  'its her area',
  'this is yours',
  'Yours.',
  'hers',
  'belongs to the leads owner',
  'It belongs to Trinity',
  'leads belongs to Trinity',
  'Leads is Trinity’s lane',
  'leads is your lane',
  'leads is Trinity’s',
  'leads are hers',
  'your code',
  "it's your code, please fix",
  'you own this',
  'You own it, thanks!',
  'Trinity owns leads',
  'Trinity owns the leads lane',
  '<@U0TRINITY> owns leads',
  '@trinity owns this',
  'whose code it is',
  'because of whose code it is',
  'your lane',
  'your lane, not mine',
  'not mine',
  'not my area',
  "it's not mine",
  "this isn't mine",
  'you wrote it',
  'You built this, so you own it',
  "Trinity's alert",
  "Trinity's code",
  "Trinity's service",
  "Trinity's repo",
  "Trinity's bug",
  'goes to the owner',
  'this goes to the lane owner',
  'routing to the owner',
  'passing this on to the owner',
  'FYI, your area',
  'hi Trinity, this is your area. Please take it. Thanks!',
  "because it's your area",
  "since it's her area, please take a look",
  'in your lane',
  'falls under your area',
  'on your plate',
  'outside my area',
  'out of our lane',
  "I don't own this",
  "we don't own leads",
  'you are the owner',
  "you're the owner of leads",
  'Trinity is the leads owner',
  'owner',
  'the owner',
  'lane ownership',
  'owned by Trinity',
  'it is your responsibility',
  'your job',
  "it's *your* area :pray:",
  'Your area 🙏',
  'your area - thanks',
  'your code and your bug',
  "a bug in Trinity's code",
  'there is a bug in your service',
  'your service is down',
  'one for you: your area',
  "it's clearly your area",
  "this is the leads team's area",
  "Fede's area",
  "that's Fede's repo",
  'your area https://example.com/x',
  'all yours',
  'yours to fix',
  'should be handled by the owner',
  'it should go to Trinity',
  "as it's your area",
  "it's your bug to fix",
  'assigned to Trinity',
  'we are not the owners',
  'your area I think',
  'it seems to be yours',
  'looks like your area',
  'the owner should fix it',
  'per CODEOWNERS',
  'Trinity’s repo has the bug',
  'the error comes from your service',
  'western slope is Trinity’s territory',
  'your repo, your bug',
  'she handles these',
  "you're responsible for leads",
];

const OWN_ALERT = [
  'our alert found a bug in your code',
  "the alert fired on Trinity's service",
  'our alerts caught an error in her repo',
  'the alert engine flagged an issue in your service, please fix it',
  "our alert fired and it's your code",
  'The alert fired. Your service.',
  "our monitoring found a bug, it's Trinity's code",
  'found by our alert engine in your code',
  'fault found by our alerts, your repo',
  'an alert fired for your service',
  'alert in your code',
  'FYI: our own alert says your service is failing',
  'our alert caught a failure in the leads service, which Trinity owns',
  'alert engine found a bug in leads code, Trinity owns leads',
  'your service triggered our alert',
  'Sentry flagged an exception in your repo',
];

const REASONS = [
  'the call has to come from her number',
  'her area, and the call has to come from her number',
  'your area, and you promised the lead a call at four',
  'Trinity owns the number that the lead called',
  'she has the recordings',
  'the tenant asked for Trinity by name',
  'you own this, and I have no access to the vendor account',
  'your code, and only your key can deploy it',
  'not mine to answer: it is a legal question that Fede has to sign',
  "the customer's issue needs a call in Spanish",
  'the number is hers',
  'the lead is hers since June',
  'the account is hers',
  'I am out from four and the lead expects a call at five',
  'our alert found a bug in your code, and the fix needs your deploy key',
  "the alert fired on Trinity's service, which only she can restart",
  'your area code is the one the lead will pick up',
  'she speaks Spanish',
  'your calendar is the only one with a free slot',
  "it's her relationship: she met the prospect on Monday",
  'our alert fired',
  'the lead wrote to your inbox',
  'Western slope lead alert came in',
  'please call the lead back before five',
  'owner of the building asked for you',
  'your repo is frozen until Monday and only your seat may merge',
  'see https://example.com/x',
  'urgent: the lead is waiting on the phone',
  'only her number is known to the lead',
  'you have the vendor login',
  'her voice is the one the prospect knows',
  'your code change needs your approval before it can merge',
  "the resident's bug report names Trinity",
  'she owns the phone number the lead rang',
  'Trinity owns the relationship with the landlord',
  'the account is in your name',
  'not mine: I cannot reach the lead from my number',
  'assigned to Trinity by the court, in person',
  'the owner of the flat should fix it, and only you can reach her',
];

describe('[H3] a reason that is only whose area it is', () => {
  it.each(OWNERSHIP)('[H3] “%s” alone is no reason', (why) => {
    expect(judge(why)).toEqual({ ok: false, reason: 'ownership-only' });
  });

  it.each(OWN_ALERT)('[H3] “%s” hands over what its own alerts found', (why) => {
    expect(judge(why)).toEqual({ ok: false, reason: 'own-alert' });
  });

  it.each(REASONS)('[H3] “%s” is a reason', (why) => {
    expect(judge(why)).toEqual({ ok: true });
  });

  it('[H3] any of them passes with a reason after it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...OWNERSHIP, ...OWN_ALERT), fc.string({ unit: 'binary' })), (why) => {
        expect(judge(`${why}, because the customer asked for her by name`)).toEqual({ ok: true });
      }),
    );
  });

  it('judges a text of any length soon', () => {
    for (const piece of ['your ', "trinity's ", 'the alert ', 'a', ' ', 'the owner ', 'it is ']) {
      const began = performance.now();
      judge(piece.repeat(40_000 / piece.length));
      for (let length = 100; length <= 165; length += 5) judge(piece.repeat(length).slice(0, length));
      expect(performance.now() - began, piece).toBeLessThan(1000);
    }
  });
});
