/**
 * The verbs of the slash command (U1), in the order in which help lists them. The parser switches over this table and
 * help has a line for each of its entries: neither compiles when a verb is missing.
 */

export const VERBS = ['list', 'show', 'close', 'mute', 'unmute', 'take', 'handoff', 'decide', 'help'] as const;

export type Verb = (typeof VERBS)[number];

/** Other words for a verb. */
export const ALSO: Record<string, Verb> = {
  ls: 'list',
  items: 'list',
  'hand-off': 'handoff',
  '?': 'help',
};
