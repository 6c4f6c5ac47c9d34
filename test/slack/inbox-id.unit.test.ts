import { describe, expect, it } from 'vitest';
import { inboxId, inboxSettles } from '../../src/slack/inbox-id.js';
import { asEventBody, toSlackMessage } from '../../src/slack/messages.js';
import { messageBody } from './support.js';

const SELF = { teamId: 'T01', appId: 'A0SMITH' };
const event = (event: Record<string, unknown>, event_id = 'Ev9') => ({ type: 'event_callback', event_id, event });
const changed = (over: Record<string, unknown> = {}, event_ts = '30.000100') =>
  event({
    type: 'message',
    subtype: 'message_changed',
    channel: 'C01',
    ts: event_ts,
    event_ts,
    message: { type: 'message', user: 'U01', text: 'as it is now', ts: '17.000100', ...over },
  });
const history = (over: Record<string, unknown> = {}) =>
  asEventBody(toSlackMessage({ type: 'message', user: 'U01', text: 'x', ts: '17.000100', ...over }, 'C01'), SELF);
const EDITED = { edited: { user: 'U01', ts: '20.000000' } };

describe('[L5] what an envelope is about', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['a message', messageBody('17.000100'), 'msg:C01:17.000100'],
    ['a mention', event({ type: 'app_mention', channel: 'C01', ts: '17.000100' }), 'msg:C01:17.000100'],
    ['a bot’s message', messageBody('17.000100', { subtype: 'bot_message' }), 'msg:C01:17.000100'],
    ['a reply shown to the channel', messageBody('17.000100', { subtype: 'thread_broadcast' }), 'msg:C01:17.000100'],
    ['an edit', changed(EDITED), 'edit:C01:17.000100:20.000000'],
    ['an unfurl', changed(), 'change:C01:17.000100:30.000100'],
    ['a thread’s first message, deleted', changed({ subtype: 'tombstone' }), 'del:C01:17.000100'],
    [
      'a deletion',
      event({ type: 'message', subtype: 'message_deleted', channel: 'C01', deleted_ts: '17.000100', ts: '30.0' }),
      'del:C01:17.000100',
    ],
    ['a reply count', event({ type: 'message', subtype: 'message_replied', channel: 'C01', ts: '30.0' }), 'evt:Ev9'],
    [
      'a reaction',
      event({
        type: 'reaction_added',
        user: 'U01',
        reaction: 'eyes',
        item: { type: 'message', channel: 'C01', ts: '17.000100' },
        event_ts: '31.000100',
      }),
      'reaction_added:C01:17.000100:U01:eyes:31.000100',
    ],
    [
      'a reaction to a file',
      event({ type: 'reaction_added', user: 'U01', reaction: 'eyes', item: { type: 'file' }, event_ts: '31.0' }),
      'evt:Ev9',
    ],
    ['an opened Home tab', event({ type: 'app_home_opened', user: 'U01' }), 'evt:Ev9'],
    ['a command', { command: '/owed', trigger_id: '1.2.a' }, 'cmd:1.2.a'],
    ['a click', { type: 'block_actions', trigger_id: '1.2.a', actions: [{ action_id: 'close' }] }, 'act:1.2.a'],
    [
      'a click without a trigger',
      {
        type: 'block_actions',
        user: { id: 'U01' },
        container: { message_ts: '17.000100' },
        actions: [{ action_id: 'close', action_ts: '32.0' }],
      },
      'act:17.000100:U01:close:32.0',
    ],
    ['a shortcut', { type: 'message_action', trigger_id: '1.2.a' }, 'short:1.2.a'],
    [
      'a shortcut without a trigger',
      { type: 'shortcut', user: { id: 'U01' }, callback_id: 'track', action_ts: '32.0' },
      'short:U01:track:32.0',
    ],
    [
      'a submitted modal',
      { type: 'view_submission', trigger_id: '1.2.a', view: { id: 'V1', hash: 'h' } },
      'view:1.2.a',
    ],
  ])('is for %s its own', (_, body, id) => {
    expect(inboxId(body)).toBe(id);
    expect(inboxId(structuredClone(body))).toBe(id);
  });

  it('is for a message from history what it is from the socket', () => {
    expect(inboxId(history())).toBe(inboxId(messageBody('17.000100')));
    expect(inboxId(history(EDITED))).toBe(inboxId(changed(EDITED)));
    expect(inboxId(history({ subtype: 'tombstone' }))).toBe(inboxId(changed({ subtype: 'tombstone' })));
  });

  it('is another for each click, and for a modal submitted again after its errors', () => {
    const submit = (value: string, trigger_id?: string) => ({
      type: 'view_submission',
      trigger_id,
      view: { id: 'V1', hash: 'h', state: { values: { why: { value } } } },
    });
    expect(inboxId(submit('x', '1.2.a'))).not.toBe(inboxId(submit('x', '1.2.b')));
    expect(inboxId(submit('yours'))).not.toBe(inboxId(submit('the call has to come from her number')));
    expect(inboxId(submit('yours'))).toBe(inboxId(submit('yours')));
  });

  it('is a hash where there is nothing better, whatever the order of its keys', () => {
    expect(inboxId({ type: 'news', a: 1, b: { c: 2, d: 3 } })).toMatch(/^body:[0-9a-f]{32}$/);
    expect(inboxId({ type: 'news', a: 1, b: { c: 2, d: 3 } })).toBe(inboxId({ b: { d: 3, c: 2 }, a: 1, type: 'news' }));
    expect(inboxId({ type: 'news', a: 1 })).not.toBe(inboxId({ type: 'news', a: 2 }));
    for (const odd of [{}, { event: null }, { event: {} }, { event: { type: 'message' } }, { type: 'block_actions' }]) {
      expect(inboxId(odd)).toMatch(/^body:/);
    }
  });
});

/** The rule that the inbox follows: a row per id, and the settled ids recorded with it. */
function inbox() {
  const seen = new Set<string>();
  return (body: Record<string, unknown>): boolean => {
    const isNew = !seen.has(inboxId(body));
    for (const id of [inboxId(body), ...(isNew ? inboxSettles(body) : [])]) seen.add(id);
    return isNew;
  };
}

describe('[H11] one message that comes by several ways', () => {
  it('is taken once from the socket, from a redelivery, as a mention and from history', () => {
    const take = inbox();
    expect(take(event({ type: 'app_mention', channel: 'C01', ts: '17.000100' }))).toBe(true);
    expect(take(messageBody('17.000100'))).toBe(false);
    expect(take(history())).toBe(false);
  });

  it('that history shows already edited is taken once, and a late copy of the original does not undo it', () => {
    const take = inbox();
    expect(take(history(EDITED))).toBe(true);
    expect(take(messageBody('17.000100'))).toBe(false);
    expect(take(changed(EDITED))).toBe(false);
  });

  it('that was known before is taken again as its edit, once', () => {
    const take = inbox();
    expect(take(messageBody('17.000100'))).toBe(true);
    expect(take(history(EDITED))).toBe(true);
    expect(take(changed(EDITED))).toBe(false);
    expect(take(history({ edited: { user: 'U01', ts: '21.000000' } }))).toBe(true);
  });

  it('that was deleted is not opened by a late copy of it', () => {
    const take = inbox();
    expect(take(history({ subtype: 'tombstone' }))).toBe(true);
    expect(take(messageBody('17.000100'))).toBe(false);
  });

  it('is not settled by an unfurl', () => {
    const take = inbox();
    expect(take(changed())).toBe(true);
    expect(take(messageBody('17.000100'))).toBe(true);
  });
});
