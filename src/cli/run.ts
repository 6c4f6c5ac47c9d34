import { configPath, envOf } from './session.js';
import { type AddVerb, example } from './verb.js';

/** `owed run`: one seat, until stopped. */
export const addRun: AddVerb = (program, bind) => {
  const command = program.command('run').description('run one seat until it is stopped (SIGTERM or Ctrl-C)');
  example(command, 'owed run --seat smith');
  bind<object>(command, async (call) => {
    // Only this verb needs Bolt and the rest of the running seat; the others start faster without.
    const { runSeat } = await import('../main.js');
    return runSeat({ configPath: configPath(call), env: envOf(call) });
  });
};
