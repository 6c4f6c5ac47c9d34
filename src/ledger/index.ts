import { hostname } from 'node:os';
import type { Config } from '../config/types.js';
import { type Engine, type OpenDb, openDatabase } from './db/open.js';
import type { InboxRow, PostRow } from './db/schema.js';
import { Decisions } from './decisions/decisions.js';
import { fromRow } from './events/record.js';
import { load } from './events/store.js';
import { type BridgePart, recordBridge } from './handoffs/bridge.js';
import type { SeatClaim } from './handoffs/decide.js';
import type { BoardState } from './handoffs/evolve.js';
import type { BridgeLine, Recorded } from './handoffs/record.js';
import { type SayResult, sayClaim, sayHandoff } from './handoffs/say.js';
import { handoffStream } from './handoffs/table.js';
import { type Imported, importEvents } from './import.js';
import * as inbox from './inbox/inbox.js';
import { type AskOpened, claimRerun, openAsk, openAsks, rememberThread } from './items/asks.js';
import type { ItemCommand, Refused } from './items/decide.js';
import type { Ask } from './items/events.js';
import type { ItemState } from './items/evolve.js';
import {
  applyCheck,
  applyReading,
  type CheckFacts,
  type CheckReading,
  type ReadApplied,
  type Reading,
  type ReadSchedule,
} from './items/read.js';
import {
  endMute,
  openFromSource,
  recordTerminal,
  type TerminalLine,
  type TerminalRecorded,
  unmute,
} from './items/source.js';
import { itemStream } from './items/table.js';
import { type Tracking, type TrackResult, track } from './items/track.js';
import { migrate } from './migrations/index.js';
import { Packages } from './packages/packages.js';
import { claim, toClaim } from './posts/claim.js';
import { type DuePost, effectKind } from './posts/raise.js';
import { expireLeases, type Look, type RetryPolicy, reconcile, settle } from './posts/settle.js';
import type { PostClaim, PostOutcome } from './posts/types.js';
import {
  findItem,
  findItems,
  type ItemFilter,
  type KeyMatch,
  listItems,
  matchKey,
  stateOfRow,
} from './queries/items.js';
import { type LedgerStatus, lastSweep, readStatus, type SweepRecord } from './queries/status.js';
import { leaseRead, memoryOf, type ReadDue, readNext, readsDue } from './reads.js';
import { Rulings } from './rulings/rulings.js';
import { Rungs } from './rungs/rungs.js';
import { type Act, type Applied, once, transact } from './transact.js';
import type { ClaimWords, HandoffWords, ItemView } from './types.js';
import { exportEvents, rebuild, type Verified, verify } from './verify.js';

export { LedgerUnreachable } from './db/open.js';
export type { InboxRow } from './db/schema.js';
export * from './decisions/index.js';
export type { BridgePart } from './handoffs/bridge.js';
export { classify } from './handoffs/classify.js';
export type { SeatClaim } from './handoffs/decide.js';
export type { BoardState } from './handoffs/evolve.js';
export type { BridgeLine, Recorded } from './handoffs/record.js';
export { perspective } from './handoffs/record.js';
export type { SayRefusal, SayResult } from './handoffs/say.js';
export type { Imported } from './import.js';
export type { Envelope } from './inbox/inbox.js';
export type { ItemCommand, Refused } from './items/decide.js';
export type { Ask } from './items/events.js';
export type { ItemState } from './items/evolve.js';
export { lineDue, muteEnds, nudgeDue, pageDue, rerunDue } from './items/evolve.js';
export type { CheckReading, Reading, ReadSchedule } from './items/read.js';
export type { TerminalLine, TerminalRecorded } from './items/source.js';
export { isMuted, kindOfLabel, owedToOf } from './items/source.js';
export { compareTs, handoffKey, itemKey, normalisePart, parseHandoffKey, tsToMillis } from './keys.js';
export { NewerSchema } from './migrations/index.js';
export * from './packages/index.js';
export { type DuePost, effectKind } from './posts/raise.js';
export type { Look, RetryPolicy } from './posts/settle.js';
export { ABSENT_READS } from './posts/settle.js';
export type { PostClaim, PostMetadata, PostOutcome } from './posts/types.js';
export type { ItemFilter, KeyMatch } from './queries/items.js';
export type { LedgerStatus, ProcessRecord, SweepRecord } from './queries/status.js';
export * from './rulings/index.js';
export type { RungAsk, RungQuestion, RungSaid } from './rungs/rungs.js';
export type { Act, Applied } from './transact.js';
export type { Verified } from './verify.js';

const READER: Act = { now: 0, actor: { kind: 'process', id: 'reader' }, cause: '' };

/** One row of the outbox as readers see it. Times are milliseconds UTC. */
export interface PostView {
  effect: string;
  state: 'due' | 'claimed' | 'unknown' | 'posted' | 'dropped';
  channel: string | null;
  ts: string | null;
  attempts: number;
  reason: string | null;
  notBefore: number;
  createdAt: number;
}

/** Where a walk over the due items stands. */
export interface DueMark {
  due: number;
  key: string;
}

const postView = (r: PostRow): PostView => ({
  effect: r.effect,
  state: r.state,
  channel: r.channel,
  ts: r.ts,
  attempts: r.attempts,
  reason: r.reason,
  notBefore: r.not_before,
  createdAt: r.created_at,
});

/** A post that nobody can tell the result of, with what is needed to look for it (P4). */
export interface UnknownPost {
  claim: PostClaim;
  /** Milliseconds UTC of the first attempt. */
  since: number;
}

export interface EventView {
  id: string;
  stream: string;
  version: number;
  type: string;
  class: 'transition' | 'annotation';
  from: string | null;
  to: string | null;
  forced: boolean;
  at: number;
  actor: { kind: string; id: string; name?: string };
  cause: string;
  payload: Record<string, unknown>;
}

/**
 * The ledger of one seat: verbs, never a database handle. All writes of Owed go through here. Times are milliseconds UTC.
 * Every verb throws only for bugs and a database that cannot be reached; expected outcomes are values.
 */
export class Ledger {
  readonly #open: OpenDb;
  readonly #config: Config;
  /** Verbs of work packages (W2 to W6). */
  readonly packages: Packages;
  /** Verbs of decisions (§8). */
  readonly decisions: Decisions;
  /** Verbs of rulings (§9). */
  readonly rulings: Rulings;
  /** The spend ledger of rungs (R6). */
  readonly rungs: Rungs;

  constructor(open: OpenDb, config: Config) {
    this.#open = open;
    this.#config = config;
    this.packages = new Packages(open);
    this.decisions = new Decisions(open, config);
    this.rulings = new Rulings(open);
    this.rungs = new Rungs(open);
  }

  get engine(): Engine {
    return this.#open.engine;
  }

  close(): Promise<void> {
    return this.#open.close();
  }

  // --- the bridge -------------------------------------------------------------------------------------------------

  /** Records what one bridge message says, once for its cause (H2 to H12, L5). */
  recordBridge(act: Act, seen: BridgeLine, parts: readonly BridgePart[]): Promise<Applied<(Recorded | 'answered')[]>> {
    return once(this.#open, act, (unit) => recordBridge(unit, this.#config, seen, parts));
  }

  /** Raises this seat's own HANDOFF (H5, H15). */
  async sayHandoff(act: Act, key: string, words: HandoffWords, to: string): Promise<Applied<SayResult>> {
    return once(this.#open, act, (unit) => sayHandoff(unit, this.#config, key, words, to));
  }

  /** Raises this seat's own BRIDGE CLAIM, or says why the bridge would refuse it (H8). */
  async sayClaim(act: Act, key: string, said: SeatClaim, words: ClaimWords): Promise<Applied<SayResult>> {
    return once(this.#open, act, (unit) => sayClaim(unit, this.#config, key, said, words));
  }

  /** The claims board's row of a key; its state is `none` where nothing was ever said of it. */
  async board(key: string): Promise<BoardState> {
    return (await load(this.#open.db, handoffStream, key)).state;
  }

  /** Threads of the bridge that are read back at every sweep: of open handoffs, anybody's, and of unparsed ones (H11). */
  async openThreads(): Promise<{ channel: string; ts: string }[]> {
    const boards = await this.#open.db
      .selectFrom('board')
      .select(['channel', 'thread_ts'])
      .where('state', 'in', ['handed', 'accepted', 'working', 'released'])
      .execute();
    const rows = await this.#open.db
      .selectFrom('items')
      .select(['key', 'state_json'])
      .where('state', '=', 'open')
      .where('kind', 'in', ['handoff', 'handoff-received', 'handoff-unparsed'])
      .execute();
    const threads = [
      ...boards.map((b) => (b.channel && b.thread_ts ? { channel: b.channel, ts: b.thread_ts } : null)),
      ...rows.map((r) => stateOfRow(r).handoff?.bridge ?? null),
    ].filter((thread) => thread !== null);
    return [...new Map(threads.map((t) => [`${t.channel}/${t.ts}`, t])).values()];
  }

  // --- items ------------------------------------------------------------------------------------------------------

  /** Carries out one command on an item, once for its cause. */
  onItem(act: Act, key: string, command: ItemCommand): Promise<Applied<{ item: ItemState } | Refused>> {
    return once(this.#open, act, (unit) => unit.onItem(key, command));
  }

  listItems(filter: ItemFilter = {}): Promise<ItemView[]> {
    return listItems(this.#open.db, filter);
  }

  item(key: string): Promise<ItemView | null> {
    return findItem(this.#open.db, key);
  }

  items(keys: readonly string[]): Promise<ItemView[]> {
    return findItems(this.#open.db, keys);
  }

  matchKey(typed: string): Promise<KeyMatch> {
    return matchKey(this.#open.db, typed);
  }

  /** The item's events, and those of its handoff, oldest first. */
  async eventsOf(key: string): Promise<EventView[]> {
    const subject = key.slice(key.indexOf(':') + 1);
    const rows = await this.#open.db
      .selectFrom('events')
      .selectAll()
      .where('stream', 'in', [`item:${key}`, `handoff:${subject}`, key])
      .orderBy('at')
      .orderBy('stream')
      .orderBy('version')
      .execute();
    return rows.map(fromRow).map(({ prevHash: _p, hash: _h, ...event }) => event);
  }

  async postsOf(key: string): Promise<PostView[]> {
    const rows = await this.#open.db
      .selectFrom('posts')
      .selectAll()
      .where('item_key', '=', key)
      .orderBy('id')
      .execute();
    return rows.map(postView);
  }

  /** One row of the outbox by its effect; null when nothing was raised under it. */
  async post(effect: string): Promise<PostView | null> {
    const row = await this.#open.db.selectFrom('posts').selectAll().where('effect', '=', effect).executeTakeFirst();
    return row ? postView(row) : null;
  }

  // --- items that sources open -------------------------------------------------------------------------------------

  /** Records a terminal line at the one boundary, once for its cause (O5). */
  recordTerminal(act: Act, line: TerminalLine): Promise<Applied<TerminalRecorded>> {
    return once(this.#open, act, (unit) => recordTerminal(unit, this.#config, line));
  }

  /** Posts a terminal line and records it in the same act (O5). */
  sayTerminal(act: Act, line: TerminalLine, post: DuePost): Promise<Applied<TerminalRecorded>> {
    return once(this.#open, act, async (unit) => {
      const recorded = await recordTerminal(unit, this.#config, line);
      // The lines of one item keep their order, in Slack too.
      const itemKey = 'key' in recorded ? recorded.key : null;
      await unit.raise({ ...post, itemKey, lane: itemKey && `terminal/${itemKey}` });
      return recorded;
    });
  }

  /** Opens an ask, or joins it to one of a moment ago (A1). */
  openAsk(act: Act, ask: Ask, owedTo: string, askerName: string, link: string): Promise<Applied<AskOpened>> {
    return once(this.#open, act, (unit) => openAsk(unit, this.#config, ask, owedTo, askerName, link));
  }

  /** Open asks of a thread, as they are. */
  openAsks(channel: string, thread: string): Promise<ItemState[]> {
    return transact(this.#open, READER, (unit) => openAsks(unit, channel, thread));
  }

  /** The open ask that a message is (A3). */
  async asksAt(channel: string, ts: string): Promise<ItemState[]> {
    const rows = await this.#open.db
      .selectFrom('items')
      .select(['key', 'state_json'])
      .where('kind', '=', 'ask')
      .where('state', '=', 'open')
      .where('subject', 'like', `${channel}/%`)
      .execute();
    const asks = rows.map(stateOfRow);
    const exact = asks.filter((item) => item.ask?.ts === ts);
    return exact;
  }

  /** Claims the one re-run of an ask (A4). */
  claimRerun(act: Act, key: string): Promise<boolean> {
    return transact(this.#open, act, (unit) => claimRerun(unit, key));
  }

  rememberThread(act: Act, channel: string, ts: string): Promise<void> {
    return transact(this.#open, act, (unit) => rememberThread(unit, channel, ts));
  }

  /** Whether the seat is in a thread: it was asked there, or spoke there as itself (A1). */
  async isOurThread(channel: string, ts: string): Promise<boolean> {
    const row = await this.#open.db
      .selectFrom('threads')
      .select('ts')
      .where('channel', '=', channel)
      .where('ts', '=', ts)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Raises one post, once for its effect; what it says about an item is cancelled by nothing but its own guard. */
  raise(act: Act, post: DuePost): Promise<boolean> {
    return transact(this.#open, act, (unit) => unit.raise(post));
  }

  // --- proofs -----------------------------------------------------------------------------------------------------

  readsDue(now: number, limit = 200): Promise<ReadDue[]> {
    return readsDue(this.#open.db, now, limit);
  }

  leaseRead(key: string, now: number, length: number): Promise<boolean> {
    return leaseRead(this.#open.db, key, now, length);
  }

  /** Nothing outside proves it: it is not read any more. */
  unread(key: string): Promise<void> {
    return readNext(this.#open.db, key, null);
  }

  readMemory(key: string): Promise<Record<string, unknown>> {
    return memoryOf(this.#open.db, key);
  }

  /** Makes sure that each configured check is read, and that others are not any more (O6). */
  async watchChecks(names: readonly string[], now: number): Promise<void> {
    const keys = names.map((name) => `check:${name}`);
    for (const key of keys) {
      await this.#open.db
        .insertInto('reads')
        .values({ item_key: key, next_at: now, failures: 0, memory: '{}' })
        .onConflict((c) => c.column('item_key').doNothing())
        .execute();
    }
    let gone = this.#open.db.updateTable('reads').set({ next_at: null }).where('item_key', 'like', 'check:%');
    if (keys.length > 0) gone = gone.where('item_key', 'not in', keys);
    await gone.execute();
  }

  /** Applies what reading a proof gave (O1 to O3). */
  applyReading(
    act: Act,
    key: string,
    round: number,
    reading: Reading,
    memory: Record<string, unknown>,
    schedule: ReadSchedule,
  ): Promise<ReadApplied> {
    return transact(this.#open, act, (unit) => applyReading(unit, this.#config, key, round, reading, memory, schedule));
  }

  /** Applies what reading a scheduled check gave (O6, O8). */
  applyCheck(
    act: Act,
    check: CheckFacts,
    reading: CheckReading,
    memory: Record<string, unknown>,
    schedule: { next: number; afterFailure: number },
  ): Promise<void> {
    return transact(this.#open, act, (unit) =>
      applyCheck(unit, this.#config, check, reading, memory, schedule, (key, opening) =>
        openFromSource(unit, key, opening),
      ),
    );
  }

  /** A mute that a person ends early, once for its cause; it opens what it suppressed (O8). */
  unmute(act: Act, key: string, by: string): Promise<Applied<{ reopened: boolean } | Refused>> {
    return once(this.#open, act, (unit) => unmute(unit, this.#config, key, by));
  }

  /** Opens what a person asked to be tracked, and says so in its thread, once for its cause (U2). */
  track(act: Act, tracking: Tracking): Promise<Applied<TrackResult>> {
    return once(this.#open, act, (unit) => track(unit, this.#config, tracking));
  }

  /** A mute that ended opens what it suppressed (O8). */
  endMute(act: Act, key: string): Promise<boolean> {
    return transact(this.#open, act, (unit) => endMute(unit, this.#config, key));
  }

  /** One item as the fold has it. */
  async itemState(key: string): Promise<ItemState> {
    return (await load(this.#open.db, itemStream, key)).state;
  }

  // --- sweeping ---------------------------------------------------------------------------------------------------

  /**
   * Items that are due for something at `now`, the longest due first (S1, S6); after `after`, so that items which stay due
   * keep no others from their turn (S2).
   */
  async dueItems(now: number, limit: number, after?: DueMark): Promise<{ items: ItemState[]; last: DueMark | null }> {
    let query = this.#open.db
      .selectFrom('items')
      .select(['key', 'next_due_at', 'state_json'])
      .where('next_due_at', 'is not', null)
      .where('next_due_at', '<=', now)
      .orderBy('next_due_at')
      .orderBy('key')
      .limit(limit);
    if (after) {
      query = query.where((e) =>
        e.or([e('next_due_at', '>', after.due), e('next_due_at', '=', after.due).and('key', '>', after.key)]),
      );
    }
    const rows = await query.execute();
    const end = rows.length < limit ? undefined : rows.at(-1);
    return { items: rows.map(stateOfRow), last: end ? { due: end.next_due_at as number, key: end.key } : null };
  }

  /**
   * Raises an item's nudge or page, once per round (P6): in one transaction the item is looked at again, the row is
   * written, and the item remembers it (P2, P8). False when the reason is gone or another sweep was faster.
   */
  raiseOnItem(act: Act, key: string, round: number, kind: 'nudge' | 'page', post: DuePost): Promise<boolean> {
    return transact(this.#open, act, async (unit) => {
      const item = await unit.item(key);
      if (item.state !== 'open' || item.round !== round || item.said[kind]) return false;
      const said = { [kind]: { state: 'raised' as const, at: act.now, channel: null, ts: null } };
      await unit.onItem(key, { do: 'annotate', delta: { said } });
      return unit.raise(post);
    });
  }

  /**
   * Raises one page for several items, each claimed in the same transaction (O11, P1). Items whose reason is gone are left
   * out, and so is who is owed none of the others. Returns how many it speaks of.
   */
  raiseStorm(
    act: Act,
    items: readonly { key: string; round: number; tags: readonly string[] }[],
    post: DuePost,
  ): Promise<number> {
    return transact(this.#open, act, async (unit) => {
      const counted: { key: string; round: number }[] = [];
      const tags = new Set<string>();
      for (const { key, round, tags: whom } of items) {
        const item = await unit.item(key);
        if (item.state !== 'open' || item.round !== round || item.said.page) continue;
        const page = { state: 'raised' as const, at: act.now, channel: null, ts: null, storm: post.effect };
        await unit.onItem(key, { do: 'annotate', delta: { said: { page } } });
        counted.push({ key, round });
        for (const user of whom) tags.add(user);
      }
      if (counted.length > 0 && post.saying.say === 'storm') {
        await unit.raise({ ...post, saying: { ...post.saying, tags: [...tags], items: counted } });
      }
      return counted.length;
    });
  }

  /** Raises the line that a session's thread waits for, once per round (O7). */
  raiseLine(act: Act, key: string, round: number, post: DuePost): Promise<boolean> {
    return transact(this.#open, act, async (unit) => {
      const item = await unit.item(key);
      if (item.state !== 'open' || item.round !== round || item.said.line) return false;
      const line = { state: 'raised' as const, at: act.now, channel: null, ts: null };
      await unit.onItem(key, { do: 'annotate', delta: { said: { line } } });
      return unit.raise(post);
    });
  }

  async startSweep(holder: string, now: number): Promise<number> {
    const row = await this.#open.db
      .insertInto('sweeps')
      .values({ holder, started_at: now, walked: null, read: null, done: null, errors: '[]', backlog: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return Number(row.id);
  }

  async endSweep(id: number, record: Omit<SweepRecord, 'startedAt'>): Promise<void> {
    const { endedAt, walked, read, done, errors, backlog } = record;
    await this.#open.db
      .updateTable('sweeps')
      .set({
        ended_at: endedAt,
        walked,
        read,
        done,
        errors: JSON.stringify(errors),
        backlog: backlog ? JSON.stringify(backlog) : null,
      })
      .where('id', '=', id)
      .execute();
    await this.#open.db
      .deleteFrom('sweeps')
      .where('id', '<', id - 2000)
      .execute();
  }

  lastSweep(): Promise<SweepRecord | null> {
    return lastSweep(this.#open.db);
  }

  /** Records or clears what a sweep met on one item (S2). */
  async noteError(key: string, error: string | null, now: number): Promise<void> {
    if (error === null) {
      await this.#open.db.deleteFrom('item_errors').where('item_key', '=', key).execute();
      return;
    }
    await this.#open.db
      .insertInto('item_errors')
      .values({ item_key: key, at: now, error })
      .onConflict((c) => c.column('item_key').doUpdateSet({ at: now, error }))
      .execute();
  }

  // --- posts ------------------------------------------------------------------------------------------------------

  /** Effects of posts that are due at `now`, in the order in which they were raised, after the row `after`. */
  async duePosts(
    now: number,
    limit = 200,
    after = 0,
  ): Promise<{ id: number; effect: string; kind: string; lane: string | null }[]> {
    const rows = await this.#open.db
      .selectFrom('posts')
      .select(['id', 'effect', 'lane'])
      .where('state', '=', 'due')
      .where('not_before', '<=', now)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((r) => ({ ...r, kind: effectKind(r.effect) }));
  }

  /** The one way to get a claim (P1). Null when there is nothing to post, or another has it. */
  claimPost(act: Act, effect: string): Promise<PostClaim | null> {
    return transact(this.#open, act, (unit) => claim(unit, effect, this.#config.posts.lease));
  }

  /** `link` is the permalink of the message that stands, for the proof of what it closes. */
  settlePost(
    act: Act,
    held: PostClaim,
    outcome: PostOutcome,
    own: inbox.Envelope | null = null,
    link: string | null = null,
  ): Promise<boolean> {
    return transact(this.#open, act, async (unit) => {
      const settled = await settle(unit, held, outcome, this.#retryPolicy(), link);
      // Our own HANDOFF or claim is read like anybody's: from the inbox, in the post's own transaction (H5).
      if (settled && own) await inbox.persist(unit.db, [own], { id: act.actor.id, now: act.now, lease: 0 });
      return settled;
    });
  }

  /** Claims past their lease become unknown (P5). Returns how many did. */
  async expireLeases(act: Act): Promise<number> {
    const past = await this.#open.db
      .selectFrom('posts')
      .select('id')
      .where('state', '=', 'claimed')
      .where('lease_until', '<', act.now)
      .limit(1)
      .executeTakeFirst();
    return past ? transact(this.#open, act, (unit) => expireLeases(unit)) : 0;
  }

  async unknownPosts(now: number): Promise<UnknownPost[]> {
    const rows = await this.#open.db
      .selectFrom('posts')
      .selectAll()
      .where('state', '=', 'unknown')
      .where('not_before', '<=', now)
      .orderBy('id')
      .limit(100)
      .execute();
    return rows.map((row) => ({ claim: toClaim(row), since: row.first_attempt_at ?? row.created_at }));
  }

  reconcilePost(
    act: Act,
    effect: string,
    look: Look,
    own: inbox.Envelope | null = null,
    link: string | null = null,
  ): Promise<void> {
    return transact(this.#open, act, async (unit) => {
      await reconcile(unit, effect, look, this.#retryPolicy(), link);
      if ('found' in look && own) await inbox.persist(unit.db, [own], { id: act.actor.id, now: act.now, lease: 0 });
    });
  }

  #retryPolicy(): RetryPolicy {
    return { retry: this.#config.posts.retry, settle: this.#config.posts.settle };
  }

  // --- inbox ------------------------------------------------------------------------------------------------------

  /** Persists envelopes before they are acknowledged (X3); the ids that are new come back. */
  persist(envelopes: readonly inbox.Envelope[], holder: string, now: number, lease: number): Promise<Set<string>> {
    return inbox.persist(this.#open.db, envelopes, { id: holder, now, lease });
  }

  takeable(holder: string, now: number, limit = 100): Promise<InboxRow[]> {
    return inbox.takeable(this.#open.db, holder, now, limit);
  }

  takeableMessages(now: number, receivedBefore: number, limit = 100): Promise<InboxRow[]> {
    return inbox.takeableMessages(this.#open.db, now, receivedBefore, limit);
  }

  /** One process at a time handles messages (H11); the turn passes on when its holder is gone for `length` milliseconds. */
  takeTurn(holder: string, now: number, length: number): Promise<boolean> {
    return inbox.takeTurn(this.#open.db, 'messages', holder, now, length);
  }

  endTurn(holder: string): Promise<void> {
    return inbox.endTurn(this.#open.db, 'messages', holder);
  }

  /** How many processes of the seat were seen since `since`, milliseconds UTC. */
  async liveProcesses(since: number): Promise<number> {
    const row = await this.#open.db
      .selectFrom('processes')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('seen_at', '>=', since)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  }

  leaseEnvelope(row: InboxRow, holder: string, now: number, length: number): Promise<boolean> {
    return inbox.lease(this.#open.db, row, holder, now, length);
  }

  markDone(ids: readonly string[]): Promise<void> {
    return inbox.markDone(this.#open.db, ids);
  }

  markFailed(row: InboxRow, error: string, now: number): Promise<'later' | 'parked'> {
    return inbox.markFailed(this.#open.db, row, error, now);
  }

  pruneInbox(before: number): Promise<void> {
    return inbox.prune(this.#open.db, before);
  }

  // --- sources and processes --------------------------------------------------------------------------------------

  async source(
    name: string,
  ): Promise<{ cursor: string | null; lastOkAt: number | null; lastError: string | null } | null> {
    const row = await this.#open.db.selectFrom('sources').selectAll().where('name', '=', name).executeTakeFirst();
    return row ? { cursor: row.cursor, lastOkAt: row.last_ok_at, lastError: row.last_error } : null;
  }

  /** Records that a source was read, and how far; a cursor never goes back. */
  async sourceRead(name: string, cursor: string | null, now: number): Promise<void> {
    await this.#open.db
      .insertInto('sources')
      .values({ name, cursor, last_ok_at: now, last_error: null, last_error_at: null })
      .onConflict((c) =>
        c.column('name').doUpdateSet((e) => ({
          // Slack timestamps of one length compare as text; two replicas may read side by side.
          cursor: e
            .case()
            .when('excluded.cursor', 'is', null)
            .then(e.ref('sources.cursor'))
            .when('sources.cursor', '>', e.ref('excluded.cursor'))
            .then(e.ref('sources.cursor'))
            .else(e.ref('excluded.cursor'))
            .end(),
          last_ok_at: now,
          last_error: null,
        })),
      )
      .execute();
  }

  /** Records that a source could not be read: unknown, not done, not dead (O2, H10). */
  async sourceFailed(name: string, error: string, now: number): Promise<void> {
    await this.#open.db
      .insertInto('sources')
      .values({ name, cursor: null, last_ok_at: null, last_error: error, last_error_at: now })
      .onConflict((c) => c.column('name').doUpdateSet({ last_error: error, last_error_at: now }))
      .execute();
  }

  async heartbeat(holder: string, startedAt: number, now: number, socket: Record<string, unknown>): Promise<void> {
    const row = {
      pid: process.pid,
      host: hostname(),
      started_at: startedAt,
      seen_at: now,
      socket: JSON.stringify(socket),
    };
    await this.#open.db
      .insertInto('processes')
      .values({ holder, ...row })
      .onConflict((c) => c.column('holder').doUpdateSet(row))
      .execute();
    await this.#open.db
      .deleteFrom('processes')
      .where('seen_at', '<', now - 86_400_000)
      .execute();
  }

  /** `now`: what the DELIVERED signal is counted from, milliseconds UTC. */
  status(now = Date.now()): Promise<LedgerStatus> {
    return readStatus(this.#open.db, now);
  }

  // --- care -------------------------------------------------------------------------------------------------------

  verify(): Promise<Verified> {
    return this.#open.snapshot(verify);
  }

  rebuild(): Promise<number> {
    return rebuild(this.#open);
  }

  exportEvents(): AsyncGenerator<string> {
    return exportEvents(this.#open.db);
  }

  /** Takes an export into this ledger, which has to be empty (L8). */
  importEvents(lines: AsyncIterable<string> | Iterable<string>): Promise<Imported> {
    return importEvents(this.#open, lines);
  }

  /** A consistent copy while the bot runs (L8). False for PostgreSQL, whose own tools do it (pg_dump). */
  async backup(file: string): Promise<boolean> {
    if (!this.#open.backup) return false;
    await this.#open.backup(file);
    return true;
  }
}

/**
 * Opens the ledger that the configuration names and brings it to this version's schema.
 * @throws LedgerUnreachable, NewerSchema: one sentence for a person each, with the fix (L6).
 */
export async function openLedger(config: Config): Promise<Ledger> {
  const open = openDatabase(config.ledger.url);
  try {
    await migrate(open);
  } catch (error) {
    await open.close().catch(() => {});
    throw error;
  }
  open.isRead = (kind) => (config.kinds.get(kind)?.read ?? null) !== null;
  return new Ledger(open, config);
}
