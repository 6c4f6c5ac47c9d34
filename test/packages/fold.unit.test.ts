import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type EventRecord, hashOf } from '../../src/ledger/events/record.js';
import { canonical, hashOfTexts } from '../../src/ledger/packages/canonical.js';
import { packageEdges, packageStates } from '../../src/ledger/packages/edges.js';
import { packageDeltaSchema, packageRules } from '../../src/ledger/packages/events.js';
import type { PackageState } from '../../src/ledger/packages/evolve.js';
import { reconstruct } from '../../src/ledger/packages/reconstruct.js';
import { readLog } from '../../src/packages/log.js';
import { asLog, foldOf, moveLine, ms, noteLine, on, text } from './support.js';

const fold = (lines: readonly object[]): PackageState => foldOf(readLog(asLog(lines)).events.get('WP01') ?? []);
const planned = moveLine('genesis', 'planned', { at: on('08:00') });
const claimed = (more = {}) => moveLine('planned', 'claimed', { at: on('09:00'), ...more });

describe('the edges of a package', () => {
  it('[W2] are one table of ten states, in which done and canceled are final and nothing leads to itself', () => {
    expect(Object.keys(packageEdges).sort()).toEqual([...packageStates].sort());
    expect(packageEdges.done).toEqual([]);
    expect(packageEdges.canceled).toEqual([]);
    for (const [from, targets] of Object.entries(packageEdges)) expect(targets).not.toContain(from);
    expect(Object.values(packageEdges).flat()).toHaveLength(29);
  });

  it('[W2, L2] every forced move is counted and named, an annotation never', () => {
    const state = fold([
      planned,
      moveLine('planned', 'done', { at: on('10:00'), force: true, actor: 'gera', reason: 'shipped by hand' }),
      noteLine({ note: 'shipped', force: true }, { at: on('10:01'), force: true }),
    ]);
    expect(state.forced).toBe(1);
    expect(state.forcedMoves).toEqual([
      { from: 'planned', to: 'done', at: ms('10:00'), by: 'gera', reason: 'shipped by hand' },
    ]);
  });

  it('[W6, L2] a recorded move from a state to itself counts where it was forced, by its own word', () => {
    const state = fold([moveLine('planned', 'planned', { force: true, reason: 'bootstrap' })]);
    expect([state.state, state.forced, state.forcedMoves[0]?.from]).toEqual(['planned', 1, 'planned']);
  });
});

describe('one merge rule a field', () => {
  it('[L3] every field of the delta has a rule, or is one of the two that are rules themselves', () => {
    const fields = Object.keys(packageDeltaSchema.shape).filter((f) => f !== 'refsReplaced' && f !== 'released');
    expect(Object.keys(packageRules).sort()).toEqual(fields.sort());
  });

  it('[L3, W2] subtasks by key, notes in their order, references as a set that can be replaced', () => {
    const state = fold([
      noteLine(
        { subtasks: { T001: 'planned', T002: 'done' }, note: 'one', tracker_refs: ['#1', '#2'] },
        { at: on('09:00') },
      ),
      noteLine({ subtasks: { T001: 'done' }, note: 'two', tracker_refs: ['#2', '#3'] }, { at: on('09:01') }),
    ]);
    expect(state.subtasks).toEqual({ T001: 'done', T002: 'done' });
    expect(state.notes.map((note) => note.text)).toEqual(['one', 'two']);
    expect(state.refs).toEqual(['#1', '#2', '#3']);
    const replaced = fold([
      noteLine({ tracker_refs: ['#1'] }, { at: on('09:00') }),
      noteLine({ tracker_refs_replace: ['#9', '#9'] }, { at: on('09:01') }),
    ]);
    expect(replaced.refs).toEqual(['#9']);
  });

  it('[W2, L3] the first claim rides on its transition, a refresh is an annotation, and the fold reads both', () => {
    const lines = [
      planned,
      claimed({
        policy_metadata: { agent: 'claude', shell_pid: 41, shell_pid_created_at: '1772442000.5', base_commit: 'abc1' },
      }),
    ];
    expect(fold(lines)).toMatchObject({
      agent: 'claude',
      baseline: 'abc1',
      process: { pid: 41, startedAt: 1_772_442_000_500, host: null },
    });
    const refreshed = [...lines, noteLine({ shell_pid: 77, host: 'mill' }, { at: on('09:30') })];
    expect(fold(refreshed)).toMatchObject({ agent: 'claude', process: { pid: 77, startedAt: null, host: 'mill' } });
  });

  it('[W2, L3] a blank never clears a recorded value; a release does, and says so', () => {
    const lines = [planned, claimed({ policy_metadata: { agent: 'claude', shell_pid: 41 } })];
    const blank = noteLine(
      { agent: '', assignee: '', shell_pid: '', note: '', role: '', subtasks: { T001: '' } },
      { at: on('09:10') },
    );
    expect(fold([...lines, blank])).toMatchObject({ agent: 'claude', process: { pid: 41 }, notes: [], subtasks: {} });
    const released = fold([...lines, noteLine({ release_runtime_claim: true }, { at: on('09:20') })]);
    expect(released).toMatchObject({ agent: null, process: null, claimedAt: null });
    expect(reconstruct(released).actual.claim).toBeNull();
  });

  it('[L3] a new holder in the delta of a release has it', () => {
    const lines = [planned, claimed({ policy_metadata: { agent: 'claude', shell_pid: 41 } })];
    const handed = noteLine({ release_runtime_claim: true, agent: 'codex' }, { at: on('09:20') });
    expect(fold([...lines, handed])).toMatchObject({ agent: 'codex', process: null });
  });

  it('[L3] an annotation of the time of a transition folds after it', () => {
    const at = on('09:00:00.000250');
    const state = fold([
      noteLine({ agent: 'the annotation' }, { id: 'A', at }),
      claimed({ id: 'Z', at, policy_metadata: { agent: 'the transition' } }),
      planned,
    ]);
    expect(state.agent).toBe('the annotation');
  });

  it('[W2, W6] two moves of one millisecond keep their order to the microsecond', () => {
    const state = fold([
      moveLine('claimed', 'in_progress', { id: 'A', at: on('09:00:00.000251') }),
      claimed({ id: 'Z', at: on('09:00:00.000250') }),
      planned,
    ]);
    expect(state.state).toBe('in_progress');
  });
});

describe('who it was given to', () => {
  const given = (fields: Record<string, string>, at: string) => noteLine(fields, { at: on(at) });

  it('[W3] a later pick-up hides the one before, whatever of it is unknown', () => {
    const state = fold([
      given(
        { role: 'implementer', agent_profile: 'smith', agent_profile_version: '2', model: 'large', provider: 'p' },
        '09:00',
      ),
      given(
        {
          role: 'reviewer',
          agent_profile: '__resolved_profile_absent__',
          agent_profile_version: '__resolved_profile_version_absent__',
          model: '__resolved_model_absent__',
          provider: '__resolved_provider_absent__',
        },
        '10:00',
      ),
    ]);
    expect(state.resolved).toEqual({
      role: 'reviewer',
      profile: null,
      profile_version: null,
      model: null,
      provider: null,
    });
  });

  it('[W3] no claim: the recommendation, and an empty actual', () => {
    const state = { ...fold([planned]), authored: AUTHORED };
    const view = reconstruct(state);
    expect(view.authored).toMatchObject({ role: 'implementer', profile: 'caller', model: 'large' });
    expect(view.actual).toMatchObject({ resolved: null, claim: null, marks: {} });
    expect(view.subtasks).toEqual([{ id: 'T001', title: 'call', state: 'open', done: false }]);
  });
});

const AUTHORED = {
  title: 'Night timetable',
  role: 'implementer',
  profile: 'caller',
  model: 'large',
  requirements: [],
  dependencies: [],
  subtasks: [{ id: 'T001', title: 'call' }],
  path: 'tasks/WP01.md',
  hash: 'f'.repeat(64),
};

describe('logs that git merged', () => {
  const review = 'in_review';
  const back = moveLine(review, 'planned', { id: 'B', at: on('12:00'), review_ref: 'feedback-1' });

  it('[W6] what a reviewer sent back is not undone by a later move that did not start from there', () => {
    const state = fold([planned, back, moveLine(review, 'approved', { id: 'C', at: on('12:05'), force: true })]);
    expect([state.state, state.forced, state.overruled]).toEqual(['planned', 0, 1]);
    const rework = fold([planned, back, moveLine('planned', 'claimed', { at: on('12:05') })]);
    expect([rework.state, rework.overruled]).toEqual(['claimed', 0]);
  });

  it('[W6] nor by a move of the same moment', () => {
    for (const id of ['A', 'Z']) {
      const state = fold([planned, back, moveLine(review, 'approved', { id, at: on('12:00') })]);
      expect(state.state).toBe('planned');
    }
  });

  const lane = fc.constantFrom(...packageStates);
  const minute = fc.integer({ min: 0, max: 5 }).map((m) => on(`09:0${m}`));
  const id = fc.integer({ min: 0, max: 999_999 }).map((n) => `E${n}`);
  const move = fc
    .record({
      from: lane,
      to: lane,
      at: minute,
      id,
      force: fc.boolean(),
      ref: fc.option(fc.constant('r'), { nil: null }),
    })
    .map(({ from, to, ref, ...more }) => moveLine(from, to, { ...more, review_ref: ref }));
  const delta = fc.record(
    {
      subtasks: fc.dictionary(fc.constantFrom('T001', 'T002'), fc.constantFrom('done', 'planned', ''), { maxKeys: 2 }),
      note: fc.constantFrom('a', 'b', ''),
      tracker_refs: fc.array(fc.constantFrom('#1', '#2'), { maxLength: 2 }),
      tracker_refs_replace: fc.array(fc.constantFrom('#3'), { maxLength: 1 }),
      agent: fc.constantFrom('claude', 'codex', ''),
      shell_pid: fc.constantFrom(1, 2, ''),
      model: fc.constantFrom('large', '__resolved_model_absent__', ''),
      release_runtime_claim: fc.boolean(),
      made_up_later: fc.anything().map((value) => JSON.stringify(value) ?? null),
    },
    { requiredKeys: [] },
  );
  const annotation = fc.record({ delta, at: minute, id }).map(({ delta: d, ...more }) => noteLine(d, more));
  const log = fc.uniqueArray(fc.oneof(move, annotation), { selector: (line) => line.event_id, maxLength: 14 });

  it('[W2, L3, W6] any order of lines, repeats and equal times give one state', () => {
    fc.assert(
      fc.property(log, fc.infiniteStream(fc.nat()), (lines, noise) => {
        const keys = lines.map((line) => [noise.next().value as number, line] as const);
        const shuffled = keys.sort(([a], [b]) => a - b).map(([, line]) => line);
        const repeated = [...shuffled, ...shuffled.filter((_, i) => i % 2 === 0)];
        expect(text(fold(repeated))).toBe(text(fold(lines)));
      }),
      { numRuns: 300 },
    );
  });

  it('[L2, W2] what a newer version wrote is kept with its event, and changes nothing', () => {
    const line = noteLine({ note: 'x', mood: { of: 'a newer version' } }, { at: on('09:00'), signed_by: 'k1' });
    const [event] = readLog(asLog([line])).events.get('WP01') ?? [];
    expect(event?.payload.source).toEqual({ line: { signed_by: 'k1', delta: { mood: { of: 'a newer version' } } } });
    const { note: _n, ...without } = line.delta as { note: string };
    expect(Object.keys(without)).toEqual(['mood']);
    const plain =
      readLog(asLog([noteLine({ note: 'x' }, { at: on('09:00'), id: line.event_id })])).events.get('WP01') ?? [];
    expect(text(foldOf([event!]))).toBe(text(foldOf(plain)));
  });
});

describe('the hash of an imported event', () => {
  it('[L4] is that of any event, though it is made from texts that are there already', () => {
    const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    fc.assert(
      fc.property(json, fc.string(), fc.boolean(), (value, word, forced) => {
        expect(canonical({ value, word, gone: undefined })).toBe(canonicalJson({ value, word, gone: undefined }));
        const event: Omit<EventRecord, 'hash'> = {
          id: word,
          stream: `package:${word}`,
          version: 3,
          class: 'transition',
          type: 'Moved',
          from: 'planned',
          to: word,
          forced,
          at: 5,
          actor: { kind: 'process', id: word },
          cause: word,
          payload: { value },
          prevHash: null,
        };
        expect(hashOfTexts(event, canonical(event.actor), canonical(event.payload))).toBe(hashOf(event));
      }),
    );
  });
});
