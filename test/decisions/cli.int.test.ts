import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Desk, MINUTE, T0 } from '../cli/support.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => desk.end());

const HOUR = 60 * MINUTE;

interface Shown {
  id: string;
  options: string[];
  task: string | null;
  deciders: string[];
  decision: { state: string; choice: string | null; by: string | null; at: string | null; how: string | null };
  application: { state: string | null; needs: string | null; why: string | null; holder: string | null };
  verification: { state: string | null; revision: string | null; evidence: string | null; shown: string | null };
}
const ASK = [
  'decision',
  'raise',
  '--question',
  'Ship the importer today?',
  '--option',
  'ship: customers see it today',
  '--option',
  'wait',
];
const raise = async (...more: string[]) => (await desk.json<Shown>([...ASK, ...more])).id;
const show = (id: string) => desk.json<Shown>(['decision', 'show', id]);
const answer = (id: string, choice = 'ship', by = 'gera') =>
  desk.owed(['decision', 'answer', id, '--choice', choice, '--by', by]);
const apply = (id: string, ...words: string[]) => desk.owed(['decision', 'apply', id, ...words]);
const verified = (id: string, ...words: string[]) =>
  desk.owed(['decision', 'verified', id, '--revision', 'org/app@a1b2c3', '--evidence', 'saw it live', ...words]);

describe('owed decision', () => {
  it('[D1, D3] raises a question, and shows its three facts as the contract says', async () => {
    const id = await raise('--task', 'leads/importer');
    expect(await show(id)).toMatchObject({
      id,
      question: 'Ship the importer today?',
      options: ['ship', 'wait'],
      consequences: { ship: 'customers see it today', wait: null },
      task: 'leads/importer',
      deciders: ['gera'],
      decision: { state: 'pending', choice: null, by: null, at: null },
      application: { state: null, needs: null, why: null },
      verification: { state: null, revision: null, evidence: null },
    });
    // An open question is owed by whoever asked, to nobody yet.
    expect(await desk.json(['items', '--all'])).toEqual([]);
  });

  it('[D8] an answer by command line shows as by command line, in the name of a person, and opens what is owed', async () => {
    const id = await raise();
    const { code, stdout } = await answer(id, 'SHIP');
    expect([code, stdout]).toEqual([0, `decision:${id} is decided: ship.\n`]);
    expect(await show(id)).toMatchObject({
      decision: { state: 'decided', choice: 'ship', by: 'gera', at: '2026-11-02T14:51:00.000Z', how: 'command-line' },
      application: { state: 'queued', needs: null, why: null },
      verification: { state: 'pending', revision: null, evidence: null },
    });
    const words = await desk.owed(['decision', 'show', id]);
    expect(words.stdout).toContain('by command line, in the name of Gera');
    expect(words.stdout).not.toContain('click');
    const [item] = await desk.json<Record<string, unknown>[]>(['items']);
    expect(item).toMatchObject({
      key: `decision:${id}`,
      kind: 'decision',
      state: 'open',
      owed_to: ['gera'],
      owed_by: 'smith',
      due: new Date(T0 + 6 * HOUR).toISOString(),
    });
  });

  it('[D3] the first answer wins; whoever comes later is told so, and nothing is changed', async () => {
    const id = await raise('--decider', 'gera', '--decider', 'fede');
    await answer(id, 'wait', 'fede');
    const late = await answer(id, 'ship', 'gera');
    expect(late.code).toBe(1);
    expect(late.stderr).toMatch(
      /was answered already: Fede chose "wait" at 2026-11-02 14:51 UTC\. Nothing was changed/,
    );
    expect((await show(id)).decision).toMatchObject({ choice: 'wait', by: 'fede' });
  });

  it('[D3, U6] refuses who may not decide, an option that is not there, an unknown decision, an unknown person', async () => {
    const id = await raise('--decider', 'fede');
    const refusals: [string[], number, RegExp][] = [
      [['answer', id, '--choice', 'ship', '--by', 'gera'], 1, /Only Fede may decide/],
      [['answer', id, '--choice', 'shop', '--by', 'fede'], 1, /no option "shop"; did you mean "ship"/],
      [['answer', 'd222222222', '--choice', 'ship', '--by', 'fede'], 3, /There is no decision "d222222222"/],
      [['answer', id, '--choice', 'ship', '--by', 'trinty'], 1, /No person is called "trinty"/],
      [['answer', id, '--by', 'fede'], 2, /--choice OPTION, or --other TEXT/],
      [['answer', id, '--choice', 'ship', '--other', 'later', '--by', 'fede'], 2, /Give one of them/],
      [['apply', id, 'applied'], 1, /not decided yet/],
      [['verified', id, '--revision', 'r', '--evidence', 'e'], 1, /not decided yet/],
      [['show', 'nothing'], 3, /There is no decision "nothing"/],
    ];
    for (const [words, code, sentence] of refusals) {
      const ran = await desk.owed(['decision', ...words]);
      expect([ran.code, ran.stdout], words.join(' ')).toEqual([code, '']);
      expect(ran.stderr.trimEnd().split('\n'), words.join(' ')).toHaveLength(1);
      expect(ran.stderr).toMatch(sentence);
    }
    expect((await show(id)).decision.state).toBe('pending');
  });

  it('[D3] words of one’s own in place of an option', async () => {
    const id = await raise();
    await desk.owed(['decision', 'answer', id, '--other', 'ship to ten customers first', '--by', 'Gera']);
    expect((await show(id)).decision).toMatchObject({ state: 'decided', choice: 'ship to ten customers first' });
  });

  it('[D4] blocked names a capability and a reason, neither with a default, and never touches the decision', async () => {
    const id = await raise();
    await answer(id);
    const before = (await show(id)).decision;
    for (const words of [[], ['--needs', 'human-identity'], ['--why', 'no bots'], ['--needs', ' ', '--why', 'x']]) {
      const ran = await apply(id, 'blocked', ...words);
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('blocked names what it needs and why')]);
    }
    expect((await apply(id, 'blocked', '--needs', 'human-identity', '--why', 'the form takes no bot')).code).toBe(0);
    const after = await show(id);
    expect(after.decision).toEqual(before);
    expect(after.application).toMatchObject({
      state: 'blocked',
      needs: 'human-identity',
      why: 'the form takes no bot',
    });
    expect(await desk.json(['show', `decision:${id}`])).toMatchObject({
      state: 'open',
      blocking: 'needs human-identity: the form takes no bot',
    });
    expect((await apply(id, 'queued')).code).toBe(0);
    expect(await desk.json(['show', `decision:${id}`])).toMatchObject({ blocking: null });
    expect((await apply(id, 'executing', '--needs', 'x')).stderr).toContain('belong to blocked');
  });

  it('[D2] its own command line refuses a word that nobody wrote a meaning for', async () => {
    const id = await raise();
    await answer(id);
    for (const word of ['done', 'paused', 'unknown', 'aplied']) {
      const ran = await apply(id, word);
      expect([ran.code, ran.stdout]).toEqual([2, '']);
      expect(ran.stderr).toContain(
        `"${word}" is no state of an application; write one of queued, executing, blocked, applied`,
      );
    }
    expect((await show(id)).application.state).toBe('queued');
  });

  it('[D7] a verification names revision and evidence; passed closes what is owed', async () => {
    const id = await raise();
    await answer(id);
    expect((await verified(id)).stderr).toMatch(/queued, not applied/);
    await apply(id, 'applied');
    expect((await show(id)).verification).toEqual({
      state: 'pending',
      revision: null,
      evidence: null,
      shown: 'verified against no named revision',
    });
    expect(await desk.json(['show', `decision:${id}`])).toMatchObject({ state: 'open' });
    const bare = await desk.owed(['decision', 'verified', id, '--evidence', 'saw it']);
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('--revision')]);
    expect((await desk.owed(['decision', 'verified', id, '--revision', ' ', '--evidence', 'x'])).code).toBe(2);
    expect((await verified(id)).code).toBe(0);
    expect((await show(id)).verification).toMatchObject({ state: 'passed', revision: 'org/app@a1b2c3' });
    expect(await desk.json(['show', `decision:${id}`])).toMatchObject({
      state: 'closed',
      proof: { kind: 'verified', text: 'verified against org/app@a1b2c3: saw it live' },
    });
  });

  it('[D7, O3] a failed verification opens an applied row again, and its item in a new round', async () => {
    const id = await raise();
    await answer(id);
    await apply(id, 'applied');
    await verified(id);
    desk.now = T0 + HOUR;
    expect((await verified(id, '--failed')).code).toBe(0);
    expect(await show(id)).toMatchObject({ application: { state: 'queued' }, verification: { state: 'failed' } });
    const item = await desk.json(['show', `decision:${id}`]);
    expect(item).toMatchObject({ state: 'open', round: 2, due: new Date(T0 + 7 * HOUR).toISOString() });
    expect((await verified(id, '--failed')).stderr).toContain('failed its verification before');
    await apply(id, 'applied');
    expect((await show(id)).verification.state).toBe('pending');
    await verified(id);
    expect(await desk.json(['show', `decision:${id}`])).toMatchObject({ state: 'closed', round: 2 });
  });

  it('[D9] executing names its holder, and two never apply one row', async () => {
    const id = await raise('--session', 'S-1');
    await answer(id);
    expect((await apply(id, 'executing')).stdout).toContain('executing by S-1');
    const other = await apply(id, 'executing', '--holder', 'S-2');
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining('executing by S-1 since 2026-11-02 14:51 UTC'),
    ]);
    expect((await apply(id, 'applied', '--holder', 'S-2')).code).toBe(1);
    expect((await show(id)).application).toMatchObject({ state: 'executing', holder: 'S-1' });
    expect((await apply(id, 'applied')).code).toBe(0);
    expect((await apply(id, 'queued')).stderr).toContain('only a failed verification opens it again');
  });

  it('[D3, O1] a changed mind supersedes; what was owed stays owed until a person answers the new question', async () => {
    const old = await raise();
    await answer(old);
    const ran = await desk.json<Shown>([
      'decision',
      'supersede',
      old,
      '--question',
      'Ship it on Monday?',
      '--option',
      'yes',
      '--option',
      'no',
    ]);
    expect(await show(old)).toMatchObject({ superseded_by: ran.id, decision: { state: 'superseded', choice: 'ship' } });
    expect(await show(ran.id)).toMatchObject({ supersedes: old, decision: { state: 'pending' } });
    expect((await answer(old, 'wait')).stderr).toContain(`was superseded by decision:${ran.id}`);
    expect((await apply(old, 'applied')).stderr).toContain('was superseded');
    expect(await desk.json(['show', `decision:${old}`])).toMatchObject({
      state: 'open',
      blocking: expect.stringContaining('not answered yet'),
    });
    await answer(ran.id, 'yes');
    expect(await desk.json(['show', `decision:${old}`])).toMatchObject({
      state: 'closed',
      proof: { kind: 'superseded', by: 'gera' },
    });
    expect(await desk.json(['show', `decision:${ran.id}`])).toMatchObject({ state: 'open' });
  });

  it('[L5] the same request again changes nothing', async () => {
    const first = await desk.json<Shown>([...ASK, '--request-id', 'r-1']);
    const again = await desk.json<Shown>([...ASK, '--request-id', 'r-1']);
    expect(again.id).toBe(first.id);
    expect(await desk.json<Shown[]>(['decision', 'list'])).toHaveLength(1);
    const words = ['decision', 'answer', first.id, '--choice', 'ship', '--by', 'gera', '--request-id', 'r-2'];
    expect((await desk.owed(words)).code).toBe(0);
    expect((await desk.owed(words)).code).toBe(0);
    const { events } = await desk.json<{ events: { type: string }[] }>(['show', `decision:${first.id}`]);
    expect(events.filter((event) => event.type === 'Decided')).toHaveLength(1);
  });

  it('lists open questions and the backlog, each by itself too', async () => {
    const [a, b, c] = [await raise(), await raise(), await raise()];
    await answer(b);
    await answer(c);
    await apply(c, 'applied');
    const ids = async (...words: string[]) =>
      (await desk.json<Shown[]>(['decision', 'list', ...words])).map((d) => d.id);
    expect(await ids('--pending')).toEqual([a]);
    expect(await ids('--outstanding')).toEqual([b]);
    expect((await ids()).sort()).toEqual([a, b].sort());
    expect((await ids('--all')).sort()).toEqual([a, b, c].sort());
    expect((await desk.owed(['decision', 'list'])).stdout).toMatch(
      /^ID +QUESTION +DECISION +APPLICATION +VERIFICATION/,
    );
  });

  it('[L4] the ledger verifies and rebuilds afterwards', async () => {
    const id = await raise('--task', 'leads/importer');
    await answer(id);
    await apply(id, 'blocked', '--needs', 'human-identity', '--why', 'no bots');
    expect((await desk.owed(['ledger', 'verify'])).code).toBe(0);
    expect((await desk.owed(['ledger', 'rebuild'])).code).toBe(0);
    expect((await show(id)).application.state).toBe('blocked');
  });
});
