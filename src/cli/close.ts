import { closeItem } from '../verbs/items.js';
import { byAPerson, type PersonOptions, withPerson } from './person-verb.js';
import { type AddVerb, example } from './verb.js';

/** `owed close`: by hand, with a name and a proof text; neither has a default (O1). */
export const addClose: AddVerb = (program, bind) => {
  const command = withPerson(program.command('close'))
    .description('close an item by hand, with the proof that it is done')
    .requiredOption('--proof <text>', 'what shows that it is done')
    .option('--link <url>', 'where that can be seen');
  example(command, 'owed close leads/western-slope-alert --by gera --proof "called her at 16:10"');
  bind<PersonOptions & { proof: string; link?: string }>(command, (call, options, key = '') =>
    byAPerson(call, options, key, (ctx, request) =>
      closeItem(ctx, request, { key, proof: options.proof, link: options.link ?? null }),
    ),
  );
};
