import { nearest } from '../messages/parse/index.js';
import { claimHandoff } from '../verbs/handoff.js';
import { fail } from './io.js';
import { bySeat } from './people.js';
import { reportSaid, type SaidOptions, withSaid } from './said.js';
import { failed, withLedger } from './session.js';
import { type AddVerb, example } from './verb.js';

/** `owed mark`: a subtask of a handoff, marked on the bridge by the taker or the sender (H8). */
export const addMark: AddVerb = (program, bind) => {
  const command = withSaid(program.command('mark'))
    .description('mark a subtask of a handoff, on the bridge')
    .argument('<key>', 'LANE/ITEM')
    .argument('<subtask>', 'the subtask, as the HANDOFF names it')
    .argument('<state>', 'done or open');
  example(command, 'owed mark leads/western-slope-alert "call the lead back" done');
  bind<SaidOptions>(command, async (call, options, key = '', subtask = '', written = '') => {
    const state = written.toLowerCase();
    if (state !== 'done' && state !== 'open') {
      const near = nearest(state, ['done', 'open']);
      const hint = near ? `did you mean ${near}?` : 'write done or open.';
      return fail(call.io, 'usage', `A subtask is done or open, not "${written}"; ${hint}`);
    }
    return withLedger(call, async (ctx) => {
      const asked = { key, act: 'marked' as const, subtask, state: state as 'done' | 'open' };
      const result = await claimHandoff(ctx, bySeat(ctx.config, options.requestId), asked);
      return result.ok ? reportSaid(call, ctx, result.value, options) : failed(call.io, result);
    });
  });
};
