import type { PostClaim, PostMetadata, PostOutcome } from '../ledger/posts/types.js';
import type { Place, Rendered } from '../ledger/types.js';

/** What the rest of Owed is handed of Slack (design: `slack` is imported by `app` alone). Times are milliseconds UTC. */

/** Posts, or edits when the claim says so, exactly one attempt; never throws: every failure is an outcome (P3, P7). */
export type PostFn = (claim: PostClaim, rendered: Rendered, metadata: PostMetadata) => Promise<PostOutcome>;

/** A message as history and events give it, with what Owed needs of it. */
export interface SlackMessage {
  channel: string;
  ts: string;
  threadTs: string | null;
  user: string | null;
  botId: string | null;
  appId: string | null;
  text: string;
  editedTs: string | null;
  subtype: string | null;
  metadata: { event_type: string; event_payload: Record<string, unknown> } | null;
  /** The message as Slack gave it. */
  raw: Record<string, unknown>;
}

/** A read that failed is unknown, and says why in words (O2, H10, P4); nothing is concluded from it. */
export type ReadResult<T> =
  | { ok: true; value: T }
  | { ok: false; code: string; reason: string; retryAt: number | null };

/**
 * Reads every page of a channel's top level, or of one thread, oldest first, from `oldest` (a Slack ts, exclusive unless
 * `inclusive`), with metadata. A page that fails fails the whole read.
 */
export interface HistoryReader {
  channel(channel: string, oldest: string, opts?: { inclusive?: boolean }): Promise<ReadResult<SlackMessage[]>>;
  thread(channel: string, threadTs: string, opts?: { oldest?: string }): Promise<ReadResult<SlackMessage[]>>;
}

/** The conversation that a place stands for: a DM is opened first. */
export type PlaceResolver = (place: Place) => Promise<ReadResult<{ channel: string; thread: string | null }>>;

export interface UserFacts {
  id: string;
  name: string;
  isBot: boolean;
  isGuest: boolean;
  /** From another workspace, or a stranger: never allowed anything (X1, H2). */
  isExternal: boolean;
  deleted: boolean;
}

export interface SocketState {
  state: 'connected' | 'connecting' | 'disconnected' | 'stopped';
  connections: number;
  /** When the last event came in; null before the first. */
  lastEventAt: number | null;
  lastError: string | null;
}

/** Who this seat's bot is, from `auth.test`; null where Slack did not say. */
export interface SelfFacts {
  teamId: string;
  enterpriseId: string | null;
  /** With its closing slash: `https://work.slack.com/`. */
  teamUrl: string;
  botUser: string;
  botId: string | null;
  appId: string | null;
  /** Granted scopes, from the answer's `x-oauth-scopes` header; null when it had none. */
  scopes: string[] | null;
}

/** The app behind a `bot_id`: `bot_message` events name no user (H2). */
export interface BotFacts {
  botId: string;
  user: string | null;
  appId: string | null;
  name: string;
}

export interface Identities {
  self(): Promise<ReadResult<SelfFacts>>;
  user(id: string): Promise<ReadResult<UserFacts>>;
  bot(botId: string): Promise<ReadResult<BotFacts>>;
}

export interface ChannelFacts {
  id: string;
  name: string;
  isMember: boolean;
  isArchived: boolean;
}

/** What handlers and the doctor ask of Slack besides posts; none of it throws. */
export interface SlackCalls {
  /** A trigger lives for three seconds: open a loading modal first. Gives the view's id and hash. */
  openView(triggerId: string, view: Record<string, unknown>): Promise<ReadResult<{ id: string; hash: string }>>;
  updateView(
    view: { id: string; hash?: string },
    content: Record<string, unknown>,
  ): Promise<ReadResult<{ id: string; hash: string }>>;
  publishHome(user: string, view: Record<string, unknown>): Promise<ReadResult<null>>;
  /** Answers a command or a click through its `response_url`, which is a secret: it is in no log and no reason. */
  respond(responseUrl: string, body: Record<string, unknown>): Promise<ReadResult<null>>;
  /** Having reacted already counts as done. */
  react(channel: string, ts: string, name: string): Promise<ReadResult<null>>;
  postEphemeral(
    to: { channel: string; user: string; thread?: string | null },
    said: Rendered,
  ): Promise<ReadResult<null>>;
  channelInfo(id: string): Promise<ReadResult<ChannelFacts>>;
  /** The bot token's scopes as Slack has them now, never from a cache. */
  scopes(): Promise<ReadResult<string[]>>;
}

/**
 * Persists an envelope (`retryNum` is null for its first delivery, then 1, 2, 3); what it resolves to may carry the answer
 * that Slack shows (a modal's errors). Throws: no ack, and Slack sends it again.
 */
export type Receive = (
  body: Record<string, unknown>,
  delivery: { retryNum: number | null; retryReason: string | null },
) => Promise<{ ack?: unknown; settled?: boolean }>;
