import { describe, expect, it } from 'vitest';
import type { NewEvent } from '../../../src/ledger/events/record.js';
import { checkEvents, IllegalEdge } from '../../../src/ledger/events/stream.js';
import {
  claimMeaning,
  decideClaim,
  decideHandoff,
  handoffMeaning,
  type SeatClaim,
} from '../../../src/ledger/handoffs/decide.js';
import { type BoardStatus, boardEdges } from '../../../src/ledger/handoffs/evolve.js';
import { type BoardClaim, fingerprint } from '../../../src/ledger/handoffs/fingerprint.js';
import { handoffStream } from '../../../src/ledger/handoffs/table.js';
import { stories } from '../../support/given.js';

const KEY = 'leads/x';
const line = (n: number, edited: string | null = null) => ({
  channel: 'C02BRIDGE',
  ts: `1793610000.${String(n).padStart(6, '0')}`,
  edited,
});
const LINK = 'https://crm.example/1';

type Heard = { seat: string; n: number; edited?: string } & SeatClaim;
const { given, state } = stories(
  handoffStream,
  (board, { seat, n, edited, ...claim }: Heard) => {
    const decision = decideClaim(board, seat, claimMeaning(board, seat, claim as SeatClaim), line(n, edited ?? null));
    return decision.ok ? decision.events : decision;
  },
  KEY,
);

const handoff = (n: number, by = 'smith', to = 'trinity', subtasks: string[] = []) => ({
  lane: 'leads',
  item: 'x',
  by,
  to,
  line: line(n),
  why: 'her number',
  origin: null,
  customer: null,
  owedTo: null,
  role: null,
  profile: null,
  model: null,
  package: null,
  refs: [],
  subtasks: subtasks.map((name) => ({ name, state: 'open' as const })),
});
const move = (type: string, from: string, to: string, payload: Record<string, unknown>): NewEvent => ({
  class: 'transition',
  type,
  from,
  to,
  payload,
});
const handed = (n: number, from = 'none', ...who: [string?, string?, string[]?]) =>
  move('HandedOff', from, 'handed', handoff(n, ...who));
const accepted = (n: number, from = 'handed', seat = 'trinity') =>
  move('Accepted', from, 'accepted', { seat, line: line(n), implied: false, until: null, note: null });
const working = (n: number, from = 'accepted', seat = 'trinity', implied = false) =>
  move('Working', from, 'working', { seat, line: line(n), implied, until: null, note: null });
const done = (n: number, from = 'accepted', seat = 'trinity') =>
  move('Done', from, 'done', { seat, line: line(n), link: LINK });
const released = (n: number, from: string, to = 'oracle', seat = 'trinity') =>
  move('Released', from, 'released', { seat, line: line(n), to, why: 'Greek', how: 'released' });
const back = (n: number, from = 'accepted', seat = 'trinity') =>
  move('HandedBack', from, 'handed-back', { seat, line: line(n), why: 'not hers' });
const noted = (payload: Record<string, unknown>): NewEvent => ({ class: 'annotation', type: 'Annotated', payload });

const hold = (act: 'accepted' | 'working', seat: string, n: number, edited?: string): Heard => ({
  act,
  until: null,
  note: null,
  seat,
  n,
  ...(edited ? { edited } : {}),
});
const finish = (seat: string, n: number, link: string | null = LINK, edited?: string): Heard => ({
  act: 'done',
  link,
  seat,
  n,
  ...(edited ? { edited } : {}),
});
const SILENT = { ok: false, refusal: null };
const refusal = (why: object) => ({ ok: false, refusal: why });

describe('the board: holds and their ends', () => {
  it('[H7] whoever accepts owns it', () => {
    given(handed(1))
      .when(hold('accepted', 'trinity', 2))
      .gives(accepted(2));
    expect(state([handed(1), accepted(2)])).toMatchObject({ state: 'accepted', taker: 'trinity', round: 1 });
  });

  it('[L2] the same again is an annotation, not an edge to itself', () => {
    given(handed(1), accepted(2))
      .when({ ...hold('accepted', 'trinity', 3), act: 'accepted', until: 99, note: 'soon' })
      .gives(
        noted({
          until: 99,
          counted: ['1793610000.000003#accepted'],
          notes: [{ text: 'soon', by: 'trinity', at: 1_793_610_000_000 }],
        }),
      );
  });

  it('[H8] claimed-at is the line that began the present hold', () => {
    const at = (...events: NewEvent[]) => state(events).claim?.claimedAt;
    expect(at(handed(1), accepted(2), working(3), accepted(4, 'working'), done(5))).toBe(line(2).ts);
    expect(at(handed(1), accepted(2), done(3), handed(4, 'done'), accepted(5))).toBe(line(5).ts);
    expect(at(handed(1), working(2, 'handed', 'trinity', true), done(2, 'working'))).toBe(line(2).ts);
    expect(at(handed(1), accepted(2), released(3, 'accepted'), accepted(4, 'released', 'oracle'))).toBe(line(4).ts);
  });

  it('[H8] a done without a hold begins and ends its own', () => {
    given(handed(1))
      .when(finish('trinity', 2))
      .gives(working(2, 'handed', 'trinity', true), done(2, 'working'));
    given(handed(1), accepted(2)).when(finish('trinity', 3)).gives(done(3));
  });

  it('[H8] without a link it is refused, with open subtasks it names them', () => {
    given(handed(1))
      .when(finish('trinity', 2, null))
      .refuses(refusal({ why: 'done-without-link' }));
    given(handed(1, 'none', 'smith', 'trinity', ['call', 'log']))
      .when(finish('trinity', 2))
      .refuses(refusal({ why: 'open-subtasks', names: ['call', 'log'] }));
  });

  it('[H7] of another seat it is refused, and of nobody after it was handed back', () => {
    given(handed(1))
      .when(hold('accepted', 'oracle', 2))
      .refuses(refusal({ why: 'not-the-taker', taker: 'trinity' }));
    given(handed(1))
      .when(finish('smith', 2))
      .refuses(refusal({ why: 'not-the-taker', taker: 'trinity' }));
    given(handed(1), accepted(2), back(3))
      .when(hold('working', 'trinity', 4))
      .refuses(refusal({ why: 'not-the-taker', taker: null }));
    given(handed(1), accepted(2), back(3))
      .when(finish('trinity', 4))
      .refuses(refusal({ why: 'not-the-taker', taker: null }));
  });

  it('before any HANDOFF a seat may hold a key; the HANDOFF follows it, and a new hold begins then', () => {
    given()
      .when(hold('accepted', 'trinity', 1))
      .gives(accepted(1, 'none'));
    const before = [accepted(1, 'none'), handed(2, 'accepted')];
    expect(state(before)).toMatchObject({ state: 'handed', round: 1, claim: { claimedAt: line(1).ts } });
    given(...before)
      .when(hold('accepted', 'trinity', 3))
      .gives(accepted(3));
    given()
      .when({ act: 'handed-back', why: 'w', seat: 'trinity', n: 1 })
      .refuses(refusal({ why: 'unknown-key' }));
    given()
      .when({ act: 'released', to: 'oracle', why: 'w', seat: 'trinity', n: 1 })
      .refuses(refusal({ why: 'unknown-key' }));
  });
});

describe('[H9] the board: releases', () => {
  const release = (seat: string, to: string, n: number): Heard => ({ act: 'released', to, why: 'Greek', seat, n });

  it('names another seat, never itself', () => {
    given(handed(1))
      .when(release('trinity', 'oracle', 2))
      .gives(released(2, 'handed'));
    given(handed(1))
      .when(release('trinity', 'trinity', 2))
      .refuses(refusal({ why: 'release-to-itself' }));
    given(handed(1))
      .when(release('oracle', 'neo', 2))
      .refuses(refusal({ why: 'not-the-taker', taker: 'trinity' }));
  });

  it('leaves the taker until the named seat’s own claim', () => {
    const before = [handed(1), released(2, 'handed')];
    expect(state(before)).toMatchObject({ state: 'released', taker: 'trinity', pendingTo: 'oracle' });
    expect(state([...before, accepted(3, 'released', 'oracle')])).toMatchObject({ taker: 'oracle', pendingTo: null });
    expect(state([...before, accepted(3, 'released')])).toMatchObject({ taker: 'trinity', pendingTo: 'oracle' });
  });

  it('a hold that passes on while the releaser holds it again ends first: no edge from a state to itself', () => {
    const before = [handed(1), accepted(2), released(3, 'accepted'), accepted(4, 'released')];
    const over = move('Released', 'accepted', 'released', {
      seat: 'trinity',
      line: line(5),
      to: 'oracle',
      why: 'taken up by the seat that it was released to',
      how: 'released',
    });
    given(...before)
      .when(hold('accepted', 'oracle', 5))
      .gives(over, accepted(5, 'released', 'oracle'));
    given(...before)
      .when(finish('oracle', 5))
      .gives(over, working(5, 'released', 'oracle', true), done(5, 'working', 'oracle'));
  });

  it('the named seat may pass it on, or decline', () => {
    const before = [handed(1), released(2, 'handed')];
    const counted = (n: number, act: string) => [`${line(n).ts}#${act}`];
    given(...before)
      .when(release('oracle', 'neo', 3))
      .gives(noted({ pendingTo: 'neo', counted: counted(3, 'released') }));
    for (const to of ['trinity', 'smith']) {
      given(...before)
        .when(release('oracle', to, 3))
        .gives(noted({ pendingTo: null, counted: counted(3, 'handed-back') }));
    }
    given(...before)
      .when({ act: 'handed-back', why: 'w', seat: 'oracle', n: 3 })
      .gives(noted({ pendingTo: null, counted: counted(3, 'handed-back') }));
  });

  it('to the seat that handed it over it is a hand-back', () => {
    given(handed(1), accepted(2))
      .when({ act: 'released', to: 'smith', why: 'not hers', seat: 'trinity', n: 3 })
      .gives(back(3));
  });
});

describe('the board: marks', () => {
  const before = handed(1, 'none', 'smith', 'trinity', ['Call the lead', 'log']);
  const mark = (seat: string, subtask: string, n = 2): Heard => ({ act: 'marked', subtask, state: 'done', seat, n });
  const gives = (name: string, as = name.toLowerCase()) =>
    noted({ subtasks: { [name]: 'done' }, counted: [`${line(2).ts}#marked/${as}/done`] });

  it('[H8] by the taker or the sender, by name however it is spaced', () => {
    given(before).when(mark('trinity', 'call  THE lead')).gives(gives('Call the lead'));
    given(before).when(mark('smith', 'log')).gives(gives('log'));
  });

  it('[H8] by nobody else, and no unknown name', () => {
    given(before)
      .when(mark('oracle', 'log'))
      .refuses(refusal({ why: 'not-the-taker', taker: 'trinity' }));
    given(before)
      .when(mark('trinity', 'logs'))
      .refuses(refusal({ why: 'unknown-subtask', named: 'logs', known: ['Call the lead', 'log'] }));
    given()
      .when(mark('trinity', 'log'))
      .refuses(refusal({ why: 'unknown-key' }));
  });

  it('marked as it was changes nothing', () => {
    given(before, gives('log'))
      .when(mark('trinity', 'log', 3))
      .gives();
  });
});

describe('[H8, H11] the board: late lines and edits', () => {
  it('older than the HANDOFF, or than the last line that counted: nothing, in silence', () => {
    given(handed(5)).when(finish('trinity', 4)).refuses(SILENT);
    given(handed(1), accepted(5)).when(finish('trinity', 4)).refuses(SILENT);
    given(handed(1), accepted(5)).when(finish('trinity', 5)).gives(done(5));
  });

  it('an edit stands where its message stood: last week’s belongs to last week', () => {
    given(handed(1), accepted(2), done(3), handed(9, 'done'))
      .when(finish('trinity', 3, LINK, '99'))
      .refuses(SILENT);
  });

  it('an edit of a line that counted counts for nothing; one that says something new does', () => {
    given(handed(1), accepted(2), working(3))
      .when(hold('accepted', 'trinity', 2, '99'))
      .refuses(SILENT);
    given(handed(1), accepted(2), working(3))
      .when(finish('trinity', 2, LINK, '99'))
      .gives(move('Done', 'working', 'done', { seat: 'trinity', line: line(2, '99'), link: LINK }));
  });
});

describe('the board: HANDOFFs', () => {
  const decide = (events: NewEvent[], n: number, by: string, to: string) => {
    const decision = decideHandoff(state(events), handoff(n, by, to));
    if (decision.ok) checkEvents(handoffStream, state(events), decision.events);
    return decision;
  };

  it.each([
    ['nothing is open', [], 'smith', 'trinity', 'new'],
    ['it is done', [handed(1), accepted(2), done(3)], 'smith', 'trinity', 'new'],
    ['it was handed back', [handed(1), accepted(2), back(3)], 'smith', 'oracle', 'new'],
    ['only a hold is there', [accepted(1, 'none')], 'smith', 'trinity', 'new'],
    ['the sender hands it again', [handed(1), accepted(2)], 'smith', 'oracle', 'handed-again'],
    ['a third seat hands it', [handed(1), accepted(2)], 'oracle', 'trinity', 'handed-again'],
    ['the taker names another', [handed(1)], 'trinity', 'oracle', 'handed-on'],
    ['the taker names the sender', [handed(1), accepted(2)], 'trinity', 'smith', 'handed-back'],
    ['the named seat names another', [handed(1), released(2, 'handed')], 'oracle', 'neo', 'handed-on'],
    ['the named seat names the releaser', [handed(1), released(2, 'handed')], 'oracle', 'trinity', 'handed-back'],
  ] as const)('[H9] when %s', (_when, events, by, to, meaning) => {
    expect(handoffMeaning(state([...events]), by, to)).toBe(meaning);
    expect(decide([...events], 9, by, to)).toMatchObject({ ok: true });
  });

  it('[L7] its own edit, an older one, and one that passed it on before count for nothing', () => {
    expect(decide([handed(1)], 1, 'smith', 'trinity')).toEqual(SILENT);
    expect(decide([handed(5)], 4, 'smith', 'trinity')).toEqual(SILENT);
    expect(decide([handed(1), back(3, 'handed')], 3, 'trinity', 'smith')).toEqual(SILENT);
    expect(decide([handed(1), released(3, 'handed')], 3, 'trinity', 'oracle')).toEqual(SILENT);
  });

  it('[H8] begins a round: marks and what counted start anew, the claim stays for the snapshot', () => {
    const board = state([handed(1, 'none', 'smith', 'trinity', ['call']), accepted(2), handed(3, 'withdrawn')]);
    expect(board).toMatchObject({ round: 2, subtasks: {}, counted: [], until: null, claim: { state: 'accepted' } });
  });
});

describe('[L2] the edges of the board', () => {
  const statuses = Object.keys(boardEdges) as BoardStatus[];
  const at = (status: BoardStatus) => ({ ...state([]), state: status });
  const event = (from: string, to: string) => move('Withdrawn', from, to, { by: 'smith', line: line(1) });
  const all = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

  it.each(all.filter(([from, to]) => boardEdges[from].includes(to)))('%s to %s is there', (from, to) => {
    expect(() => checkEvents(handoffStream, at(from), [event(from, to)])).not.toThrow();
  });

  it.each(all.filter(([from, to]) => !boardEdges[from].includes(to)))('%s to %s is refused', (from, to) => {
    expect(() => checkEvents(handoffStream, at(from), [event(from, to)])).toThrow(IllegalEdge);
  });

  it('has no edge from a state to itself, and none back to none', () => {
    for (const from of statuses) expect(boardEdges[from]).not.toContain(from);
    for (const from of statuses) expect(boardEdges[from]).not.toContain('none');
  });
});

describe('[H5, H8] the fingerprint', () => {
  const claim: BoardClaim = { state: 'accepted', seat: 'trinity', claimedAt: line(2).ts, until: null, link: null };
  it('is of state, claimed-at and until', () => {
    const prints = [
      fingerprint(null),
      fingerprint(claim),
      fingerprint({ ...claim, state: 'done' }),
      fingerprint({ ...claim, claimedAt: line(3).ts }),
      fingerprint({ ...claim, until: 5 }),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    expect(fingerprint({ ...claim, link: LINK })).toBe(fingerprint(claim));
  });
});
