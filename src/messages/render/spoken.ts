/** What the seat says in threads of people: answers, why there is none, session links; and terminal lines (A2, O5, O7). */

import type { Rendered, Saying } from '../../ledger/types.js';
import { terminalText } from '../parse/terminal.js';
import { message } from './blocks.js';
import { bareLink, words } from './escape.js';
import { clip, LIMITS } from './limits.js';

type Of<S extends Saying['say']> = Extract<Saying, { say: S }>;

/** The agent's words, escaped: nobody is mentioned by them, no line of the grammar is forged (P9). */
export function renderAnswer(said: Of<'answer'>): Rendered {
  return message(clip(said.text.split('\n').map(words).join('\n'), LIMITS.text));
}

/** A machine line: it closes nothing, and the ask goes on being owed (A3). */
export function renderNoAnswer(said: Of<'no-answer'>): Rendered {
  return message(`I have no answer yet: ${words(said.sentence)} You are still owed one.`);
}

export function renderSessionLink(said: Of<'session-link'>): Rendered {
  return message(`The session is here: ${bareLink(said.link)}`);
}

export function renderNeverStarted(): Rendered {
  return message('The session never started: its link could not be read in time.');
}

export function renderTerminal(said: Of<'terminal'>): Rendered {
  return message(terminalText(said));
}

/** The thread of a tracked message hears that it is owed now (U2). */
export function renderTracked(said: Of<'tracked'>): Rendered {
  return message(`${words(said.by)} asked me to track this; it stays open until proof closes it.`);
}
