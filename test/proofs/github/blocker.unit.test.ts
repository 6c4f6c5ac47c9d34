import { describe, expect, it } from 'vitest';
import { type BlockerFacts, blockerOf } from '../../../src/proofs/github/blocker.js';
import { nameOf } from '../../../src/proofs/github/wire.js';

const failed = (name: string, how = 'failed') => ({ name, state: 'failed' as const, how });
const running = (name: string) => ({ name, state: 'running' as const, how: 'is running' });
const asks = (who: string) => ({ who, state: 'CHANGES_REQUESTED' });

const everything: BlockerFacts = {
  pull: { conflicts: true, base: 'main', draft: true, waitingFor: ['gera-dev'] },
  checks: [running('build'), failed('unit'), failed('lint')],
  reviews: [asks('fede-dev')],
};

describe('the one thing that blocks a pull request', () => {
  it('[O1] is named in a fixed order, the next one once the one before is out of the way', () => {
    const facts = structuredClone(everything);
    expect(blockerOf(facts)).toBe('it has conflicts with main');
    facts.pull.conflicts = false;
    expect(blockerOf(facts)).toBe('the check "lint" failed');
    facts.checks = [running('build')];
    expect(blockerOf(facts)).toBe('changes requested by fede-dev');
    facts.reviews = [];
    expect(blockerOf(facts)).toBe('it is still a draft');
    facts.pull.draft = false;
    expect(blockerOf(facts)).toBe('waiting for review by gera-dev');
    facts.pull.waitingFor = [];
    expect(blockerOf(facts)).toBe('checks are running: build');
    facts.checks = [];
    expect(blockerOf(facts)).toBeNull();
  });

  const quiet = { pull: { conflicts: false, base: 'main', draft: false, waitingFor: [] as string[] } };

  it('[O2] is nothing that could not be read', () => {
    expect(blockerOf({ ...quiet, checks: null, reviews: null })).toBeNull();
  });

  it('names a check that failed before one that was cancelled', () => {
    expect(blockerOf({ ...quiet, checks: [failed('a', 'was cancelled'), failed('b')], reviews: [] })).toBe(
      'the check "b" failed',
    );
  });

  it('goes by the last word of each reviewer, and leaves out who is asked to look again', () => {
    const approved = { who: 'fede-dev', state: 'APPROVED' };
    expect(blockerOf({ ...quiet, checks: [], reviews: [asks('fede-dev'), approved] })).toBeNull();
    expect(blockerOf({ ...quiet, checks: [], reviews: [approved, asks('fede-dev')] })).toBe(
      'changes requested by fede-dev',
    );
    const pull = { ...quiet.pull, waitingFor: ['fede-dev'] };
    expect(blockerOf({ pull, checks: [], reviews: [asks('fede-dev')] })).toBe('waiting for review by fede-dev');
  });

  it('stays one line when many are waited for', () => {
    const pull = { ...quiet.pull, waitingFor: ['a', 'b', 'c', 'd', 'the team web'] };
    expect(blockerOf({ pull, checks: [], reviews: [] })).toBe('waiting for review by a, b, c and 2 more');
  });

  it('shows names that others chose on one line, cut where they are long', () => {
    expect(nameOf('lint\n<!channel>\u0007')).toBe('lint <!channel>');
    expect(nameOf('x'.repeat(500))).toHaveLength(80);
  });
});
