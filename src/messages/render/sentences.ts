/** One clear sentence for a person whose word did not do, and the right form (U6). Slack markup, escaped. */

import type { ItemView } from '../../ledger/types.js';
import type { Verb } from '../parse/verbs.js';
import type { RenderConfig } from './context.js';
import { code, words } from './escape.js';
import { helpForm } from './help.js';
import { clip } from './limits.js';
import { list, nameOf } from './names.js';
import { proofWords } from './state.js';

export type Refused =
  /** X1: guests, people of other workspaces, and those whom the configuration does not allow. */
  | { why: 'not-allowed'; reason: 'guest' | 'external' | 'not-listed' }
  | { why: 'not-found'; typed: string; nearest: string | null }
  | { why: 'ambiguous'; typed: string; candidates: string[] }
  | { why: 'already-closed'; item: ItemView }
  | { why: 'stale-button'; item: ItemView; round: number }
  | { why: 'unknown-verb'; word: string; nearest: Verb | null }
  | { why: 'unknown-kind'; word: string; nearest: string | null; known: string[] }
  | { why: 'unread-words'; words: string; verb: Verb }
  | { why: 'unread-duration'; word: string }
  | { why: 'missing'; what: 'key' | 'proof' | 'reason'; verb: Verb }
  | { why: 'not-muted'; item: ItemView }
  | { why: 'already-taken'; item: ItemView; by: string }
  /** Anything that went wrong on our side; it is logged once, with an id. */
  | { why: 'broken'; id: string };

/** Why nothing was done, in words. `command` is the seat's slash command. */
export function sentenceFor(refused: Refused, command: string, config: RenderConfig): string {
  const typed = (text: string) => `“${clip(words(text), 200)}”`;
  const form = (verb: Verb) => `Write ${helpForm(verb, command)}.`;
  switch (refused.why) {
    case 'not-allowed':
      return {
        guest: 'Only full members of this workspace can do that, so nothing was changed.',
        external: 'Only people of this workspace can do that, so nothing was changed.',
        'not-listed': 'You are not on the list of people who can do that here, so nothing was changed.',
      }[refused.reason];
    case 'not-found': {
      const near =
        refused.nearest === null
          ? `${code(`${command} list`)} shows what is open.`
          : `Did you mean ${code(refused.nearest)}?`;
      return `There is no item ${typed(refused.typed)}. ${near}`;
    }
    case 'ambiguous': {
      const shown = refused.candidates.slice(0, 10).map(code);
      const more = refused.candidates.length - shown.length;
      return `${typed(refused.typed)} fits several items: ${list(more > 0 ? [...shown, `${more} more`] : shown)}. Write one of them in full.`;
    }
    case 'already-closed': {
      const { item } = refused;
      const how = item.proof === null ? '' : `: ${proofWords(item.proof, config)}`;
      return `${code(item.key)} is closed already${how}. Nothing was changed.`;
    }
    case 'stale-button': {
      const { item, round } = refused;
      return `That button is from round ${round}, and ${code(item.key)} is in round ${item.round} now. Nothing was changed; ${code(`${command} show ${item.key}`)} has its buttons.`;
    }
    case 'unknown-verb': {
      const near = refused.nearest === null ? '' : ` Did you mean ${helpForm(refused.nearest, command)}?`;
      return `I do not know ${typed(refused.word)}.${near} ${code(`${command} help`)} lists what I can do.`;
    }
    case 'unknown-kind': {
      const near =
        refused.nearest === null
          ? `The kinds are ${list(refused.known.map(code))}.`
          : `Did you mean ${code(refused.nearest)}?`;
      return `There is no kind ${typed(refused.word)}. ${near}`;
    }
    case 'unread-words':
      return `I do not know what ${typed(refused.words)} means here. ${form(refused.verb)}`;
    case 'unread-duration':
      return `${typed(refused.word)} is no length of time. Write for example ${code('for 4h')}, ${code('for 2d')}, ${code('for 1 week')} or ${code('for good')}.`;
    case 'missing':
      return `${MISSING[refused.what]} ${form(refused.verb)}`;
    case 'not-muted':
      return `${code(refused.item.key)} is not muted, so there is nothing to end.`;
    case 'already-taken':
      return `${code(refused.item.key)} was taken before, by ${nameOf(refused.by, config)}; a take holds the page once in a round.`;
    case 'broken':
      return `Something went wrong on my side, and nothing was changed. Please try again; the log has it as ${code(refused.id)}.`;
    default:
      return refused satisfies never;
  }
}

const MISSING = {
  key: 'Which item?',
  proof: 'A close needs a proof: say what shows that it is done.',
  reason: 'A mute needs a reason.',
} as const;
