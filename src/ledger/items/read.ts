import type { Config } from '../../config/types.js';
import type { Memory } from '../reads.js';
import { readDone, readFailed, readNext } from '../reads.js';
import type { Proof } from '../types.js';
import type { Unit } from '../unit.js';
import type { Opening } from './decide.js';
import type { ItemDelta } from './events.js';
import type { ItemState } from './evolve.js';
import { boundsFrom, clearSuppressed } from './source.js';

/** What a reading of an item's proof gave, as `proofs/` returns it; the ledger imports no other folder. */
export type Reading =
  | { read: 'proved'; proof: Proof }
  | { read: 'open'; blocking: string | null; notDone: string | null; owedTo: string[]; link: string | null }
  | { read: 'regressed'; why: string; link: string | null }
  | { read: 'unknown'; reason: string; retryAt: number | null };

export interface ReadSchedule {
  /** When it is read next if it stays open, milliseconds UTC; null where its kind has no cadence. */
  next: number | null;
  /** After a failure: with growing waits (S4). */
  afterFailure: number;
  /** After it was proved: merges are looked at again for a while (O3); null otherwise. */
  afterProof: number | null;
}

export type ReadApplied = 'closed' | 'kept' | 'reopened' | 'unknown' | 'gone';

/** Applies a reading, in one transaction with the look at the item as it is now (P2, O1 to O3). */
export async function applyReading(
  unit: Unit,
  config: Config,
  key: string,
  round: number,
  reading: Reading,
  memory: Memory,
  schedule: ReadSchedule,
): Promise<ReadApplied> {
  const { now } = unit.ctx;
  const item = await unit.item(key);
  if (item.round !== round) return 'gone';
  if (reading.read === 'unknown') {
    await readFailed(unit.db, key, now, Math.max(schedule.afterFailure, reading.retryAt ?? 0), reading.reason);
    return 'unknown';
  }
  if (item.state === 'closed') {
    if (reading.read !== 'regressed') {
      await readDone(unit.db, key, now, reading.read === 'proved' ? schedule.afterProof : null, memory);
      return 'gone';
    }
    const opening: Opening = {
      openedAt: now,
      ...boundsFrom(config, item.kind, now),
      owedTo: item.owedTo,
      owedBy: item.owedBy,
      link: reading.link ?? item.link,
      noLinkWhy: item.noLinkWhy,
      what: `${item.what} (${reading.why})`,
      handoff: null,
      snapshot: null,
      terminal: item.terminal,
      bySource: item.bySource,
    };
    await unit.onItem(key, { do: 'open', opening });
    // What the reader remembers goes along: the same merge must not close it again while nobody can look (O3).
    await readDone(unit.db, key, now, schedule.next, memory);
    return 'reopened';
  }
  if (reading.read === 'proved') {
    await unit.onItem(key, { do: 'close', proof: reading.proof });
    await readDone(unit.db, key, now, schedule.afterProof, memory);
    return 'closed';
  }
  const delta: ItemDelta = {};
  if (reading.read === 'open') {
    if (reading.blocking !== item.blocking) delta.blocking = reading.blocking;
    if (reading.notDone !== item.notDone) delta.notDone = reading.notDone;
    // The record of what a person tracked is the message (U2).
    if (reading.link !== null && reading.link !== item.link && !item.tracked) delta.link = reading.link;
    const added = reading.owedTo.filter((who) => !item.owedTo.includes(who));
    if (added.length > 0) delta.owedTo = added;
  }
  // A reading that changes nothing leaves no event: the log holds what happened.
  if (Object.keys(delta).length > 0) await unit.onItem(key, { do: 'annotate', delta });
  await readDone(unit.db, key, now, schedule.next, memory);
  return 'kept';
}

/** A check as it was read (O6). */
export type CheckReading =
  /** `runs`: when the red runs back to back were scheduled, newest first, milliseconds UTC. */
  | { read: 'red'; runs: number[]; link: string | null }
  | { read: 'green'; proof: Proof }
  | { read: 'retired'; proof: Proof }
  | { read: 'outage'; why: string }
  /** Not red for long enough. `green` is the newest green run before those red ones; null where there was none. */
  | { read: 'quiet'; green: { at: number; proof: Proof } | null }
  | { read: 'unknown'; reason: string; retryAt: number | null };

/**
 * The red runs that may open a round: all of them, but after a close that was no green run and no mute only those that came
 * after it. It takes a new streak to open a check again (O3). Pure.
 */
function newRuns(item: ItemState, runs: readonly number[]): readonly number[] {
  const { state, closedAt, proof } = item;
  if (state !== 'closed' || closedAt === null || proof?.kind === 'green-run' || proof?.kind === 'mute') return runs;
  return runs.filter((at) => at > closedAt);
}

export interface CheckFacts {
  name: string;
  redRuns: number;
  owedTo: string[];
}

/** Applies a reading of a scheduled check (O6): red long enough opens, a green run or retirement closes, an outage keeps. */
export async function applyCheck(
  unit: Unit,
  config: Config,
  check: CheckFacts,
  reading: CheckReading,
  memory: Memory,
  schedule: { next: number; afterFailure: number },
  open: (key: string, opening: Opening) => Promise<unknown>,
): Promise<void> {
  const { now } = unit.ctx;
  const key = `check:${check.name}`;
  if (reading.read === 'unknown') {
    await readFailed(unit.db, key, now, Math.max(schedule.afterFailure, reading.retryAt ?? 0), reading.reason);
    return;
  }
  const item = await unit.item(key);
  const bridged = item.state === 'open' && reading.read !== 'outage' && item.blocking !== null;
  if (bridged) await unit.onItem(key, { do: 'annotate', delta: { blocking: null } });
  switch (reading.read) {
    case 'red': {
      const runs = newRuns(item, reading.runs);
      const what = `The check ${check.name} was red ${runs.length} runs running`;
      // One more look at the same runs would have opened nothing more (O8).
      if (runs.length < check.redRuns || item.suppressed?.last === what) break;
      await open(key, {
        openedAt: now,
        ...boundsFrom(config, 'check', now),
        owedTo: check.owedTo,
        owedBy: config.seat,
        link: reading.link,
        noLinkWhy: reading.link === null ? 'the run named no page' : null,
        what,
        handoff: null,
        snapshot: null,
        bySource: true,
      });
      break;
    }
    case 'green':
    case 'retired':
      if (item.state === 'open') await unit.onItem(key, { do: 'close', proof: reading.proof });
      else await clearSuppressed(unit, key);
      break;
    case 'outage':
      if (item.state === 'open' && item.blocking !== reading.why) {
        await unit.onItem(key, { do: 'annotate', delta: { blocking: reading.why } });
      }
      break;
    case 'quiet':
      // Green between two looks is green, though the newest run is red again.
      if (item.state === 'open' && reading.green && reading.green.at >= item.openedAt) {
        await unit.onItem(key, { do: 'close', proof: reading.green.proof });
      } else if (item.state === 'closed') await clearSuppressed(unit, key);
      break;
  }
  await readDone(unit.db, key, now, schedule.next, memory);
  await readNext(unit.db, key, schedule.next);
}
