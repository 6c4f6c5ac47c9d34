/**
 * What the ledger tells its readers, and what it asks to be said. Types only: `messages` may import these.
 * Every time is a number of milliseconds since the epoch, UTC; what is absent is null (spec §2, design "JSON").
 */

import type { Decided, DecisionMessage, DecisionOption, Ladder, Raised, Verified } from './decisions/events.js';
import type { DecisionFacts } from './decisions/facts.js';

export type { DecisionFacts } from './decisions/facts.js';
export type HandoffClass = 'customer' | 'internal' | 'unknown';
export type Actor = { kind: 'seat' | 'human' | 'bot' | 'process'; id: string; name?: string };

/** Why an item is closed (O1). `kind` is the sort of proof, `text` says it in words. */
export interface Proof {
  kind: string;
  text: string;
  link: string | null;
  by: string | null;
  at: number;
}

export interface SubtaskState {
  name: string;
  state: 'done' | 'open';
}

export interface Note {
  text: string;
  by: string;
  at: number;
}

/** The part of an item that only handoffs have (H5, H6, H9). */
export interface HandoffFacts {
  lane: string;
  item: string;
  sender: string;
  taker: string | null;
  why: string;
  class: HandoffClass;
  acceptedAt: number | null;
  /** A release or hand-on that waits for the named seat's own claim (H9). */
  pending: { to: string; how: 'released' | 'handed-on'; at: number } | null;
  bridge: { channel: string; ts: string } | null;
  origin: { channel: string; ts: string } | null;
}

/** A row of `items`, as everyone but the ledger sees it. */
export interface ItemView {
  key: string;
  kind: string;
  subject: string;
  round: number;
  state: 'open' | 'closed';
  opened: number;
  /** When it pages: its bound, or the end of a take where that is later (O12); null where the kind never pages. */
  due: number | null;
  /** The bound itself, without a take; null where the kind never pages. */
  bound: number | null;
  /** When it is nudged; null where the kind, or its class, has no nudge. */
  nudgeBound: number | null;
  /** People: keys of the configuration, or Slack ids of people it does not name. */
  owedTo: string[];
  /** The seat that owes it: for a handoff whoever accepted it, until then the seat that handed it over (H7). */
  owedBy: string;
  link: string | null;
  noLinkWhy: string | null;
  what: string;
  blocking: string | null;
  proof: Proof | null;
  nudgedAt: number | null;
  pagedAt: number | null;
  page: { channel: string; ts: string } | null;
  /** When its proof was last read with an answer. */
  lastRead: number | null;
  /** What could not be read, in words (O2). */
  unknown: string[];
  /** Why a post about it is held, and until when (P3). */
  waiting: { reason: string; until: number | null }[];
  taken: { by: string; at: number; until: number } | null;
  muted: { by: string; why: string; until: number | null } | null;
  handoff: HandoffFacts | null;
  subtasks: SubtaskState[];
  notes: Note[];
  refs: string[];
  /** Why something that looks like done is not (O1). */
  notDone: string | null;
  ask: { channel: string; ts: string; thread: string; asker: string; text: string } | null;
  rerunAt: number | null;
  session: { id: string; channel: string; thread: string } | null;
  /** What would have opened it while it was muted (O8). */
  suppressed: { times: number; last: string } | null;
}

/** Where something is said: a conversation (or its thread), or a person's DM with this seat's bot. */
export type Place = { channel: string; thread?: string | null } | { dm: string };

/**
 * Everything Owed says that must appear once (P6), one case per situation; `messages/render` has one function for each.
 * Stored with the post's row and rendered when the post is claimed, over the item as it is then (P2).
 */
export type Saying =
  | { say: 'page'; tags: string[]; customer: boolean }
  /** The proof of the round that the page was about: a later round may be open by now. */
  | { say: 'page-closed'; tags: string[]; customer: boolean; proof: Proof }
  | { say: 'nudge'; takerUser: string }
  | { say: 'accepted'; seat: string; at: number; link: string }
  | { say: 'finished'; seat: string; link: string }
  | { say: 'released'; from: string; to: string; link: string }
  | { say: 'handed-on'; from: string; to: string; link: string }
  | { say: 'handed-back'; from: string; to: string; link: string }
  | {
      say: 'handoff-refused';
      to: string;
      reason: 'ownership-only' | 'own-alert' | 'not-a-seat' | 'to-itself';
      given: string;
    }
  | { say: 'handoff-unreadable'; to: string; line: number; text: string; message: string }
  | { say: 'claim-unreadable'; to: string; line: number; text: string; message: string }
  | { say: 'claim-refused'; to: string; key: string; reason: ClaimRefusal }
  /** Several pages for one channel as one (O11); each item is looked at again when it is said. */
  | { say: 'storm'; tags: string[]; items: { key: string; round: number }[] }
  /** The seat's own words to an ask (A2); a placeholder closes nothing (A3). */
  | { say: 'answer'; text: string; closes: boolean }
  /** Why there is no answer, in one sentence; a machine line, which closes nothing (A3). */
  | { say: 'no-answer'; sentence: string }
  | { say: 'session-link'; link: string }
  | { say: 'session-never-started' }
  | { say: 'terminal'; word: TerminalWord; label: string; subject: string; link: string | null }
  /** A terminal line of a bot that could not be read: why, in its thread (O5). */
  | { say: 'terminal-unreadable'; text: string; message: string }
  | { say: 'tracked'; by: string; link: string }
  /** A question and its buttons, or how it was answered: rendered over the decision as it is (D3). Tags are Slack ids. */
  | { say: 'decision'; id: string; tags: string[] }
  /** What was decided, to whoever holds its task, a seat or a name, else to the asker (D9). `to` is a Slack id. */
  | { say: 'decision-answer'; id: string; to: string | null; holds: string | null }
  /** A model's ruling, to whoever is parked on the question; it tags nobody (R1, R3). */
  | { say: 'ruling'; id: string; decision: string }
  | { say: 'handoff'; handoff: HandoffWords }
  | { say: 'claim'; key: string; claim: ClaimWords };

export type TerminalWord = 'DONE' | 'FAILED' | 'EXPIRED' | 'ESCALATED';

/** Why a bridge claim changed nothing; each has its own sentence (H7 to H9). */
export type ClaimRefusal =
  | { why: 'done-without-link' }
  | { why: 'open-subtasks'; names: string[] }
  | { why: 'not-the-taker'; taker: string | null }
  | { why: 'unknown-key' }
  | { why: 'not-a-seat'; named: string }
  | { why: 'release-to-itself' }
  | { why: 'unknown-subtask'; named: string; known: string[] };

/** A HANDOFF that this seat is to post; user ids where people or seats are named. */
export interface HandoffWords {
  toUser: string;
  lane: string;
  item: string;
  why: string;
  origin: string | null;
  customer: boolean | null;
  owedToUser: string | null;
  role: string | null;
  profile: string | null;
  model: string | null;
  package: string | null;
  refs: string[];
  subtasks: string[];
}

export type ClaimWords =
  | { act: 'accepted' | 'working'; until: number | null; note: string | null }
  | { act: 'done'; link: string }
  | { act: 'released'; toUser: string; why: string }
  | { act: 'handed-back'; why: string }
  | { act: 'marked'; subtask: string; state: 'done' | 'open' };

/** Whether a wake landed, one of five (C5). */
export type DriveOutcome = 'delivered' | 'no-pickup' | 'unconfirmed' | 'failed' | 'not-attempted';

/** Who was told that a decision is theirs to apply, when, and what is known of it (D9). */
export interface DriveView {
  /** `seat:trinity`, `package:NAME`, or `asker`. */
  holder: string;
  round: number;
  at: number;
  outcome: DriveOutcome;
}

/** A decision, as everyone but the ledger sees it (§8). */
export interface DecisionView {
  id: string;
  question: string;
  options: DecisionOption[];
  task: string | null;
  /** Keys of the configuration, or Slack ids. */
  deciders: string[];
  waits: string | null;
  asker: Raised['asker'];
  raisedAt: number;
  supersedes: string | null;
  supersededBy: string | null;
  rungs: boolean;
  facts: DecisionFacts;
  answer: (Decided & { at: number }) | null;
  verifiedBy: (Verified & { at: number }) | null;
  message: DecisionMessage | null;
  /** Receipts of rulings that were delivered about it. */
  rulings: string[];
  /** What rungs came to about it; null where none did (R6). */
  ladder?: Ladder | null;
  notes: Note[];
  drives: DriveView[];
}

/** A ruling, as everyone but the ledger sees it (§9). */
export interface RulingView {
  decision: string;
  choice: string;
  rung: string;
  model: string;
  receipt: string;
  corroboratedBy: string | null;
  thread: { channel: string; ts: string } | null;
  obtainedAt: number;
  /** When it was read back; null until then (R4). */
  deliveredAt: number | null;
  message: { channel: string; ts: string } | null;
  place: { channel: string; thread: string } | null;
}

/** Decided work that is not applied yet (D6). */
export interface Backlog {
  total: number;
  byApplication: Record<string, number>;
  capabilities: Record<string, number>;
  /** When the oldest was decided; null where there is none. */
  oldestAt: number | null;
}

/** A decided row that no sweep drives, by name, and why (D4). */
export interface Skipped {
  key: string;
  question: string;
  why: string;
}

/** What a renderer returns: `text` holds the whole content (P9). */
export interface Rendered {
  text: string;
  blocks?: Record<string, unknown>[];
}
