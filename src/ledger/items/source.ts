import type { Config } from '../../config/types.js';
import { itemKey } from '../keys.js';
import type { Proof, TerminalWord } from '../types.js';
import type { Unit } from '../unit.js';
import type { Opening } from './decide.js';
import type { ItemState } from './evolve.js';

/** Items that a source opens by itself: terminal lines, checks, kinds of the configuration (O5, O6, O8). */

/** Whether a mute is in force at `now` (milliseconds UTC). Pure. */
export const isMuted = (item: ItemState, now: number): boolean =>
  item.state === 'closed' && item.muted !== null && (item.muted.until === null || item.muted.until > now);

export type SourceOpened = 'opened' | 'kept' | 'suppressed';

/** Opens the item, keeps it when it is open already, or counts what a mute suppressed (O8). */
export async function openFromSource(unit: Unit, key: string, opening: Opening): Promise<SourceOpened> {
  const item = await unit.item(key);
  if (item.state === 'open') {
    if (item.what !== opening.what) await unit.onItem(key, { do: 'annotate', delta: { what: opening.what } });
    return 'kept';
  }
  if (isMuted(item, unit.ctx.now)) {
    const suppressed = { times: (item.suppressed?.times ?? 0) + 1, last: opening.what };
    await unit.onItem(key, { do: 'annotate', delta: { suppressed } });
    return 'suppressed';
  }
  await unit.onItem(key, { do: 'open', opening });
  return 'opened';
}

/** The bounds of a kind from when it opened; milliseconds UTC. */
export function boundsFrom(
  config: Config,
  kind: string,
  at: number,
): { nudgeAt: number | null; pageAt: number | null } {
  const bounds = config.kinds.get(kind)?.bounds ?? { nudge: null, page: null };
  const from = (bound: number | null) => (bound === null ? null : at + bound);
  return { nudgeAt: from(bounds.nudge), pageAt: from(bounds.page) };
}

/** Whom an item of the kind is owed to when its opener names nobody: the kind's, else this seat's human. */
export function owedToOf(config: Config, kind: string): string[] {
  const configured = config.kinds.get(kind)?.owedTo ?? [];
  if (configured.length > 0) return configured;
  return [config.seats.get(config.seat)?.human ?? config.overseer];
}

export interface TerminalLine {
  word: TerminalWord;
  label: string;
  subject: string;
  /** The subject as keys have it: `org/app#12`, `LABEL/SUBJECT`. */
  keySubject: string;
  link: string | null;
  /** The line's own permalink; null before it was posted. */
  at: number;
  lineLink: string | null;
  by: string;
  owedTo: string[] | null;
}

export type TerminalRecorded =
  | { recorded: 'unmapped' }
  | { recorded: SourceOpened | 'closed' | 'nothing-open'; key: string };

/** The kind that a label means: a kind's own name, or as the configuration maps it (O5); null where nobody mapped it. Pure. */
export function kindOfLabel(config: Config, label: string): string | null {
  const mapped = config.terminal.labels.get(label);
  if (mapped) return mapped;
  return config.kinds.has(label) ? label : null;
}

/** Records a terminal line at the one boundary (O5): DONE closes, everything else opens or keeps (O1). */
export async function recordTerminal(unit: Unit, config: Config, line: TerminalLine): Promise<TerminalRecorded> {
  const kind = kindOfLabel(config, line.label);
  if (kind === null) {
    await countUnmapped(unit, line.label);
    return { recorded: 'unmapped' };
  }
  const key = itemKey(kind, line.keySubject);
  const text = `${line.word} ${line.label}: ${line.subject}`;
  if (line.word === 'DONE') {
    const link = line.link ?? line.lineLink;
    const proof: Proof = { kind: 'later-done', text, link, by: line.by, at: line.at };
    const closed = await unit.onItem(key, { do: 'close', proof });
    await clearSuppressed(unit, key);
    return { recorded: 'refused' in closed ? 'nothing-open' : 'closed', key };
  }
  const link = line.link ?? line.lineLink;
  const opening: Opening = {
    openedAt: line.at,
    ...boundsFrom(config, kind, line.at),
    owedTo: line.owedTo ?? owedToOf(config, kind),
    owedBy: config.seat,
    link,
    noLinkWhy: link === null ? 'the line named no link' : null,
    what: text,
    handoff: null,
    snapshot: null,
    terminal: { word: line.word, label: line.label, subject: line.subject },
    bySource: true,
  };
  return { recorded: await openFromSource(unit, key, opening), key };
}

/** What a mute suppressed is done by now: the end of the mute opens nothing (O8). */
export async function clearSuppressed(unit: Unit, key: string): Promise<void> {
  const item = await unit.item(key);
  if (item.suppressed) await unit.onItem(key, { do: 'annotate', delta: { suppressed: null } });
}

async function countUnmapped(unit: Unit, label: string): Promise<void> {
  const last_at = unit.ctx.now;
  await unit.db
    .insertInto('unmapped_labels')
    .values({ label, times: 1, last_at })
    .onConflict((c) => c.column('label').doUpdateSet((e) => ({ times: e('unmapped_labels.times', '+', 1), last_at })))
    .execute();
}

/** A mute that ended: what its source would have opened meanwhile is owed again, in a new round (O8). */
export async function endMute(unit: Unit, config: Config, key: string): Promise<boolean> {
  const item = await unit.item(key);
  const { now } = unit.ctx;
  if (item.state !== 'closed' || !item.muted || isMuted(item, now)) return false;
  const { suppressed } = item;
  await unit.onItem(key, { do: 'annotate', delta: { muted: null, suppressed: null } });
  if (!suppressed) return false;
  const opening: Opening = {
    openedAt: now,
    ...boundsFrom(config, item.kind, now),
    owedTo: item.owedTo,
    owedBy: item.owedBy,
    link: item.link,
    noLinkWhy: item.noLinkWhy,
    what: suppressed.last,
    handoff: null,
    snapshot: null,
    terminal: item.terminal,
    bySource: true,
  };
  await unit.onItem(key, { do: 'open', opening });
  return true;
}
