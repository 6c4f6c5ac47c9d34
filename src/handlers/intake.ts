import { setImmediate as immediate } from 'node:timers/promises';
import type { Envelope, InboxRow, Ledger } from '../ledger/index.js';

type Body = Record<string, unknown>;

/** What the inbox's worker needs; everything of Slack is handed in. */
export interface IntakeDeps {
  ledger: Ledger;
  /** This process, as the owner of the rows that it persisted. */
  holder: string;
  /** Milliseconds UTC. */
  now: () => number;
  /** Runs the listeners over a stored envelope; rejects with what one threw. */
  dispatch: (body: Body) => Promise<void>;
  /** The envelope of a body, with those that it settles beside itself (an edit settles its message). */
  envelopesOf: (body: Body) => Envelope[];
  /** The answer that has to be in the ack itself: a modal's errors. Pure. */
  answer: (body: Body) => unknown;
  /** How long a message waits for what other replicas are still storing, milliseconds; 0 where there is one process. */
  grace: () => number;
  onError: (where: string, error: unknown) => void;
}

/** How long a row is this process's to handle before another may take it over, milliseconds. */
export const INBOX_LEASE = 30_000;

/** What arrives within so many milliseconds is handled together: one read, and one commit that marks it as handled. */
const GATHER = 5;

/** Handling pauses after so many milliseconds, for what arrived meanwhile to be stored and acknowledged. */
const SLICE = 1;

/** How long a process may be silent before another takes the turn of handling messages over, milliseconds. */
const TURN = 5_000;

/**
 * Persist, then ack; then handle (X3). Envelopes that arrive together are persisted in one statement. Messages are handled
 * one after the other, in the order of their own time; clicks and commands beside them.
 */
export class Intake {
  readonly #deps: IntakeDeps;
  readonly #inFlight = new Set<string>();
  /** Clicks and commands being handled. */
  readonly #beside = new Set<Promise<void>>();
  #waiting: { envelopes: Envelope[]; done: (error: unknown) => void }[] = [];
  #flushing = false;
  #held = 0;
  /** Until when the turn of handling messages is surely ours, milliseconds UTC. */
  #turnUntil = 0;
  #draining: Promise<void> | null = null;
  #again = false;
  #waking: NodeJS.Timeout | null = null;
  #stopped = false;
  lastEventAt: number | null = null;

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once the envelope is stored; rejects when it could not be, and then it must not be acknowledged. `settled`:
   * nobody listens to it, so there is nothing to wake for.
   */
  async receive(body: Body): Promise<{ ack?: unknown; settled: boolean }> {
    const envelopes = this.#deps.envelopesOf(body);
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ envelopes, done: (error) => (error ? reject(error) : resolve()) });
      if (!this.#flushing) {
        this.#flushing = true;
        setImmediate(() => void this.#flush());
      }
    });
    this.lastEventAt = this.#deps.now();
    return { ack: this.#deps.answer(body), settled: envelopes.every((e) => e.settled === true) };
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, 500);
      try {
        const { ledger, holder, now } = this.#deps;
        await ledger.persist(
          batch.flatMap((b) => b.envelopes),
          holder,
          now(),
          INBOX_LEASE,
        );
        for (const { done } of batch) done(null);
      } catch (error) {
        for (const { done } of batch) done(error);
      }
    }
    this.#flushing = false;
  }

  /** Messages wait while the bridge is read back, so that what was missed is handled before what came after (H11). */
  hold(): void {
    this.#held += 1;
  }

  release(): void {
    this.#held -= 1;
    this.wake();
  }

  /** Handles what is stored, in a moment and without waiting for it. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#draining) this.#again = true;
    else this.#waking ??= setTimeout(() => void this.drain(), GATHER);
  }

  /** Handles everything that is stored and this process's to handle; resolves when it is done. Never rejects. */
  drain(): Promise<void> {
    if (this.#waking) clearTimeout(this.#waking);
    this.#waking = null;
    this.#again = true;
    this.#draining ??= this.#drainLoop().finally(() => {
      this.#draining = null;
      if (this.#again) this.wake();
    });
    return this.#draining;
  }

  async #drainLoop(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        await this.#drainOnce();
      } catch (error) {
        this.#deps.onError('reading the inbox', error);
        return;
      }
    }
  }

  async #drainOnce(): Promise<void> {
    const { ledger, holder, now } = this.#deps;
    const beside = (await ledger.takeable(holder, now())).filter((row) => !this.#inFlight.has(row.id));
    for (const row of beside) {
      this.#inFlight.add(row.id);
      const task = this.#handleAll([row]).finally(() => this.#beside.delete(task));
      this.#beside.add(task);
    }
    for (;;) {
      if (this.#held > 0) return;
      const { grace } = this.#deps;
      const rows = await ledger.takeableMessages(now(), now() - grace());
      if (rows.length === 0) return;
      if (!(await this.#takeTurn())) return;
      // Read again: whoever had the turn before may have handled some of them meanwhile.
      await this.#handleAll(await ledger.takeableMessages(now(), now() - grace()));
    }
  }

  /** Takes the turn, or renews it when half of it is over; false while another process has it. */
  async #takeTurn(): Promise<boolean> {
    const { ledger, holder, now } = this.#deps;
    const at = now();
    if (at < this.#turnUntil - TURN / 2) return true;
    const taken = await ledger.takeTurn(holder, at, TURN);
    this.#turnUntil = taken ? at + TURN : 0;
    return taken;
  }

  /** Resolves when no stored message is left to be handled by whoever has the turn, or after `deadline` milliseconds. */
  async handled(deadline: number): Promise<void> {
    const { ledger, now } = this.#deps;
    const until = now() + deadline;
    for (;;) {
      await this.drain();
      const left = await ledger.takeableMessages(now(), now(), 1);
      if (left.length === 0 || now() >= until || this.#held > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Handles rows one after the other, then marks what was handled. Never rejects. */
  async #handleAll(rows: readonly InboxRow[]): Promise<void> {
    const done: string[] = [];
    let pause = performance.now() + SLICE;
    for (const row of rows) {
      if (performance.now() >= pause) {
        await immediate();
        pause = performance.now() + SLICE;
      }
      if (row.ordered === 1 && !(await this.#takeTurn())) break;
      if (await this.#handle(row)) done.push(row.id);
    }
    try {
      await this.#deps.ledger.markDone(done);
    } catch (error) {
      // They are handled again, and that changes nothing (L5).
      this.#deps.onError('marking envelopes as handled', error);
    }
    for (const row of rows) this.#inFlight.delete(row.id);
  }

  async #handle(row: InboxRow): Promise<boolean> {
    const { ledger, holder, now, dispatch, onError } = this.#deps;
    try {
      if (row.ordered === 0 && (row.holder !== holder || row.lease_until - now() < INBOX_LEASE / 2)) {
        if (!(await ledger.leaseEnvelope(row, holder, now(), INBOX_LEASE))) return false;
      }
      await dispatch(JSON.parse(row.body ?? '{}') as Body);
      return true;
    } catch (error) {
      onError(`handling ${row.id}`, error);
      await ledger
        .markFailed(row, (error as Error).message.slice(0, 300), now())
        .catch((failure) => onError(`noting the failure of ${row.id}`, failure));
      return false;
    }
  }

  /** Resolves when what is being handled is done; for a clean stop, after which nothing wakes it. */
  async settled(): Promise<void> {
    this.#stopped = true;
    await (this.#waking ? this.drain() : this.#draining);
    await Promise.all(this.#beside);
    if (this.#turnUntil > 0) await this.#deps.ledger.endTurn(this.#deps.holder).catch(() => {});
  }
}
