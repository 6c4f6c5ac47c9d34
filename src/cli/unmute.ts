import { unmuteItem } from '../verbs/items.js';
import { byAPerson, type PersonOptions, withPerson } from './person-verb.js';
import { type AddVerb, example } from './verb.js';

/** `owed unmute`: ends a mute early (O8). */
export const addUnmute: AddVerb = (program, bind) => {
  const command = withPerson(program.command('unmute')).description('end a mute early');
  example(command, 'owed unmute check:nightly-e2e --by gera');
  bind<PersonOptions>(command, (call, options, key = '') =>
    byAPerson(call, options, key, (ctx, request) => unmuteItem(ctx, request, { key })),
  );
};
