import { existsSync } from 'node:fs';
import { stringify } from 'yaml';
import { manifestFor } from '../config/index.js';
import { answer, type Call, EXIT, fail } from './io.js';
import { configPath, envOf, withConfig } from './session.js';
import { type AddVerb, example, withJson } from './verb.js';

/** `owed manifest`: the Slack app of one seat. `--seat` is the global option: whose process this would be. */
export const addManifest: AddVerb = (program, bind) => {
  const command = withJson(program.command('manifest')).description(
    'print the Slack app manifest of a seat (--seat), as YAML unless --json; without a configuration, that of one seat "Owed"',
  );
  example(command, 'owed manifest --seat trinity > trinity.yml');
  bind<object>(command, (call) => {
    if (isUnconfigured(call)) {
      if (call.globals.seat === undefined) return print(call, manifestFor({ name: 'Owed', command: '/owed' }, true));
      return fail(
        call.io,
        'usage',
        `There is no ${configPath(call)} that could name the seat "${call.globals.seat}"; write one, or leave out --seat.`,
      );
    }
    return withConfig(call, async (config) => {
      const seat = config.seats.get(config.seat);
      if (!seat) throw new Error(`the configuration was accepted without its seat ${config.seat}`);
      return print(call, manifestFor(seat, config.seats.size === 1));
    });
  });
};

/** Nobody named a file, and there is none in the usual place. */
const isUnconfigured = (call: Call): boolean => !envOf(call).OWED_CONFIG?.trim() && !existsSync(configPath(call));

async function print(call: Call, manifest: object): Promise<number> {
  await answer(call, manifest, stringify(manifest));
  return EXIT.done;
}
