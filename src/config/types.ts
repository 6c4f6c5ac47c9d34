/**
 * The configuration of one seat, after validation: durations in milliseconds, references resolved to keys.
 * The file it comes from is described in owed.example.yml and docs/operating.md (X4).
 */

/** A person's or seat's key in the configuration, such as `gera` or `smith`. */
export type PersonKey = string;
export type SeatKey = string;
/** Slack ids: `U…`/`W…` for users, `C…`/`G…`/`D…` for conversations, `A…` for apps. */
export type UserId = string;
export type ChannelId = string;
/** Milliseconds. */
export type Millis = number;

export interface Seat {
  key: SeatKey;
  /** Shown to people: `name:` when given, else the key with a capital letter. */
  name: string;
  botUser: UserId;
  /** The one human who answers for this seat. */
  human: PersonKey;
  /** The slash command, with its slash: `/owed` with one seat, `/owed-SEAT` with several, unless configured (U1). */
  command: string;
}

export interface Person {
  key: PersonKey;
  user: UserId;
  name: string;
  /** `dm`: a stall that is theirs alone goes to their DM; `channel`: never sent a DM (O10). */
  pages: 'dm' | 'channel';
  github: string | null;
}

/** Bounds of one class of item, in milliseconds from when the item opened; null where the class has none. */
export interface Bounds {
  nudge: Millis | null;
  page: Millis | null;
}

/** What is known of a kind's policy (O4). Built-in kinds are always present in `Config.kinds`. */
export interface KindPolicy {
  name: string;
  /** Bounds for an item without a class, and for one that is internal. */
  bounds: Bounds;
  /** Bounds for a customer or unknown item (`handoff`, `held`); equals `bounds` where the kind has no classes (H13). */
  customerBounds: Bounds;
  /** `ask` only: how long until it is run again (A4). */
  rerun: Millis | null;
  /**
   * `session-link` only: after this long the line says that it never started (O7). `bounds.page` is the same time: the
   * page is due only when that line could not be posted.
   */
  line: Millis | null;
  /** How often proof is read (S4): 0 is at every sweep (O7); null where nothing outside is read. */
  read: Millis | null;
  /** How long a take holds the page (O12). */
  taken: Millis;
  /**
   * Whether terminal lines open and close it (O5): pull-request, prompt, task and every kind of the configuration. The
   * others have an opening and a proof of their own.
   */
  lines: boolean;
  /** Whom items of the kind are owed to when the opener names nobody; empty when the file says nothing: this seat's human. */
  owedTo: PersonKey[];
  /** Of kinds from the configuration: what proves an item done (O4). Null for built-in kinds. */
  proof: ProofSource | null;
}

/**
 * What proves an item of a configured kind (O4). `{subject}` in a text stands for the item's subject. `allow`: other hosts
 * that the answer of `http` may be redirected to.
 */
export type ProofSource =
  | { http: { url: string; pointer: string; equals: string | number | boolean | null; allow: string[] } }
  | { command: string[] }
  | { 'pull-request': string }
  | { check: string }
  | { decision: string }
  | { 'later-done': { label: string } };

export interface Check {
  name: string;
  repo: string;
  workflow: string;
  branch: string;
  redRuns: number;
  owedTo: PersonKey[];
}

export interface Config {
  /** Absolute path of the file. */
  path: string;
  /** Which seat this process is. */
  seat: SeatKey;
  /** In the file's order: H4 names "the first other seat in the configuration's order". */
  seats: Map<SeatKey, Seat>;
  people: Map<PersonKey, Person>;
  overseer: PersonKey;
  channels: {
    bridge: ChannelId;
    alerts: ChannelId;
    decisions: ChannelId | null;
    customerAlerts: ChannelId[];
  };
  bridgeLookback: Millis;
  lanes: { internal: string[]; customerWords: string[] };
  terminal: { channels: ChannelId[]; bots: string[]; labels: Map<string, string> };
  ledger: { url: string };
  sweep: { every: Millis; storm: number };
  posts: { timeout: Millis; lease: Millis; settle: Millis; retry: Millis };
  kinds: Map<string, KindPolicy>;
  github: { apiUrl: string; tokenEnv: string };
  checks: Check[];
  agent: { command: string[]; timeout: Millis } | null;
  /** Models that are asked about undecided questions (R6): one alone, or two that have to agree. Null where there are none. */
  rungs: {
    ask: { name: string; model: string; command: string[] }[];
    timeout: Millis;
    /** How long an unreachable rung waits before it is asked again. */
    wait: Millis;
    perSweep: number;
    perDay: number;
  } | null;
  http: { host: string; port: number };
  /** X1: when given, only these people may close, mute, take and decide; otherwise every full member of the workspace. */
  allowed: PersonKey[] | null;
}
