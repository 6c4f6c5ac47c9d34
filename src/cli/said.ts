import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { PostView } from '../ledger/index.js';
import { permalink } from '../messages/parse/index.js';
import type { VerbContext } from '../verbs/context.js';
import type { Said } from '../verbs/handoff.js';
import { answer, type Call, EXIT, fail } from './io.js';
import { HEARTBEAT_FRESH, runningOf } from './json.js';
import { duration } from './options.js';
import { nameIn } from './text.js';
import { withJson } from './verb.js';

/**
 * What follows a verb that has something said: the row is in the outbox, and the running process of the seat posts it
 * within two seconds. The command line itself never talks to Slack.
 */

export interface SaidOptions {
  wait?: number | true;
  requestId?: string;
}

const WAIT = 10_000;
const POLL = 100;

/** `--wait`, `--request-id` and `--json`. */
export function withSaid(command: Command): Command {
  return withJson(command)
    .option('--wait [time]', 'wait until it stands in Slack (10s unless given) and print its link', duration)
    .option('--request-id <id>', 'repeating the command with the same id says nothing twice');
}

/** Prints the sentence, or with `--wait` what became of the post. */
export async function reportSaid(
  call: Call,
  ctx: VerbContext,
  said: Said,
  options: SaidOptions,
  more: object = {},
): Promise<number> {
  const wait = options.wait === true ? WAIT : (options.wait ?? null);
  const post = await settled(ctx, said, wait ?? 0);
  const status = await ctx.ledger.status();
  const runs = status.processes.some((process) => ctx.now() - process.seenAt <= HEARTBEAT_FRESH);
  const link = post && (await linkOf(ctx, said.key, post, runningOf(status, ctx.now()).teamUrl));
  const json = {
    ...more,
    key: said.key,
    effect: said.effect || null,
    running: runs,
    post: post && {
      state: post.state,
      channel: post.channel,
      ts: post.ts,
      link,
      attempts: post.attempts,
      reason: post.reason,
    },
  };
  const words = [said.sentence];
  if (post?.state === 'posted') words.push(`It stands at ${link ?? `${post.channel} ${post.ts}`}.`);
  else if (!runs) words.push(nothingRuns(ctx));
  await answer(call, json, words.join(' '));
  if (wait === null || post === null || post.state === 'posted') return EXIT.done;
  const why = post.reason ? `: ${post.reason}` : '';
  if (post.state === 'dropped') return fail(call.io, 'refused', `It will not be said${why}.`);
  return fail(call.io, 'unreachable', `It is recorded and not said yet${why}.`);
}

function nothingRuns({ config }: VerbContext): string {
  const name = nameIn(config, config.seat);
  return `No process of ${name} runs now, so it will be said when the seat starts (\`owed run\`).`;
}

/** The outbox row, once it is settled or the time is over; null when this request raised none. */
async function settled(ctx: VerbContext, said: Said, wait: number): Promise<PostView | null> {
  const until = performance.now() + wait;
  for (;;) {
    const post = await find(ctx, said);
    const over = post === null || post.state === 'posted' || post.state === 'dropped';
    if (over || performance.now() >= until) return post;
    await sleep(POLL);
  }
}

const find = (ctx: VerbContext, said: Said): Promise<PostView | null> =>
  said.effect ? ctx.ledger.post(said.effect) : Promise.resolve(null);

async function linkOf(ctx: VerbContext, key: string, post: PostView, teamUrl: string | null): Promise<string | null> {
  if (!teamUrl || !post.channel || !post.ts) return null;
  const isClaim = post.effect.startsWith('claim/');
  const thread = isClaim ? ((await ctx.ledger.board(key)).handoff?.line.ts ?? null) : null;
  return permalink(teamUrl, post.channel, post.ts, thread);
}
