import { uuidv7 } from 'uuidv7';
import { parsePermalink } from '../messages/parse/index.js';
import { sayTerminal } from '../verbs/terminal.js';
import { fail } from './io.js';
import { collect } from './options.js';
import { bySeat } from './people.js';
import { reportSaid, type SaidOptions, withSaid } from './said.js';
import { failed, withLedger } from './session.js';
import { type AddVerb, example } from './verb.js';

interface Options extends SaidOptions {
  label: string;
  subject: string;
  link?: string;
  channel?: string;
  thread?: string;
  owedTo?: string[];
}

/** `owed terminal`: posts the last line of a piece of automated work and records it, in one act (O5). */
export const addTerminal: AddVerb = (program, bind) => {
  const command = withSaid(program.command('terminal'))
    .description('post a terminal line and record it in the same act')
    .argument('<word>', 'DONE, FAILED, EXPIRED or ESCALATED')
    .requiredOption('--label <label>', 'what kind of work it was; a kind, or mapped to one under terminal.labels')
    .requiredOption('--subject <subject>', 'what it was about, such as org/app#12')
    .option('--link <url>', 'the record of it')
    .option('--channel <id>', 'where it is posted (the first of terminal.channels unless given)')
    .option('--thread <url>', 'the thread it is posted in, by a link of one of its messages')
    .option('--owed-to <person>', 'whom it is owed to; may be given several times', collect);
  example(
    command,
    'owed terminal EXPIRED --label pr-drive --subject org/app#12 --link https://github.com/org/app/pull/12',
  );
  bind<Options>(command, async (call, options, word = '') => {
    const thread = options.thread ? parsePermalink(options.thread) : null;
    if (options.thread && !thread) {
      return fail(call.io, 'usage', `"${options.thread}" is not a link to a Slack message; copy one with "Copy link".`);
    }
    return withLedger(call, async (ctx) => {
      const result = await sayTerminal(ctx, bySeat(ctx.config, options.requestId), {
        word,
        label: options.label,
        subject: options.subject,
        link: options.link ?? null,
        channel: thread?.channel ?? options.channel ?? null,
        thread: thread ? (thread.threadTs ?? thread.ts) : null,
        owedTo: options.owedTo ?? [],
        id: options.requestId ?? uuidv7(),
      });
      if (!result.ok) return failed(call.io, result);
      const { key, effect, sentence } = result.value;
      return reportSaid(call, ctx, { key: key ?? '', effect, sentence }, options);
    });
  });
};
