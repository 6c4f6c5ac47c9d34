import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';
import { vi } from 'vitest';
import type { PostClaim, PostMetadata } from '../../src/ledger/posts/types.js';
import type { Rendered, Saying } from '../../src/ledger/types.js';

export const BOT_TOKEN = 'xoxb-1-secretofthebot';
export const APP_TOKEN = 'xapp-1-secretoftheapp';

/** A logger at its most talkative, and all that it wrote. */
export function capturedLog(): { log: Logger; written: () => string } {
  let all = '';
  const sink = new Writable({
    write(chunk, _, done) {
      all += String(chunk);
      done();
    },
  });
  return { log: pino({ level: 'trace' }, sink), written: () => all };
}

/** A claim as the ledger would make it; only the ledger can really make one (P1). */
export function claimed(over: Partial<PostClaim> = {}): PostClaim {
  return {
    effect: 'page/ask:C01/1/1',
    key: 'key-1',
    place: { channel: 'C01' },
    saying: { say: 'nudge', takerUser: 'U02' },
    itemKey: 'ask:C01/1',
    round: 1,
    edits: null,
    attempt: 1,
    leaseUntil: Number.MAX_SAFE_INTEGER,
    ...over,
  } as PostClaim;
}

export const PAGE: Extract<Saying, { say: 'page' }> = { say: 'page', tags: [], customer: false };

export const METADATA: PostMetadata = {
  event_type: 'owed_post',
  event_payload: { key: 'key-1', effect_kind: 'page', machine: true, seat: 'smith' },
};

export const SAID: Rendered = { text: 'You are owed something.', blocks: [{ type: 'divider' }] };

export function messageBody(ts: string, over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'event_callback',
    team_id: 'T01',
    api_app_id: 'A0SMITH',
    event_id: `Ev${ts}`,
    event: {
      type: 'message',
      channel: 'C01',
      channel_type: 'channel',
      user: 'U01',
      text: 'a private word',
      ts,
      ...over,
    },
  };
}

/** Waits until it is so; the deadline is for a machine with much else to do. */
export async function until(so: () => boolean): Promise<void> {
  await vi.waitUntil(so, { timeout: 15_000, interval: 5 });
}

/** Something to wait at until the test opens it. */
export function gate(): { passed: Promise<void>; open: () => void } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}
