import type { Command } from 'commander';
import type { Call, Globals, Io } from './io.js';

/** What a verb does with its options and words; what it returns is the exit code. */
export type Work<O> = (call: Call, options: O, ...words: string[]) => Promise<number>;

/** Binds a verb's work to its command. */
export type Bind = <O>(command: Command, work: Work<O>) => void;

/** Every file of a verb exports one: it adds its command, with help, to the program. */
export type AddVerb = (program: Command, bind: Bind) => void;

/** Makes the binder of one run of the program; `ended` is told the exit code. */
export function binder(io: Io, ended: (code: number) => void): Bind {
  return <O>(command: Command, work: Work<O>) => {
    command.action(async (...given: unknown[]) => {
      const self = given.at(-1) as Command;
      const words = given.slice(0, -2).filter((word): word is string => typeof word === 'string');
      const globals = self.optsWithGlobals<Globals & { json?: boolean }>();
      ended(await work({ io, globals, json: globals.json === true }, self.opts() as O, ...words));
    });
  };
}

/** `--json`, in one wording. */
export const withJson = (command: Command): Command =>
  command.option('--json', 'print JSON: times in UTC, absent is null');

/** The one example that every help text ends with. */
export const example = (command: Command, line: string): Command =>
  command.addHelpText('after', `\nExample:\n  $ ${line}`);
