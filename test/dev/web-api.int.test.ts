import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../dev/workspace/index.js';
import { client, refusal, workspace } from './support.js';

const BRIDGE = 'C02BRIDGE';
const metadata = { event_type: 'owed_post', event_payload: { key: 'k1' } };

describe('a posted message', () => {
  it('is answered with its ts and itself, and stands in the channel', async () => {
    const w = await workspace();
    const posted = await client(w).chat.postMessage({ channel: BRIDGE, text: 'hello <@U01GERA>', metadata });
    expect(posted.message).toMatchObject({
      bot_id: 'B0SMITH',
      app_id: 'A0SMITH',
      user: 'U0SMITH',
      bot_profile: { name: 'Smith' },
      metadata,
    });
    expect(w.messages(BRIDGE)).toMatchObject([{ ts: posted.ts, mentions: ['U01GERA'], metadata }]);
  });

  it('shows its metadata in history only on request', async () => {
    const w = await workspace();
    const smith = client(w);
    await smith.chat.postMessage({ channel: BRIDGE, text: 'hello', metadata });
    const plain = await smith.conversations.history({ channel: BRIDGE });
    const full = await smith.conversations.history({ channel: BRIDGE, include_all_metadata: true });
    expect(plain.messages?.[0]).not.toHaveProperty('metadata');
    expect(full.messages?.[0]?.metadata).toEqual(metadata);
  });

  it('keeps its ts when it is updated, is marked edited, and pings nobody anew', async () => {
    const w = await workspace();
    const smith = client(w);
    const { ts = '' } = await smith.chat.postMessage({ channel: BRIDGE, text: 'hello', metadata });
    await smith.chat.update({ channel: BRIDGE, ts, text: 'hello <@U01GERA>' });
    expect(w.messages(BRIDGE)).toMatchObject([{ ts, text: 'hello <@U01GERA>', edited: {}, mentions: [], metadata }]);
  });

  it('keeps its blocks on an update that gives none, and loses them to an empty list', async () => {
    const w = await workspace();
    const smith = client(w);
    const blocks = [{ type: 'divider' }];
    const { ts = '' } = await smith.chat.postMessage({ channel: BRIDGE, text: 'a', blocks });
    await smith.chat.update({ channel: BRIDGE, ts, text: 'b' });
    expect(w.messages(BRIDGE)[0]?.blocks).toMatchObject(blocks);
    await smith.chat.update({ channel: BRIDGE, ts, text: 'c', blocks: [] });
    expect(w.messages(BRIDGE)[0]).not.toHaveProperty('blocks');
  });

  it('has a permalink under the address that auth.test gives', async () => {
    const w = await workspace();
    const smith = client(w);
    const { ts = '' } = await smith.chat.postMessage({ channel: BRIDGE, text: 'parent' });
    const { ts: reply = '' } = await smith.chat.postMessage({ channel: BRIDGE, text: 'reply', thread_ts: ts });
    const { url } = await smith.auth.test();
    const { permalink } = await smith.chat.getPermalink({ channel: BRIDGE, message_ts: reply });
    expect(permalink).toBe(`${url}archives/${BRIDGE}/p${reply.replace('.', '')}?thread_ts=${ts}&cid=${BRIDGE}`);
  });

  it('goes to a direct message by the id of a person', async () => {
    const w = await workspace();
    const smith = client(w);
    const { channel } = await smith.chat.postMessage({ channel: 'U01GERA', text: 'just you' });
    const opened = await smith.conversations.open({ users: 'U01GERA' });
    expect(channel).toBe(opened.channel?.id);
    expect(w.dm('A0SMITH', 'U01GERA')).toMatchObject([{ text: 'just you' }]);
  });
});

describe('history', () => {
  async function filled(): Promise<{ w: Workspace; parent: string; top: string[] }> {
    const w = await workspace();
    const top = Array.from({ length: 7 }, (_, n) => w.as('U01GERA').post(BRIDGE, `m${n}`).ts);
    const parent = top[3] ?? '';
    for (const n of [0, 1, 2, 3, 4]) w.as('U02FEDE').reply(BRIDGE, parent, `r${n}`);
    return { w, parent, top };
  }

  it('pages top-level messages newest first, every one once', async () => {
    const { w, top } = await filled();
    const pages: string[][] = [];
    for await (const page of client(w).paginate('conversations.history', { channel: BRIDGE, limit: 3 })) {
      pages.push((page as unknown as { messages: { ts: string }[] }).messages.map(({ ts }) => ts));
    }
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual([...top].reverse());
  });

  it('says of a parent how many replies it has and when the last came', async () => {
    const { w, parent } = await filled();
    const { messages } = await client(w).conversations.history({ channel: BRIDGE });
    const latest_reply = w.thread(BRIDGE, parent).at(-1)?.ts;
    expect(messages?.find(({ ts }) => ts === parent)).toMatchObject({
      thread_ts: parent,
      reply_count: 5,
      latest_reply,
    });
    expect(messages?.filter((message) => message.reply_count !== undefined)).toHaveLength(1);
  });

  it('keeps to oldest and latest, with the ends only when inclusive', async () => {
    const { w, top } = await filled();
    const between = { channel: BRIDGE, oldest: top[1], latest: top[4] };
    const count = async (more: object) =>
      (await client(w).conversations.history({ ...between, ...more })).messages?.map(({ text }) => text);
    expect(await count({})).toEqual(['m3', 'm2']);
    expect(await count({ inclusive: true })).toEqual(['m4', 'm3', 'm2', 'm1']);
  });

  it('of a thread has the parent first on every page, and replies oldest first', async () => {
    const { w, parent } = await filled();
    const pages: string[][] = [];
    for await (const page of client(w).paginate('conversations.replies', { channel: BRIDGE, ts: parent, limit: 2 })) {
      pages.push((page as unknown as { messages: { text: string }[] }).messages.map(({ text }) => text));
    }
    expect(pages).toEqual([
      ['m3', 'r0', 'r1'],
      ['m3', 'r2', 'r3'],
      ['m3', 'r4'],
    ]);
  });

  it('keeps a deleted parent as a tombstone while it has replies', async () => {
    const { w, parent, top } = await filled();
    w.as('U01GERA').delete(BRIDGE, parent);
    w.as('U01GERA').delete(BRIDGE, top[0] ?? '');
    const { messages } = await client(w).conversations.history({ channel: BRIDGE });
    expect(messages).toHaveLength(6);
    expect(messages?.find(({ ts }) => ts === parent)).toMatchObject({ subtype: 'tombstone', user: 'USLACKBOT' });
  });
});

describe('people', () => {
  it('tell guests and strangers apart', async () => {
    const smith = client(await workspace());
    const user = async (id: string) => (await smith.users.info({ user: id })).user;
    expect(await user('U04GUEST')).toMatchObject({ is_restricted: true, is_ultra_restricted: true });
    expect(await user('U05EXT')).toMatchObject({ team_id: 'T9OTHER', is_stranger: true });
    expect(await user('U0TRINITY')).toMatchObject({ is_bot: true });
    expect(await user('U01GERA')).toMatchObject({ is_bot: false, tz: 'Europe/Madrid', is_ultra_restricted: false });
  });

  it('page members of a channel', async () => {
    const { members } = await client(await workspace()).conversations.members({ channel: 'C08GENERAL', limit: 999 });
    expect(members).toContain('U05EXT');
    expect(members).toContain('U0SMITH');
  });
});

it('throttles a channel when a limit was set', async () => {
  const w = await workspace({ limits: { postsPerSecondPerChannel: 1 }, now: () => 1_700_000_000_000 });
  const smith = client(w);
  await smith.chat.postMessage({ channel: BRIDGE, text: '1' });
  await expect(smith.chat.postMessage({ channel: BRIDGE, text: '2' })).rejects.toMatchObject({ retryAfter: 1 });
  expect(await refusal(smith.chat.postMessage({ channel: 'C06RUNS', text: '3' }))).toBe('ok');
});
