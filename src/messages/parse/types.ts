/**
 * What the bridge grammar (spec §4, docs/grammar.md) reads out of one Slack message. Values only: nothing here is
 * resolved against the configuration or the ledger.
 */

/** Whom a line names: a Slack user id from `<@U…>`, or the plain word that was written. */
export type Named = { user: string } | { word: string };

export interface Subtask {
  name: string;
  done: boolean;
}

/** A HANDOFF whose every required field could be read. */
export interface ParsedHandoff {
  to: Named;
  lane: string;
  item: string;
  why: string;
  origin: string | null;
  /** `customer: yes` true, `customer: no` false, not written null (H13). */
  customer: boolean | null;
  owedTo: Named | null;
  role: string | null;
  profile: string | null;
  model: string | null;
  /** The work package it names (W7): `MISSION/WP01`. */
  package: string | null;
  refs: string[];
  subtasks: Subtask[];
}

/** The one line that is at fault, counted from 1 in the message as the reader sees it. */
export interface LineProblem {
  line: number;
  /** The faulty line as written, or '' where a line is missing. */
  text: string;
  /** One sentence: what is wrong and what right looks like. */
  message: string;
}

/** Which of a broken HANDOFF's fields could be read all the same (H4). */
export interface ReadableParts {
  to: Named | null;
  lane: string | null;
  item: string | null;
}

export type ClaimAct =
  | { act: 'accepted'; until: UntilTime | null; note: string | null }
  | { act: 'working'; until: UntilTime | null; note: string | null }
  | { act: 'done'; link: string | null }
  | { act: 'released'; to: Named; why: string }
  | { act: 'handed-back'; why: string }
  | { act: 'marked'; subtask: string; state: 'done' | 'open' };

/** `16:30` is the next such time in UTC after the line's own time unless a date was written; it moves no bound (H8). */
export type UntilTime = { clock: string } | { at: number };

export interface ParsedClaim {
  lane: string;
  item: string;
  claim: ClaimAct;
}

export interface ClaimProblem {
  lane: string | null;
  item: string | null;
  problem: LineProblem;
}

export type BridgeMessage =
  | { kind: 'none' }
  | { kind: 'handoff'; handoff: ParsedHandoff }
  | { kind: 'handoff-unparsed'; problem: LineProblem; readable: ReadableParts }
  /** One message may hold several BRIDGE CLAIM lines; they are applied in order. */
  | { kind: 'claims'; lines: ({ ok: true; claim: ParsedClaim } | { ok: false; problem: ClaimProblem })[] };
