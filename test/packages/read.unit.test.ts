import { describe, expect, it } from 'vitest';
import { readAuthored, subtaskOf } from '../../src/packages/authored.js';
import { contentHash, splitMarkdown } from '../../src/packages/file.js';
import { readLeftovers, verdictOf } from '../../src/packages/leftovers.js';
import { readLog } from '../../src/packages/log.js';
import { readMoment, readStart } from '../../src/packages/moment.js';
import { asLog, moveLine, ms, on, packageFile } from './support.js';

const split = (text: string) => splitMarkdown('tasks/WP01.md', text);
const authored = (text: string) => readAuthored(split(text), { id: 'WP01', path: 'tasks/WP01.md' });

describe('what a file intends', () => {
  it('[W1] is its title, role, profile, model, requirements, dependencies and subtasks', () => {
    const { read, problems } = authored(
      packageFile({
        role: 'implementer',
        agent_profile: 'caller',
        model: '',
        requirement_refs: ['FR-001'],
        dependencies: ['WP00'],
      }),
    );
    expect(problems).toEqual([]);
    expect(read).toMatchObject({
      id: 'WP01',
      authored: {
        title: 'Night timetable',
        role: 'implementer',
        profile: 'caller',
        model: null,
        requirements: ['FR-001'],
        dependencies: ['WP00'],
        subtasks: [
          { id: 'T001', title: null },
          { id: 'T002', title: null },
        ],
      },
    });
  });

  it('[W1] subtasks may be check boxes, in the front matter or under their heading', () => {
    const inFront = ['---', 'title: x', 'subtasks:', '- [ ] T001 call', '- [x] log the outcome', '---', ''].join('\n');
    expect(authored(inFront).read?.authored.subtasks).toEqual([
      { id: 'T001', title: 'call' },
      { id: 'log the outcome', title: null },
    ]);
    const inBody = ['---', 'title: x', '---', '## Subtasks', '- [ ] T001 – call', '## Other', '- [ ] T009 no'].join(
      '\n',
    );
    expect(authored(inBody).read?.authored.subtasks).toEqual([{ id: 'T001', title: 'call' }]);
    const titled = packageFile({}, '### Subtask T002 – Print the timetable\n\n```\n### T001 – not a heading\n```');
    expect(authored(titled).read?.authored.subtasks).toEqual([
      { id: 'T001', title: null },
      { id: 'T002', title: 'Print the timetable' },
    ]);
    expect(subtaskOf('- [ ] **T003**: ring')).toEqual({ id: 'T003', title: 'ring' });
  });

  it.each([
    ['no front matter', '# Just words', 1, /no front matter/],
    ['no end', '---\ntitle: x\n', 1, /no end/],
    ['a tab', '---\ntitle: x\nrole:\n\t- y\n---\n', 4, /./],
    ['a key twice', '---\ntitle: x\nrole: a\nrole: b\n---\n', 4, /unique/i],
    ['a list where a text belongs', '---\ntitle: x\nrole: [a]\n---\n', 3, /role is to be a text/],
    ['fields where a list belongs', '---\ntitle: x\ndependencies: { a: b }\n---\n', 3, /dependencies is to be a list/],
    ['no title', '---\nrole: x\n---\n', 1, /title is missing/],
  ])('[W1] a fault is named with its file and line: %s', (_name, text, line, message) => {
    const { problems } = authored(text);
    expect(problems[0]).toMatchObject({ file: 'tasks/WP01.md', line });
    expect(problems[0]?.message).toMatch(message);
  });

  it('[W1] the hash is over normalised bytes: line ends and the last newline are no change, a letter is', () => {
    const text = packageFile();
    const hash = contentHash(text);
    expect(contentHash(text.replaceAll('\n', '\r\n'))).toBe(hash);
    expect(contentHash(`\uFEFF${text}\n\n`)).toBe(hash);
    expect(contentHash(text.trimEnd())).toBe(hash);
    expect(contentHash(text.replace('Night', 'night'))).not.toBe(hash);
    expect(split(text).hash).toBe(hash);
  });
});

describe('what an older tool left in the files', () => {
  const left = (front: Record<string, unknown>, body = '') => readLeftovers(split(packageFile(front, body)));

  it('[W6] the fields of the claim; unknown and blank are none, progress is nobody’s', () => {
    expect(
      left({
        agent: 'claude:large:caller',
        shell_pid: '41',
        shell_pid_created_at: '1772442000.5',
        base_commit: 'abc1',
      }),
    ).toMatchObject({
      agent: 'claude:large:caller',
      process: { pid: 41, startedAt: 1_772_442_000_500, host: null },
      baseline: 'abc1',
    });
    expect(left({ agent: '', assignee: '', shell_pid: '', base_commit: 'unknown', progress: 40 })).toMatchObject({
      agent: null,
      assignee: null,
      process: null,
      baseline: null,
      notes: [],
      reviews: [],
    });
  });

  it('[W6] history of either shape, and of none, is notes with nothing lost', () => {
    const { notes } = left({
      history: [
        { timestamp: '2026-03-02T07:00:00Z', lane: 'planned', agent: 'system', shell_pid: '', action: 'Prompt made' },
        { at: '2026-03-02T07:05:00Z', event: 'created', actor: 'claude' },
        { when: 'once', colour: 'red' },
        'a bare word',
      ],
    });
    expect(notes.map(({ text, by }) => [by, text])).toEqual([
      ['system', 'Prompt made'],
      ['claude', 'created'],
      ['unknown', '{"when":"once","colour":"red"}'],
      ['unknown', 'a bare word'],
    ]);
    expect(notes[0]).toMatchObject({ written: { at: ms('07:00') }, rest: { lane: 'planned' } });
  });

  it('[W6] lines of the activity log, wherever they stand, with any dash, over several lines', () => {
    const body = [
      '## Activity Log',
      '',
      '- 2026-03-02T07:00:00Z – system – lane=planned – Prompt made.',
      '- 2026-03-02T09:00:00Z - claude-3.5 - shell_pid=41 - lane=doing - Began: a – b - c',
      '  and it went on',
      '- somebody wrote this without a time',
      '',
      '---',
      '## Something else',
      '- no line of a log',
      '```',
      '- 2026-03-02T10:00:00Z – an example – lane=done – in a fence',
      '```',
      '- 2026-03-02T11:00:00Z – codex – Done',
    ].join('\n');
    expect(left({}, body).notes.map(({ text, by, rest }) => [by, text, rest])).toEqual([
      ['system', 'Prompt made.', { lane: 'planned' }],
      ['claude-3.5', 'Began: a – b - c\nand it went on', { shell_pid: '41', lane: 'doing' }],
      ['unknown', 'somebody wrote this without a time', {}],
      ['codex', 'Done', {}],
    ]);
  });

  it('[W6] a review is a verdict with its whole text; guidance and an untouched template are none', () => {
    const body = [
      '## Review Feedback',
      '> **Populated by `/review`** – Reviewers write here.',
      '*[This section is empty initially.]*',
      '---',
      '## Review Guidance',
      '- Approve only what is right.',
      '## Review Report',
      '**Reviewer**: gera (shell_pid=1)',
      '**Review Date**: 2026-03-02T12:00:00Z',
      '**Outcome**: ✅ **APPROVED**',
      '### What I saw',
      'No test was rejected.',
      '## After',
    ].join('\n');
    const { reviews } = left({}, body);
    expect(reviews).toHaveLength(1);
    expect(reviews[0]).toMatchObject({ verdict: 'approved', by: 'gera', written: { at: ms('12:00') } });
    expect(reviews[0]?.text).toContain('No test was rejected.');
    expect(left({ review_status: 'has_feedback', reviewed_by: 'fede' }).reviews).toMatchObject([
      { verdict: 'changes_requested', by: 'fede' },
    ]);
  });

  it('[W6] a reviewer’s own headings, and two reviews in a row, lose nothing; a placeholder is nobody', () => {
    const body = [
      '## Review Feedback',
      '**Reviewed by**: gera',
      '**Status**: ❌ Changes Requested',
      '## Issue 1: the last train',
      'It is missing.',
      '## Review Feedback for WP01',
      '**Reviewed by**: fede',
      '**Status**: ❌ Changes Requested',
      '## Objectives',
      'Print it.',
    ].join('\n');
    const { reviews, agent } = left({ agent: '__AGENT__' }, body);
    expect(reviews.map(({ by, verdict }) => [by, verdict])).toEqual([
      ['gera', 'changes_requested'],
      ['fede', 'changes_requested'],
    ]);
    expect(reviews[0]?.text).toContain('It is missing.');
    expect(reviews[1]?.text).not.toContain('Print it.');
    expect(agent).toBeNull();
  });

  it.each([
    ['Status: changes requested; all else passed', 'changes_requested'],
    ['**Verdict**: Approved', 'approved'],
    ['It was not approved', 'changes_requested'],
    ['some words', null],
    ['approved, and rejected', null],
  ])('[W6] a verdict is read only where one is: %s', (words, verdict) => expect(verdictOf(words)).toBe(verdict));
});

describe('a log', () => {
  it('[W6] other lines are passed over and counted, unreadable ones named by their number', () => {
    const log = readLog(
      [
        '{"event_type":"MissionCreated"}',
        '<<<<<<< HEAD',
        'no json',
        JSON.stringify({ kind: 'hologram', wp_id: 'WP01' }),
        JSON.stringify({ type: 'RetrospectiveCaptured', wp_id: null, at: on('09:00') }),
        JSON.stringify(moveLine('planned', 'on_the_moon')),
        JSON.stringify(moveLine('planned', 'claimed', { at: 'tomorrow' })),
        '',
        JSON.stringify(moveLine('planned', 'doing', { id: 'A' })),
        JSON.stringify(moveLine('planned', 'doing', { id: 'A' })),
      ].join('\n'),
    );
    expect(log.passedOver).toEqual({ MissionCreated: 1, RetrospectiveCaptured: 1 });
    expect(log.untold.map(({ line }) => line)).toEqual([2, 3, 4, 6, 7]);
    expect(log).toMatchObject({ transitions: 1, repeated: 1 });
    expect(log.events.get('WP01')?.[0]).toMatchObject({ to: 'in_progress' });
  });

  it('[W6] an actor may be the parts of one; the parts are kept', () => {
    const actor = { role: 'reviewer', profile: null, tool: 'codex', model: null };
    const [event] = readLog(asLog([moveLine('for_review', 'in_review', { actor })])).events.get('WP01') ?? [];
    expect(event?.actor).toEqual({ kind: 'process', id: 'codex' });
    expect(event?.payload.source).toMatchObject({ line: { actor } });
    expect(event?.payload).not.toHaveProperty('resolved');
  });

  it('[W6] times to the microsecond, with and without a zone', () => {
    expect(readMoment('2026-03-02T09:00:00.000250+00:00')).toEqual({ at: ms('09:00'), micros: 250 });
    expect(readMoment('2026-03-02T11:00:00+02:00')).toEqual({ at: ms('09:00'), micros: 0 });
    expect(readMoment('2026-03-02 09:00')).toEqual({ at: ms('09:00'), micros: 0 });
    expect(readMoment('2026-03-02')).toEqual({ at: ms('00:00'), micros: 0 });
    expect(readMoment('soon')).toBeNull();
    expect(readStart('1772442000.5')).toBe(1_772_442_000_500);
  });
});
