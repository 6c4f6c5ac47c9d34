/** What an agent is asked and what it may answer (A2, design "The agent command"). */

/** The JSON object that the command gets on its standard input; the names are the contract. */
export interface AgentQuestion {
  seat: string;
  ask: {
    key: string;
    text: string;
    from: { user: string; name: string };
    channel: string;
    ts: string;
    thread_ts: string | null;
    link: string | null;
    thread: { from: string; text: string; ts: string }[];
  };
  /** The items owed to the asker, as `owed items --json` has them. */
  open_items: object[];
}

/** Work that the agent hands to another seat; the fields of `owed handoff`. */
export interface AgentHandoff {
  to: string;
  lane: string;
  item: string;
  why: string;
  origin: string | null;
  customer: boolean | null;
  subtasks: string[];
  refs: string[];
  owedTo: string | null;
}

/** A question to people; the fields of `owed decision raise`. */
export interface AgentDecision {
  question: string;
  options: string[];
  task: string | null;
  deciders: string[];
}

/** A session whose link is still to come, or with its link (O7). */
export interface AgentSessionLink {
  session: string;
  link: string | null;
}

/**
 * The asker's own close, passed on (X1). Who asked, and whether the item is theirs, is for the caller to check; `link` is
 * that of the message that said so, null where the agent named none: then it is the ask itself.
 */
export interface AgentClose {
  key: string;
  link: string | null;
  /** What the asker gave as proof, in their words; null where the agent passed none on. */
  proof: string | null;
}

export interface AgentReplied {
  ok: true;
  /** A real reply (A3); null where there is none yet. Plain text of at most 4000 characters, not escaped. */
  reply: string | null;
  /** A word that the reply is still to come; it closes nothing (A3). */
  placeholder: string | null;
  handoff: AgentHandoff | null;
  decision: AgentDecision | null;
  sessionLink: AgentSessionLink | null;
  close: AgentClose | null;
  /** What of the answer was passed over, one sentence each; for the log. */
  warnings: string[];
}

export type AgentAnswer = AgentReplied | { ok: false; sentence: string };

/** An answer that is a reply and nothing else. */
export function replied(reply: string | null): AgentReplied {
  return {
    ok: true,
    reply,
    placeholder: null,
    handoff: null,
    decision: null,
    sessionLink: null,
    close: null,
    warnings: [],
  };
}
