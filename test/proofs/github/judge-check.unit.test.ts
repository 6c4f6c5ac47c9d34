import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckFacts, type CheckRun, judgeCheck } from '../../../src/proofs/github/judge-check.js';
import { DAY, HOUR, START } from './support.js';

const NOW = START + HOUR;
let id = 0;
const run = (at: number, conclusion: string | null, more: Partial<CheckRun> = {}): CheckRun => {
  id += 1;
  return { id, at, event: 'schedule', status: 'completed', conclusion, url: `https://github.com/r/${id}`, ...more };
};
/** One run a day, the last of them today; oldest first. */
const nightly = (...conclusions: (string | null)[]) =>
  conclusions.map((conclusion, i) => run(START - (conclusions.length - 1 - i) * DAY, conclusion));
const facts = (more: Partial<CheckFacts>): CheckFacts => ({
  name: 'nightly-e2e',
  workflow: 'active',
  runs: [],
  siblings: null,
  now: NOW,
  unread: null,
  ...more,
});
const judge = (more: Partial<CheckFacts>) => judgeCheck(facts(more));
const [OK, BAD] = ['success', 'failure'];

describe('a streak', () => {
  it('[O6] counts scheduled runs that failed, timed out or could not start, back to back', () => {
    const runs = nightly(BAD, OK, BAD, 'timed_out', 'startup_failure');
    expect(judge({ runs })).toMatchObject({ read: 'streak', state: 'red', red: 3, lastGreen: { at: START - 3 * DAY } });
  });

  it.each(['cancelled', 'skipped', 'neutral', 'action_required', 'stale', 'a_word_of_tomorrow', null])(
    '[O6] is neither broken nor lengthened by a run that ended as %j',
    (word) => {
      expect(judge({ runs: nightly(OK, BAD, word, BAD, word) })).toMatchObject({ state: 'red', red: 2 });
      expect(judge({ runs: nightly(BAD, OK, word) })).toMatchObject({ state: 'green', red: 0 });
      expect(judge({ runs: nightly(word) })).toMatchObject({ read: 'unknown' });
    },
  );

  it('[O1] ends with a green run, which is named', () => {
    const runs = nightly(BAD, BAD, BAD, OK);
    expect(judge({ runs })).toMatchObject({ state: 'green', red: 0, runs: [], lastGreen: runs[3], link: runs[3]?.url });
  });

  it.each(['workflow_dispatch', 'push', 'pull_request', 'repository_dispatch'])(
    '[O6] is not touched by a run of the event %s',
    (event) => {
      const runs = [...nightly(BAD, BAD, BAD), run(START + 1, OK, { event }), run(START + 2, BAD, { event })];
      expect(judge({ runs })).toMatchObject({ state: 'red', red: 3 });
    },
  );

  it('[O6] does not count what is still going, whatever it says already', () => {
    const going = run(START + 1, OK, { status: 'in_progress' });
    expect(judge({ runs: [...nightly(BAD, BAD), going] })).toMatchObject({ state: 'red', red: 2 });
  });

  it('[O6] is the same in whatever order runs come, and with a run that came twice', () => {
    const runs = nightly(OK, BAD, BAD);
    const mixed = [runs[2], runs[0], runs[1], runs[2]] as CheckRun[];
    expect(judge({ runs: mixed })).toEqual(judge({ runs }));
  });
});

/** Three red nights, the last one `days` ago. */
const silent = (days: number) => nightly(BAD, BAD, BAD).map((r) => ({ ...r, at: r.at - days * DAY }));
const daily = (from: number, to: number, offset = HOUR / 2) => {
  const runs: CheckRun[] = [];
  for (let day = from; day >= to; day -= 1) runs.push(run(START - day * DAY + offset, OK));
  return { name: 'lint', runs };
};

describe('a check that does not run any more', () => {
  it.each(['disabled_manually', 'disabled_inactivity', 'disabled_fork', 'deleted', 'gone'])(
    '[O6] is retired when its workflow is %s',
    (workflow) => {
      expect(judge({ workflow, runs: nightly(BAD, BAD, BAD) })).toMatchObject({ read: 'retired' });
      expect(judge({ workflow, runs: null })).toMatchObject({ read: 'retired' });
    },
  );

  it('[O6] is retired after two of its usual intervals in which another check ran', () => {
    expect(judge({ runs: silent(3), siblings: [daily(6, 0)] })).toMatchObject({
      read: 'retired',
      why: 'it has not run since 2026-10-30 09:00 UTC, while lint did',
    });
  });

  it('[O6] is not retired before that', () => {
    expect(judge({ runs: silent(1), siblings: [daily(6, 0)] })).toMatchObject({ read: 'streak', red: 3 });
  });

  it('[O6] is in an outage when none of the checks ran, and its streak goes on', () => {
    const result = judge({ runs: silent(5), siblings: [daily(9, 5)] });
    expect(result).toMatchObject({ read: 'outage', red: 3, since: START - 5 * DAY });
    expect(judge({ runs: silent(5), siblings: [] })).toMatchObject({ read: 'outage', red: 3 });
  });

  it('[O6] is not retired by the other check being the first to run after an outage', () => {
    const runs = silent(4);
    const before = daily(9, 5, -HOUR).runs;
    const after = run(START - HOUR, OK);
    const siblings = [{ name: 'lint', runs: [...before, after] }];
    expect(judge({ runs, siblings, now: START - HOUR / 2 })).toMatchObject({ read: 'streak', state: 'red', red: 3 });
  });

  it('[O6] goes on over an outage: red before and red after are one streak', () => {
    const runs = [...silent(5), run(START, BAD)];
    expect(judge({ runs, siblings: [daily(9, 0)] })).toMatchObject({ read: 'streak', red: 4 });
  });

  it('[O6] is on schedule at the weekend when it never ran at weekends', () => {
    const monday = Date.UTC(2026, 9, 5, 3);
    const workdays = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18];
    const runs = workdays.map((day) => run(monday + day * DAY, BAD));
    const lint = { name: 'lint', runs: Array.from({ length: 22 }, (_, day) => run(monday + day * DAY + HOUR, OK)) };
    const sunday = monday + 20 * DAY + 20 * HOUR;
    expect(judge({ runs, siblings: [lint], now: sunday })).toMatchObject({ read: 'streak', red: 15 });
    expect(judge({ runs, siblings: [lint], now: sunday + 2 * DAY })).toMatchObject({ read: 'retired' });
  });

  it('[O2] stays as it was when the other check could not be read', () => {
    expect(judge({ runs: silent(5), siblings: [{ name: 'lint', runs: null }] })).toMatchObject({ read: 'streak' });
  });

  it('[O6] is not judged by its intervals when it ran too seldom to have any', () => {
    const runs = silent(30).slice(1);
    expect(judge({ runs, siblings: [daily(60, 0)] })).toMatchObject({ read: 'streak', red: 2 });
  });
});

const words = [
  'failure',
  'timed_out',
  'startup_failure',
  'cancelled',
  'skipped',
  'neutral',
  'action_required',
  'stale',
];
const anyRun = (conclusion: fc.Arbitrary<string | null>) =>
  fc.record({
    id: fc.nat(40),
    at: fc.integer({ min: NOW - 30 * DAY, max: NOW }),
    event: fc.constantFrom('schedule', 'schedule', 'schedule', 'push', 'workflow_dispatch', 'toString'),
    status: fc.constantFrom('completed', 'completed', 'in_progress', 'queued', '', 'constructor'),
    conclusion,
    url: fc.constant(null),
  });
const noSuccess = fc.oneof(
  fc.constantFrom<(string | null)[]>(...words, null, 'Success', 'SUCCESS', 'toString', '__proto__'),
  fc.string().filter((word) => word !== 'success'),
);
const anyRuns = (conclusion: fc.Arbitrary<string | null>) => fc.option(fc.array(anyRun(conclusion), { maxLength: 25 }));
const unknownState = fc.oneof(
  fc.constantFrom(null, 'active', 'Disabled_Manually', 'disabled', 'constructor', 'paused'),
  fc.string().filter((word) => !/^(disabled_|deleted$|gone$)/.test(word)),
);
const isDone = (read: ReturnType<typeof judgeCheck>) =>
  read.read === 'retired' || (read.read === 'streak' && read.state === 'green');

describe('whatever is missing or unknown', () => {
  it('[O6] no word but success makes a check green', () => {
    fc.assert(
      fc.property(unknownState, anyRuns(noSuccess), (workflow, runs) => {
        expect(isDone(judge({ workflow, runs, siblings: null }))).toBe(false);
      }),
    );
  });

  it('[O6] runs by hand, by a push or without an end never make a check green', () => {
    const conclusion = fc.constantFrom('success', 'failure');
    const aside = anyRuns(conclusion).map(
      (runs) => runs?.map((r) => (r.event === 'schedule' ? { ...r, status: 'in_progress' } : r)) ?? null,
    );
    fc.assert(
      fc.property(unknownState, aside, (workflow, runs) => {
        expect(isDone(judge({ workflow, runs, siblings: null }))).toBe(false);
      }),
    );
  });

  it('[O6] a check without readable runs is unknown unless its workflow is known not to run', () => {
    fc.assert(
      fc.property(unknownState, fc.array(anyRun(fc.constant('success'))), (workflow, others) => {
        const siblings = [{ name: 'lint', runs: others }];
        expect(judge({ workflow, runs: null, siblings }).read).toBe('unknown');
      }),
    );
  });

  it('[O6] others that were not read, or did not run since, never retire a check', () => {
    const other = fc.option(fc.array(anyRun(noSuccess), { maxLength: 25 }));
    fc.assert(
      fc.property(unknownState, anyRuns(noSuccess), fc.array(other, { maxLength: 3 }), (workflow, runs, others) => {
        const own = (runs ?? []).filter(({ event }) => event === 'schedule').map(({ at }) => at);
        const last = Math.max(0, ...own);
        const siblings = others.map((list, i) => ({
          name: `other-${i}`,
          runs: list?.map((r) => ({ ...r, at: Math.min(r.at, last) })) ?? null,
        }));
        expect(isDone(judge({ workflow, runs, siblings }))).toBe(false);
      }),
    );
  });

  it('[O6] taking readings away never turns a check that is not done into one that is', () => {
    const siblings = fc.array(anyRuns(noSuccess), { maxLength: 3 });
    fc.assert(
      fc.property(unknownState, anyRuns(noSuccess), siblings, fc.nat(2), (workflow, runs, others, lost) => {
        const all = others.map((list, i) => ({ name: `other-${i}`, runs: list }));
        const less = all.map((other, i) => (i === lost ? { ...other, runs: null } : other));
        const before = judge({ workflow, runs, siblings: all });
        const after = judge({ workflow, runs, siblings: less });
        if (!isDone(before)) expect(isDone(after)).toBe(false);
      }),
    );
  });
});
