import { port } from './options.js';
import { type AddVerb, example } from './verb.js';

/** `owed demo`: needs no Slack and no configuration. */
export const addDemo: AddVerb = (program, bind) => {
  const command = program
    .command('demo')
    .description('play a story with two seats in a local workspace, to watch and take part in; needs no Slack')
    .option('--port <n>', 'the port of the page; a free one when absent', port)
    .option('--fast', 'in seconds what takes hours')
    .option('--exit', 'end when the story has ended');
  example(command, 'owed demo --fast');
  bind<{ port?: number; fast?: true; exit?: true }>(command, async (_call, options) => {
    const { runDemo } = await import('../../dev/demo/index.js');
    return runDemo({
      ...(options.port === undefined ? {} : { port: options.port }),
      fast: options.fast === true,
      exit: options.exit === true,
    });
  });
};
