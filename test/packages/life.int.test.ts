import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PackageCommand, PackageDelta, PackageStatus } from '../../src/ledger/index.js';
import { contentHash } from '../../src/packages/file.js';
import { importPackages } from '../../src/packages/index.js';
import { engines, openTestLedger } from '../support/ledgers.js';
import { act, fingerprint, ID, MISSION, mission, moveLine, ms, on, packageFile } from './support.js';

const FILE = 'tasks/WP01-night-timetable.md';
const planned = moveLine('genesis', 'planned', { at: on('08:00') });

describe.each(engines)('the whole life of a package, on %s', (engine) => {
  it('[W1, W2, W3, W5] claim, marks, notes, review, rejection, rework, done; its file is the same before and after', async () => {
    const of = await openTestLedger(engine);
    const intended = packageFile({ role: 'implementer', agent_profile: 'caller', model: 'large' });
    const dir = mission([planned], { [FILE]: intended });
    await importPackages(of.ledger, act(ms('08:30')), dir, { compare: false });
    const path = join(dir, MISSION, FILE);
    const [hash, folder] = [contentHash(readFileSync(path, 'utf8')), fingerprint(dir)];

    let minute = 0;
    const command = async (one: PackageCommand) => {
      minute += 1;
      const applied = await of.ledger.packages.do(act(ms('09:00') + minute * 60_000), ID, one);
      if (!applied.applied) throw new Error('applied before');
      return applied.value;
    };
    const move = (to: PackageStatus, more: Partial<Extract<PackageCommand, { do: 'move' }>> = {}) =>
      command({ do: 'move', to, ...more });
    const annotate = (delta: PackageDelta) => command({ do: 'annotate', delta });
    const view = async () => {
      const found = await of.ledger.packages.view(ID);
      if (!found) throw new Error('no such package');
      return found;
    };

    expect((await view()).actual).toMatchObject({ state: 'planned', claim: null, resolved: null });
    await move('claimed', {
      claim: { agent: 'claude', process: { pid: 41, startedAt: 1, host: 'mill' }, baseline: 'abc1' },
      resolved: { role: 'implementer', profile: 'caller', profile_version: '3', model: 'small', provider: 'p' },
    });
    expect((await view()).actual).toMatchObject({
      claim: { agent: 'claude', process: { pid: 41 }, baseline: 'abc1' },
      resolved: { model: 'small', provider: 'p' },
    });
    await move('in_progress');
    await annotate({ subtasks: { T001: 'done' }, notes: [{ text: 'half way', by: 'claude', at: ms('09:03') }] });
    await annotate({ heartbeat: ms('09:04'), process: { pid: 77, startedAt: 2, host: 'mill' } });
    expect(await move('for_review')).toEqual({ refused: 'open-subtasks', to: 'for_review', names: ['T002'] });
    await annotate({ subtasks: { T002: 'done' }, refs: ['#12'] });
    await move('for_review');
    await move('in_review', { claim: { agent: 'codex' }, resolved: { role: 'reviewer' } });
    expect((await view()).actual.resolved).toEqual({
      role: 'reviewer',
      profile: null,
      profile_version: null,
      model: null,
      provider: null,
    });
    await move('planned', { reason: 'the last train is missing', review: review('changes_requested') });
    await annotate({ released: true, subtasks: { T002: 'open' } });
    expect((await view()).actual).toMatchObject({
      state: 'planned',
      claim: null,
      marks: { T001: 'done', T002: 'open' },
    });
    await move('claimed', { claim: { agent: 'claude' } });
    await move('in_progress');
    await annotate({ subtasks: { T002: 'done' } });
    await move('for_review');
    await move('in_review', { resolved: { role: 'reviewer' } });
    await move('approved', { review: review('approved') });
    await move('done', { review: review('approved') });

    const end = await view();
    expect(end.authored).toMatchObject({ role: 'implementer', profile: 'caller', model: 'large', hash });
    expect(end.actual).toMatchObject({ state: 'done', forced: 0, refs: ['#12'] });
    expect(end.actual.reviews.map(({ verdict }) => verdict)).toEqual(['changes_requested', 'approved', 'approved']);
    expect(end.subtasks.every(({ done }) => done)).toBe(true);
    expect(await move('in_progress')).toMatchObject({ refused: 'no-edge' });

    expect(contentHash(readFileSync(path, 'utf8'))).toBe(hash);
    expect(fingerprint(dir)).toBe(folder);
    expect((await of.ledger.verify()).difference).toBeNull();
    await of.ledger.rebuild();
    expect(await view()).toEqual(end);
    await importPackages(of.ledger, act(ms('22:00')), dir, { compare: false });
    expect(await view()).toEqual(end);
  });

  it('[L5, W2] the same cause twice moves nothing twice, and a refused one may be asked again', async () => {
    const of = await openTestLedger(engine);
    await importPackages(of.ledger, act(ms('08:30')), mission([planned]), { compare: false });
    const claim = act(ms('09:00'));
    expect(await of.ledger.packages.do(claim, ID, { do: 'move', to: 'claimed' })).toMatchObject({ applied: true });
    expect(await of.ledger.packages.do(claim, ID, { do: 'move', to: 'claimed' })).toEqual({ applied: false });
    const early = act(ms('09:01'));
    expect(await of.ledger.packages.do(early, ID, { do: 'move', to: 'done' })).toMatchObject({
      value: { refused: 'no-edge' },
    });
    expect(await of.ledger.packages.do(early, ID, { do: 'move', to: 'in_progress' })).toMatchObject({ applied: true });
  });

  it('[L4, W2] two writers at once: both acts are kept, one after the other', async () => {
    const of = await openTestLedger(engine);
    await importPackages(of.ledger, act(ms('08:30')), mission([planned]), { compare: false });
    const other = await of.again();
    await Promise.all([
      of.ledger.packages.do(act(ms('09:00')), ID, { do: 'annotate', delta: { subtasks: { T001: 'done' } } }),
      other.packages.do(act(ms('09:00')), ID, { do: 'annotate', delta: { subtasks: { T002: 'done' } } }),
    ]);
    expect((await of.ledger.packages.view(ID))?.actual.marks).toEqual({ T001: 'done', T002: 'done' });
    expect((await of.ledger.verify()).difference).toBeNull();
  });
});

const review = (verdict: string) => ({ verdict, by: 'codex', reference: null });
