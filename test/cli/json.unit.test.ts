import { describe, expect, it } from 'vitest';
import { itemJson, runningOf, showJson, statusJson } from '../../src/cli/json.js';
import type { LedgerStatus } from '../../src/ledger/index.js';
import type { ItemView } from '../../src/ledger/types.js';
import { KEY, MINUTE, T0, TEAM, ts } from './support.js';

const OPEN: ItemView = {
  key: `handoff:${KEY}`,
  kind: 'handoff',
  subject: KEY,
  round: 1,
  state: 'open',
  opened: T0,
  due: T0 + 60 * MINUTE,
  bound: T0 + 60 * MINUTE,
  nudgeBound: T0 + 30 * MINUTE,
  owedTo: ['gera', 'U0STRANGER'],
  owedBy: 'smith',
  link: null,
  noLinkWhy: 'it was said elsewhere',
  what: 'Trinity was handed leads/western-slope-alert',
  blocking: null,
  proof: null,
  nudgedAt: T0 + 30 * MINUTE,
  pagedAt: T0 + 60 * MINUTE,
  page: { channel: 'C01ALERTS', ts: '1793630100.000200' },
  lastRead: T0 + 61 * MINUTE,
  unknown: ['the bridge could not be read: not_in_channel'],
  waiting: [
    { reason: 'nudge: the channel is archived', until: T0 + 90 * MINUTE },
    { reason: 'page: another', until: null },
  ],
  taken: null,
  muted: null,
  handoff: null,
  subtasks: [{ name: 'call the lead back', state: 'open' }],
  notes: [{ text: 'she is back on Thursday', by: 'smith', at: T0 }],
  refs: ['#12'],
  notDone: null,
  ask: null,
  rerunAt: null,
  session: null,
  suppressed: null,
};

const ITEM = {
  key: 'handoff:leads/western-slope-alert',
  kind: 'handoff',
  round: 1,
  state: 'open',
  opened: '2026-11-02T14:51:00.000Z',
  due: '2026-11-02T15:51:00.000Z',
  owed_to: ['gera', 'U0STRANGER'],
  owed_by: 'smith',
  link: null,
  no_link_why: 'it was said elsewhere',
  what: 'Trinity was handed leads/western-slope-alert',
  blocking: null,
  proof: null,
  nudged_at: '2026-11-02T15:21:00.000Z',
  paged_at: '2026-11-02T15:51:00.000Z',
  page_link: 'https://owed-local.slack.com/archives/C01ALERTS/p1793630100000200',
  last_read: '2026-11-02T15:52:00.000Z',
  unknown: ['the bridge could not be read: not_in_channel'],
  waiting: { reason: 'nudge: the channel is archived', until: '2026-11-02T16:21:00.000Z' },
};

describe('JSON of an item', () => {
  it('[U3] is exactly the contract: times ISO 8601 in UTC, people as keys or Slack ids', () => {
    expect(itemJson(OPEN, TEAM)).toStrictEqual(ITEM);
  });

  it('[U3] what is absent is null, and so is a link that cannot be made', () => {
    const bare = { ...OPEN, nudgedAt: null, pagedAt: null, lastRead: null, due: null, unknown: [], waiting: [] };
    const nothing = { nudged_at: null, paged_at: null, last_read: null, due: null, unknown: [], waiting: null };
    expect(itemJson(bare, null)).toStrictEqual({ ...ITEM, ...nothing, page_link: null });
  });

  it('[O1] carries the proof that closed it', () => {
    const proof = { kind: 'by-hand', text: 'called her', link: null, by: 'gera', at: T0 + MINUTE };
    expect(itemJson({ ...OPEN, state: 'closed', proof }, TEAM)).toStrictEqual({
      ...ITEM,
      state: 'closed',
      proof: { kind: 'by-hand', text: 'called her', link: null, by: 'gera', at: '2026-11-02T14:52:00.000Z' },
    });
  });

  it('[U3] show adds events, posts, subtasks, notes, refs and the claim', () => {
    const event = {
      id: '0193',
      stream: 'item:handoff:leads/western-slope-alert',
      version: 1,
      type: 'Opened',
      class: 'transition' as const,
      from: 'none',
      to: 'open',
      forced: false,
      at: T0,
      actor: { kind: 'seat', id: 'smith' },
      cause: 'msg:C02BRIDGE:1',
      payload: {},
    };
    const post = {
      effect: 'nudge/x/1',
      state: 'posted' as const,
      channel: 'C02BRIDGE',
      ts: '1.000001',
      attempts: 1,
      reason: null,
      notBefore: T0,
      createdAt: T0,
    };
    const claim = { state: 'accepted' as const, seat: 'trinity', claimedAt: ts(0), until: T0, link: null };
    expect(showJson(OPEN, { events: [event], posts: [post], claim }, TEAM)).toStrictEqual({
      ...ITEM,
      events: [{ ...event, at: '2026-11-02T14:51:00.000Z' }],
      posts: [
        { effect: 'nudge/x/1', state: 'posted', channel: 'C02BRIDGE', ts: '1.000001', attempts: 1, reason: null },
      ],
      subtasks: [{ name: 'call the lead back', state: 'open' }],
      notes: [{ text: 'she is back on Thursday', by: 'smith', at: '2026-11-02T14:51:00.000Z' }],
      refs: ['#12'],
      claim: {
        state: 'accepted',
        seat: 'trinity',
        claimed_at: '2026-11-02T14:51:00.000Z',
        until: '2026-11-02T14:51:00.000Z',
        link: null,
      },
      not_done: null,
      muted: null,
      suppressed: null,
    });
  });

  it('[O1, O8] what only looks like done is said to be in the way, and what a mute held back is counted', () => {
    const notDone = 'merged into develop, not main';
    const suppressed = { times: 2, last: 'FAILED pr-drive: org/app#12' };
    const item = { ...OPEN, notDone, suppressed, muted: { by: 'gera', why: 'known', until: null } };
    expect(itemJson(item, TEAM)).toMatchObject({ blocking: notDone });
    expect(showJson(item, { events: [], posts: [], claim: null }, TEAM)).toMatchObject({
      not_done: notDone,
      suppressed,
      muted: { by: 'gera', why: 'known', until: null },
    });
  });
});

const STATUS: LedgerStatus = {
  openByKind: { handoff: 2 },
  oldestOpenByKind: { handoff: T0 },
  posts: { due: 1, claimed: 0, unknown: 0, waiting: 1 },
  parked: 0,
  inboxNew: 0,
  lastSweep: { startedAt: T0, endedAt: null, walked: 2, read: 0, done: 1, errors: ['one'] },
  processes: [
    { holder: 'a', pid: 1, host: 'h', startedAt: T0, seenAt: T0, socket: { state: 'stopped', lastEventAt: T0 + 5 } },
    { holder: 'b', pid: 2, host: 'h', startedAt: T0, seenAt: T0 + 10, socket: { state: 'connected', lastEventAt: T0 } },
  ],
  held: [],
  sources: [],
  parkedRows: [],
  unmappedLabels: [{ label: 'deploy', times: 2, lastAt: T0 }],
};

describe('JSON of the status', () => {
  it('[S5] is exactly the contract; what nobody counts yet is null, never zero', () => {
    expect(statusJson('smith', STATUS, T0 + 1000)).toStrictEqual({
      seat: 'smith',
      socket: 'connected',
      last_event_at: '2026-11-02T14:51:00.005Z',
      last_sweep: {
        started_at: '2026-11-02T14:51:00.000Z',
        ended_at: null,
        walked: 2,
        read: 0,
        done: 1,
        errors: ['one'],
      },
      open: { handoff: 2 },
      posts: { due: 1, claimed: 0, unknown: 0, waiting: 1 },
      backlog: null,
      deliveries: null,
      sessions: null,
      parked: 0,
      not_driven: null,
      unmapped_labels: [{ label: 'deploy', times: 2, last_at: '2026-11-02T14:51:00.000Z' }],
    });
  });

  it('[D6] the backlog, where it was counted, with the age of the oldest', () => {
    const backlog = {
      total: 3,
      byApplication: { queued: 1, blocked: 2 },
      capabilities: { 'human-identity': 2 },
      oldestAt: T0 - 5_000,
    };
    expect(statusJson('smith', { ...STATUS, backlog }, T0)).toMatchObject({
      backlog: {
        total: 3,
        by_application: { queued: 1, blocked: 2 },
        capabilities: { 'human-identity': 2 },
        oldest_age_s: 5,
      },
    });
  });

  it('[G1] a heartbeat older than a minute says nothing about the socket', () => {
    expect(runningOf(STATUS, T0 + 2 * MINUTE)).toMatchObject({ socket: null, lastEventAt: T0 + 5 });
    expect(statusJson('smith', { ...STATUS, lastSweep: null, processes: [] }, T0)).toMatchObject({
      socket: null,
      last_event_at: null,
      last_sweep: null,
    });
  });
});
