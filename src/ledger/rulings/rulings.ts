import type { Db, OpenDb } from '../db/open.js';
import { annotateDecision, editMessage } from '../decisions/record.js';
import { load } from '../events/store.js';
import { type Act, type Applied, once, transact } from '../transact.js';
import type { RulingView } from '../types.js';
import type { Recorded } from './events.js';
import type { RulingState } from './evolve.js';
import { type OnRuling, recordRuling, rulingDelivered } from './record.js';
import { DELIVERY_WINDOW, type Deliveries, deliveries } from './signal.js';
import { rulingStream, stateOfRulingRow } from './table.js';

/** A ruling whose message stands by our own word, and is still to be read back (R4). */
export interface Unread {
  id: string;
  channel: string;
  thread: string;
  ts: string;
}

const viewOf = (state: RulingState): RulingView | null =>
  state.recorded && {
    ...state.recorded,
    obtainedAt: state.obtainedAt,
    deliveredAt: state.delivered?.at ?? null,
    message: state.delivered ? { channel: state.delivered.channel, ts: state.delivered.ts } : null,
    place: state.due?.place ?? null,
  };

/** Verbs of rulings (§9), beside the ledger's own. Times are milliseconds UTC. */
export class Rulings {
  readonly #open: OpenDb;

  constructor(open: OpenDb) {
    this.#open = open;
  }

  record(act: Act, recorded: Recorded): Promise<Applied<OnRuling>> {
    return once(this.#open, act, (unit) => recordRuling(unit, recorded));
  }

  async view(id: string): Promise<RulingView | null> {
    return viewOf((await load(this.#open.db, rulingStream, id)).state);
  }

  /** In the order in which they were obtained. */
  async list(limit?: number): Promise<RulingView[]> {
    let query = this.#open.db.selectFrom('rulings').select(['id', 'state_json']).orderBy('obtained_at').orderBy('id');
    if (limit !== undefined) query = query.limit(limit);
    const states = (await query.execute()).map(stateOfRulingRow);
    return states.map(viewOf).filter((view) => view !== null);
  }

  /** Rulings whose message is said to stand and was not read back yet. */
  async unread(limit = 100): Promise<Unread[]> {
    const rows = await this.#open.db
      .selectFrom('rulings')
      .innerJoin('posts', 'posts.effect', 'rulings.effect')
      .select(['rulings.id', 'rulings.state_json', 'posts.channel', 'posts.ts'])
      .where('rulings.delivered_at', 'is', null)
      .where('posts.state', '=', 'posted')
      .orderBy('rulings.obtained_at')
      .limit(limit)
      .execute();
    return rows.flatMap(({ id, state_json, channel, ts }) => {
      const thread = stateOfRulingRow({ id, state_json }).due?.place.thread;
      return channel && ts && thread ? [{ id, channel, ts, thread }] : [];
    });
  }

  /** It was read back: delivered, and the decision's message is edited to say so. */
  delivered(act: Act, id: string, at: { channel: string; ts: string }): Promise<boolean> {
    return transact(this.#open, act, (unit) =>
      rulingDelivered(unit, id, at, async (decision) => {
        await annotateDecision(unit, decision, { rulings: [id] });
        await editMessage(unit, decision);
      }),
    );
  }
}

/** The DELIVERED signal, from the rows as they are (R5). @throws where it cannot be read. */
export async function readDeliveries(db: Db, now: number): Promise<Deliveries> {
  const rows = await db
    .selectFrom('rulings')
    .leftJoin('posts', 'posts.effect', 'rulings.effect')
    .select(['obtained_at', 'delivered_at', 'posts.attempts', 'posts.state'])
    .where((e) => e.or([e('delivered_at', 'is', null), e('obtained_at', '>', now - DELIVERY_WINDOW)]))
    .execute();
  return deliveries(
    rows.map((row) => ({
      obtainedAt: Number(row.obtained_at),
      deliveredAt: row.delivered_at === null ? null : Number(row.delivered_at),
      attempts: row.attempts ?? 0,
      posted: row.state === 'posted',
    })),
    now,
  );
}
