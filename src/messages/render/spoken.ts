/** What the seat says in threads of people: answers, why there is none, session links; and terminal lines (A2, O5, O7). */

import type { Rendered, Saying } from '../../ledger/types.js';
import { terminalText } from '../parse/terminal.js';
import { message } from './blocks.js';
import type { RenderContext } from './context.js';
import { bareLink, quote, words } from './escape.js';
import { clip, LIMITS } from './limits.js';
import { said } from './names.js';

type Of<S extends Saying['say']> = Extract<Saying, { say: S }>;

/** The agent's words, escaped: nobody is mentioned by them, no line of the grammar is forged (P9). */
export function renderAnswer(spoken: Of<'answer'>): Rendered {
  return message(clip(spoken.text.split('\n').map(words).join('\n'), LIMITS.text));
}

/** A machine line: it closes nothing, and the ask goes on being owed (A3). */
export function renderNoAnswer(spoken: Of<'no-answer'>): Rendered {
  return message(`I have no answer yet: ${words(spoken.sentence)} You are still owed one.`);
}

export function renderSessionLink(spoken: Of<'session-link'>): Rendered {
  return message(`The session is here: ${bareLink(spoken.link)}`);
}

export function renderNeverStarted(): Rendered {
  return message('The session never started: its link could not be read in time.');
}

export function renderTerminal(spoken: Of<'terminal'>): Rendered {
  return message(terminalText(spoken));
}

/** A bot's line that was not recorded; the line stands in a quotation, so that nobody reads it as said (H2). */
export function renderTerminalUnreadable(fault: Of<'terminal-unreadable'>, { config }: RenderContext): Rendered {
  return message(
    ['This terminal line was not recorded.', clip(quote(fault.text), 300), clip(said(fault.message, config), 600)].join(
      '\n',
    ),
  );
}

/** The thread of a tracked message hears that it is owed now (U2). */
export function renderTracked(spoken: Of<'tracked'>): Rendered {
  return message(`${words(spoken.by)} asked me to track this; it stays open until proof closes it.`);
}
