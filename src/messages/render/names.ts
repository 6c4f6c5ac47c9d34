/** What people, seats and things are called. Everything returned is escaped. */

import type { ItemView } from '../../ledger/types.js';
import type { RenderConfig } from './context.js';
import { words } from './escape.js';

const GRAMMAR_START = /^[^\p{L}\p{N}]*(?:handoff|bridge)/iu;
const SLACK_ID = /^[UWB][A-Z0-9]{2,}$/;

/** A person or a seat, by a key of the configuration or a Slack id; a stranger is "someone (U…)". */
export function nameOf(who: string, config: RenderConfig): string {
  const known = config.people.get(who) ?? config.seats.get(who) ?? byUser(who, config);
  if (known) return words(known.name);
  if (SLACK_ID.test(who)) return `someone (${who})`;
  const plain = words(who);
  // A name may begin a line of ours, and must not begin a line of the grammar.
  return GRAMMAR_START.test(plain) ? `“${plain}”` : plain || 'someone';
}

function byUser(user: string, config: RenderConfig): { name: string } | null {
  for (const person of config.people.values()) if (person.user === user) return person;
  for (const seat of config.seats.values()) if (seat.botUser === user) return seat;
  return null;
}

/** `Gera`, `Gera and Fede`, `Gera, Fede and Clara`. */
export function list(names: string[]): string {
  if (names.length < 2) return names[0] ?? 'nobody';
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

export function namesOf(who: string[], config: RenderConfig): string {
  return list([...new Set(who.map((each) => nameOf(each, config)))]);
}

/** Somebody's words, with names in the place of the mentions in them: they mention nobody (P9). */
export function said(text: string, config: RenderConfig): string {
  return words(text).replace(/&lt;@([UW][A-Z0-9]+)(?:\|[^&|]*)?&gt;/g, (_, user: string) => `@${nameOf(user, config)}`);
}

const KINDS: Record<string, string> = {
  ask: 'an answer',
  handoff: 'the handoff',
  'handoff-received': 'the handoff',
  held: 'the item',
  'handoff-unparsed': 'a HANDOFF that reads',
  'pull-request': 'the pull request',
  check: 'the check',
  prompt: 'an answer to the prompt',
  task: 'the task',
  decision: 'the decision',
  'session-link': 'the session link',
};

/** What kind of thing it is, and its name where a name says something: `the handoff leads/western-slope-alert`. */
export function thing(item: ItemView): string {
  const kind = KINDS[item.kind] ?? `the ${words(item.kind).replace(/-/g, ' ')}`;
  const named = !['ask', 'handoff-unparsed'].includes(item.kind);
  return named && item.subject !== '' ? `${kind} ${words(item.subject)}` : kind;
}
