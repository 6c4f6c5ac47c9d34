import { describe, expect, it } from 'vitest';
import { decidePackage, isPackageRefused, type PackageCommand } from '../../src/ledger/packages/decide.js';
import { type PackageStatus, packageEdges, packageStates } from '../../src/ledger/packages/edges.js';
import { movedSchema, packageDeltaSchema } from '../../src/ledger/packages/events.js';
import { initialPackage, openSubtasks, type PackageState } from '../../src/ledger/packages/evolve.js';
import { ID } from './support.js';

const inState = (state: PackageStatus, more: Partial<PackageState> = {}): PackageState => ({
  ...initialPackage(ID),
  state,
  ...more,
});
const move = (to: PackageStatus, more: Partial<Extract<PackageCommand, { do: 'move' }>> = {}): PackageCommand => ({
  do: 'move',
  to,
  ...more,
});
const subtasks = [
  { id: 'T001', title: 'call' },
  { id: 'T002', title: null },
];
const authored = {
  title: 'Night timetable',
  role: 'implementer',
  profile: 'caller',
  model: 'large',
  requirements: [],
  dependencies: [],
  subtasks,
  path: 'tasks/WP01.md',
  hash: 'f'.repeat(64),
};

describe('a move', () => {
  it('[W2] is made along every edge of the table, and refused along every other', () => {
    for (const from of packageStates) {
      for (const to of packageStates) {
        const decision = decidePackage(inState(from), move(to));
        const allowed = packageEdges[from].includes(to);
        expect(isPackageRefused(decision)).toBe(!allowed);
        if (!allowed && from !== to) expect(decision).toMatchObject({ refused: 'no-edge', from, to });
        if (from === to) expect(decision).toEqual({ refused: 'same-state', state: from });
      }
    }
  });

  it('[W2, L2] leaves the edges when it is forced with a reason, and not without one', () => {
    expect(decidePackage(inState('done'), move('in_progress', { forced: true, reason: ' ' }))).toEqual({
      refused: 'forced-without-reason',
      to: 'in_progress',
    });
    expect(
      decidePackage(inState('done'), move('in_progress', { forced: true, reason: 'a leak was found' })),
    ).toMatchObject([
      { class: 'transition', from: 'done', to: 'in_progress', forced: true, payload: { reason: 'a leak was found' } },
    ]);
    expect(decidePackage(inState('done'), move('done', { forced: true, reason: 'again' }))).toMatchObject({
      refused: 'same-state',
    });
  });

  it('[W3] a pick-up records who it was given to, whole, and never what the file recommends', () => {
    const given = decidePackage(inState('planned', { authored }), move('claimed', { resolved: { model: 'small' } }));
    expect(given).toMatchObject([
      { payload: { resolved: { role: null, profile: null, profile_version: null, model: 'small', provider: null } } },
    ]);
    const silent = decidePackage(inState('for_review', { authored }), move('in_review'));
    expect(silent).toMatchObject([
      { payload: { resolved: { role: null, profile: null, profile_version: null, model: null, provider: null } } },
    ]);
    const other = decidePackage(inState('claimed', { authored }), move('in_progress'));
    expect(other).not.toHaveProperty('0.payload.resolved');
  });
});

describe('the gate', () => {
  it.each(['for_review', 'approved', 'done'] as const)('[W5] %s is refused with open subtasks, by name', (to) => {
    const from = to === 'done' ? 'approved' : 'in_progress';
    const state = inState(from, { authored, subtasks: { T002: 'done', T009: 'in_progress' } });
    expect(decidePackage(state, move(to))).toEqual({ refused: 'open-subtasks', to, names: ['T001', 'T009'] });
    const force = move(to, { forced: true, reason: 'in a hurry' });
    expect(decidePackage(state, force)).toEqual({ refused: 'open-subtasks', to, names: ['T001', 'T009'] });
    const finished = inState(from, { authored, subtasks: { T001: 'done', T002: 'canceled' } });
    expect(isPackageRefused(decidePackage(finished, move(to)))).toBe(false);
  });

  it('[W5] a mark decides, whatever a box in the file looked like', () => {
    expect(openSubtasks(inState('in_progress', { authored }))).toEqual(['T001', 'T002']);
    expect(openSubtasks(inState('in_progress', { authored, subtasks: { T001: 'done', T002: 'done' } }))).toEqual([]);
  });
});

describe('what Owed itself writes', () => {
  it('[L2] is a typed partial delta: an unknown key is refused, and so is half an identity', () => {
    expect(packageDeltaSchema.safeParse({ mood: 'good' }).success).toBe(false);
    expect(packageDeltaSchema.safeParse({ resolved: { role: 'reviewer' } }).success).toBe(false);
    expect(packageDeltaSchema.safeParse({ released: false }).success).toBe(false);
    expect(movedSchema.safeParse({ reason: null, mood: 'good' }).success).toBe(false);
    expect(packageDeltaSchema.safeParse({ subtasks: { T001: 'done' }, heartbeat: 5 }).success).toBe(true);
  });

  it('[W1] the same file read again is no event', () => {
    expect(decidePackage(inState('planned', { authored }), { do: 'author', authored })).toEqual([]);
    expect(
      decidePackage(inState('planned', { authored }), { do: 'author', authored: { ...authored, title: 'Other' } }),
    ).toHaveLength(1);
  });
});
