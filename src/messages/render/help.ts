/** Help, from the table of verbs: a verb without a line here does not compile. */

import type { Rendered } from '../../ledger/types.js';
import { VERBS, type Verb } from '../parse/verbs.js';
import { message, sections } from './blocks.js';
import { code } from './escape.js';

interface HelpLine {
  /** What follows the verb. */
  form: string;
  does: string;
}

export const HELP: Record<Verb, HelpLine> = {
  list: { form: '[open|closed|all] [KIND] [mine]', does: 'what is owed; open items unless you say otherwise' },
  show: { form: 'KEY', does: 'one item in full: why it is open, what proof is awaited, what happens next' },
  close: { form: 'KEY PROOF', does: 'close it by hand; say what shows that it is done' },
  mute: { form: 'KEY [for 2d] because REASON', does: 'close it without proof, for a time or for good' },
  unmute: { form: 'KEY', does: 'end a mute early' },
  take: { form: 'KEY', does: 'say that you are on it; holds its page once and closes nothing' },
  handoff: { form: '', does: 'hand work to another seat' },
  decide: { form: '', does: 'put a question to people, with one button an option' },
  help: { form: '', does: 'this list' },
};

/** What the slash command can do. */
export function renderHelp(command: string): Rendered {
  const lines = VERBS.map((verb) => `• ${helpForm(verb, command)} ${HELP[verb].does}`);
  const end =
    'Leave words out and you are asked for them. A key without its kind will do where it is clear; a name with spaces goes in quotes.';
  const all = ['*What I can do*', ...lines, end];
  return message(all.join('\n'), sections(all));
}

/** The right form of one verb, as code. */
export function helpForm(verb: Verb, command: string): string {
  return code(`${command} ${verb} ${HELP[verb].form}`);
}
