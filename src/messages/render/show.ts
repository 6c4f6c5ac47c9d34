/** One item in full, and its history. */

import type { ItemView, Rendered, SubtaskState } from '../../ledger/types.js';
import { awaited } from './awaited.js';
import { actions, type Block, divider, message, sections } from './blocks.js';
import type { RenderContext } from './context.js';
import { bareLink, code, words } from './escape.js';
import { ACTION, buttonValue } from './ids.js';
import { clip } from './limits.js';
import { nameOf, namesOf, said, thing } from './names.js';
import { blocking, looksDone, marks, nextBound, proofWords, record, suppressedWords, unread } from './state.js';
import { dayTime, length } from './times.js';

/** A line of the past, already in words: an event, or a post and what became of it. */
export interface Happened {
  at: number;
  text: string;
}

export interface ItemInFull {
  item: ItemView;
  events: Happened[];
  posts: Happened[];
}

type Over = Pick<RenderContext, 'now' | 'config'>;

/** Why it is open, what proof is awaited, what happens next, and all that happened. */
export function renderShow(full: ItemInFull, ctx: Over): Rendered {
  const lines = factLines(full.item, ctx);
  const past = historyLines(full, ctx);
  const blocks: Block[] = [...sections(lines), ...itemButtons(full.item), divider(), ...sections(past)];
  return message([...lines, ...past].join('\n'), blocks);
}

/** The facts of an item, one a line. */
export function factLines(item: ItemView, ctx: Over): string[] {
  const { config, now } = ctx;
  const round = item.round > 1 ? `, round ${item.round}` : '';
  const lines = [`*${capital(thing(item))}* ${code(item.key)} (${item.state}${round})`];
  const add = (label: string, text: string | null) => text !== null && lines.push(`*${label}:* ${text}`);
  add('What', said(item.what, config));
  add('Owed', `by ${nameOf(item.owedBy, config)} to ${namesOf(item.owedTo, config)}`);
  add('Why it is open', whyOpen(item, ctx));
  if (item.state === 'closed')
    add('Closed', item.proof === null ? 'without a proof on record' : proofWords(item.proof, config));
  else {
    add('Proof awaited', awaited(item, config));
    add('Next', nextBound(item, ctx));
  }
  add('Opened', `${dayTime(item.opened)}, ${length(now - item.opened)} ago`);
  add('Blocked by', blocking(item, ctx));
  add('Not done by this', looksDone(item, ctx));
  add('Could not be read', unread(item));
  const found = marks(item, ctx).filter((mark) => mark !== 'proof unread');
  add('Marks', found.length === 0 ? null : found.join(', '));
  add('Muted', item.muted === null ? null : mutedWords(item.muted, ctx));
  add('Meanwhile', suppressedWords(item, ctx));
  add('Subtasks', item.subtasks.length === 0 ? null : subtaskBar(item.subtasks));
  add('References', item.refs.length === 0 ? null : item.refs.map(bareLink).join(', '));
  add('Record', record(item));
  return lines;
}

/** Why an item is open, in one sentence. */
export function whyOpen(item: ItemView, ctx: Over): string | null {
  if (item.state === 'closed') return null;
  if (item.unknown.length > 0) return 'its proof could not be read, and unknown is not done';
  const left = item.subtasks.filter((subtask) => subtask.state === 'open').length;
  if (left > 0) return `${left} of ${item.subtasks.length} subtasks ${left === 1 ? 'is' : 'are'} not done`;
  const { handoff } = item;
  if (item.kind === 'handoff' && handoff) {
    const taker = handoff.taker === null ? 'the taker' : nameOf(handoff.taker, ctx.config);
    if (handoff.pending) return `${nameOf(handoff.pending.to, ctx.config)} has not claimed it yet`;
    return handoff.acceptedAt === null
      ? `${taker} has not accepted it`
      : `${taker} accepted it ${dayTime(handoff.acceptedAt)} and has not said done with a link`;
  }
  return 'no proof has closed it';
}

function mutedWords(muted: NonNullable<ItemView['muted']>, ctx: Over): string {
  const until = muted.until === null ? 'for good' : `until ${dayTime(muted.until)}`;
  return `by ${nameOf(muted.by, ctx.config)} ${until}: ${said(muted.why, ctx.config)}`;
}

/** `▓▓▓░░ 3 of 5 done; open: …`. */
export function subtaskBar(subtasks: SubtaskState[]): string {
  const open = subtasks.filter((subtask) => subtask.state === 'open');
  const done = subtasks.length - open.length;
  const width = Math.min(10, subtasks.length);
  const filled = Math.floor((done / subtasks.length) * width);
  const names = open.length === 0 ? '' : `; open: ${open.map((subtask) => `“${words(subtask.name)}”`).join(', ')}`;
  return `${'▓'.repeat(filled)}${'░'.repeat(width - filled)} ${done} of ${subtasks.length} done${names}`;
}

/** Notes, events and posts, oldest first. */
export function historyLines({ item, events, posts }: ItemInFull, ctx: Over): string[] {
  const line = ({ at, text }: Happened) => `• ${dayTime(at)} ${clip(said(text, ctx.config), 500)}`;
  const notes = item.notes.map(({ at, by, text }) => ({ at, text: `${plainName(by, ctx)}: ${text}` }));
  const part = (title: string, all: Happened[]) => (all.length === 0 ? [] : [`*${title}*`, ...all.map(line)]);
  const lines = [...part('What happened', events), ...part('Notes', notes), ...part('Posts', posts)];
  return lines.length === 0 ? ['Nothing is recorded about it yet.'] : lines;
}

/** A name for text that is escaped as a whole later. */
function plainName(who: string, { config }: Over): string {
  return config.people.get(who)?.name ?? config.seats.get(who)?.name ?? who;
}

/** What a person may do to an open item; a closed one has its history alone. */
export function itemButtons(item: ItemView): Block[] {
  const value = buttonValue(item);
  const history = { id: ACTION.history, text: 'History', value };
  if (item.state === 'closed') return actions(null, [history]);
  return actions(null, [
    { id: ACTION.take, text: 'Take', value },
    { id: ACTION.close, text: 'Close…', value },
    { id: ACTION.mute, text: 'Mute…', value },
    history,
  ]);
}

const capital = (text: string) => text.replace(/^(?:the )?\p{L}/u, (start) => start.replace(/^the /, '').toUpperCase());
