import type { Config } from '../config/types.js';
import type { Ledger } from '../ledger/index.js';
import type { ItemView, Rendered, Saying } from '../ledger/types.js';

type Read<T> = { ok: true; value: T } | { ok: false; code: string; reason: string };

/** What a handler is given; Slack comes as plain functions (design, import rules). Times are milliseconds UTC. */
export interface HandlerContext {
  ledger: Ledger;
  config: Config;
  now: () => number;
  /** With its closing slash, for permalinks. */
  teamUrl: () => string;
  /** Says what is due, at once; nothing waits for it. */
  kick: () => void;
  render: (saying: Saying, item: ItemView | null, now: number) => Rendered;
  user: (
    id: string,
  ) => Promise<Read<{ name: string; isBot: boolean; isGuest: boolean; isExternal: boolean; deleted: boolean }>>;
  bot: (botId: string) => Promise<Read<{ user: string | null }>>;
  openView: (triggerId: string, view: Record<string, unknown>) => Promise<Read<{ id: string; hash: string }>>;
  updateView: (view: { id: string }, content: Record<string, unknown>) => Promise<Read<unknown>>;
  publishHome: (user: string, view: Record<string, unknown>) => Promise<Read<unknown>>;
  react: (channel: string, ts: string, name: string) => Promise<Read<unknown>>;
  /** A thread, oldest first, with whether each message is a machine line (A3). */
  readThread: (
    channel: string,
    thread: string,
  ) => Promise<Read<{ ts: string; user: string | null; machine: boolean }[]>>;
  /** Reads the proof of one item now and applies it (S4). */
  readProof: (key: string) => Promise<void>;
  /** Has the agent answer an ask; nothing waits for it (A2). */
  answer: (key: string) => void;
  respond: (responseUrl: string, body: Record<string, unknown>) => Promise<Read<unknown>>;
  postEphemeral: (
    to: { channel: string; user: string; thread?: string | null },
    said: Rendered,
  ) => Promise<Read<unknown>>;
}
