import type { Generated, Insertable, Selectable } from 'kysely';

/**
 * Every table of the ledger. Times are integers, milliseconds since the epoch UTC; booleans are 0 or 1; JSON is text,
 * so that SQLite and PostgreSQL hold the same (L6).
 */

/** The append-only log (L1). Never updated, never deleted from. */
export interface EventsTable {
  /** UUID version 7. */
  id: string;
  /** `item:handoff:leads/x`, `handoff:leads/x`, … */
  stream: string;
  /** 1, 2, 3 … within the stream; unique, so two writers cannot both append version n (L4). */
  version: number;
  class: 'transition' | 'annotation';
  type: string;
  from_state: string | null;
  to_state: string | null;
  forced: number;
  at: number;
  actor: string;
  cause: string;
  payload: string;
  prev_hash: string | null;
  hash: string;
}

/** Causes that were applied: the same cause twice changes nothing (L5). */
export interface CausesTable {
  cause: string;
  at: number;
}

/** Projection: one row an item (spec §5). `state_json` is the fold; the other columns are what is searched by. */
export interface ItemsTable {
  key: string;
  kind: string;
  subject: string;
  round: number;
  state: 'open' | 'closed';
  opened_at: number;
  /** When the sweep has to look at it again; null when nothing is due ever (S6). Indexed where not null. */
  next_due_at: number | null;
  closed_at: number | null;
  owed_to: string;
  owed_by: string;
  class: string | null;
  version: number;
  state_json: string;
}

/** Projection: the claims board, one row a key. */
export interface BoardTable {
  key: string;
  state: string;
  round: number;
  sender: string | null;
  taker: string | null;
  channel: string | null;
  thread_ts: string | null;
  version: number;
  state_json: string;
}

/** The outbox: what has to be said, written with its cause, claimed before it is posted (§3). */
export interface PostsTable {
  id: Generated<number>;
  /** One per item, round and situation (P6). */
  effect: string;
  /** In the message's metadata. */
  post_key: string;
  item_key: string | null;
  round: number | null;
  place: string;
  saying: string;
  /** The message to edit, else null. */
  edits: string | null;
  /** Rows with the same lane are said in the order in which they were written. */
  lane: string | null;
  state: 'due' | 'claimed' | 'unknown' | 'posted' | 'dropped';
  created_at: number;
  not_before: number;
  attempts: number;
  first_attempt_at: number | null;
  attempted_at: number | null;
  lease_until: number | null;
  /** In words: why it is held, or what is not known. */
  reason: string | null;
  reason_code: string | null;
  absent_reads: number;
  first_absent_at: number | null;
  channel: string | null;
  ts: string | null;
  settled_at: number | null;
}

/** Envelopes, persisted before they are acknowledged (X3). */
export interface InboxTable {
  seq: Generated<number>;
  /** What the event is about, so that a redelivery and the read-back meet in one row. */
  id: string;
  /** A message's time, or the time of receipt: the order in which rows are handled. */
  order_at: number;
  /** 1 for messages, which are handled one after the other by one process at a time; 0 for clicks and commands. */
  ordered: number;
  body: string | null;
  received_at: number;
  state: 'new' | 'done' | 'parked';
  holder: string | null;
  lease_until: number;
  attempts: number;
  error: string | null;
}

/** A turn that one process at a time has, such as handling messages in their order. */
export interface TurnsTable {
  name: string;
  holder: string;
  until: number;
}

/** How far a channel or a thread was read back, and whether that still works (H11, O2). */
export interface SourcesTable {
  name: string;
  /** The Slack ts of the last message seen; null before the first. */
  cursor: string | null;
  last_ok_at: number | null;
  last_error: string | null;
  last_error_at: number | null;
}

export interface SweepsTable {
  id: Generated<number>;
  holder: string;
  started_at: number;
  ended_at: number | null;
  /** Counts; null where one could not be taken (S5). */
  walked: number | null;
  read: number | null;
  done: number | null;
  /** JSON array of sentences. */
  errors: string;
  /** JSON Backlog, as this sweep counted it; null where it could not (D6). */
  backlog: string | null;
}

/** Running processes of the seat, by heartbeat. */
export interface ProcessesTable {
  holder: string;
  pid: number;
  host: string;
  started_at: number;
  seen_at: number;
  /** JSON SocketState. */
  socket: string;
}

/** When the proof of an item is read next, and what came of it last (S4, O2). Not of the log: a reading changes nothing. */
export interface ReadsTable {
  item_key: string;
  /** Null where it is not read any more. */
  next_at: number | null;
  last_ok_at: number | null;
  last_error: string | null;
  last_error_at: number | null;
  failures: number;
  /** JSON ReaderMemory. */
  memory: string;
}

/** Threads in which this seat spoke as itself or was asked (A1). */
export interface ThreadsTable {
  channel: string;
  ts: string;
  last_at: number;
}

/** Labels of terminal lines that nobody mapped to a kind: counted and listed (O5). */
export interface UnmappedLabelsTable {
  label: string;
  times: number;
  last_at: number;
}

/** Errors on single items that a sweep met (S2); the latest per item. */
export interface ItemErrorsTable {
  item_key: string;
  at: number;
  error: string;
}

/** Projection: one row a work package; `state_json` is the fold (W2). */
export interface PackagesTable {
  /** `MISSION/WP01`. */
  id: string;
  mission: string;
  wp: string;
  state: string;
  since_at: number | null;
  version: number;
  state_json: string;
}

/** Projection: one row a decision; facts as they read, `state_json` the fold (§8). */
export interface DecisionsTable {
  id: string;
  decision: string;
  /** Null where there is nothing to apply yet. */
  application: string | null;
  verification: string | null;
  /** The capability that a blocked row needs (D4). */
  needs: string | null;
  task: string | null;
  /** The handoff, and the work package, that the task may name (D5). */
  board_key: string | null;
  package_id: string | null;
  raised_at: number;
  decided_at: number | null;
  /** The holder who was told last in this round (D9). */
  told: string | null;
  version: number;
  state_json: string;
}

/** Projection: one row a ruling (§9). */
export interface RulingsTable {
  /** Its receipt. */
  id: string;
  decision_id: string;
  obtained_at: number;
  /** Null until it was read back (R4). */
  delivered_at: number | null;
  /** Its post; null until it has a place. */
  effect: string | null;
  version: number;
  state_json: string;
}

/** The spend ledger: one row an asking of a rung, claimed before it is asked (R6). */
export interface RungAsksTable {
  id: string;
  decision_id: string;
  rung: string;
  attempt: number;
  asked_at: number;
  lease_until: number;
  outcome: 'asking' | 'ruled' | 'refused' | 'unreachable';
  choice: string | null;
  receipt: string | null;
  why: string | null;
  retry_at: number | null;
}

export interface Tables {
  rung_asks: RungAsksTable;
  decisions: DecisionsTable;
  rulings: RulingsTable;
  packages: PackagesTable;
  events: EventsTable;
  causes: CausesTable;
  items: ItemsTable;
  board: BoardTable;
  posts: PostsTable;
  inbox: InboxTable;
  turns: TurnsTable;
  sources: SourcesTable;
  sweeps: SweepsTable;
  processes: ProcessesTable;
  item_errors: ItemErrorsTable;
  reads: ReadsTable;
  threads: ThreadsTable;
  unmapped_labels: UnmappedLabelsTable;
}

export type EventRow = Selectable<EventsTable>;
export type ItemRow = Selectable<ItemsTable>;
export type PackageRow = Selectable<PackagesTable>;
export type DecisionRow = Selectable<DecisionsTable>;
export type RungAskRow = Selectable<RungAsksTable>;
export type RulingRow = Selectable<RulingsTable>;
export type BoardRow = Selectable<BoardTable>;
export type PostRow = Selectable<PostsTable>;
export type InboxRow = Selectable<InboxTable>;
export type NewPostRow = Insertable<PostsTable>;
