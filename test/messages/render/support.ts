import type { KindPolicy, Person, Seat } from '../../../src/config/types.js';
import type { HandoffFacts, ItemView } from '../../../src/ledger/types.js';
import type { RenderConfig, RenderContext } from '../../../src/messages/render/context.js';

export const NOW = Date.UTC(2026, 10, 2, 17, 0);
export const MINUTE = 60_000;

const seat = (key: string, name: string, botUser: string, human: string): [string, Seat] => [
  key,
  { key, name, botUser, human, command: `/owed-${key}` },
];
const person = (key: string, name: string, user: string): [string, Person] => [
  key,
  { key, user, name, pages: 'dm', github: null },
];
const bounds = { nudge: 30 * MINUTE, page: 60 * MINUTE };
const kind = (name: string): KindPolicy => ({
  name,
  bounds: { nudge: null, page: 240 * MINUTE },
  customerBounds: bounds,
  rerun: null,
  line: null,
  read: null,
  taken: 240 * MINUTE,
  lines: false,
  owedTo: [],
  proof: null,
});

export const config: RenderConfig = {
  seat: 'smith',
  seats: new Map([seat('smith', 'Smith', 'U0SMITH', 'gera'), seat('trinity', 'Trinity', 'U0TRINITY', 'fede')]),
  people: new Map([person('gera', 'Gera', 'U01GERA'), person('fede', 'Fede', 'U02FEDE')]),
  overseer: 'gera',
  kinds: new Map([
    ['handoff', kind('handoff')],
    [
      'vendor-ticket',
      {
        ...kind('vendor-ticket'),
        proof: { http: { url: 'https://vendor.example/{subject}', pointer: '/state', equals: 'closed', allow: [] } },
      },
    ],
  ]),
};

const handoff: HandoffFacts = {
  lane: 'leads',
  item: 'western-slope-alert',
  sender: 'smith',
  taker: 'trinity',
  why: 'the call has to come from her number',
  class: 'customer',
  acceptedAt: NOW - 80 * MINUTE,
  pending: null,
  bridge: { channel: 'C02BRIDGE', ts: '1793569987.882029' },
  origin: { channel: 'C01ALERTS', ts: '1793569884.602059' },
};

export function item(changes: Partial<ItemView> = {}): ItemView {
  return {
    key: 'handoff:leads/western-slope-alert',
    kind: 'handoff',
    subject: 'leads/western-slope-alert',
    round: 1,
    state: 'open',
    opened: NOW - 90 * MINUTE,
    due: NOW - 30 * MINUTE,
    bound: NOW - 30 * MINUTE,
    nudgeBound: NOW - 60 * MINUTE,
    owedTo: ['gera', 'fede'],
    owedBy: 'trinity',
    link: 'https://acme.slack.com/archives/C02BRIDGE/p1793569987882029',
    noLinkWhy: null,
    what: 'Trinity was handed leads/western-slope-alert: the call has to come from her number',
    blocking: null,
    proof: null,
    nudgedAt: null,
    pagedAt: null,
    page: null,
    lastRead: null,
    unknown: [],
    waiting: [],
    taken: null,
    muted: null,
    handoff,
    subtasks: [],
    notes: [],
    refs: [],
    notDone: null,
    ask: null,
    rerunAt: null,
    session: null,
    suppressed: null,
    ...changes,
  };
}

export const proof = { kind: 'done', text: 'Trinity’s done', link: 'https://example.com/x', by: 'trinity', at: NOW };

export function contextOf(changes: Partial<ItemView> | null = {}): RenderContext {
  return { item: changes === null ? null : item(changes), now: NOW, config, teamUrl: 'https://acme.slack.com/' };
}

/** Everything a reader or a screen reader is given, as one text. */
export function allText(value: unknown): string {
  const found: string[] = [];
  const walk = (each: unknown) => {
    if (typeof each === 'string') found.push(each);
    else if (Array.isArray(each)) each.forEach(walk);
    else if (each !== null && typeof each === 'object') Object.values(each).forEach(walk);
  };
  walk(value);
  return found.join('\n');
}
