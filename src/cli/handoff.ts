import { Option } from 'commander';
import { handOff } from '../verbs/handoff.js';
import { collect } from './options.js';
import { bySeat } from './people.js';
import { reportSaid, type SaidOptions, withSaid } from './said.js';
import { failed, withLedger } from './session.js';
import { type AddVerb, example } from './verb.js';

interface HandoffOptions extends SaidOptions {
  to: string;
  lane: string;
  item: string;
  why: string;
  origin?: string;
  customer?: 'yes' | 'no';
  owedTo?: string;
  subtask?: string[];
  ref?: string[];
  role?: string;
  profile?: string;
  model?: string;
  package?: string;
}

/** `owed handoff`: refused before anything is posted where the bridge would refuse it (H3, H4). */
export const addHandoff: AddVerb = (program, bind) => {
  const command = withSaid(program.command('handoff'))
    .description('hand a piece of work to another seat, on the bridge')
    .requiredOption('--to <seat>', 'who takes it: a seat of the configuration')
    .requiredOption('--lane <lane>', 'the stream of work')
    .requiredOption('--item <item>', 'the thing in it')
    .requiredOption('--why <text>', 'what only the taker can do; whose area it is, is no reason')
    .option('--origin <url>', 'the Slack message where the work began; its thread hears how it ends')
    .addOption(new Option('--customer <answer>', 'whether it is a customer that waits').choices(['yes', 'no']))
    .option('--owed-to <person>', "whom it is owed to; this seat's human otherwise")
    .option('--subtask <text>', 'a part that has to be marked done first; repeatable', collect)
    .option('--ref <ref>', 'something that belongs to it, such as #12 or a link; repeatable', collect)
    .option('--role <role>', 'the role it is meant for')
    .option('--profile <profile>', 'the agent profile it is meant for')
    .option('--model <model>', 'the model it is meant for')
    .option('--package <package>', 'the work package it is, MISSION/WP01');
  example(
    command,
    'owed handoff --to trinity --lane leads --item western-slope-alert --why "the call has to come from her number"',
  );
  bind<HandoffOptions>(command, (call, options) =>
    withLedger(call, async (ctx) => {
      const result = await handOff(ctx, bySeat(ctx.config, options.requestId), {
        ...options,
        customer: options.customer === undefined ? null : options.customer === 'yes',
        refs: options.ref,
        subtasks: options.subtask,
      });
      return result.ok ? reportSaid(call, ctx, result.value, options) : failed(call.io, result);
    }),
  );
};
