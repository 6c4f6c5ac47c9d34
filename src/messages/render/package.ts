/** Work packages: who was meant, who is on it, how far it is (W3). */

import type { Liveness, PackageView } from '../../ledger/packages/index.js';
import type { Rendered } from '../../ledger/types.js';
import { type Block, context, header, message, section, sections } from './blocks.js';
import type { RenderContext } from './context.js';
import { bareLink, code, words } from './escape.js';
import { clip } from './limits.js';
import { said } from './names.js';
import { dayTime, length } from './times.js';

type Over = Pick<RenderContext, 'now' | 'config'>;

export interface PackageShown {
  view: PackageView;
  liveness: Liveness | null;
}

/** `▓▓▓░░ 3 of 5 done`; null where it has no subtasks. */
export function packageBar({ subtasks }: PackageView): string | null {
  if (subtasks.length === 0) return null;
  const done = subtasks.filter((subtask) => subtask.done).length;
  const width = Math.min(10, subtasks.length);
  const filled = Math.floor((done / subtasks.length) * width);
  return `${'▓'.repeat(filled)}${'░'.repeat(width - filled)} ${done} of ${subtasks.length} done`;
}

/** Who it is meant for, by the file alone; null where the file names nobody. */
export function meantFor({ authored }: PackageView): string | null {
  const parts = [authored?.profile, authored?.role, authored?.model].filter(
    (part) => part !== null && part !== undefined,
  );
  return parts.length === 0 ? null : parts.join(', ');
}

/** Who it was given to, by the log alone; null where nobody was, or nothing of them is known. */
export function ranBy({ actual }: PackageView): string | null {
  const { resolved } = actual;
  if (resolved === null) return null;
  const profile =
    resolved.profile && resolved.profile_version ? `${resolved.profile} ${resolved.profile_version}` : resolved.profile;
  const parts = [profile, resolved.role, resolved.model, resolved.provider].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** `claude since 15:56, alive`; null where nobody has it. */
export function onIt({ view, liveness }: PackageShown): string | null {
  const { claim, state } = view.actual;
  if (claim === null || state === 'done' || state === 'canceled') return null;
  const who = claim.agent ?? claim.by ?? claim.assignee ?? 'somebody';
  const since = claim.since === null ? '' : ` since ${dayTime(claim.since)}`;
  return `${words(who)}${since}${liveness === null ? '' : `, ${liveness.alive}`}`;
}

const stateWords = (state: string) => state.replaceAll('_', ' ');

/** A work package in full: what was intended, what happened, each under its own name. */
export function renderPackage(shown: PackageShown, ctx: Over): Rendered {
  const { view, liveness } = shown;
  const { actual, authored } = view;
  const lines = [
    `*${clip(said(authored?.title ?? view.id, ctx.config), 300)}* ${code(view.key)} (${stateWords(actual.state)})`,
  ];
  const add = (label: string, text: string | null) => text !== null && lines.push(`*${label}:* ${text}`);
  add('Since', actual.since === null ? null : `${dayTime(actual.since)}, ${length(ctx.now - actual.since)} ago`);
  add('Meant for', textOr(meantFor(view), 'the file names nobody'));
  add('Run by', textOr(ranBy(view), actual.resolved === null ? 'nobody picked it up' : 'not known'));
  add('On it', onIt(shown));
  add('Process', liveness === null ? null : words(liveness.why));
  const open = view.subtasks.filter((subtask) => !subtask.done);
  const names =
    open.length === 0
      ? ''
      : `; open: ${clip(open.map((s) => words(s.title ? `${s.id} ${s.title}` : s.id)).join(', '), 900)}`;
  const bar = packageBar(view);
  add('Subtasks', bar === null ? null : `${bar}${names}`);
  add('Forced moves', actual.forced === 0 ? null : forcedWords(view));
  add('Reviews', actual.reviews.length === 0 ? null : reviewWords(view));
  add('References', actual.refs.length === 0 ? null : actual.refs.map(bareLink).join(', '));
  add('Requirements', authored && authored.requirements.length > 0 ? words(authored.requirements.join(', ')) : null);
  add('Depends on', authored && authored.dependencies.length > 0 ? words(authored.dependencies.join(', ')) : null);
  add('File', authored === null ? null : code(authored.path));
  const notes = actual.notes.map((note) => {
    const mark = note.backfilled ? ' (backfilled)' : '';
    return `• ${dayTime(note.at)} ${clip(said(`${note.by}: ${note.text}`, ctx.config), 500)}${mark}`;
  });
  const past = notes.length === 0 ? [] : ['*Notes*', ...notes];
  const blocks: Block[] = [...sections(lines), ...sections(past)];
  return message([...lines, ...past].join('\n'), blocks);
}

const textOr = (text: string | null, none: string): string => (text === null ? none : words(text));

function forcedWords({ actual }: PackageView): string {
  const told = actual.forcedMoves.slice(-3).map((move) => {
    const why = move.reason === null ? '' : `: ${clip(move.reason, 120)}`;
    return words(`${stateWords(move.from)} to ${stateWords(move.to)} by ${move.by}${why}`);
  });
  return `${actual.forced} (${told.join('; ')})`;
}

function reviewWords({ actual }: PackageView): string {
  return actual.reviews
    .slice(-5)
    .map((review) => words(`${(review.verdict ?? 'a verdict in no known word').replaceAll('_', ' ')} by ${review.by}`))
    .join('; ');
}

/** Home's short list: how far each is, who is meant, who is on it, since when, and its last note. */
export function packageBlocks(shown: readonly PackageShown[], more: number, ctx: Over): Block[] {
  if (shown.length === 0) return [];
  return [
    header(`Work packages (${shown.length + more})`),
    ...shown.map((one) => section(packageLines(one, ctx))),
    ...(more > 0 ? [context(`… and ${more} more; \`owed package list\` lists them all.`)] : []),
  ];
}

function packageLines(shown: PackageShown, ctx: Over): string {
  const { view } = shown;
  const note = view.actual.notes.at(-1);
  return [
    `*${clip(said(view.authored?.title ?? view.id, ctx.config), 200)}* ${code(view.key)} · ${stateWords(view.actual.state)}`,
    packageBar(view) ?? 'no subtasks',
    `*Meant for* ${textOr(meantFor(view), 'nobody named')} · *on it* ${onIt(shown) ?? 'nobody'}`,
    ...(note ? [`*Last note* ${dayTime(note.at)} ${clip(said(note.text, ctx.config), 300)}`] : []),
  ].join('\n');
}
