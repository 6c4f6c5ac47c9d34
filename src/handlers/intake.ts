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
  onError: (where: string, error: unknown) => void;
}

/** How long a row is this process's to handle before another may take it over, milliseconds. */
export const INBOX_LEASE = 30_000;

const isMessage = (id: string) => /^(?:msg|edit|del|change):/.test(id);

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
  #draining: Promise<void> | null = null;
  #again = false;
  lastEventAt: number | null = null;

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
  }

  /** Resolves once the envelope is stored; rejects when it could not be, and then it must not be acknowledged. */
  async receive(body: Body): Promise<{ ack?: unknown }> {
    const envelopes = this.#deps.envelopesOf(body);
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ envelopes, done: (error) => (error ? reject(error) : resolve()) });
      if (!this.#flushing) {
        this.#flushing = true;
        setImmediate(() => void this.#flush());
      }
    });
    this.lastEventAt = this.#deps.now();
    return { ack: this.#deps.answer(body) };
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

  /** Handles what is stored, without waiting for it. */
  wake(): void {
    void this.drain();
  }

  /** Handles everything that is stored and this process's to handle; resolves when it is done. Never rejects. */
  drain(): Promise<void> {
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
    for (;;) {
      const rows = (await ledger.takeable(holder, now())).filter(
        (row) => !this.#inFlight.has(row.id) && !(this.#held > 0 && isMessage(row.id)),
      );
      if (rows.length === 0) return;
      for (const row of rows) this.#inFlight.add(row.id);
      for (const row of rows.filter((r) => !isMessage(r.id))) {
        const task = this.#handleAll([row]).finally(() => this.#beside.delete(task));
        this.#beside.add(task);
      }
      await this.#handleAll(rows.filter((r) => isMessage(r.id)));
    }
  }

  /** Handles rows one after the other, then marks what was handled. Never rejects. */
  async #handleAll(rows: readonly InboxRow[]): Promise<void> {
    const done: string[] = [];
    for (const row of rows) if (await this.#handle(row)) done.push(row.id);
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
      if (row.holder !== holder || row.lease_until - now() < INBOX_LEASE / 2) {
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

  /** Resolves when what is being handled is done; for a clean stop. */
  async settled(): Promise<void> {
    await this.#draining;
    await Promise.all(this.#beside);
  }
}
