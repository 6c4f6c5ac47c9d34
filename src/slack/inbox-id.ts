import { createHash } from 'node:crypto';
import { fields, isFields, text } from './fields.js';

type Body = Record<string, unknown>;

/**
 * What an envelope is about; the key of its row in the inbox (L5, X3). A redelivery gives the same id, and so does the
 * same message read from history.
 *
 * | what | id |
 * |---|---|
 * | a message, or a mention in it | `msg:CHANNEL:TS` |
 * | its edit | `edit:CHANNEL:TS:EDITED_TS` |
 * | a change that is no edit (an unfurl, a reply count) | `change:CHANNEL:TS:EVENT_TS` |
 * | its deletion | `del:CHANNEL:TS` |
 * | a reaction | `reaction_added:CHANNEL:TS:USER:NAME:EVENT_TS` |
 * | a command, a click, a shortcut, a submitted modal | `cmd:`, `act:`, `short:`, `view:` and its trigger |
 * | any other event | `evt:EVENT_ID` |
 * | whatever has none of these | `body:` and a hash of it |
 *
 * A submitted modal goes by its trigger before its view: after an answer with errors the person corrects and submits the
 * SAME view with the same hash, and that is not a repetition.
 */
export function inboxId(body: Body): string {
  return eventId(body) ?? interactionId(body) ?? `body:${digest(body)}`;
}

/**
 * The ids that an envelope settles beside its own: the inbox records them as seen in the same transaction. An edit and a
 * deletion settle their message, so a copy of the original that comes after them (late from the socket, or redelivered)
 * is a repetition and cannot undo them. Hence also: a message that history shows already edited is one row, `edit:…`, in
 * its latest text; whoever handles an edit of a message never seen takes it for the message.
 */
export function inboxSettles(body: Body): string[] {
  const id = inboxId(body);
  const [, channel, ts] = /^(?:edit|del):([^:]+):([^:]+)/.exec(id) ?? [];
  return channel !== undefined && ts !== undefined ? [`msg:${channel}:${ts}`] : [];
}

function eventId(body: Body): string | null {
  if (!isFields(body.event)) return null;
  const event = body.event;
  const type = text(event, 'type');
  if (type === 'message' || type === 'app_mention') {
    const id = messageId(event);
    if (id !== null) return id;
  }
  if (type === 'reaction_added' || type === 'reaction_removed') {
    const item = fields(event, 'item');
    const id = joined(type, item.channel, item.ts, event.user, event.reaction, event.event_ts);
    if (id !== null) return id;
  }
  return joined('evt', body.event_id);
}

function messageId(event: Body): string | null {
  const { channel } = event;
  const inner = fields(event, 'message');
  switch (event.subtype) {
    case 'message_changed':
      if (inner.subtype === 'tombstone') return joined('del', channel, inner.ts);
      return (
        joined('edit', channel, inner.ts, fields(inner, 'edited').ts) ??
        joined('change', channel, inner.ts, event.event_ts ?? event.ts)
      );
    case 'message_deleted':
      return joined('del', channel, event.deleted_ts);
    case 'message_replied':
      return null;
    default:
      return joined('msg', channel, event.ts);
  }
}

function interactionId(body: Body): string | null {
  const trigger = body.trigger_id;
  if (text(body, 'command') !== null) return joined('cmd', trigger);
  switch (body.type) {
    case 'block_actions': {
      const [action] = Array.isArray(body.actions) ? body.actions : [];
      const { container } = body;
      const where = text(container, 'message_ts') ?? text(container, 'view_id') ?? text(body, 'view', 'id');
      return (
        joined('act', trigger) ??
        joined('act', where, text(body, 'user', 'id'), text(action, 'action_id'), text(action, 'action_ts'))
      );
    }
    case 'view_submission':
    case 'view_closed': {
      const view = fields(body, 'view');
      const kind = body.type === 'view_closed' ? 'closed' : 'view';
      return joined(kind, trigger) ?? joined(kind, view.id, view.hash, digest(fields(view, 'state')));
    }
    case 'shortcut':
    case 'message_action':
      return joined('short', trigger) ?? joined('short', text(body, 'user', 'id'), body.callback_id, body.action_ts);
    default:
      return null;
  }
}

/** The parts with colons between, or null when one of them is missing. */
function joined(...parts: unknown[]): string | null {
  return parts.every((p): p is string => typeof p === 'string' && p !== '') ? parts.join(':') : null;
}

function digest(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 32);
}

/** JSON with its keys in order: a redelivery need not keep Slack's order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, v) =>
    isFields(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))) : v,
  );
}
