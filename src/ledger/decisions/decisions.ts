import { sql } from 'kysely';
import type { Config } from '../../config/types.js';
import type { Db, OpenDb } from '../db/open.js';
import { load } from '../events/store.js';
import { type Act, type Applied, once, transact } from '../transact.js';
import type { DecisionView, Skipped } from '../types.js';
import { countBacklog, skipList } from './backlog.js';
import type { ApplicationMoved, Decided, Raised, Verified } from './events.js';
import { factsOf } from './evolve.js';
import type { DecisionFacts } from './facts.js';
import { type Holder, holderKey, holderOf } from './holder.js';
import {
  answerDecision,
  moveApplication,
  type OnDecision,
  raiseDecision,
  tellHolder,
  verifyDecision,
} from './record.js';
import { decisionStream, stateOfDecisionRow } from './table.js';
import { decisionView, type ToldPost } from './view.js';

export interface DecisionFilter {
  /** Undecided, or decided and not applied; all when absent. */
  only?: 'pending' | 'outstanding';
  limit?: number;
}

/** A queued row, whoever holds its task now, and whether they were told in this round. */
export interface DriveCandidate {
  id: string;
  facts: DecisionFacts;
  /** As `holderKey` names them. */
  holder: string;
  told: boolean;
}

/** Verbs of decisions, beside the ledger's own. Times are milliseconds UTC. */
export class Decisions {
  readonly #open: OpenDb;
  readonly #config: Config;

  constructor(open: OpenDb, config: Config) {
    this.#open = open;
    this.#config = config;
  }

  /** Asks a question, once for its cause (D3). `tags` are the Slack ids that its message mentions. */
  raise(act: Act, id: string, raised: Raised, tags: string[]): Promise<Applied<OnDecision>> {
    return once(this.#open, act, (unit) => raiseDecision(unit, id, raised, tags));
  }

  /** A person's answer; the first one wins (D3, D8, D9). */
  answer(act: Act, id: string, answer: Decided): Promise<Applied<OnDecision>> {
    return once(this.#open, act, (unit) => answerDecision(unit, this.#config, id, answer));
  }

  /** Moves the application, and nothing else (D4). */
  apply(act: Act, id: string, move: ApplicationMoved): Promise<Applied<OnDecision>> {
    return once(this.#open, act, (unit) => moveApplication(unit, id, move));
  }

  verify(act: Act, id: string, verified: Verified): Promise<Applied<OnDecision>> {
    return once(this.#open, act, (unit) => verifyDecision(unit, this.#config, id, verified));
  }

  async view(id: string): Promise<DecisionView | null> {
    const { state } = await load(this.#open.db, decisionStream, id);
    const effects = Object.values(state.told).map((told) => told.effect);
    return decisionView(state, await postsByEffect(this.#open.db, effects), await lastLook(this.#open.db));
  }

  /** In the order in which they were asked. */
  async list(filter: DecisionFilter = {}): Promise<DecisionView[]> {
    let query = this.#open.db.selectFrom('decisions').select(['id', 'state_json']).orderBy('raised_at').orderBy('id');
    if (filter.only === 'pending') query = query.where('decision', '=', 'pending');
    if (filter.only === 'outstanding') {
      query = query.where('decision', '=', 'decided').where('application', '<>', 'applied');
    }
    if (filter.limit !== undefined) query = query.limit(filter.limit);
    const states = (await query.execute()).map(stateOfDecisionRow);
    const posts = await postsByEffect(
      this.#open.db,
      states.flatMap((state) => Object.values(state.told).map((told) => told.effect)),
    );
    const looked = await lastLook(this.#open.db);
    return states.map((state) => decisionView(state, posts, looked)).filter((view) => view !== null);
  }

  /** Whoever holds a task now (D5); null where nobody does. */
  holder(task: string | null): Promise<Holder | null> {
    return holderOf(this.#open.db, task);
  }

  /** Queued rows whose holder may not have been told in this round: all that a sweep has to look at (S6). */
  async driveCandidates(limit: number, after = ''): Promise<DriveCandidate[]> {
    const rows = await this.#open.db
      .selectFrom('decisions')
      .leftJoin('board', 'board.key', 'decisions.board_key')
      .select(['decisions.id', 'decisions.state_json'])
      .where('decision', '=', 'decided')
      .where('application', '=', 'queued')
      .where('decisions.id', '>', after)
      .where(
        sql<boolean>`(told is null or package_id is not null or told <>
          case when board.state in ('accepted', 'working') then 'seat:' || board.taker else 'asker' end)`,
      )
      .orderBy('decisions.id')
      .limit(limit)
      .execute();
    return Promise.all(
      rows.map(async (row) => {
        const state = stateOfDecisionRow(row);
        const holder = holderKey(await holderOf(this.#open.db, state.raised?.task ?? null));
        return { id: row.id, facts: factsOf(state), holder, told: state.told[holder]?.round === state.round };
      }),
    );
  }

  /** Tells the current holder of a queued row, once per holder and round (D9). */
  drive(act: Act, id: string): Promise<boolean> {
    return transact(this.#open, act, (unit) => tellHolder(unit, this.#config, id));
  }

  /** @throws where it cannot be counted (D6). */
  backlog() {
    return countBacklog(this.#open.db);
  }

  skipped(limit = 200): Promise<Skipped[]> {
    return skipList(this.#open.db, limit);
  }

  /** Ids that begin with what was typed, for a sentence that helps. */
  async ids(limit = 500): Promise<string[]> {
    const rows = await this.#open.db
      .selectFrom('decisions')
      .select('id')
      .orderBy('raised_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => row.id);
  }
}

async function postsByEffect(db: Db, effects: readonly string[]): Promise<Map<string, ToldPost>> {
  const found = new Map<string, ToldPost>();
  for (let at = 0; at < effects.length; at += 500) {
    const rows = await db
      .selectFrom('posts')
      .select(['effect', 'state', 'attempts', 'settled_at'])
      .where('effect', 'in', effects.slice(at, at + 500))
      .execute();
    for (const r of rows) {
      found.set(r.effect, { effect: r.effect, state: r.state, attempts: r.attempts, settledAt: r.settled_at });
    }
  }
  return found;
}

async function lastLook(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('sweeps')
    .select('ended_at')
    .where('ended_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.ended_at ?? null;
}
