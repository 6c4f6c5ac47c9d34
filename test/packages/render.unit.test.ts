import { describe, expect, it } from 'vitest';
import { initialPackage, type PackageState } from '../../src/ledger/packages/evolve.js';
import { reconstruct } from '../../src/ledger/packages/reconstruct.js';
import { packageBlocks, renderPackage } from '../../src/messages/render/package.js';
import { testConfig } from '../support/config.js';
import { ID, ms } from './support.js';

const ctx = { now: ms('12:00'), config: testConfig() };
const state = (more: Partial<PackageState> = {}): PackageState => ({
  ...initialPackage(ID),
  state: 'in_progress',
  since: ms('09:00'),
  authored: {
    title: 'Night timetable <!channel>',
    role: 'writer',
    profile: 'caller',
    model: 'large',
    requirements: ['FR-1'],
    dependencies: [],
    subtasks: [
      { id: 'T001', title: 'call' },
      { id: 'T002', title: 'log' },
    ],
    path: 'tasks/WP01.md',
    hash: 'f'.repeat(64),
  },
  subtasks: { T001: 'done' },
  ...more,
});
const shown = (more: Partial<PackageState> = {}) => ({ view: reconstruct(state(more)), liveness: null });

describe('a package in Slack', () => {
  it('[W3] shows both columns, and never the one as the other', () => {
    const { text } = renderPackage(shown(), ctx);
    expect(text).toContain('*Meant for:* caller, writer, large');
    expect(text).toContain('*Run by:* nobody picked it up');
    expect(text).toContain('▓░ 1 of 2 done; open: T002 log');
    const given = { role: 'reviewer', profile: null, profile_version: null, model: null, provider: null };
    expect(renderPackage(shown({ resolved: given }), ctx).text).toContain('*Run by:* reviewer');
    const unknown = { ...given, role: null };
    expect(renderPackage(shown({ resolved: unknown }), ctx).text).toContain('*Run by:* not known');
  });

  it('[W2] names forced moves and reviews; what others wrote mentions nobody', () => {
    const forcedMoves = [{ from: 'planned', to: 'done', at: 1, by: 'gera', reason: 'urgent <@U1>' }];
    const reviews = [{ verdict: 'changes_requested', by: 'fede', reference: null, at: 1, backfilled: false }];
    const { text } = renderPackage(shown({ forced: 1, forcedMoves, reviews }), ctx);
    expect(text).toContain('*Forced moves:* 1 (planned to done by gera');
    expect(text).toContain('*Reviews:* changes requested by fede');
    expect(text).not.toContain('<!channel>');
    expect(text).not.toContain('<@U1>');
  });

  it('[W3] Home has a short list: a bar, who is meant, who is on it, since when, the last note', () => {
    const notes = [{ text: 'the press runs', by: 'claude', at: ms('11:00'), backfilled: false }];
    const one = {
      view: reconstruct(state({ agent: 'claude', claimedAt: ms('09:00'), notes })),
      liveness: { alive: 'alive' as const, why: '' },
    };
    const words = JSON.stringify(packageBlocks([one], 4, ctx));
    expect(words).toContain('Work packages (5)');
    expect(words).toMatch(/Meant for\* caller, writer, large · \*on it\* claude since .*, alive/);
    expect(words).toContain('the press runs');
    expect(words).toContain('and 4 more');
    expect(packageBlocks([], 0, ctx)).toEqual([]);
  });
});
