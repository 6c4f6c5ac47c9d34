import PQueue from 'p-queue';
import type { Config } from '../../config/types.js';
import type { CheckReading, ItemState, Ledger } from '../../ledger/index.js';
import type { ReaderMemory, ReadOutcome } from '../../proofs/types.js';
import { scheduleOf } from './plan.js';

/** Reads the proof of one item at its source; null where nothing outside is read for its kind. Never throws. */
export type ReadProof = (item: ItemState, memory: ReaderMemory) => Promise<ReadOutcome> | null;
export type ReadCheck = (
  name: string,
  memory: ReaderMemory,
) => Promise<{ result: CheckReading; memory: ReaderMemory }> | null;

export interface ProofDeps {
  ledger: Ledger;
  config: Config;
  holder: string;
  now: () => number;
  read: ReadProof;
  readCheck: ReadCheck;
}

/** So many sources are asked at once (S4). */
const CONCURRENCY = 8;
/** How long one reading is this process's, milliseconds; longer than any reader's own time-out. */
const LEASE = 60_000;
/** A proof that was read so short a time ago is not read again before a nudge or a page, milliseconds. */
const FRESH = 2_000;

/** The readings of proofs: at their cadence in a sweep, and right before a nudge or a page (S4). */
export class Proofs {
  readonly #deps: ProofDeps;
  readonly #fresh = new Map<string, number>();

  constructor(deps: ProofDeps) {
    this.#deps = deps;
  }

  /** Reads whose turn it is; one reading's failure stops none of the others (S2). */
  async run(): Promise<{ read: number; done: number; errors: string[] }> {
    const { ledger, config, now } = this.#deps;
    const counts = { read: 0, done: 0, errors: [] as string[] };
    await ledger.watchChecks(
      config.checks.map((check) => check.name),
      now(),
    );
    const queue = new PQueue({ concurrency: CONCURRENCY });
    for (const due of await ledger.readsDue(now())) {
      void queue.add(async () => {
        try {
          if (!(await ledger.leaseRead(due.key, now(), LEASE))) return;
          counts.read += 1;
          if (await this.#readOne(due.key, due.memory, due.failures, true)) counts.done += 1;
        } catch (error) {
          counts.errors.push(`${due.key}: ${(error as Error).message}`);
        }
      });
    }
    await queue.onIdle();
    return counts;
  }

  /** Reads one item's proof now; false where it turns out to be done. What cannot be read is still owed (O2). */
  async stillOwed(item: ItemState): Promise<boolean> {
    if (this.#deps.now() - (this.#fresh.get(item.key) ?? 0) < FRESH) return true;
    return this.readNow(item);
  }

  /** The same, however short a time ago it was read: something happened that may prove it (A3). */
  async readNow(item: ItemState): Promise<boolean> {
    const { ledger } = this.#deps;
    const memory = await ledger.readMemory(item.key);
    await this.#readOne(item.key, memory, 0, false);
    const after = await ledger.itemState(item.key);
    return after.state === 'open' && after.round === item.round;
  }

  /** Reads and applies; true when the item closed or opened by it. */
  async #readOne(key: string, memory: ReaderMemory, failures: number, due: boolean): Promise<boolean> {
    const { ledger, config, now, holder } = this.#deps;
    const act = () => ({ now: now(), actor: { kind: 'process' as const, id: holder }, cause: `read:${key}` });
    const check = config.checks.find((one) => `check:${one.name}` === key);
    if (check) {
      const reading = this.#deps.readCheck(check.name, memory);
      if (!reading) return false;
      const { result, memory: kept } = await reading;
      const { next, afterFailure } = scheduleOf(config, 'check', { now: now(), failures, watched: false });
      await ledger.applyCheck(act(), check, result, kept, { next: next ?? now() + HOUR, afterFailure });
      this.#fresh.set(key, now());
      return result.read === 'green' || result.read === 'retired';
    }
    const item = await ledger.itemState(key);
    const reading = this.#deps.read(item, memory);
    if (!reading) {
      if (due) await ledger.unread(key);
      return false;
    }
    const outcome = await reading;
    const schedule = scheduleOf(config, item.kind, { now: now(), failures, watched: outcome.watched === true });
    const applied = await ledger.applyReading(act(), key, item.round, outcome.result, outcome.memory, schedule);
    this.#fresh.set(key, now());
    if (this.#fresh.size > 10_000) this.#fresh.clear();
    return applied === 'closed' || applied === 'reopened';
  }
}
const HOUR = 3_600_000;
