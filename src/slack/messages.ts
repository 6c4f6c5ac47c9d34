import { fields, isFields, text } from './fields.js';
import type { SlackMessage } from './types.js';

type Body = Record<string, unknown>;

/** A message as history, `replies` or an event gives it. */
export function toSlackMessage(raw: Body, channel: string): SlackMessage {
  const event_type = text(raw, 'metadata', 'event_type');
  return {
    channel,
    ts: text(raw, 'ts') ?? '',
    threadTs: text(raw, 'thread_ts'),
    user: text(raw, 'user'),
    botId: text(raw, 'bot_id'),
    appId: text(raw, 'app_id') ?? text(raw, 'bot_profile', 'app_id'),
    text: text(raw, 'text') ?? '',
    editedTs: text(raw, 'edited', 'ts'),
    subtype: text(raw, 'subtype'),
    metadata: event_type === null ? null : { event_type, event_payload: fields(raw, 'metadata', 'event_payload') },
    raw,
  };
}

/**
 * A message read from history in the shape in which the socket would have brought it, so that both meet in one inbox
 * (H11). What was edited comes as its edit, what was deleted (a thread's first message leaves a tombstone) as its
 * deletion; see `inboxId` for why.
 */
export function asEventBody(message: SlackMessage, self: { teamId: string; appId: string | null }): Body {
  const event = eventOf(message);
  const at = text(event, 'event_ts') ?? message.ts;
  return {
    type: 'event_callback',
    team_id: self.teamId,
    api_app_id: self.appId ?? '',
    event,
    event_id: `history-${message.channel}-${at}`,
    event_time: Number.parseInt(at, 10),
  };
}

function eventOf({ channel, ts, editedTs, subtype, raw }: SlackMessage): Body {
  const envelope = { type: 'message', channel, channel_type: channelType(channel) };
  if (subtype === 'tombstone') {
    return { ...envelope, subtype: 'message_deleted', hidden: true, deleted_ts: ts, ts, event_ts: ts };
  }
  if (editedTs === null) return { ...raw, ...envelope, event_ts: ts };
  return {
    ...envelope,
    subtype: 'message_changed',
    hidden: true,
    ts: editedTs,
    event_ts: editedTs,
    message: { type: 'message', ...raw },
  };
}

/**
 * A mention comes twice, as `app_mention` and as `message`, in either order, and the inbox keeps the first alone. So both
 * are handed on as `message`: whoever listens for messages sees each once, and finds the mention in its text.
 */
export function asMessageEvent(body: Body): Body {
  const event = body.event;
  if (!isFields(event) || event.type !== 'app_mention') return body;
  const channel = text(event, 'channel') ?? '';
  return { ...body, event: { ...event, type: 'message', channel_type: event.channel_type ?? channelType(channel) } };
}

function channelType(channel: string): string {
  if (channel.startsWith('D')) return 'im';
  return channel.startsWith('G') ? 'group' : 'channel';
}

/** Orders two Slack timestamps: seconds, then the six digits after the point. */
export function compareTs(a: string, b: string): number {
  const [aSeconds = '', aRest = ''] = a.split('.');
  const [bSeconds = '', bRest = ''] = b.split('.');
  const whole = Number(aSeconds) - Number(bSeconds);
  if (whole !== 0) return whole;
  return Number(aRest.padEnd(6, '0')) - Number(bRest.padEnd(6, '0'));
}
