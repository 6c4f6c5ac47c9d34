import type { Config } from '../../config/types.js';
import { itemKey } from '../keys.js';
import type { Proof, TerminalWord } from '../types.js';
import type { Unit } from '../unit.js';
import type { Opening, Refused } from './decide.js';
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

/**
 * The kind that a label means: as the configuration maps it, a kind's own name, or the kind that awaits a DONE of this
 * label (O5). Null where nobody mapped it, and for kinds that have an opening and a proof of their own: no line makes a
 * handoff done (H8) or answers an ask (A3). Pure.
 */
export function kindOfLabel(config: Config, label: string): string | null {
  const kind = config.terminal.labels.get(label) ?? (config.kinds.has(label) ? label : kindAwaiting(config, label));
  return kind !== null && config.kinds.get(kind)?.lines === true ? kind : null;
}

function kindAwaiting(config: Config, label: string): string | null {
  for (const { name, proof } of config.kinds.values()) {
    if (proof && 'later-done' in proof && proof['later-done'].label === label) return name;
  }
  return null;
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
  const item = await unit.item(key);
  if (line.word === 'DONE') {
    const link = line.link ?? line.lineLink;
    const proof: Proof = { kind: 'later-done', text, link, by: line.by, at: line.at };
    // A DONE that comes late is of the run before: only a later one is proof (O1).
    if (item.state === 'open' && line.at < item.openedAt) return { recorded: 'kept', key };
    const closed = await unit.onItem(key, { do: 'close', proof });
    await clearSuppressed(unit, key);
    return { recorded: 'refused' in closed ? 'nothing-open' : 'closed', key };
  }
  // So is a failure that comes later than the DONE which followed it.
  if (item.state === 'closed' && item.proof?.kind === 'later-done' && line.at < item.proof.at) {
    return { recorded: 'nothing-open', key };
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
  const recorded = await openFromSource(unit, key, opening);
  if (recorded === 'kept' && line.owedTo) {
    const added = line.owedTo.filter((who) => !item.owedTo.includes(who));
    if (added.length > 0) await unit.onItem(key, { do: 'annotate', delta: { owedTo: added } });
  }
  return { recorded, key };
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

/** A mute whose time is over; see `reopenMuted`. */
export async function endMute(unit: Unit, config: Config, key: string): Promise<boolean> {
  const item = await unit.item(key);
  if (item.state !== 'closed' || !item.muted || isMuted(item, unit.ctx.now)) return false;
  await unit.onItem(key, { do: 'annotate', delta: { muted: null, suppressed: null } });
  return reopenMuted(unit, config, key, item);
}

/** An unmute ends it early, with the same consequence (O8). */
export async function unmute(
  unit: Unit,
  config: Config,
  key: string,
  by: string,
): Promise<{ reopened: boolean } | Refused> {
  const before = await unit.item(key);
  const done = await unit.onItem(key, { do: 'unmute', by });
  if ('refused' in done) return done;
  return { reopened: await reopenMuted(unit, config, key, before) };
}

/** What its source would have opened while it was muted is owed again, in a new round (O8). */
async function reopenMuted(unit: Unit, config: Config, key: string, item: ItemState): Promise<boolean> {
  const { now } = unit.ctx;
  const { suppressed } = item;
  if (item.state !== 'closed' || !suppressed) return false;
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
