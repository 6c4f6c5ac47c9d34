import { type BridgePart, type EventView, type Ledger, type PostView, tsToMillis } from '../../src/ledger/index.js';
import type { ItemView } from '../../src/ledger/types.js';
import { parseBridge, permalink } from '../../src/messages/parse/index.js';
import { bridgeParts } from '../../src/verbs/bridge-parts.js';
import { FakeClock } from './clock.js';
import type { TestSeat } from './config.js';
import { openTestLedger, type TestEngine, type TestLedger } from './ledgers.js';

export const BRIDGE = 'C02BRIDGE';
export const TEAM = 'https://work.slack.com/';
/** The thread in which the work began, and its link (H12). */
export const ORIGIN = { channel: 'C08GENERAL', ts: '1793609000.000100' };
export const ORIGIN_LINK = permalink(TEAM, ORIGIN.channel, ORIGIN.ts);
export const DONE_LINK = 'https://crm.example/calls/77';
export const WHY = 'the call has to come from her number';

export const BOT_USER: Record<TestSeat, string> = { smith: 'U0SMITH', trinity: 'U0TRINITY', oracle: 'U0ORACLE' };

/** A message on the bridge as Slack keeps it. */
export interface Message {
  seat: TestSeat;
  channel: string;
  ts: string;
  edited: string | null;
  thread: string | null;
  text: string;
}

export interface HandoffText {
  to?: TestSeat | string;
  lane?: string;
  item?: string;
  why?: string;
  /** `null`: none is named. */
  origin?: string | null;
  customer?: 'yes' | 'no';
  owedTo?: string;
  refs?: string;
  subtasks?: string[];
}

const mention = (seat: string) => (seat in BOT_USER ? `<@${BOT_USER[seat as TestSeat]}>` : seat);

/** A HANDOFF in the grammar (spec §4): a lead to be called back, unless said otherwise. */
export function handoffText(asked: HandoffText = {}): string {
  const { to = 'trinity', lane = 'leads', item = 'western-slope-alert', why = WHY, origin = ORIGIN_LINK } = asked;
  return [
    `HANDOFF to ${mention(to)}`,
    `lane: ${lane}`,
    `item: ${item}`,
    `why: ${why}`,
    ...(origin ? [`origin: <${origin}>`] : []),
    ...(asked.customer ? [`customer: ${asked.customer}`] : []),
    ...(asked.owedTo ? [`owed to: ${asked.owedTo}`] : []),
    ...(asked.refs ? [`refs: ${asked.refs}`] : []),
    ...(asked.subtasks ? ['subtasks:', ...asked.subtasks.map((name) => `- [ ] ${name}`)] : []),
  ].join('\n');
}

export const KEY = 'leads/western-slope-alert';
export const claimText = (key: string, words: string) => `BRIDGE CLAIM ${key} ${words}`;

/** Applies a message to one seat's ledger, as `handlers/events/bridge.ts` does when Slack brings it. */
export async function hear(of: TestLedger, message: Message, now: number) {
  const { seat, channel, ts, edited, thread, text } = message;
  const at = tsToMillis(ts);
  const parsed = parseBridge(text, at);
  if (parsed.kind === 'none') return [];
  const parts: BridgePart[] = bridgeParts(parsed, seat, at, of.config);
  const seen = {
    seat,
    line: { channel, ts, edited },
    link: permalink(TEAM, channel, ts, thread),
    thread: thread ?? ts,
  };
  const cause = edited === null ? `msg:${channel}:${ts}` : `edit:${channel}:${ts}:${edited}`;
  const applied = await of.ledger.recordBridge({ now, actor: { kind: 'seat', id: seat }, cause }, seen, parts);
  return applied.applied ? applied.value : ('seen before' as const);
}

/** One seat in a conversation: it speaks on the bridge, and its own ledger is what it knows. */
export class Voice {
  readonly #talk: Conversation;
  constructor(
    talk: Conversation,
    readonly seat: TestSeat,
    readonly of: TestLedger,
  ) {
    this.#talk = talk;
  }

  get ledger(): Ledger {
    return this.of.ledger;
  }

  says(text: string, where: { under?: Message } = {}): Promise<Message> {
    const thread = where.under ? (where.under.thread ?? where.under.ts) : null;
    const ts = this.#talk.clock.ts();
    return this.#talk.tell({ seat: this.seat, channel: BRIDGE, ts, edited: null, thread, text });
  }

  async handsOff(asked: HandoffText = {}): Promise<Message> {
    const message = await this.says(handoffText(asked));
    this.#talk.lastHandoff = message;
    return message;
  }

  /** Claims in the thread of the last HANDOFF. */
  claims(words: string, key = KEY): Promise<Message> {
    return this.says(claimText(key, words), this.#talk.lastHandoff ? { under: this.#talk.lastHandoff } : {});
  }

  edits(message: Message, text: string): Promise<Message> {
    return this.#talk.tell({ ...message, text, edited: this.#talk.clock.ts() });
  }

  async item(key: string): Promise<ItemView> {
    const item = await this.ledger.item(key);
    if (!item) throw new Error(`${this.seat} has no item ${key}`);
    return item;
  }

  /** What this seat keeps of the conversation's own key. */
  sent = (key = KEY): Promise<ItemView> => this.item(`handoff:${key}`);
  received = (key = KEY): Promise<ItemView> => this.item(`handoff-received:${key}`);
  held = (key = KEY): Promise<ItemView> => this.item(`held:${key}`);

  async open(): Promise<string[]> {
    return (await this.ledger.listItems()).map((item) => item.key);
  }

  /** Effects that wait to be said, by their situation and place: `accepted in C08GENERAL/179…`. */
  async due(): Promise<string[]> {
    return (await this.ledger.duePosts(this.#talk.clock.now())).map((post) => post.effect);
  }

  posts(key: string): Promise<PostView[]> {
    return this.ledger.postsOf(key);
  }

  events(key: string): Promise<EventView[]> {
    return this.ledger.eventsOf(key);
  }
}

/** Seats on one bridge: whatever one says, every seat's process hears, in order. */
export class Conversation {
  readonly clock = new FakeClock();
  /** Everything that was said, in order; for replays. */
  readonly messages: Message[] = [];
  /** What became of the last message, by seat. */
  became: Partial<Record<TestSeat, Awaited<ReturnType<typeof hear>>>> = {};
  lastHandoff: Message | null = null;
  readonly #voices = new Map<TestSeat, Voice>();

  constructor(ledgers: ReadonlyMap<TestSeat, TestLedger>) {
    for (const [seat, ledger] of ledgers) this.#voices.set(seat, new Voice(this, seat, ledger));
  }

  #voice(seat: TestSeat): Voice {
    const voice = this.#voices.get(seat);
    if (!voice) throw new Error(`${seat} is not in this conversation`);
    return voice;
  }
  get smith(): Voice {
    return this.#voice('smith');
  }
  get trinity(): Voice {
    return this.#voice('trinity');
  }
  get oracle(): Voice {
    return this.#voice('oracle');
  }

  async tell(message: Message): Promise<Message> {
    this.messages.push(message);
    this.became = {};
    for (const [seat, voice] of this.#voices) this.became[seat] = await hear(voice.of, message, this.clock.now());
    return message;
  }

  /** Brings a message to one seat, or to all, once more: a redelivery, or the read-back. */
  async again(message: Message): Promise<void> {
    for (const voice of this.#voices.values()) await hear(voice.of, message, this.clock.now());
  }
}

export async function conversation(
  engine: TestEngine,
  seats: readonly TestSeat[] = ['smith', 'trinity'],
  more = '',
): Promise<Conversation> {
  const ledgers = new Map<TestSeat, TestLedger>();
  for (const seat of seats) ledgers.set(seat, await openTestLedger(engine, { seat, seats, more }));
  return new Conversation(ledgers);
}
