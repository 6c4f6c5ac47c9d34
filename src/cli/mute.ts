import { muteItem } from '../verbs/items.js';
import { duration } from './options.js';
import { byAPerson, type PersonOptions, withPerson } from './person-verb.js';
import { type AddVerb, example } from './verb.js';

/** `owed mute`: by a person, with a reason, for a time or for good (O8). */
export const addMute: AddVerb = (program, bind) => {
  const command = withPerson(program.command('mute'))
    .description('close an item without proof, with a reason, for a time or for good')
    .requiredOption('--why <text>', 'the reason')
    .option('--for <time>', 'for how long, such as 4h or 2d; for good when absent', duration);
  example(command, 'owed mute check:nightly-e2e --by gera --why "vendor is down until Monday" --for 2d');
  bind<PersonOptions & { why: string; for?: number }>(command, (call, options, key = '') =>
    byAPerson(call, options, key, (ctx, request) =>
      muteItem(ctx, request, { key, why: options.why, for: options.for ?? null }),
    ),
  );
};
