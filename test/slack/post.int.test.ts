import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPost, type PostOptions } from '../../src/slack/post.js';
import { createResolver } from '../../src/slack/resolve.js';
import { type FakeSlack, fakeSlack } from './fake-slack.js';
import { BOT_TOKEN, claimed, METADATA, PAGE, SAID } from './support.js';

let slack: FakeSlack;
beforeEach(async () => {
  slack = await fakeSlack();
  slack.on('chat.postMessage', (args) => ({ channel: args.channel, ts: '17.000100', message: { text: args.text } }));
  slack.on('chat.update', (args) => ({ channel: args.channel, ts: args.ts, message: { text: args.text } }));
});
afterEach(() => slack.close());

const NOW = 1_000_000;
const PROOF = { kind: 'hand', text: 'called her', link: null, by: 'gera', at: 1 };
function poster(over: Partial<PostOptions> = {}) {
  const base = { token: BOT_TOKEN, apiUrl: slack.apiUrl, timeout: 5_000, now: () => NOW };
  return createPost({ ...base, resolve: createResolver(base), paceMs: 0, ...over });
}

describe('a post', () => {
  it('[P4] carries its key in metadata, its thread, its text and its blocks, and unfurls nothing', async () => {
    const claim = claimed({ place: { channel: 'C01', thread: '16.000100' } });
    expect(await poster()(claim, SAID, METADATA)).toEqual({
      outcome: 'posted',
      channel: 'C01',
      ts: '17.000100',
      message: { text: SAID.text },
    });
    const [call] = slack.to('chat.postMessage');
    expect(call?.args).toEqual({
      channel: 'C01',
      thread_ts: '16.000100',
      text: SAID.text,
      blocks: JSON.stringify(SAID.blocks),
      metadata: JSON.stringify(METADATA),
      unfurl_links: 'false',
      unfurl_media: 'false',
    });
    expect(call?.token).toBe(BOT_TOKEN);
  });

  it('[O9] edits the message that its claim names, and takes away blocks that are no longer there', async () => {
    const claim = claimed({
      saying: { ...PAGE, say: 'page-closed', proof: PROOF },
      edits: { channel: 'C09', ts: '12.000100' },
    });
    expect(await poster()(claim, { text: 'Closed.' }, METADATA)).toMatchObject({ channel: 'C09', ts: '12.000100' });
    expect(slack.to('chat.postMessage')).toHaveLength(0);
    expect(slack.to('chat.update')[0]?.args).toEqual({
      channel: 'C09',
      ts: '12.000100',
      text: 'Closed.',
      blocks: '[]',
      metadata: JSON.stringify(METADATA),
    });
  });

  it('[P3] that cannot be edited any more stays, for its content', async () => {
    slack.on('chat.update', () => ({ ok: false, error: 'message_not_found' }));
    const claim = claimed({ edits: { channel: 'C09', ts: '12.000100' } });
    expect(await poster()(claim, SAID, METADATA)).toMatchObject({ outcome: 'stays', what: 'content' });
  });

  it('[P9] whose blocks Slack refuses is posted as plain text under the same claim', async () => {
    slack.on('chat.postMessage', (args) =>
      args.blocks === undefined ? { channel: 'C01', ts: '17.000100' } : { ok: false, error: 'invalid_blocks_format' },
    );
    expect(await poster()(claimed(), SAID, METADATA)).toMatchObject({ outcome: 'posted', ts: '17.000100' });
    const [first, second, ...more] = slack.to('chat.postMessage');
    expect(more).toEqual([]);
    expect(second?.args.metadata).toBe(first?.args.metadata);
    expect(second?.args.text).toBe(SAID.text);
  });

  it('[P9] whose plain text is refused too stays', async () => {
    slack.on('chat.postMessage', () => ({ ok: false, error: 'msg_blocks_too_long' }));
    expect(await poster()(claimed(), SAID, METADATA)).toMatchObject({ outcome: 'stays', code: 'msg_blocks_too_long' });
    expect(slack.to('chat.postMessage')).toHaveLength(2);
  });

  it('[P9] whose edited blocks Slack refuses is edited as plain text', async () => {
    slack.on('chat.update', (args) =>
      args.blocks === '[]' ? { channel: 'C01', ts: '12.000100' } : { ok: false, error: 'invalid_blocks' },
    );
    const claim = claimed({ edits: { channel: 'C01', ts: '12.000100' } });
    expect(await poster()(claim, SAID, METADATA)).toMatchObject({ outcome: 'posted' });
  });
});

describe('[P3] nobody can tell whether it was posted, and it is tried once,', () => {
  it.each([
    ['when the answer is lost', 'lost' as const],
    ['after a 500', { status: 500, text: 'oops' }],
    ['after a 503', { status: 503, text: 'oops' }],
    ['after a page of HTML with status 200', { status: 200, text: '<html>maintenance</html>' }],
    ['after half an answer', { status: 200, text: '{"ok":tr' }],
    ['after null', { status: 200, text: 'null' }],
    ['after internal_error', { ok: false, error: 'internal_error' }],
    ['after a code of next year', { ok: false, error: 'brand_new_error' }],
    ['after an ok that does not say where', { channel: 'C01' }],
  ])('%s', async (_, answer) => {
    slack.on('chat.postMessage', () => answer);
    const outcome = await poster()(claimed(), SAID, METADATA);
    expect(outcome.outcome).toBe('unknown');
    expect(slack.to('chat.postMessage')).toHaveLength(1);
    expect(JSON.stringify(outcome)).not.toContain('maintenance');
  });

  it('when Slack does not answer within the time-out', async () => {
    slack.on('chat.postMessage', () => 'silence');
    const outcome = await poster({ timeout: 1_000 })(claimed(), SAID, METADATA);
    expect(outcome).toEqual({ outcome: 'unknown', reason: 'Slack did not answer in time' });
    expect(slack.to('chat.postMessage')).toHaveLength(1);
  });

  it('when nothing listens there', async () => {
    const outcome = await poster({ apiUrl: 'http://127.0.0.1:1/api/' })(claimed(), SAID, METADATA);
    expect(outcome).toEqual({ outcome: 'unknown', reason: expect.stringContaining('connection to Slack failed') });
  });
});

describe('[P7] a rate limit', () => {
  const limited = { status: 429, headers: { 'retry-after': '30' }, text: '' };

  it('gives the claim back, not before Slack’s Retry-After', async () => {
    slack.on('chat.postMessage', () => limited);
    expect(await poster()(claimed(), SAID, METADATA)).toMatchObject({ outcome: 'later', retryAt: NOW + 30_000 });
    expect(slack.to('chat.postMessage')).toHaveLength(1);
  });

  it('without a Retry-After gives the claim back all the same', async () => {
    slack.on('chat.postMessage', () => ({ status: 429, text: 'slow down' }));
    expect(await poster()(claimed(), SAID, METADATA)).toMatchObject({ outcome: 'later', retryAt: NOW + 30_000 });
  });

  it('of other messages delays no page, in the same channel or another', async () => {
    let pages = 0;
    slack.on('chat.postMessage', (args) => {
      if (!args.text?.startsWith('PAGE')) return limited;
      pages += 1;
      return { channel: args.channel, ts: `18.00000${pages}` };
    });
    const post = poster();
    const nudge = await post(claimed({ place: { channel: 'C01' } }), SAID, METADATA);
    expect(nudge.outcome).toBe('later');
    for (const channel of ['C01', 'C02']) {
      const page = await post(claimed({ saying: PAGE, place: { channel } }), { text: 'PAGE' }, METADATA);
      expect(page).toMatchObject({ outcome: 'posted', channel });
    }
  });

  it('is asked about once: until it ends, the channel’s other messages wait without a call', async () => {
    let now = NOW;
    slack.on('chat.postMessage', (args, nth) => (nth === 1 ? limited : { channel: args.channel, ts: '18.000100' }));
    const post = poster({ now: () => now });
    await post(claimed(), SAID, METADATA);
    expect(await post(claimed(), SAID, METADATA)).toMatchObject({ outcome: 'later', retryAt: NOW + 30_000 });
    expect(slack.to('chat.postMessage')).toHaveLength(1);
    expect(await post(claimed({ place: { channel: 'C02' } }), SAID, METADATA)).toMatchObject({ outcome: 'posted' });
    now += 30_000;
    expect(await post(claimed(), SAID, METADATA)).toMatchObject({ outcome: 'posted' });
  });

  it('and a page that hangs leave the other queue at work', async () => {
    slack.on('chat.postMessage', (args) =>
      args.text === 'PAGE' ? 'silence' : { channel: args.channel, ts: '18.000100' },
    );
    const post = poster();
    const hanging = post(claimed({ saying: PAGE }), { text: 'PAGE' }, METADATA);
    expect(await post(claimed(), SAID, METADATA)).toMatchObject({ outcome: 'posted' });
    await slack.close();
    expect(await hanging).toMatchObject({ outcome: 'unknown' });
    slack = await fakeSlack();
  });
});

describe('[P5] a post whose turn comes too late for its lease', () => {
  it('is given back unposted, for its claim may be reconciled by then', async () => {
    const late = claimed({ leaseUntil: NOW + 4_999 });
    expect(await poster()(late, SAID, METADATA)).toMatchObject({ outcome: 'later', retryAt: NOW });
    const inTime = claimed({ leaseUntil: NOW + 5_000 });
    expect(await poster()(inTime, SAID, METADATA)).toMatchObject({ outcome: 'posted' });
    expect(slack.to('chat.postMessage')).toHaveLength(1);
  });

  it('is given back also when only its turn shows that it is late', async () => {
    let asked = 0;
    const now = () => NOW + 4_000 * asked++;
    const inTimeAtFirst = claimed({ leaseUntil: NOW + 6_000 });
    expect(await poster({ now })(inTimeAtFirst, SAID, METADATA)).toMatchObject({ outcome: 'later' });
    expect(slack.to('chat.postMessage')).toHaveLength(0);
  });

  it('is given back at once when the queue before it is too long', async () => {
    const post = poster({ paceMs: 3_600_000 });
    const waiting = [1, 2].map(() => post(claimed(), SAID, METADATA));
    await waiting[0];
    const late = claimed({ leaseUntil: NOW + 3_600_000 });
    expect(await post(late, SAID, METADATA)).toMatchObject({ outcome: 'later', retryAt: NOW + 3_600_000 });
  });
});

describe('a person’s direct message', () => {
  const dm = claimed({ place: { dm: 'U07' }, saying: PAGE });

  it('[O10] is opened once, also for two posts at one moment', async () => {
    slack.on('conversations.open', () => ({ channel: { id: 'D07' } }));
    const post = poster();
    const outcomes = await Promise.all([post(dm, SAID, METADATA), post(dm, SAID, METADATA)]);
    await post(dm, SAID, METADATA);
    expect(outcomes.map((o) => o.outcome === 'posted' && o.channel)).toEqual(['D07', 'D07']);
    expect(slack.to('conversations.open').map((c) => c.args)).toEqual([{ users: 'U07' }]);
  });

  it.each([
    ['user_not_found', 'place'],
    ['user_disabled', 'place'],
    ['cannot_dm_bot', 'place'],
    ['missing_scope', 'stop'],
    ['never_heard_of', 'place'],
  ])('[P3] that cannot be opened (%s) stays, for nothing was posted', async (error, what) => {
    slack.on('conversations.open', () => ({ ok: false, error }));
    expect(await poster()(dm, SAID, METADATA)).toMatchObject({ outcome: 'stays', what, code: error });
    expect(slack.to('chat.postMessage')).toHaveLength(0);
  });

  it.each([
    ['lost' as const, NOW + 30_000],
    [{ status: 503, text: '' }, NOW + 30_000],
    [{ ok: false, error: 'internal_error' }, NOW + 30_000],
    [{ status: 429, headers: { 'retry-after': '9' }, text: '' }, NOW + 9_000],
  ])('[P3] that could not be opened for now (%j) is for later, never unknown', async (answer, retryAt) => {
    slack.on('conversations.open', () => answer);
    expect(await poster()(dm, SAID, METADATA)).toMatchObject({ outcome: 'later', retryAt });
    slack.on('conversations.open', () => ({ channel: { id: 'D07' } }));
    expect(await poster()(dm, SAID, METADATA)).toMatchObject({ outcome: 'posted', channel: 'D07' });
  });
});

it('[X2] no outcome holds the token', async () => {
  slack.on('chat.postMessage', (args) => ({ ok: false, error: `invalid_auth ${args.token ?? BOT_TOKEN}` }));
  expect(JSON.stringify(await poster()(claimed(), SAID, METADATA))).not.toContain('secret');
});
