import type { Config } from '../../config/types.js';
import type { Memory } from '../reads.js';
import { readDone, readFailed, readNext } from '../reads.js';
import type { Proof } from '../types.js';
import type { Unit } from '../unit.js';
import type { Opening } from './decide.js';
import type { ItemDelta } from './events.js';
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
    await readDone(unit.db, key, now, schedule.next, {});
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
    if (reading.link !== null && reading.link !== item.link) delta.link = reading.link;
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
  | { read: 'red'; runs: number; link: string | null }
  | { read: 'green'; proof: Proof }
  | { read: 'retired'; proof: Proof }
  | { read: 'outage'; why: string }
  /** Neither red for long enough nor green: nothing follows. */
  | { read: 'quiet' }
  | { read: 'unknown'; reason: string; retryAt: number | null };

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
  switch (reading.read) {
    case 'red':
      if (reading.runs >= check.redRuns) {
        await open(key, {
          openedAt: now,
          ...boundsFrom(config, 'check', now),
          owedTo: check.owedTo,
          owedBy: config.seat,
          link: reading.link,
          noLinkWhy: reading.link === null ? 'the run named no page' : null,
          what: `The check ${check.name} was red ${reading.runs} runs running`,
          handoff: null,
          snapshot: null,
          bySource: true,
        });
      }
      break;
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
      break;
  }
  await readDone(unit.db, key, now, schedule.next, memory);
  await readNext(unit.db, key, schedule.next);
}
