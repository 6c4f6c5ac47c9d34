import { parsePermalink } from '../messages/parse/index.js';
import { openSessionLink, setSessionLink } from '../verbs/session-link.js';
import { answer, EXIT, fail } from './io.js';
import { itemJson, runningOf } from './json.js';
import { bySeat } from './people.js';
import { failed, withLedger } from './session.js';
import { type AddVerb, example, withJson } from './verb.js';

/** `owed session-link open|set`: a session's link that is still to come is owed to the thread that waits for it (O7). */
export const addSessionLink: AddVerb = (program, bind) => {
  const group = program.command('session-link').description("a session's link that a thread is waiting for");
  const request = '--request-id <id>';
  const repeat = 'repeating the command with the same id does nothing twice';
  const open = withJson(group.command('open'))
    .description('say that the link of a session is still to come')
    .requiredOption('--session <id>', 'the session')
    .requiredOption('--thread <url>', 'the thread that waits, by a link of one of its messages')
    .option(request, repeat);
  example(open, 'owed session-link open --session S-1 --thread https://work.slack.com/archives/C01/p1793569884602059');
  bind<{ session: string; thread: string; requestId?: string }>(open, async (call, options) => {
    const at = parsePermalink(options.thread);
    if (!at)
      return fail(call.io, 'usage', `"${options.thread}" is not a link to a Slack message; copy one with "Copy link".`);
    const asked = {
      session: options.session,
      channel: at.channel,
      thread: at.threadTs ?? at.ts,
      link: options.thread,
    };
    return withLedger(call, async (ctx) => {
      const result = await openSessionLink(ctx, bySeat(ctx.config, options.requestId), asked);
      return result.ok ? shown(call, ctx, result.value) : failed(call.io, result);
    });
  });
  const set = withJson(group.command('set'))
    .description('give the link; the thread hears it at the next sweep')
    .requiredOption('--session <id>', 'the session')
    .requiredOption('--link <url>', 'its link')
    .option(request, repeat);
  example(set, 'owed session-link set --session S-1 --link https://sessions.example/S-1');
  bind<{ session: string; link: string; requestId?: string }>(set, async (call, options) =>
    withLedger(call, async (ctx) => {
      const result = await setSessionLink(ctx, bySeat(ctx.config, options.requestId), options);
      return result.ok ? shown(call, ctx, result.value) : failed(call.io, result);
    }),
  );
};

type Shown = (
  call: Parameters<typeof answer>[0],
  ctx: Parameters<Parameters<typeof withLedger>[1]>[0],
  done: { key: string; sentence: string },
) => Promise<number>;

const shown: Shown = async (call, ctx, { key, sentence }) => {
  const item = await ctx.ledger.item(key);
  const { teamUrl } = runningOf(await ctx.ledger.status(), ctx.now());
  await answer(call, item && itemJson(item, teamUrl), sentence);
  return EXIT.done;
};
