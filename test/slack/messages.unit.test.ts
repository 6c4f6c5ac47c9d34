import { describe, expect, it } from 'vitest';
import { asEventBody, asMessageEvent, compareTs, toSlackMessage } from '../../src/slack/messages.js';
import { METADATA } from './support.js';

const RAW = {
  type: 'message',
  user: 'U0TRINITY',
  bot_id: 'B0TRINITY',
  bot_profile: { app_id: 'A0TRINITY' },
  text: 'BRIDGE CLAIM leads/x accepted',
  ts: '17.000100',
  thread_ts: '16.000100',
  metadata: METADATA,
};
const SELF = { teamId: 'T01', appId: 'A0SMITH' };

describe('[H11] a message of history', () => {
  it('is read with what Owed needs of it', () => {
    expect(toSlackMessage(RAW, 'C02')).toEqual({
      channel: 'C02',
      ts: '17.000100',
      threadTs: '16.000100',
      user: 'U0TRINITY',
      botId: 'B0TRINITY',
      appId: 'A0TRINITY',
      text: 'BRIDGE CLAIM leads/x accepted',
      editedTs: null,
      subtype: null,
      metadata: METADATA,
      raw: RAW,
    });
    expect(toSlackMessage({ ts: '1.0' }, 'C02')).toMatchObject({ user: null, text: '', metadata: null });
  });

  it('has the shape in which the socket brings it', () => {
    expect(asEventBody(toSlackMessage(RAW, 'C02'), SELF)).toEqual({
      type: 'event_callback',
      team_id: 'T01',
      api_app_id: 'A0SMITH',
      event_id: 'history-C02-17.000100',
      event_time: 17,
      event: { ...RAW, channel: 'C02', channel_type: 'channel', event_ts: '17.000100' },
    });
  });

  it('that was edited has the shape of its edit', () => {
    const edited = { ...RAW, edited: { user: 'U0TRINITY', ts: '20.000000' } };
    expect(asEventBody(toSlackMessage(edited, 'D07'), SELF).event).toMatchObject({
      type: 'message',
      subtype: 'message_changed',
      channel: 'D07',
      channel_type: 'im',
      ts: '20.000000',
      message: edited,
    });
  });

  it('that was deleted has the shape of its deletion', () => {
    const gone = { type: 'message', subtype: 'tombstone', ts: '17.000100', text: 'This message was deleted.' };
    expect(asEventBody(toSlackMessage(gone, 'G07'), SELF).event).toMatchObject({
      subtype: 'message_deleted',
      channel_type: 'group',
      deleted_ts: '17.000100',
    });
  });
});

it('[A1] a mention is handed on as the message that it is in, and everything else as it came', () => {
  const mention = { event: { type: 'app_mention', channel: 'C01', ts: '1.0', text: '<@U0SMITH> hi' } };
  expect(asMessageEvent(mention).event).toMatchObject({ type: 'message', channel_type: 'channel', ts: '1.0' });
  for (const other of [{ event: { type: 'reaction_added' } }, { command: '/owed' }, {}]) {
    expect(asMessageEvent(other)).toBe(other);
  }
});

it('[H11] timestamps are ordered by their digits, not as fractions or words', () => {
  const ordered = ['9.999999', '10.000001', '10.000002', '10.000010', '1793569884.602059'];
  expect([...ordered].reverse().sort(compareTs)).toEqual(ordered);
  expect(compareTs('10.0', '10.000000')).toBe(0);
});
