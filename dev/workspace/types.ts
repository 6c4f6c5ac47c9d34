/** A Block Kit block or element as it came over the wire, checked before it is stored. */
export type Block = Record<string, unknown> & { type: string };

export interface Metadata {
  event_type: string;
  event_payload: Record<string, unknown>;
}

/** A stored message. Wire form, `wireMessage`, leaves out what Slack would not send. */
export interface Message {
  channel: string;
  ts: string;
  /** The author: a person or a bot user. */
  user: string;
  /** The author's own workspace. */
  team: string;
  text: string;
  blocks?: Block[];
  attachments?: Record<string, unknown>[];
  app_id?: string;
  bot_id?: string;
  client_msg_id?: string;
  thread_ts?: string;
  metadata?: Metadata;
  edited?: { user: string; ts: string };
  subtype?: string;
  reactions: { name: string; users: string[] }[];
  /** Who was pinged when it was posted: user ids, and `channel`, `here`, `everyone`. An edit pings nobody. */
  mentions: string[];
  /** ms since the epoch before which history and replies do not show it (a fault on order). */
  visibleAt?: number;
}

/** A message that only one person sees. */
export interface Ephemeral {
  ts: string;
  channel: string;
  user: string;
  app_id: string;
  text: string;
  blocks?: Block[];
  thread_ts?: string;
}

/** One answer of an input element, as in `view.state.values`. */
export type StateValue = { type: string } & Record<string, unknown>;
export type StateValues = Record<string, Record<string, StateValue>>;

/** An open modal or a published Home tab. */
export interface View {
  id: string;
  app_id: string;
  type: 'modal' | 'home';
  title?: { type: string; text: string };
  submit?: { type: string; text: string } | null;
  close?: { type: string; text: string } | null;
  blocks: Block[];
  private_metadata: string;
  callback_id: string;
  external_id: string;
  hash: string;
  clear_on_close: boolean;
  notify_on_close: boolean;
  root_view_id: string;
  previous_view_id: string | null;
  values: StateValues;
}

/** A refusal, with Slack's error code. Thrown by every operation that Slack would refuse. */
export class Refusal extends Error {
  readonly code: string;
  /** Further fields of the answer, for example `response_metadata` or `needed`. */
  readonly extra: Record<string, unknown>;

  constructor(code: string, extra: Record<string, unknown> = {}) {
    const details = (extra.response_metadata as { messages?: string[] } | undefined)?.messages;
    super(details?.length ? `${code}: ${details.join('; ')}` : code);
    this.name = 'Refusal';
    this.code = code;
    this.extra = extra;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
