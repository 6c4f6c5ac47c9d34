import type { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../dev/workspace/index.js';
import { client, refusal, workspace } from './support.js';

const BRIDGE = 'C02BRIDGE';
type Attempt = (smith: WebClient, w: Workspace) => Promise<unknown>;

/** A workspace with the places where Smith may not go. */
function stricter(): Promise<Workspace> {
  return workspace({}, (definition) => {
    definition.channels.push(
      { id: 'C10ELSE', name: 'elsewhere', members: ['U01GERA', 'U0TRINITY'] },
      { id: 'C11OLD', name: 'old', is_archived: true, members: ['U01GERA', 'U0SMITH'] },
      { id: 'G12SECRET', name: 'secret', is_private: true, members: ['U01GERA', 'U0TRINITY'] },
    );
    const neo = definition.people.find(({ id }) => id === 'U03NEO');
    if (neo) neo.dm = false;
  });
}

const post =
  (more: object): Attempt =>
  (smith) =>
    smith.apiCall('chat.postMessage', { channel: BRIDGE, text: 'x', ...more });

describe('the workspace refuses', () => {
  const table: [string, string, Attempt][] = [
    ['a method nobody has', 'unknown_method', (smith) => smith.apiCall('chat.shout', {})],
    ['a token nobody has', 'invalid_auth', (_, w) => client(w, 'xoxb-nobody').auth.test()],
    ['no token', 'not_authed', (_, w) => client(w, '').auth.test()],
    ['an app token on a bot method', 'not_allowed_token_type', (_, w) => client(w, 'xapp-smith').auth.test()],
    ['a bot token on an app method', 'not_allowed_token_type', (smith) => smith.apps.connections.open({})],
    ['joining without channels:join', 'missing_scope', (smith) => smith.conversations.join({ channel: 'C10ELSE' })],
    ['listing direct messages without im:read', 'missing_scope', (smith) => smith.conversations.list({ types: 'im' })],
    ['the name of a channel', 'channel_not_found', post({ channel: 'bridge' })],
    ['the name of a channel with its hash', 'channel_not_found', post({ channel: '#bridge' })],
    ['no channel', 'channel_not_found', post({ channel: undefined })],
    ['a channel nobody has', 'channel_not_found', post({ channel: 'C99NONE' })],
    ['a channel that the app is not in', 'not_in_channel', post({ channel: 'C10ELSE' })],
    ['a private channel that the app is not in', 'channel_not_found', post({ channel: 'G12SECRET' })],
    ['an archived channel', 'is_archived', post({ channel: 'C11OLD' })],
    ['a thread that does not exist', 'thread_not_found', post({ thread_ts: '1700000000.000001' })],
    ['a thread_ts that is no ts', 'invalid_thread_ts', post({ thread_ts: 'p1700000000000001' })],
    [
      'the ts of a reply as a thread',
      'cannot_reply_to_message',
      (smith, w) => {
        const { ts } = w.as('U01GERA').post(BRIDGE, 'a');
        const reply = w.as('U01GERA').reply(BRIDGE, ts, 'b');
        return smith.chat.postMessage({ channel: BRIDGE, text: 'c', thread_ts: reply.ts });
      },
    ],
    ['nothing to say', 'no_text', post({ text: '' })],
    ['40,001 characters', 'msg_too_long', post({ text: 'x'.repeat(40_001) })],
    ['blocks that are no list', 'invalid_blocks_format', post({ blocks: { type: 'divider' } })],
    ['blocks that are no JSON', 'invalid_blocks_format', post({ blocks: '[{' })],
    ['51 blocks', 'invalid_blocks', post({ blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) })],
    ['metadata without a type', 'invalid_metadata_schema', post({ metadata: { event_payload: {} } })],
    ['metadata without a payload', 'invalid_metadata_schema', post({ metadata: { event_type: 'x' } })],
    ['metadata that is a list', 'invalid_metadata_format', post({ metadata: [] })],
    [
      'metadata of 9 KB',
      'metadata_too_large',
      post({ metadata: { event_type: 'x', event_payload: { a: 'x'.repeat(9000) } } }),
    ],
    ['a direct message to one who takes none', 'messages_tab_disabled', post({ channel: 'U03NEO' })],
    [
      "another app's direct message",
      'channel_not_found',
      async (smith, w) => smith.chat.postMessage({ channel: w.dmChannel('A0TRINITY', 'U01GERA'), text: 'x' }),
    ],
    [
      'opening a direct message with nobody',
      'user_not_found',
      (smith) => smith.conversations.open({ users: 'U99NONE' }),
    ],
    [
      'opening a direct message with a bot',
      'cannot_dm_bot',
      (smith) => smith.conversations.open({ users: 'U0TRINITY' }),
    ],
    ['a group message', 'missing_scope', (smith) => smith.conversations.open({ users: 'U01GERA,U02FEDE' })],
    [
      "updating another's message",
      'cant_update_message',
      (smith, w) => smith.chat.update({ channel: BRIDGE, ts: w.as('U01GERA').post(BRIDGE, 'mine').ts, text: 'x' }),
    ],
    [
      "deleting another's message",
      'cant_delete_message',
      (smith, w) => smith.chat.delete({ channel: BRIDGE, ts: w.asApp('A0ALERTS').post(BRIDGE, 'mine').ts }),
    ],
    [
      'updating what is not there',
      'message_not_found',
      (smith) => smith.chat.update({ channel: BRIDGE, ts: '1.000001', text: 'x' }),
    ],
    [
      'history of a channel it is not in',
      'not_in_channel',
      (smith) => smith.conversations.history({ channel: 'C10ELSE' }),
    ],
    [
      'history in pages of 1000',
      'invalid_limit',
      (smith) => smith.conversations.history({ channel: BRIDGE, limit: 1000 }),
    ],
    [
      'a cursor of its own making',
      'invalid_cursor',
      (smith) => smith.conversations.history({ channel: BRIDGE, cursor: 'x' }),
    ],
    [
      'replies to nothing',
      'thread_not_found',
      (smith) => smith.conversations.replies({ channel: BRIDGE, ts: '1.000001' }),
    ],
    ['a person nobody knows', 'user_not_found', (smith) => smith.users.info({ user: 'U99NONE' })],
    [
      'an ephemeral message to one outside the channel',
      'user_not_in_channel',
      (smith) => smith.chat.postEphemeral({ channel: BRIDGE, user: 'U05EXT', text: 'x' }),
    ],
    [
      'the same reaction twice',
      'already_reacted',
      async (smith, w) => {
        const what = { channel: BRIDGE, timestamp: w.as('U01GERA').post(BRIDGE, 'a').ts, name: 'eyes' };
        await smith.reactions.add(what);
        await smith.reactions.add(what);
      },
    ],
    ['a modal without a trigger', 'invalid_trigger_id', (smith) => smith.views.open({ trigger_id: 'x', view: modal })],
    [
      'a Home tab for nobody',
      'user_not_found',
      (smith) => smith.views.publish({ user_id: 'U99NONE', view: { type: 'home', blocks: [] } }),
    ],
    ['updating a view that is gone', 'not_found', (smith) => smith.views.update({ view_id: 'V1', view: modal })],
    [
      'a revoked token',
      'token_revoked',
      (smith, w) => {
        w.tokens.revoke('A0SMITH');
        return smith.auth.test();
      },
    ],
    [
      'a channel that the app was put out of',
      'not_in_channel',
      (smith, w) => {
        w.membership.remove(BRIDGE, 'U0SMITH');
        return smith.chat.postMessage({ channel: BRIDGE, text: 'x' });
      },
    ],
  ];
  const modal = { type: 'modal' as const, title: { type: 'plain_text' as const, text: 'x' }, blocks: [] };

  it.each(table)('%s: %s', async (_, code, attempt) => {
    const w = await stricter();
    expect(await refusal(attempt(client(w), w))).toBe(code);
    expect(w.find({ app: 'A0SMITH' })).toEqual([]);
  });

  it('blocks with the reason and the place', async () => {
    const w = await workspace();
    const blocks = [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }];
    const call = client(w).chat.postMessage({ channel: BRIDGE, text: 'x', blocks });
    await expect(call).rejects.toMatchObject({
      data: {
        error: 'invalid_blocks',
        response_metadata: {
          messages: ['[ERROR] must be less than 151 characters [json-pointer:/blocks/0/text/text]'],
        },
      },
    });
  });

  it('a person who is not in the channel, in the same words', async () => {
    const w = await workspace();
    expect(() => w.as('U05EXT').post(BRIDGE, 'x')).toThrow('not_in_channel');
    expect(w.messages(BRIDGE)).toEqual([]);
  });
});
