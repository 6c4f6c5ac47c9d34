import { takeItem } from '../verbs/items.js';
import { byAPerson, type PersonOptions, withPerson } from './person-verb.js';
import { type AddVerb, example } from './verb.js';

/** `owed take`: shows who is on it, holds the page once, and closes nothing (O12). */
export const addTake: AddVerb = (program, bind) => {
  const command = withPerson(program.command('take')).description(
    'say that a person is on it; holds the page once and closes nothing',
  );
  example(command, 'owed take leads/western-slope-alert --by gera');
  bind<PersonOptions>(command, (call, options, key = '') =>
    byAPerson(call, options, key, (ctx, request) => takeItem(ctx, request, { key })),
  );
};
