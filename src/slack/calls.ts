import type { WebClient } from '@slack/web-api';
import { type ClientOptions, createClient, read } from './client.js';
import { BadAnswer, failureOf } from './failure.js';
import { fields, text } from './fields.js';
import { unread } from './outcomes.js';
import type { ReadResult, SlackCalls } from './types.js';

/** The calls that handlers and the doctor make; every failure is returned in words. */
export function createCalls(options: ClientOptions & { now: () => number }): SlackCalls {
  const client = createClient(options);
  const { now } = options;
  const done = async (method: string, args: Record<string, unknown>) =>
    read(now, async () => {
      await client.apiCall(method, args);
      return null;
    });

  return {
    openView: (triggerId, view) => read(now, () => withView(client, 'views.open', { trigger_id: triggerId, view })),
    updateView: ({ id, hash }, view) =>
      read(now, () => withView(client, 'views.update', { view_id: id, ...(hash && { hash }), view })),
    publishHome: (user, view) => done('views.publish', { user_id: user, view }),
    respond: (responseUrl, body) => respond(responseUrl, body, options),
    async react(channel, ts, name) {
      const result = await done('reactions.add', { channel, timestamp: ts, name });
      return !result.ok && result.code === 'already_reacted' ? { ok: true, value: null } : result;
    },
    postEphemeral: ({ channel, user, thread }, said) =>
      done('chat.postEphemeral', { channel, user, ...said, ...(thread ? { thread_ts: thread } : {}) }),
    channelInfo: (id) =>
      read(now, async () => {
        const channel = fields(await client.apiCall('conversations.info', { channel: id }), 'channel');
        if (text(channel, 'id') === null) throw new BadAnswer('conversations.info without a channel');
        const isDm = channel.is_im === true;
        return {
          id,
          name: text(channel, 'name') ?? id,
          isMember: channel.is_member === true || isDm,
          isArchived: channel.is_archived === true,
        };
      }),
    scopes: () =>
      read(now, async () => {
        const { response_metadata } = await client.apiCall('auth.test', {});
        if (response_metadata?.scopes === undefined) throw new BadAnswer('auth.test without its scopes');
        return response_metadata.scopes;
      }),
  };
}

async function withView(client: WebClient, method: string, args: Record<string, unknown>) {
  const view = fields(await client.apiCall(method, args), 'view');
  const id = text(view, 'id');
  if (id === null) throw new BadAnswer(`${method} without a view`);
  return { id, hash: text(view, 'hash') ?? '' };
}

/** Whoever holds a response URL can speak in its place, so neither it nor an error that quotes it goes further (X2). */
async function respond(
  url: string,
  body: Record<string, unknown>,
  { timeout, now }: ClientOptions & { now: () => number },
): Promise<ReadResult<null>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    const said = await response.text();
    if (response.status === 429) {
      const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
      return unread({ kind: 'limited', retryAfter: Number.isNaN(seconds) ? 1 : seconds }, now());
    }
    if (response.status === 404) return refused('expired_url', now());
    if (response.status !== 200) return unread({ kind: 'http', status: response.status }, now());
    const error = errorIn(said);
    return error === null ? { ok: true, value: null } : refused(error, now());
  } catch (error) {
    return unread(failureOf(error), now());
  }
}

function refused(code: string, now: number): ReadResult<never> {
  return unread({ kind: 'refused', code, needed: null, pointers: [], retryAfter: null }, now);
}

/** Slack answers `ok`, or JSON that may say `ok: false`. */
function errorIn(said: string): string | null {
  try {
    const answer: unknown = JSON.parse(said);
    return fields(answer).ok === false ? (text(answer, 'error') ?? 'unknown_error') : null;
  } catch {
    return null;
  }
}
