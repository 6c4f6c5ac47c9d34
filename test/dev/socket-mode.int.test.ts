import { SocketModeClient } from '@slack/socket-mode';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { atTheEnd, client, seat, workspace } from './support.js';

const BRIDGE = 'C02BRIDGE';

/** Tells that something did not happen: a later message has arrived, and everything before it was acknowledged. */
async function settled(w: Awaited<ReturnType<typeof workspace>>): Promise<void> {
  await w.waitFor(() => w.sockets.deliveries.every(({ status }) => status !== 'waiting'), { what: 'all acknowledged' });
}

describe('an event', () => {
  it('reaches each subscribed app of the channel once, and is not sent again once acknowledged', async () => {
    const w = await workspace({ ackTimeoutMs: 40, retryDelaysMs: [0, 0, 0] });
    const smith = await seat(w, 'smith');
    const trinity = await seat(w, 'trinity');
    w.as('U01GERA').post(BRIDGE, 'one');
    w.as('U01GERA').post(BRIDGE, 'two');
    const texts = (of: typeof smith) => of.events('message').map(({ text }) => text);
    await w.waitFor(() => texts(smith).length === 2 && texts(trinity).length === 2);
    const smiths = () => w.sockets.deliveries.filter(({ appId }) => appId === 'A0SMITH');
    await w.waitFor(() => smiths().every(({ status }) => status === 'acked'));
    w.as('U01GERA').post(BRIDGE, 'three');
    await w.waitFor(() => texts(smith).includes('three'));
    expect(texts(smith)).toEqual(['one', 'two', 'three']);
    expect(smiths().map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });

  it('has the fields that Slack gives', async () => {
    const w = await workspace();
    const smith = await seat(w, 'smith');
    const { ts } = w.as('U01GERA').post('C08GENERAL', 'parent');
    w.as('U05EXT').reply('C08GENERAL', ts, 'from outside');
    await w.waitFor(() => smith.events('message').length === 2);
    expect(smith.bodies[0]?.body).toMatchObject({
      type: 'event_callback',
      team_id: 'T0OWED',
      api_app_id: 'A0SMITH',
      event_id: expect.stringMatching(/^Ev/),
      is_ext_shared_channel: true,
      authorizations: [{ user_id: 'U0SMITH', is_bot: true }],
      event: { channel: 'C08GENERAL', channel_type: 'channel', ts, event_ts: ts, client_msg_id: expect.any(String) },
    });
    expect(smith.events('message')[1]).toMatchObject({
      team: 'T9OTHER',
      user_team: 'T9OTHER',
      thread_ts: ts,
      parent_user_id: 'U01GERA',
    });
  });

  it('carries the messages of other apps, its own too, without their metadata', async () => {
    const w = await workspace();
    const smith = await seat(w, 'smith');
    const metadata = { event_type: 'x', event_payload: {} };
    await client(w, 'xoxb-trinity').chat.postMessage({ channel: BRIDGE, text: 'theirs', metadata });
    await client(w).chat.postMessage({ channel: BRIDGE, text: 'mine', metadata });
    await w.waitFor(() => smith.events('message').length === 2);
    const [theirs, mine] = smith.events('message');
    expect(theirs).toMatchObject({ bot_id: 'B0TRINITY', app_id: 'A0TRINITY', user: 'U0TRINITY', bot_profile: {} });
    expect(mine).toMatchObject({ bot_id: 'B0SMITH' });
    expect([theirs, mine].some((event) => event && 'metadata' in event)).toBe(false);
  });

  it('comes as app_mention too for the mentioned app, and not for an edit', async () => {
    const w = await workspace();
    const smith = await seat(w, 'smith');
    const { ts } = w.as('U01GERA').post(BRIDGE, 'hi <@U0SMITH>');
    w.as('U01GERA').edit(BRIDGE, ts, 'hi again <@U0SMITH>');
    w.as('U01GERA').delete(BRIDGE, ts);
    await w.waitFor(() => smith.events().length === 4);
    expect(smith.events().map(({ type, subtype }) => subtype ?? type)).toEqual([
      'message',
      'app_mention',
      'message_changed',
      'message_deleted',
    ]);
    expect(smith.events()[2]).toMatchObject({
      message: { text: 'hi again <@U0SMITH>', edited: { user: 'U01GERA' } },
      previous_message: { text: 'hi <@U0SMITH>' },
    });
    expect(smith.events()[3]).toMatchObject({ deleted_ts: ts });
  });

  it('of a link preview is a change without an edit', async () => {
    const w = await workspace();
    const smith = await seat(w, 'smith');
    const { ts } = w.as('U01GERA').post(BRIDGE, 'see https://example.com');
    w.unfurl(BRIDGE, ts);
    await w.waitFor(() => smith.events().length === 2);
    const [, change] = smith.events();
    expect(change).toMatchObject({ subtype: 'message_changed', message: { text: 'see <https://example.com>' } });
    expect(change?.message).not.toHaveProperty('edited');
  });

  it('of a direct message is a message.im alone, for the app whose it is', async () => {
    const w = await workspace();
    const smith = await seat(w, 'smith');
    const trinity = await seat(w, 'trinity');
    w.as('U01GERA').dm('A0SMITH', 'psst <@U0SMITH>');
    await w.waitFor(() => smith.events().length === 1);
    w.as('U01GERA').post(BRIDGE, 'later');
    await w.waitFor(() => trinity.events().length === 1);
    expect(smith.events()[0]).toMatchObject({ type: 'message', channel_type: 'im' });
    expect(trinity.events()).toMatchObject([{ text: 'later' }]);
  });

  it('tells of reactions, joins and opened Home tabs', async () => {
    const w = await workspace();
    const smith = await seat(w, 'smith');
    const { ts } = w.as('U01GERA').post(BRIDGE, 'x');
    w.as('U02FEDE').react(BRIDGE, ts, 'eyes');
    w.membership.add(BRIDGE, 'U05EXT');
    w.as('U01GERA').openHome('A0SMITH');
    await w.waitFor(() => smith.events('app_home_opened').length === 1);
    expect(smith.events('reaction_added')).toMatchObject([{ user: 'U02FEDE', reaction: 'eyes', item: { ts } }]);
    expect(smith.events('member_joined_channel')).toMatchObject([{ user: 'U05EXT', channel: BRIDGE }]);
    expect(smith.events('app_home_opened')).toMatchObject([{ user: 'U01GERA', tab: 'home' }]);
  });
});

describe('an event that nobody acknowledges', () => {
  it('comes again with its number, under the same event id, until it is acknowledged', async () => {
    const w = await workspace({ ackTimeoutMs: 30, retryDelaysMs: [0, 10, 10] });
    let acks = false;
    const smith = await seat(w, 'smith', () => {}, { ackEvents: () => acks });
    w.as('U01GERA').post(BRIDGE, 'x');
    await w.waitFor(() => smith.bodies.length === 2);
    acks = true;
    await settled(w);
    expect(smith.bodies.map(({ retryNum }) => retryNum)).toEqual(smith.bodies.map((_, n) => n));
    expect(new Set(smith.bodies.map(({ body }) => body.event_id)).size).toBe(1);
    expect(w.sockets.deliveries.find(({ appId }) => appId === 'A0SMITH')).toMatchObject({ status: 'acked' });
  });

  it('is lost after three retries', async () => {
    const w = await workspace({ ackTimeoutMs: 20, retryDelaysMs: [0, 5, 5] });
    const smith = await seat(w, 'smith', () => {}, { ackEvents: false });
    w.as('U01GERA').post(BRIDGE, 'x');
    await settled(w);
    expect(smith.bodies.map(({ retryNum }) => retryNum)).toEqual([0, 1, 2, 3]);
    expect(w.sockets.deliveries[0]).toMatchObject({ status: 'lost', attempts: 4 });
  });

  it('is kept for a retry while no socket is open', async () => {
    const w = await workspace({ retryDelaysMs: [60_000, 0, 0] });
    w.as('U01GERA').post(BRIDGE, 'before the start');
    await w.waitFor(() => w.sockets.deliveries.every(({ attempts }) => attempts === 1));
    expect(w.sockets.deliveries[0]).toMatchObject({ status: 'waiting', envelopeIds: [] });
  });

  it('reaches an app that connects in time for a retry', async () => {
    const w = await workspace({ retryDelaysMs: Array.from({ length: 500 }, () => 10) });
    w.as('U01GERA').post(BRIDGE, 'before the start');
    const smith = await seat(w, 'smith');
    await w.waitFor(() => smith.bodies.length === 1);
    expect(smith.bodies[0]?.retryNum).toBeGreaterThan(0);
  });

  it('comes again after its acknowledgement when that is ordered', async () => {
    const w = await workspace();
    const smith = await seat(w, 'smith');
    w.sockets.duplicateNext('A0SMITH');
    w.as('U01GERA').post(BRIDGE, 'x');
    await w.waitFor(() => smith.bodies.length === 2);
    w.sockets.resend(w.sockets.deliveries[0]?.envelopeIds[0] ?? '');
    await w.waitFor(() => smith.bodies.length === 3);
    expect(new Set(smith.bodies.map(({ body }) => body.event_id)).size).toBe(1);
  });
});

describe('sockets', () => {
  it('of one app get each payload on one of them, in turn', async () => {
    const w = await workspace();
    const first = await seat(w, 'smith');
    const second = await seat(w, 'smith');
    expect(w.sockets.count('A0SMITH')).toBe(2);
    for (const n of [1, 2, 3, 4]) w.as('U01GERA').post(BRIDGE, `m${n}`);
    await w.waitFor(() => first.bodies.length + second.bodies.length === 4);
    expect([first.bodies.length, second.bodies.length]).toEqual([2, 2]);
  });

  it('are ten at most for one app', async () => {
    const w = await workspace();
    const open = async () => {
      const { url = '' } = await client(w, 'xapp-smith').apps.connections.open({});
      const socket = new WebSocket(url);
      atTheEnd(async () => socket.terminate());
      return new Promise<{ type: string; reason?: string }>((resolve, reject) => {
        socket.once('message', (data) => resolve(JSON.parse(String(data))));
        socket.once('error', reject);
      });
    };
    for (let n = 1; n <= 10; n += 1) expect(await open()).toMatchObject({ type: 'hello', num_connections: n });
    expect(await open()).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
    expect(w.sockets.count('A0SMITH')).toBe(10);
  });

  it('open once by each address', async () => {
    const w = await workspace();
    const { url = '' } = await client(w, 'xapp-smith').apps.connections.open({});
    const open = () =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(url);
        atTheEnd(async () => socket.terminate());
        socket.once('message', () => resolve('open'));
        socket.once('error', () => resolve('refused'));
      });
    expect([await open(), await open()]).toEqual(['open', 'refused']);
  });

  it.each(['refresh_requested', 'warning'] as const)('reconnect after %s', async (reason) => {
    const w = await workspace();
    const socket = new SocketModeClient({
      appToken: 'xapp-smith',
      clientPingTimeout: 50,
      clientOptions: { slackApiUrl: w.apiUrl },
    });
    atTheEnd(() => socket.disconnect());
    await socket.start();
    const reconnected = new Promise((resolve) => socket.once('connected', resolve));
    w.sockets.disconnect('A0SMITH', reason);
    await reconnected;
    await w.waitFor(() => w.sockets.count('A0SMITH') === 1);
    expect(w.calls('apps.connections.open')).toHaveLength(2);
  });

  it('can be cut, and kept from coming back', async () => {
    const w = await workspace();
    await seat(w, 'smith');
    w.sockets.refuse('A0SMITH', true);
    w.sockets.cut('A0SMITH');
    await w.waitFor(() => w.sockets.count('A0SMITH') === 0);
    await expect(client(w, 'xapp-smith').apps.connections.open({})).rejects.toMatchObject({ statusCode: 503 });
    w.sockets.refuse('A0SMITH', false);
    await expect(client(w, 'xapp-smith').apps.connections.open({})).resolves.toMatchObject({ ok: true });
  });
});
