import { describe, expect, it } from 'vitest';
import {
  type Consequence,
  ofClaim,
  ofHandoff,
  type Perspective,
  type SeatItems,
  seatItemKeys,
} from '../../../src/ledger/handoffs/consequences.js';
import type { SeatClaim } from '../../../src/ledger/handoffs/decide.js';
import type { HandedOff } from '../../../src/ledger/handoffs/events.js';
import { type BoardState, initialBoard } from '../../../src/ledger/handoffs/evolve.js';
import { fingerprint } from '../../../src/ledger/handoffs/fingerprint.js';
import { perspective } from '../../../src/ledger/handoffs/record.js';
import { type ItemState, initialItem } from '../../../src/ledger/items/evolve.js';
import { at } from '../../support/clock.js';
import { type TestSeat, testConfig } from '../../support/config.js';
import { handoffFacts, openItem } from '../../support/items.js';

/** The same line, seen from the sender's, the taker's and a third seat's process. */
const KEY = 'leads/x';
const keys = seatItemKeys(KEY);
const seen = (seat: TestSeat): Perspective => perspective(testConfig({ seat, seats: ['smith', 'trinity', 'oracle'] }));
const facts = { link: 'https://line', at: at('09:40') };
const ts = (n: number) => `1793610000.${String(n).padStart(6, '0')}`;

const none: SeatItems = {
  sent: initialItem(keys.sent),
  received: initialItem(keys.received),
  held: initialItem(keys.held),
};
const sent = (change: Partial<ItemState> = {}): ItemState =>
  openItem({ key: keys.sent, kind: 'handoff', subject: KEY, handoff: handoffFacts(), snapshot: '', ...change });
const received = (change: Partial<ItemState> = {}): ItemState =>
  openItem({
    key: keys.received,
    kind: 'handoff-received',
    subject: KEY,
    handoff: handoffFacts(),
    pageAt: null,
    ...change,
  });
const held = (): ItemState =>
  openItem({ key: keys.held, kind: 'held', subject: KEY, handoff: handoffFacts({ taker: null }) });

const handoff: HandedOff = {
  lane: 'leads',
  item: 'x',
  by: 'smith',
  to: 'trinity',
  line: { channel: 'C02BRIDGE', ts: ts(1), edited: null },
  why: 'her number',
  origin: null,
  customer: null,
  owedTo: null,
  role: null,
  profile: null,
  model: null,
  package: null,
  refs: [],
  subtasks: [],
};
const board = (change: Partial<BoardState> = {}): BoardState => ({
  ...initialBoard(KEY),
  state: 'handed',
  round: 1,
  handoff,
  taker: 'trinity',
  ...change,
});
const claimOf = (state: 'accepted' | 'working' | 'done' | 'released' | 'handed-back', seat = 'trinity', n = 2) => ({
  state,
  seat,
  claimedAt: ts(n),
  until: null,
  link: null,
});

/** What a line comes to, in short: `sent close bridge-done`, `post finished/…`. */
const short = (consequences: Consequence[]): string[] =>
  consequences.map((one) => {
    if ('post' in one) return `post ${one.post.effect}`;
    const { command } = one;
    const detail =
      command.do === 'close' || command.do === 'next-round'
        ? (command.do === 'close' ? command.proof : command.why).kind
        : command.do === 'annotate'
          ? JSON.stringify(command.delta)
          : '';
    return `${one.item} ${command.do} ${detail}`.trim();
  });

const accepted: SeatClaim = { act: 'accepted', until: null, note: null };
const done: SeatClaim = { act: 'done', link: 'https://done' };

describe('[H5, H6] a HANDOFF, seen by', () => {
  const whole = { handoff, class: 'customer' as const, owedTo: ['gera'], origin: null };
  const of = (seat: TestSeat, items: SeatItems = none, meaning: 'new' | 'handed-again' = 'new', h = handoff) =>
    ofHandoff(initialBoard(KEY), { ...whole, handoff: h }, meaning, items, facts, seen(seat));

  it('its sender: an item with bounds and the snapshot', () => {
    const [first, ...rest] = of('smith');
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      item: 'sent',
      command: { do: 'open', opening: { snapshot: '', nudgeAt: at('09:30'), pageAt: at('10:00'), owedBy: 'smith' } },
    });
  });
  it('its taker: an item that waits', () => {
    const [first, ...rest] = of('trinity');
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ item: 'received', command: { opening: { nudgeAt: null, pageAt: null } } });
  });
  it('a third seat: nothing', () => {
    expect(of('oracle')).toEqual([]);
  });
  it('[H9] handed again: the sender’s goes on, the first taker’s closes, the new one’s opens', () => {
    const again = { ...handoff, to: 'oracle', line: { ...handoff.line, ts: ts(5) } };
    expect(short(of('smith', { ...none, sent: sent() }, 'handed-again', again))).toEqual([
      'sent next-round handed-again',
    ]);
    expect(short(of('trinity', { ...none, received: received() }, 'handed-again', again))).toEqual([
      'received close handed-again',
    ]);
    expect(short(of('oracle', none, 'handed-again', again))).toEqual(['received open']);
  });
  it('[H9] handed again to the same seat: its item goes on in the next round', () => {
    expect(short(of('trinity', { ...none, received: received() }, 'handed-again'))).toEqual([
      'received close handed-again',
      'received open',
    ]);
  });
});

describe('[H7, H8, H12] an acceptance and a done, seen by', () => {
  const after = board({ state: 'accepted', claim: claimOf('accepted') });
  const finished = board({ state: 'done', claim: claimOf('done') });

  it('the sender: noted and mirrored once; then closed and mirrored', () => {
    const items = { ...none, sent: sent() };
    expect(short(ofClaim(board(), after, 'trinity', accepted, items, facts, seen('smith')))).toEqual([
      `sent annotate {"acceptedAt":${at('09:40')}}`,
      `post accepted/${keys.sent}/1`,
    ]);
    const again = { ...none, sent: sent({ acceptedAt: 1 }) };
    expect(ofClaim(after, after, 'trinity', accepted, again, facts, seen('smith'))).toEqual([]);
    expect(short(ofClaim(after, finished, 'trinity', done, again, facts, seen('smith')))).toEqual([
      'sent close bridge-done',
      `post finished/${keys.sent}/1`,
    ]);
  });
  it('the sender, when its done comes without an acceptance: one line only', () => {
    expect(short(ofClaim(board(), finished, 'trinity', done, { ...none, sent: sent() }, facts, seen('smith')))).toEqual(
      [`sent annotate {"acceptedAt":${at('09:40')}}`, 'sent close bridge-done', `post finished/${keys.sent}/1`],
    );
  });
  it('[H8] the sender, when the fingerprint is the snapshot’s: nothing', () => {
    const items = { ...none, sent: sent({ snapshot: fingerprint(finished.claim) }) };
    expect(ofClaim(finished, finished, 'trinity', done, items, facts, seen('smith'))).toEqual([]);
  });
  it('[H7] the sender, of a seat that is not its taker: nothing', () => {
    const by = board({ state: 'done', taker: 'oracle', claim: claimOf('done', 'oracle') });
    expect(ofClaim(board(), by, 'oracle', done, { ...none, sent: sent() }, facts, seen('smith'))).toEqual([]);
  });
  it('the taker: noted; then closed', () => {
    const items = { ...none, received: received() };
    expect(short(ofClaim(board(), after, 'trinity', accepted, items, facts, seen('trinity')))).toEqual([
      `received annotate {"acceptedAt":${at('09:40')}}`,
    ]);
    expect(short(ofClaim(after, finished, 'trinity', done, items, facts, seen('trinity')))).toEqual([
      'received close bridge-done',
    ]);
  });
  it('a third seat: nothing', () => {
    expect(ofClaim(board(), after, 'trinity', accepted, none, facts, seen('oracle'))).toEqual([]);
    expect(ofClaim(after, finished, 'trinity', done, none, facts, seen('oracle'))).toEqual([]);
  });
  it('[H12] without an origin no line is raised', () => {
    const items = { ...none, sent: sent({ handoff: handoffFacts({ origin: null }) }) };
    expect(short(ofClaim(board(), finished, 'trinity', done, items, facts, seen('smith')))).toEqual([
      `sent annotate {"acceptedAt":${at('09:40')}}`,
      'sent close bridge-done',
    ]);
  });
  it('[H9] what is held closes with the acceptance', () => {
    const items = { ...none, sent: sent(), held: held() };
    expect(short(ofClaim(board(), after, 'trinity', accepted, items, facts, seen('smith')))).toContain(
      'held close handoff-accepted',
    );
  });
});

describe('[H9] a release and its taking up, seen by', () => {
  const release: SeatClaim = { act: 'released', to: 'oracle', why: 'Greek' };
  const pending = { to: 'oracle', how: 'released' as const, at: 1 };
  const after = board({ state: 'released', pendingTo: 'oracle', claim: claimOf('released') });
  const taken = board({ state: 'accepted', taker: 'oracle', claim: claimOf('accepted', 'oracle', 4) });

  it('the sender: pending and mirrored; then the next round, accepted', () => {
    const [note, mirror] = ofClaim(board(), after, 'trinity', release, { ...none, sent: sent() }, facts, seen('smith'));
    expect(note).toMatchObject({ item: 'sent', command: { delta: { pending: { to: 'oracle', how: 'released' } } } });
    expect(mirror).toMatchObject({ post: { effect: `released/${keys.sent}/1/oracle`, saying: { say: 'released' } } });
    const items = { ...none, sent: sent({ pending }) };
    const [round, ...rest] = ofClaim(after, taken, 'oracle', accepted, items, facts, seen('smith'));
    expect(round).toMatchObject({
      item: 'sent',
      command: { do: 'next-round', snapshot: fingerprint(after.claim), handoff: { taker: 'oracle' } },
    });
    expect(short(rest)).toEqual([`sent annotate {"acceptedAt":${at('09:40')}}`, `post accepted/${keys.sent}/2`]);
  });
  it('the releaser: it owes until then; then handed on', () => {
    const items = { ...none, received: received() };
    expect(short(ofClaim(board(), after, 'trinity', release, items, facts, seen('trinity')))).toEqual([
      expect.stringContaining('"pending":{"to":"oracle"'),
    ]);
    const owing = { ...none, received: received({ pending }) };
    expect(short(ofClaim(after, taken, 'oracle', accepted, owing, facts, seen('trinity')))).toEqual([
      'received close handed-on',
    ]);
  });
  it('the named seat: an item that waits; noted when it accepts', () => {
    expect(short(ofClaim(board(), after, 'trinity', release, none, facts, seen('oracle')))).toEqual(['received open']);
    const items = { ...none, received: received() };
    expect(short(ofClaim(after, taken, 'oracle', accepted, items, facts, seen('oracle')))).toEqual([
      `received annotate {"acceptedAt":${at('09:40')}}`,
    ]);
  });
  it('the named seat, when the releaser ends it after all: closed', () => {
    const items = { ...none, received: received() };
    const ended = board({ state: 'done', claim: claimOf('done') });
    const back = board({ state: 'handed-back', claim: claimOf('handed-back') });
    const elsewhere = board({ state: 'released', pendingTo: 'smith', claim: claimOf('released') });
    const close = (to: BoardState, claim: SeatClaim) =>
      short(ofClaim(after, to, 'trinity', claim, items, facts, seen('oracle')));
    expect(close(ended, done)).toEqual(['received close handed-on']);
    expect(close(back, { act: 'handed-back', why: 'w' })).toEqual(['received close handed-back']);
    expect(close(elsewhere, { ...release, to: 'smith' })).toEqual(['received close handed-on']);
    // The releaser works on it again: it may still be taken up.
    expect(close(board({ state: 'accepted', pendingTo: 'oracle', claim: claimOf('accepted') }), accepted)).toEqual([]);
  });
});

describe('[H9] a hand-back, seen by', () => {
  const back: SeatClaim = { act: 'handed-back', why: 'not hers' };
  const after = board({ state: 'handed-back', claim: claimOf('handed-back') });

  it('the sender: closed, held with the bounds of its class, mirrored', () => {
    const out = ofClaim(board(), after, 'trinity', back, { ...none, sent: sent() }, facts, seen('smith'));
    expect(short(out)).toEqual(['sent close handed-back', 'held open', `post handed-back/${keys.sent}/1`]);
    expect(out[1]).toMatchObject({
      command: { opening: { openedAt: at('09:40'), pageAt: at('10:40'), nudgeAt: null } },
    });
    const internal = { ...none, sent: sent({ handoff: handoffFacts({ class: 'internal' }) }) };
    expect(ofClaim(board(), after, 'trinity', back, internal, facts, seen('smith'))[1]).toMatchObject({
      command: { opening: { pageAt: at('13:40') } },
    });
  });
  it('the taker: closed', () => {
    const items = { ...none, received: received() };
    expect(short(ofClaim(board(), after, 'trinity', back, items, facts, seen('trinity')))).toEqual([
      'received close handed-back',
    ]);
  });
  it('a third seat: nothing', () => {
    expect(ofClaim(board(), after, 'trinity', back, none, facts, seen('oracle'))).toEqual([]);
  });
});

it('[H8] a mark means nothing for any seat’s items by itself', () => {
  const mark: SeatClaim = { act: 'marked', subtask: 'call', state: 'done' };
  for (const seat of ['smith', 'trinity', 'oracle'] as const) {
    const items = { ...none, sent: sent(), received: received() };
    expect(ofClaim(board(), board(), 'trinity', mark, items, facts, seen(seat))).toEqual([]);
  }
});
