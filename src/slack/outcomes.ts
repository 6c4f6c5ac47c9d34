import type { PostOutcome } from '../ledger/posts/types.js';
import { DEFAULT_RETRY_AFTER, type Failure } from './failure.js';
import type { ReadResult } from './types.js';

/**
 * What each of Slack's error codes means for a post (P3), and what people read about it in `owed status` and
 * `owed doctor` (`reason`). `post` is null for a code that posting has no meaning for: should it come all the same, the
 * post is unknown, like any code that is not here. A code that ends in `*` stands for all that begin so.
 */
export interface Meaning {
  post: 'later' | 'unknown' | 'place' | 'content' | 'edit' | 'stop' | null;
  says: string;
  fix: string | null;
}

const inSettings = "in the app's settings at api.slack.com/apps";

export const MEANINGS: Readonly<Record<string, Meaning>> = {
  ratelimited: { post: 'later', says: 'Slack limits the rate', fix: null },
  rate_limited: { post: 'later', says: 'Slack limits the rate', fix: null },
  request_timeout: { post: 'later', says: 'the request did not reach Slack whole', fix: null },

  internal_error: { post: 'unknown', says: 'Slack had an error of its own', fix: null },
  fatal_error: { post: 'unknown', says: 'Slack had an error of its own', fix: null },
  service_unavailable: { post: 'unknown', says: 'Slack is not available', fix: null },

  channel_not_found: {
    post: 'place',
    says: 'the bot does not see this channel',
    fix: 'check the id in the configuration; invite the bot where the channel is private',
  },
  not_in_channel: {
    post: 'place',
    says: 'the bot is not a member of this channel',
    fix: 'invite it there with /invite',
  },
  is_archived: { post: 'place', says: 'the channel is archived', fix: 'unarchive it, or configure another channel' },
  'restricted_action*': {
    post: 'place',
    says: "the workspace's settings keep the bot from posting there",
    fix: 'ask an admin to allow it to post, or configure another channel',
  },
  messages_tab_disabled: {
    post: 'place',
    says: 'the bot takes no direct messages',
    fix: `switch the Messages tab on ${inSettings}, App Home`,
  },
  cannot_reply_to_message: {
    post: 'place',
    says: 'this kind of message takes no replies',
    fix: 'use the thread of another message',
  },
  thread_not_found: { post: 'place', says: 'the thread is gone', fix: 'its first message was deleted: close the item' },
  no_permission: {
    post: 'place',
    says: 'the bot may not post there',
    fix: 'check its scopes and the workspace settings',
  },

  msg_too_long: { post: 'content', says: 'the text is too long for Slack', fix: 'report it: Owed should have cut it' },
  msg_blocks_too_long: {
    post: 'content',
    says: 'the blocks are too long for Slack',
    fix: 'report it: Owed should have cut them',
  },
  'invalid_blocks*': { post: 'content', says: 'Slack refuses the blocks', fix: 'report it: the layout is faulty' },
  no_text: { post: 'content', says: 'the message is empty', fix: 'report it: nothing was rendered' },
  'metadata_*': { post: 'content', says: "Slack refuses the message's metadata", fix: 'report it' },

  message_not_found: { post: 'edit', says: 'the message to edit is gone', fix: null },
  cant_update_message: { post: 'edit', says: "the message is not the bot's to edit", fix: null },
  edit_window_closed: { post: 'edit', says: 'the workspace does not let messages this old be edited', fix: null },

  account_inactive: {
    post: 'stop',
    says: 'the app was removed or its bot user deactivated',
    fix: 'install the app again and use the new token',
  },
  token_revoked: { post: 'stop', says: 'the token was revoked', fix: 'install the app again and use the new token' },
  token_expired: { post: 'stop', says: 'the token has expired', fix: 'install the app again and use the new token' },
  invalid_auth: {
    post: 'stop',
    says: 'Slack does not know the token',
    fix: 'copy it again, whole, from the settings of the app',
  },
  not_authed: { post: 'stop', says: 'no token was sent', fix: 'set it in the environment' },
  missing_scope: {
    post: 'stop',
    says: 'a scope is missing',
    fix: 'add it, install the app again (`owed manifest` has all of them)',
  },

  not_allowed_token_type: {
    post: null,
    says: 'this is the wrong kind of token',
    fix: 'SLACK_BOT_TOKEN begins with xoxb-, SLACK_APP_TOKEN with xapp-',
  },
  user_removed_from_team: { post: null, says: 'the bot user was removed from the workspace', fix: 'install it again' },
  team_disabled: { post: null, says: 'the workspace is disabled', fix: null },
  team_access_not_granted: { post: null, says: 'the app has no access to this workspace', fix: 'ask an org admin' },
  user_not_found: { post: null, says: 'Slack knows no such person', fix: 'check the id in the configuration' },
  users_not_found: { post: null, says: 'Slack knows no such person', fix: 'check the id in the configuration' },
  user_not_visible: { post: null, says: 'the bot does not see this person', fix: 'check the id in the configuration' },
  user_disabled: { post: null, says: 'the person was deactivated', fix: 'configure another person' },
  cannot_dm_bot: { post: null, says: 'a bot takes no direct messages', fix: 'configure a person instead' },
  bot_not_found: { post: null, says: 'Slack knows no such bot', fix: null },
  user_not_in_channel: { post: null, says: 'the person is not in this channel', fix: null },
  invalid_cursor: { post: null, says: 'Slack lost its place between two pages', fix: null },
  expired_trigger_id: { post: null, says: 'the click is more than three seconds old', fix: 'click again' },
  exchanged_trigger_id: { post: null, says: 'the click was used already', fix: 'click again' },
  invalid_trigger_id: { post: null, says: 'Slack does not know the click', fix: 'click again' },
  not_found: { post: null, says: 'the modal was closed', fix: null },
  hash_conflict: { post: null, says: 'the modal has changed since', fix: null },
  expired_url: { post: null, says: 'the click is more than half an hour old', fix: 'click again' },
  used_url: { post: null, says: 'the click was answered five times already', fix: 'click again' },
  not_enabled: { post: null, says: 'the Home tab is off', fix: `switch it on ${inSettings}, App Home` },
  link_disabled: { post: null, says: 'Socket Mode is off', fix: `switch it on ${inSettings}, Socket Mode` },
  too_many_websockets: {
    post: null,
    says: 'the app has more than ten sockets open',
    fix: 'stop other processes that use the same app token',
  },
};

const PREFIXES = Object.entries(MEANINGS).flatMap(([code, m]) =>
  code.endsWith('*') ? [[code.slice(0, -1), m]] : [],
) as [string, Meaning][];

/** The meaning of a code; undefined for one that nobody wrote a meaning for. */
export function meaningOf(code: string): Meaning | undefined {
  if (Object.hasOwn(MEANINGS, code) && !code.endsWith('*')) return MEANINGS[code];
  return PREFIXES.find(([prefix]) => code.startsWith(prefix))?.[1];
}

/** True for a code that says that the token itself does not serve: trying again changes nothing until it is replaced. */
export function isTokenFault(code: string): boolean {
  return meaningOf(code)?.post === 'stop' || TOKEN_FAULTS.has(code);
}
const TOKEN_FAULTS = new Set([
  'not_allowed_token_type',
  'user_removed_from_team',
  'team_disabled',
  'team_access_not_granted',
]);

/** True where the same message without its blocks may be taken (P9). */
export function isBlocksFault(failure: Failure): boolean {
  return (
    failure.kind === 'refused' && (failure.code.startsWith('invalid_blocks') || failure.code === 'msg_blocks_too_long')
  );
}

/** True where Slack asks for fewer calls, not only for this one again. */
export function isRateLimit(failure: Failure): boolean {
  return failure.kind === 'limited' || (failure.kind === 'refused' && /^rate_?limited$/.test(failure.code));
}

/** A failure in plain words, with its fix. */
export function words(failure: Failure): string {
  switch (failure.kind) {
    case 'limited':
      return `Slack limits the rate: not before ${failure.retryAfter} s`;
    case 'http':
      return `Slack answered with HTTP status ${failure.status}`;
    case 'not-slack':
      return 'the answer was not one that Slack gives';
    case 'timeout':
      return 'Slack did not answer in time';
    case 'connection':
      return `the connection to Slack failed${failure.code === null ? '' : ` (${failure.code})`}`;
    case 'refused': {
      const meaning = meaningOf(failure.code);
      if (meaning === undefined) return `Slack answered ${failure.code}, which Owed has no meaning for`;
      const needed = failure.needed === null ? '' : `, ${failure.needed}`;
      const where = failure.pointers.length === 0 ? '' : ` at ${failure.pointers.slice(0, 3).join(', ')}`;
      return `${meaning.says} (${failure.code}${needed})${where}${meaning.fix === null ? '' : `: ${meaning.fix}`}`;
    }
    default:
      return never(failure);
  }
}

/** A short code for a failure, Slack's own where there is one. */
export function codeOf(failure: Failure): string {
  if (failure.kind === 'refused') return failure.code;
  if (failure.kind === 'limited') return 'ratelimited';
  return failure.kind === 'http' ? `http_${failure.status}` : failure.kind.replace('-', '_');
}

/** When a rate-limited call may be made again; null for a failure that is none. */
export function retryAt(failure: Failure, now: number): number | null {
  if (failure.kind === 'limited') return now + failure.retryAfter * 1000;
  if (failure.kind !== 'refused' || meaningOf(failure.code)?.post !== 'later') return null;
  return now + (failure.retryAfter ?? DEFAULT_RETRY_AFTER) * 1000;
}

/** What a failed attempt means for its claim (P3): the table above, and unknown for all that it does not say. */
export function outcomeOf(failure: Failure, at: { now: number; edits: boolean }): PostOutcome {
  const reason = words(failure);
  const later = retryAt(failure, at.now);
  if (later !== null) return { outcome: 'later', retryAt: later, reason };
  if (failure.kind !== 'refused') return { outcome: 'unknown', reason };
  const meaning = meaningOf(failure.code)?.post;
  if (meaning === 'place' || meaning === 'content' || meaning === 'stop') {
    return { outcome: 'stays', what: meaning, code: failure.code, reason };
  }
  if (meaning === 'edit' && at.edits) return { outcome: 'stays', what: 'content', code: failure.code, reason };
  return { outcome: 'unknown', reason };
}

/** A failed read: unknown, in words (O2). */
export function unread(failure: Failure, now: number): ReadResult<never> {
  return { ok: false, code: codeOf(failure), reason: words(failure), retryAt: retryAt(failure, now) };
}

function never(value: never): never {
  throw new Error(`Unexpected ${JSON.stringify(value)}`);
}
