import type { OpenDb } from '../db/open.js';
import type { RungAskRow } from '../db/schema.js';
import { factsOf } from '../decisions/evolve.js';
import { annotateDecision, editMessage } from '../decisions/record.js';
import { decisionStream, stateOfDecisionRow } from '../decisions/table.js';
import { type Act, transact } from '../transact.js';

/** What became of asking one rung about one decision (R6). Times are milliseconds UTC. */
export interface RungAsk {
  id: string;
  rung: string;
  attempt: number;
  outcome: 'asking' | 'ruled' | 'refused' | 'unreachable';
  choice: string | null;
  receipt: string | null;
  why: string | null;
  /** When an unreachable rung may be asked again. */
  retryAt: number | null;
}

/** A question that rungs may be asked about: one snapshot for all of them. */
export interface RungQuestion {
  id: string;
  question: string;
  options: { label: string; consequence: string | null }[];
  task: string | null;
  waits: string | null;
  asks: RungAsk[];
}

export type RungSaid =
  | { outcome: 'ruled'; choice: string; receipt: string }
  | { outcome: 'refused'; why: string }
  | { outcome: 'unreachable'; why: string; retryAt: number };

const DAY = 86_400_000;

/** The spend ledger of rungs, and what was concluded from them. Every verb throws where the ledger cannot be read. */
export class Rungs {
  readonly #open: OpenDb;

  constructor(open: OpenDb) {
    this.#open = open;
  }

  /** Undecided questions whose asker allows it and of which nothing was concluded yet. */
  async questions(now: number, limit = 200): Promise<RungQuestion[]> {
    const rows = await this.#open.db
      .selectFrom('decisions')
      .select(['id', 'state_json'])
      .where('decision', '=', 'pending')
      .orderBy('raised_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    const open = rows.map(stateOfDecisionRow).filter((state) => state.raised?.rungs && state.ladder === null);
    if (open.length === 0) return [];
    const ids = open.map((state) => state.id);
    const asks = await this.#open.db.selectFrom('rung_asks').selectAll().where('decision_id', 'in', ids).execute();
    return open.flatMap(({ id, raised }) => {
      if (raised === null) return [];
      const { question, options, task, waits } = raised;
      const own = asks.filter((ask) => ask.decision_id === id).map((ask) => askOf(ask, now));
      return [{ id, question, options, task, waits, asks: own }];
    });
  }

  /** How many askings this day (UTC) has had, whatever came of them. */
  async spentToday(now: number): Promise<number> {
    const row = await this.#open.db
      .selectFrom('rung_asks')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('asked_at', '>=', now - (now % DAY))
      .executeTakeFirstOrThrow();
    return Number(row.n);
  }

  /** Claims one asking: exactly one of any number of racing sweeps may ask (R6, P1). */
  claim(
    act: Act,
    decision: string,
    rung: string,
    attempt: number,
    lease: number,
    perDay: number,
  ): Promise<string | null> {
    return transact(this.#open, act, async (unit) => {
      if (factsOf((await unit.load(decisionStream, decision)).state).decision !== 'pending') return null;
      const spent = await unit.db
        .selectFrom('rung_asks')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('asked_at', '>=', act.now - (act.now % DAY))
        .executeTakeFirstOrThrow();
      if (Number(spent.n) >= perDay) return null;
      const id = `${decision}/${rung}/${attempt}`;
      const row = await unit.db
        .insertInto('rung_asks')
        .values({
          id,
          decision_id: decision,
          rung,
          attempt,
          asked_at: act.now,
          lease_until: act.now + lease,
          outcome: 'asking',
          choice: null,
          receipt: null,
          why: null,
          retry_at: null,
        })
        .onConflict((c) => c.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    });
  }

  async settle(id: string, said: RungSaid): Promise<void> {
    await this.#open.db
      .updateTable('rung_asks')
      .set({
        outcome: said.outcome,
        choice: said.outcome === 'ruled' ? said.choice : null,
        receipt: said.outcome === 'ruled' ? said.receipt : null,
        why: said.outcome === 'ruled' ? null : said.why,
        retry_at: said.outcome === 'unreachable' ? said.retryAt : null,
      })
      .where('id', '=', id)
      .where('outcome', '=', 'asking')
      .execute();
  }

  /** What the rungs came to: they are not asked again, and the person's own copy says why it comes to them (R6). */
  conclude(act: Act, decision: string, said: 'ruled' | 'refused' | 'disagreed', why: string): Promise<void> {
    return transact(this.#open, act, async (unit) => {
      const { state } = await unit.load(decisionStream, decision);
      if (state.ladder !== null || factsOf(state).decision !== 'pending') return;
      await annotateDecision(unit, decision, { ladder: { said, why } });
      await editMessage(unit, decision);
    });
  }
}

/** An asking whose process died is unreachable, from the end of its lease on. */
function askOf(row: RungAskRow, now: number): RungAsk {
  const lost = row.outcome === 'asking' && row.lease_until <= now;
  return {
    id: row.id,
    rung: row.rung,
    attempt: row.attempt,
    outcome: lost ? 'unreachable' : row.outcome,
    choice: row.choice,
    receipt: row.receipt,
    why: lost ? 'the process that asked it ended' : row.why,
    retryAt: lost ? row.lease_until : row.retry_at,
  };
}
