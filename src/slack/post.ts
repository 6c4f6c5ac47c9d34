import type { WebClient } from '@slack/web-api';
import type { PostClaim, PostMetadata, PostOutcome } from '../ledger/posts/types.js';
import type { Rendered } from '../ledger/types.js';
import { type ClientOptions, createClient } from './client.js';
import { type Failure, failureOf } from './failure.js';
import { fields, isFields, text } from './fields.js';
import { isBlocksFault, isRateLimit, isTokenFault, outcomeOf } from './outcomes.js';
import { createPace } from './pace.js';
import type { PlaceResolver, PostFn, ReadResult } from './types.js';

export interface PostOptions extends ClientOptions {
  now: () => number;
  resolve: PlaceResolver;
  /** Milliseconds between two messages to one channel; a second unless given. */
  paceMs?: number;
}

/** Tried again after this long when a direct message could not be opened for want of an answer. */
const OPEN_AGAIN = 30_000;

/**
 * The function that posts (P3, P7): one attempt per claim, never a retry, never an exception. Pages have a client of their
 * own, so that nothing that happens to another call can delay them.
 */
export function createPost(options: PostOptions): PostFn {
  const { now, timeout } = options;
  const pages: Queue = { client: createClient(options), first: true, limited: new Map() };
  const others: Queue = { client: createClient(options), first: false, limited: new Map() };
  const pace = createPace(options.paceMs ?? 1000);

  /** A post that could outlive its claim's lease would race with the claim's reconciliation (P5). */
  const fits = (claim: PostClaim, wait: number): boolean => now() + wait + timeout <= claim.leaseUntil;

  async function attempt(queue: Queue, claim: PostClaim, call: Call): Promise<PostOutcome> {
    const limit = queue.limited.get(limitKey(call)) ?? 0;
    if (limit > now()) return { outcome: 'later', retryAt: limit, reason: 'Slack limits the rate' };
    if (!fits(claim, 0)) return late(now());
    const tried = await send(queue.client, call);
    if (tried.ok) return posted(tried.value);
    if (isBlocksFault(tried.failure) && call.blocks) return attempt(queue, claim, plain(call));
    const outcome = outcomeOf(tried.failure, { now: now(), edits: claim.edits !== null });
    if (outcome.outcome === 'later' && isRateLimit(tried.failure)) queue.limited.set(limitKey(call), outcome.retryAt);
    return outcome;
  }

  return async (claim, rendered, metadata) => {
    try {
      const queue = claim.saying.say === 'page' || claim.saying.say === 'page-closed' ? pages : others;
      if (claim.edits !== null) return await attempt(queue, claim, edit(claim.edits, rendered, metadata));
      const place = await options.resolve(claim.place);
      if (!place.ok) return unresolved(place, now());
      const { channel, thread } = place.value;
      const wait = pace.wait(channel, queue.first);
      if (!fits(claim, wait)) return late(now() + wait);
      const call = message(channel, thread, rendered, metadata);
      return await pace.run(channel, queue.first, () => attempt(queue, claim, call));
    } catch {
      return { outcome: 'unknown', reason: 'the attempt broke off' };
    }
  };
}

interface Queue {
  client: WebClient;
  /** Goes before the others in a channel's pacing. */
  first: boolean;
  /** By method and channel: until when Slack said to wait. */
  limited: Map<string, number>;
}

interface Call {
  method: 'chat.postMessage' | 'chat.update';
  channel: string;
  args: Record<string, unknown>;
  blocks: Rendered['blocks'];
}

const limitKey = (call: Call): string => `${call.method} ${call.channel}`;

function message(channel: string, thread: string | null, rendered: Rendered, metadata: PostMetadata): Call {
  return {
    method: 'chat.postMessage',
    channel,
    blocks: rendered.blocks,
    args: {
      text: rendered.text,
      metadata,
      unfurl_links: false,
      unfurl_media: false,
      ...(thread === null ? {} : { thread_ts: thread }),
    },
  };
}

/** Slack keeps a message's blocks when an edit does not name them: an edit without blocks says that there are none. */
function edit(at: { channel: string; ts: string }, rendered: Rendered, metadata: PostMetadata): Call {
  return {
    method: 'chat.update',
    channel: at.channel,
    blocks: rendered.blocks ?? [],
    args: { ts: at.ts, text: rendered.text, metadata },
  };
}

/** The same words without their layout (P9). */
function plain(call: Call): Call {
  if (call.method === 'chat.postMessage') return { ...call, blocks: undefined };
  return { ...call, blocks: undefined, args: { ...call.args, blocks: [] } };
}

type Tried = { ok: true; value: Record<string, unknown> } | { ok: false; failure: Failure };

async function send(client: WebClient, call: Call): Promise<Tried> {
  const { method, channel, args, blocks } = call;
  try {
    const answer = await client.apiCall(method, { channel, ...args, ...(blocks === undefined ? {} : { blocks }) });
    return { ok: true, value: fields(answer) };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

function posted(answer: Record<string, unknown>): PostOutcome {
  const channel = text(answer, 'channel');
  const ts = text(answer, 'ts');
  if (channel === null || ts === null) {
    return { outcome: 'unknown', reason: 'Slack said ok, and not where the message is' };
  }
  return { outcome: 'posted', channel, ts, message: isFields(answer.message) ? answer.message : null };
}

function late(retryAt: number): PostOutcome {
  return { outcome: 'later', retryAt, reason: 'other messages to this channel came first' };
}

/** Nothing was posted when the DM could not be opened, whatever the reason: never unknown. */
function unresolved(place: ReadResult<unknown> & { ok: false }, now: number): PostOutcome {
  const { code, reason, retryAt } = place;
  if (retryAt !== null) return { outcome: 'later', retryAt, reason };
  if (isTransient(code)) return { outcome: 'later', retryAt: now + OPEN_AGAIN, reason };
  return { outcome: 'stays', what: isTokenFault(code) ? 'stop' : 'place', code, reason };
}

function isTransient(code: string): boolean {
  return /^http_|^(timeout|connection|not_slack|internal_error|fatal_error|service_unavailable)$/.test(code);
}
