import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorkspace, twoSeatWorkspace, type Workspace } from '../../dev/workspace/index.js';
import { asEventBody, createSlack, inboxId, type Slack, type SlackOptions } from '../../src/slack/index.js';
import { capturedLog, claimed, METADATA, PAGE, SAID, until } from './support.js';

/** All of src/slack against the strict local workspace, which refuses what Slack refuses. */
let workspace: Workspace;
let made: Slack[] = [];
beforeEach(async () => {
  workspace = await startWorkspace(twoSeatWorkspace(), { ackTimeoutMs: 100, retryDelaysMs: [0, 0, 0] });
});
afterEach(async () => {
  await Promise.all(made.map((s) => s.stop()));
  made = [];
  await workspace.stop();
});

const BRIDGE = 'C02BRIDGE';
const ALERTS = 'C01ALERTS';

function smith(over: Partial<SlackOptions> = {}) {
  const { log, written } = capturedLog();
  const bodies: Record<string, unknown>[] = [];
  const onConnected = vi.fn();
  const created = createSlack({
    secrets: { botToken: 'xoxb-smith', appToken: 'xapp-smith', apiUrl: workspace.apiUrl },
    log,
    now: Date.now,
    postTimeout: 5_000,
    paceMs: 0,
    receive: async (body) => {
      bodies.push(body);
      return {};
    },
    accepted: () => {},
    onConnected,
    connections: 1,
    wait: () => 0,
    ...over,
  });
  made.push(created);
  return { ...created, bodies, onConnected, written };
}

const toSmith = () => workspace.sockets.deliveries.filter((d) => d.appId === 'A0SMITH' && d.type === 'events_api');

describe('an event', () => {
  it('[X3] whose storing crashes is redelivered, and then stored', async () => {
    const attempts: unknown[] = [];
    const { start } = smith({
      receive: async (body, { retryNum, retryReason }) => {
        attempts.push([inboxId(body), retryNum, retryReason]);
        if (attempts.length < 3) throw new Error('disk full');
        return {};
      },
    });
    await start();
    const { ts } = workspace.as('U03NEO').post(BRIDGE, 'hello');
    await until(() => toSmith().at(0)?.status === 'acked');
    const id = `msg:${BRIDGE}:${ts}`;
    expect(attempts).toEqual([
      [id, null, null],
      [id, 1, 'timeout'],
      [id, 2, 'timeout'],
    ]);
  });

  it('[H11] that came while the process was down is in the read-back of the next', async () => {
    const first = smith();
    await first.start();
    await first.stop();
    await until(() => workspace.sockets.count('A0SMITH') === 0);
    const { ts } = workspace.as('U03NEO').post(BRIDGE, 'hello');
    await until(() => toSmith().at(0)?.status === 'lost');
    const second = smith();
    await second.start();
    expect(second.bodies).toEqual([]);
    expect(await second.history.channel(BRIDGE, '0')).toMatchObject({ ok: true, value: [{ ts, text: 'hello' }] });
  });

  it('[H11] is the same from the socket, as a mention, as an edit and from history', async () => {
    const { start, bodies, history, identities } = smith();
    await start();
    const neo = workspace.as('U03NEO');
    const plain = neo.post(BRIDGE, '<@U0SMITH> who has western-slope-alert?');
    const edited = neo.post(BRIDGE, 'who had it?');
    neo.edit(BRIDGE, edited.ts, 'who has it?');
    await until(() => bodies.length === 4);
    const self = await identities.self();
    const read = await history.channel(BRIDGE, '0');
    if (!self.ok || !read.ok) throw new Error('unread');
    const ids = new Set(bodies.map(inboxId));
    expect(ids.size).toBe(3);
    const backIds = read.value.map((m) => inboxId(asEventBody(m, self.value)));
    expect(backIds).toEqual([`msg:${BRIDGE}:${plain.ts}`, expect.stringMatching(`^edit:${BRIDGE}:${edited.ts}:`)]);
    expect(backIds.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('[H5] of the seat’s own message comes too, posted by other means', async () => {
    const { start, bodies } = smith();
    await start();
    const { ts } = workspace.asApp('A0SMITH').post(BRIDGE, 'HANDOFF to <@U0TRINITY>');
    await until(() => bodies.length === 1);
    expect(inboxId(bodies[0] ?? {})).toBe(`msg:${BRIDGE}:${ts}`);
  });
});

describe('the sockets', () => {
  it('[G1] come back after 503s on reconnecting', async () => {
    let failures = 0;
    const { start, state, onConnected } = smith({
      connections: 2,
      wait: () => {
        failures += 1;
        if (failures === 6) workspace.sockets.refuse('A0SMITH', false);
        return 0;
      },
    });
    await start();
    workspace.sockets.refuse('A0SMITH', true);
    workspace.sockets.cut('A0SMITH');
    await until(() => onConnected.mock.calls.length === 4);
    expect(state()).toMatchObject({ state: 'connected', connections: 2, lastError: null });
    expect(workspace.sockets.count('A0SMITH')).toBe(2);
  });

  it('[G1] are opened anew when Slack asks for it', async () => {
    const { start, onConnected } = smith();
    await start();
    workspace.sockets.disconnect('A0SMITH', 'refresh_requested');
    await until(() => onConnected.mock.calls.length === 2);
  });

  it('[U5] that are one too many say so', async () => {
    await smith({ connections: 10 }).start();
    await expect(smith({ startTimeout: 1_500 }).start()).rejects.toThrow(/more than ten sockets/);
  });

  it('[U5] of the wrong kind of token say so', async () => {
    const secrets = { botToken: 'xoxb-smith', appToken: 'xoxb-smith', apiUrl: workspace.apiUrl };
    await expect(smith({ secrets }).start()).rejects.toThrow(/^SLACK_APP_TOKEN: .*wrong kind of token/);
    const swapped = { botToken: 'xapp-smith', appToken: 'xapp-smith', apiUrl: workspace.apiUrl };
    await expect(smith({ secrets: swapped }).start()).rejects.toThrow(/^SLACK_BOT_TOKEN: .*wrong kind of token/);
  });
});

describe('a post', () => {
  const page = claimed({ saying: PAGE, place: { channel: ALERTS } });

  it('[P4] whose response is lost is unknown, is there once, and history shows its key', async () => {
    workspace.faults.add({ kind: 'lose-response', method: 'chat.postMessage' });
    const { post, history } = smith();
    expect((await post(page, SAID, METADATA)).outcome).toBe('unknown');
    expect(workspace.messages(ALERTS)).toHaveLength(1);
    const read = await history.channel(ALERTS, '0');
    expect(read).toMatchObject({ ok: true, value: [{ appId: 'A0SMITH', user: 'U0SMITH', metadata: METADATA }] });
  });

  it.each([
    { kind: 'http-500' },
    { kind: 'html-200' },
    { kind: 'error', code: 'fatal_error' },
    { kind: 'error', code: 'fatal_error', stored: true },
  ] as const)('[P4] that ends in %j is unknown after one call', async (fault) => {
    workspace.faults.add({ ...fault, method: 'chat.postMessage' });
    expect((await smith().post(page, SAID, METADATA)).outcome).toBe('unknown');
    expect(workspace.calls('chat.postMessage')).toHaveLength(1);
  });

  it('[P4] that is taken and never answered is unknown after its time-out', async () => {
    workspace.faults.add({ kind: 'hang', method: 'chat.postMessage' });
    expect((await smith({ postTimeout: 1_000 }).post(page, SAID, METADATA)).outcome).toBe('unknown');
    expect(workspace.messages(ALERTS)).toHaveLength(1);
  });

  it('[P7] that pages goes through while all else is rate limited', async () => {
    workspace.faults.add({
      kind: 'rate-limit',
      method: '*',
      retryAfter: 60,
      match: (args) => !String(args.text).startsWith('PAGE'),
    });
    const { post, calls } = smith();
    expect(await calls.react(ALERTS, '1.0', 'eyes')).toMatchObject({ ok: false, code: 'ratelimited' });
    expect(await post(claimed({ place: { channel: ALERTS } }), SAID, METADATA)).toMatchObject({ outcome: 'later' });
    expect(await post(page, { text: 'PAGE' }, METADATA)).toMatchObject({ outcome: 'posted' });
  });

  it('[P9] with blocks that Slack refuses is posted as plain text', async () => {
    const said = {
      text: 'You are owed.',
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3001) } }],
    };
    expect(await smith().post(page, said, METADATA)).toMatchObject({ outcome: 'posted' });
    expect(workspace.messages(ALERTS).map((m) => m.text)).toEqual(['You are owed.']);
    expect(workspace.messages(ALERTS)[0]?.metadata).toEqual(METADATA);
  });

  it('[O9] is edited to its outcome, without the buttons that it had', async () => {
    const { post } = smith();
    const posted = await post(page, SAID, METADATA);
    if (posted.outcome !== 'posted') throw new Error(posted.outcome);
    const edits = { channel: posted.channel, ts: posted.ts };
    const closed = await post(claimed({ edits }), { text: 'Closed.' }, METADATA);
    expect(closed).toMatchObject({ outcome: 'posted', ...edits });
    const [message] = workspace.messages(ALERTS);
    expect(message).toMatchObject({ text: 'Closed.', metadata: METADATA });
    expect(message?.blocks ?? []).toEqual([]);
  });

  it('[P3] stays where the place, the content or the token is at fault', async () => {
    const { post } = smith();
    const to = (channel: string) => post(claimed({ place: { channel } }), SAID, METADATA);
    workspace.channels.archive('C06RUNS');
    workspace.membership.remove('C07DECIDE', 'U0SMITH');
    expect(await to('C06RUNS')).toMatchObject({ what: 'place', code: 'is_archived' });
    expect(await to('C07DECIDE')).toMatchObject({ what: 'place', code: 'not_in_channel' });
    expect(await to('C99NONE')).toMatchObject({ what: 'place', code: 'channel_not_found' });
    expect(await post(page, { text: '' }, METADATA)).toMatchObject({ what: 'content', code: 'no_text' });
    workspace.tokens.revoke('A0SMITH');
    expect(await to(ALERTS)).toMatchObject({ what: 'stop', code: 'token_revoked' });
  });

  it('[O10] to a person goes to their DM, in a thread to its thread', async () => {
    const { post } = smith();
    await post(claimed({ saying: PAGE, place: { dm: 'U01GERA' } }), SAID, METADATA);
    expect(workspace.dm('A0SMITH', 'U01GERA').map((m) => m.text)).toEqual([SAID.text]);
    const { ts } = workspace.as('U03NEO').post(ALERTS, 'what is open?');
    await post(claimed({ place: { channel: ALERTS, thread: ts } }), SAID, METADATA);
    expect(workspace.thread(ALERTS, ts).map((m) => m.text)).toEqual(['what is open?', SAID.text]);
  });
});

describe('reading', () => {
  it('[H11] gives all of a long history and of a thread, in order, and none of it twice', async () => {
    const neo = workspace.as('U03NEO');
    const top = Array.from({ length: 450 }, (_, n) => neo.post(BRIDGE, `line ${n}`));
    const parent = top[0]?.ts ?? '';
    const replies = Array.from({ length: 250 }, (_, n) => neo.reply(BRIDGE, parent, `reply ${n}`));
    const { history } = smith();
    const read = await history.channel(BRIDGE, '0');
    expect(read.ok && read.value.map((m) => m.text)).toEqual(top.map((m) => m.text));
    const thread = await history.thread(BRIDGE, parent);
    expect(thread.ok && thread.value.map((m) => m.ts)).toEqual([parent, ...replies.map((m) => m.ts)]);
    const from = replies[199]?.ts ?? '';
    const late = await history.thread(BRIDGE, parent, { oldest: from });
    expect(late.ok && late.value.map((m) => m.text)).toEqual(replies.slice(200).map((m) => m.text));
  });

  it('[H10] of a page that fails is no reading at all', async () => {
    const neo = workspace.as('U03NEO');
    for (let n = 0; n < 250; n += 1) neo.post(BRIDGE, `line ${n}`);
    const method = 'conversations.history';
    workspace.faults.add({ kind: 'rate-limit', method, retryAfter: 60, match: (args) => args.cursor !== undefined });
    const now = Date.now();
    const read = await smith({ now: () => now }).history.channel(BRIDGE, '0');
    expect(read).toMatchObject({ ok: false, code: 'ratelimited', retryAt: now + 60_000 });
  });

  it('[X1] tells guests, strangers and bots from the people of the workspace', async () => {
    const { identities } = smith();
    const facts = async (id: string) => {
      const user = await identities.user(id);
      return user.ok ? [user.value.isGuest, user.value.isExternal, user.value.isBot] : user.code;
    };
    expect(await facts('U01GERA')).toEqual([false, false, false]);
    expect(await facts('U04GUEST')).toEqual([true, false, false]);
    expect(await facts('U05EXT')).toEqual([expect.any(Boolean), true, false]);
    expect(await facts('U0TRINITY')).toEqual([false, false, true]);
    expect(await facts('U99NONE')).toBe('user_not_found');
    expect(await identities.bot('B0TRINITY')).toMatchObject({ value: { user: 'U0TRINITY', appId: 'A0TRINITY' } });
  });

  it('[U5] tells who the bot is, its scopes and its channels', async () => {
    const { identities, calls } = smith();
    expect(await identities.self()).toMatchObject({
      value: { botUser: 'U0SMITH', botId: 'B0SMITH', appId: 'A0SMITH' },
    });
    expect(await calls.scopes()).toMatchObject({ ok: true, value: expect.arrayContaining(['chat:write']) });
    const bridge = { id: BRIDGE, name: 'bridge', isMember: true, isArchived: false };
    expect(await calls.channelInfo(BRIDGE)).toEqual({ ok: true, value: bridge });
  });
});

it('[U1] a command is stored, acknowledged, and answered through its response URL', async () => {
  const { start, app, dispatch, calls } = smith({
    receive: async (body) => {
      // The inbox would run it later; here, at once.
      setImmediate(() => void dispatch(body));
      return {};
    },
  });
  app.command('/owed-smith', async ({ command }) => {
    await calls.respond(command.response_url, { response_type: 'ephemeral', text: 'Nothing is owed to you.' });
  });
  await start();
  await workspace.as('U01GERA').slash(ALERTS, '/owed-smith', 'list');
  const seen = await workspace.waitFor(() => workspace.ephemerals('U01GERA').at(-1));
  expect(seen.text).toBe('Nothing is owed to you.');
});

it('[X2] through all of it no token reaches the log', async () => {
  const { start, written } = smith();
  await start();
  workspace.as('U03NEO').post(BRIDGE, 'a private word');
  await until(() => toSmith().at(0)?.status === 'acked');
  workspace.tokens.revoke('A0SMITH');
  await until(() => written().includes('token_revoked'));
  expect(written()).not.toMatch(/xoxb|xapp|ticket|a private word/);
});
