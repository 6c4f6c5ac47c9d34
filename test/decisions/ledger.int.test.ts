import { describe, expect, it } from 'vitest';
import { decisionStream } from '../../src/ledger/decisions/table.js';
import type { NewEvent } from '../../src/ledger/events/record.js';
import { importEvents } from '../../src/ledger/import.js';
import { runDecisions } from '../../src/sweeps/decisions/run.js';
import { sweep } from '../../src/sweeps/index.js';
import { answerDecision } from '../../src/verbs/decision.js';
import { conversation } from '../support/bridge.js';
import { FakeClock } from '../support/clock.js';
import { recorded } from '../support/given.js';
import { engines, openTestLedger, type TestLedger } from '../support/ledgers.js';
import { Desk, FEDE, GERA, got } from './support.js';

describe.each(engines)('decisions on %s', (engine) => {
  const desk = async (more = '') => {
    const clock = new FakeClock();
    return { clock, smith: new Desk(await openTestLedger(engine, { more }), clock.now) };
  };
  const drive = (of: TestLedger, now: () => number) => runDecisions({ ledger: of.ledger, holder: 'p', now });

  it('[D3] of many answers at once the first wins, and every other is told who', async () => {
    const { smith } = await desk();
    const id = await smith.asks();
    const others = await Promise.all(Array.from({ length: 3 }, () => smith.of.again()));
    const results = await Promise.all(
      [smith.ledger, ...others].flatMap((ledger, index) =>
        [GERA, FEDE].map((asker) =>
          answerDecision(
            { ...smith.ctx, ledger },
            { asker, cause: `race:${index}:${asker.key}` },
            { id, choice: 'ship', other: null, how: 'click' },
          ),
        ),
      ),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    for (const lost of results)
      if (!lost.ok) expect(lost.sentence).toMatch(/was answered already: (Gera|Fede) chose "ship"/);
    const events = await smith.ledger.eventsOf(`decision:${id}`);
    expect(events.filter((event) => event.type === 'Decided')).toHaveLength(1);
    expect(events.filter((event) => event.type === 'Opened')).toHaveLength(1);
    expect((await smith.due()).filter((effect) => effect.startsWith('decision-answer/'))).toHaveLength(1);
  });

  it('[D9, P8] the answer is due in the click’s own transaction, and a crash after it loses nothing', async () => {
    const { smith } = await desk();
    const id = await smith.asks();
    await smith.posts();
    got(await smith.clicks(id));
    const again = await smith.of.again();
    const due = (await again.duePosts(smith.now())).map((post) => post.effect);
    expect(due).toEqual([`decision-answer/${id}/1/asker`, expect.stringContaining(`decision-edit/${id}/`)]);
  });

  it('[D5, D9] a holder that changes between question and answer is the one who is told', async () => {
    const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
    const smith = new Desk(talk.smith.of, talk.clock.now);
    const handoff = await talk.smith.handsOff();
    const key = 'leads/western-slope-alert';
    const id = await smith.asks({ task: key, session: 'S-1' });
    await smith.posts();
    await talk.trinity.claims('accepted');
    await talk.trinity.claims('released to <@U0ORACLE> why: she knows the building');
    await talk.oracle.claims('accepted');
    got(await smith.clicks(id));
    expect((await smith.due()).filter((effect) => effect.startsWith('decision-answer/'))).toEqual([
      `decision-answer/${id}/1/seat:oracle`,
    ]);
    const act = { now: talk.clock.now(), actor: { kind: 'process' as const, id: 'p' }, cause: 'x' };
    const claim = await smith.ledger.claimPost(act, `decision-answer/${id}/1/seat:oracle`);
    expect(claim?.place).toEqual({ channel: 'C02BRIDGE', thread: handoff.ts });
    expect(claim?.saying).toMatchObject({ to: 'U0ORACLE', holds: 'oracle' });
  });

  it('[D9] a sweep tells a successor once per holder and round; a failed verification begins a round', async () => {
    const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
    const smith = new Desk(talk.smith.of, talk.clock.now);
    await talk.smith.handsOff();
    await talk.trinity.claims('accepted');
    const id = await smith.asks({ task: 'handoff:Leads/Western slope alert' });
    got(await smith.clicks(id));
    const told = async () => (await smith.view(id)).drives.map((each) => `${each.holder} ${each.round}`);
    expect(await told()).toEqual(['seat:trinity 1']);
    expect(await drive(smith.of, talk.clock.now)).toMatchObject({ walked: 0, done: 0 });
    await talk.trinity.claims('released to <@U0ORACLE> why: she knows the building');
    talk.clock.after('1m');
    await talk.oracle.claims('accepted');
    expect(await drive(smith.of, talk.clock.now)).toMatchObject({ done: 1, errors: [] });
    expect(await drive(smith.of, talk.clock.now)).toMatchObject({ done: 0 });
    expect(await told()).toEqual(['seat:trinity 1', 'seat:oracle 1']);
    got(await smith.applies(id, 'applied'));
    got(await smith.verifies(id, true));
    expect(await told()).toEqual(['seat:trinity 1', 'seat:oracle 2']);
    expect(await drive(smith.of, talk.clock.now)).toMatchObject({ done: 0 });
  });

  it('[D4, D9] blocked and executing rows are never driven, whoever comes to hold the task; nor is a superseded one', async () => {
    const talk = await conversation(engine);
    const smith = new Desk(talk.smith.of, talk.clock.now);
    await talk.smith.handsOff();
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await smith.asks({ task: 'leads/western-slope-alert' }));
    const [blocked, executing, superseded] = ids as [string, string, string];
    for (const id of ids) got(await smith.clicks(id));
    got(await smith.applies(blocked, 'blocked', { needs: 'human-identity', why: 'the form takes no bot' }));
    got(await smith.applies(executing, 'executing', { holder: 'S-9' }));
    await smith.asks({ supersedes: superseded });
    await talk.trinity.claims('accepted');
    expect(await drive(smith.of, talk.clock.now)).toEqual({ walked: 0, done: 0, errors: [] });
    expect(await smith.ledger.decisions.skipped()).toEqual(
      [
        {
          key: `decision:${blocked}`,
          question: 'Ship the importer today?',
          why: 'blocked: needs human-identity: the form takes no bot',
        },
        { key: `decision:${executing}`, question: 'Ship the importer today?', why: 'executing by S-9' },
      ].sort((a, b) => (a.key < b.key ? -1 : 1)),
    );
  });

  /** Rows that another version wrote, as an import brings them. */
  const written = (id: string, to: string[]): NewEvent[] => {
    const raised = {
      question: `Question ${id}?`,
      options: [{ label: 'ship', consequence: null }],
      task: null,
      deciders: ['gera'],
      waits: null,
      bound: null,
      asker: { kind: 'seat', id: 'smith', name: 'Smith', user: null, session: null },
      place: { channel: 'C07DECIDE' },
      supersedes: null,
      rungs: true,
    };
    const stops = ['none/-/-', 'pending/-/-', ...to];
    return stops.slice(1).map((stop, index) => ({
      class: 'transition',
      type: index === 0 ? 'Raised' : index === 1 ? 'Decided' : 'Elsewhere',
      from: stops[index] as string,
      to: stop,
      payload:
        index === 0 ? raised : index === 1 ? { choice: 'ship', option: 0, by: 'gera', name: 'Gera', how: 'click' } : {},
    }));
  };

  it('[D2, D6] words of another version read unknown: counted, named, never driven; done is applied', async () => {
    const { smith } = await desk();
    const rows: Record<string, string[]> = {
      dpaused: ['decided/queued/pending', 'decided/paused/pending'],
      ddone: ['decided/queued/pending', 'decided/done/pending'],
      dnorecord: ['decided/-/-'],
      ddeferred: ['deferred/-/-'],
    };
    const lines = Object.entries(rows).flatMap(([id, to]) =>
      recorded(`decision:${id}`, written(id, to)).map((event) =>
        JSON.stringify({ ...event, id: `${id}-${event.version}` }),
      ),
    );
    // The hash is over the id too: fold the chain anew.
    const { hashOf } = await import('../../src/ledger/events/record.js');
    let prev: string | null = null;
    const chained = lines.map((line) => {
      const { hash: _hash, ...event } = JSON.parse(line);
      event.prevHash = event.version === 1 ? null : prev;
      prev = hashOf(event);
      return JSON.stringify({ ...event, hash: prev });
    });
    expect(await importEvents(smith.of.raw(), chained)).toMatchObject({ ok: true });
    expect((await smith.view('dpaused')).facts).toMatchObject({
      decision: 'decided',
      application: 'unknown',
      driven: false,
    });
    expect((await smith.view('ddone')).facts).toMatchObject({ application: 'applied', counted: false });
    expect((await smith.view('dnorecord')).facts).toMatchObject({ application: 'queued', counted: true });
    expect((await smith.view('ddeferred')).facts).toMatchObject({ decision: 'unknown', counted: false });
    expect(await smith.ledger.decisions.backlog()).toMatchObject({
      total: 2,
      byApplication: { unknown: 1, queued: 1 },
      capabilities: {},
    });
    expect(await smith.ledger.decisions.skipped()).toMatchObject([
      { key: 'decision:dpaused', why: 'unknown: nobody wrote down what "paused" means' },
    ]);
    expect(await drive(smith.of, smith.now)).toMatchObject({ done: 1 });
    expect((await smith.due()).filter((effect) => effect.startsWith('decision-answer/'))).toEqual([
      'decision-answer/dnorecord/1/asker',
    ]);
    // What nobody knows is not pending either: it takes no answer. A deliberate act leads out of an unknown application.
    expect(await smith.clicks('ddeferred')).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('reads unknown'),
    });
    got(await smith.applies('dpaused', 'queued'));
    expect((await smith.view('dpaused')).facts).toMatchObject({ application: 'queued', driven: true });
    expect(await smith.ledger.verify()).toMatchObject({ difference: null });
  });

  it('[D6] counts without narrowing: total, by state, by capability, and the age of the oldest', async () => {
    const { clock, smith } = await desk();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push(await smith.asks());
      got(await smith.clicks(ids[n] as string));
      clock.after('1h');
    }
    const open = await smith.asks();
    const [first, second, third, fourth] = ids as [string, string, string, string];
    got(await smith.applies(first, 'applied'));
    for (const id of [second, third])
      got(await smith.applies(id, 'blocked', { needs: 'human-identity', why: 'no bots' }));
    got(await smith.applies(fourth, 'blocked', { needs: 'budget', why: 'above the limit' }));
    const counted = {
      total: 4,
      byApplication: { blocked: 3, queued: 1 },
      capabilities: { 'human-identity': 2, budget: 1 },
      oldestAt: (await smith.view(second)).answer?.at,
    };
    expect(await smith.ledger.decisions.backlog()).toEqual(counted);
    expect((await smith.view(open)).facts.counted).toBe(false);
    // A sweep takes the count and keeps it; where it cannot, the count is absent and never zero.
    const parts = [
      { name: 'counting the backlog', run: async () => ({ backlog: await smith.ledger.decisions.backlog() }) },
    ];
    await sweep({ ledger: smith.ledger, holder: 'p', now: smith.now, parts });
    expect((await smith.ledger.lastSweep())?.backlog).toEqual(counted);
    expect((await smith.ledger.status()).backlog).toEqual(counted);
    await smith.of.raw().db.schema.dropTable('decisions').execute();
    await sweep({ ledger: smith.ledger, holder: 'p', now: smith.now, parts });
    const status = await smith.ledger.status();
    expect([status.backlog, status.skipped, status.lastSweep?.backlog]).toEqual([null, null, null]);
    expect(status.lastSweep?.errors).toEqual([expect.stringMatching(/^counting the backlog: /)]);
  });

  it('[D3] its message, once it stands, is the record of what is owed, and shows what happened before it stood', async () => {
    const { smith } = await desk();
    const id = await smith.asks();
    got(await smith.clicks(id));
    expect(await smith.ledger.item(`decision:${id}`)).toMatchObject({
      link: null,
      noLinkWhy: 'its message is not posted yet',
    });
    expect(await smith.posts()).toContain(`decision/${id}`);
    expect((await smith.ledger.item(`decision:${id}`))?.link).toContain('/archives/');
    expect((await smith.due()).some((effect) => effect.startsWith(`decision-edit/${id}/`))).toBe(true);
  });

  it('[O1] an answer proves the prompt of that name, and items whose kind names the decision', async () => {
    const kind = "kinds: { vendor-call: { page: 1d, proof: { decision: '{subject}' } } }";
    const { smith } = await desk(kind);
    const opening = {
      openedAt: smith.now(),
      nudgeAt: null,
      pageAt: null,
      owedTo: ['gera'],
      owedBy: 'smith',
      link: null,
      noLinkWhy: null,
      what: 'x',
      handoff: null,
      snapshot: null,
    };
    const act = (cause: string) => ({ now: smith.now(), actor: { kind: 'process' as const, id: 'p' }, cause });
    for (const key of ['prompt:prompt/Q-17', 'vendor-call:Q-17', 'vendor-call:Q-18', 'task:task/Q-17']) {
      await smith.ledger.onItem(act(key), key, { do: 'open', opening });
    }
    got(await smith.clicks(await smith.asks({ task: 'Q-17' })));
    const open = (await smith.ledger.listItems()).map((item) => item.key).filter((key) => !key.startsWith('decision:'));
    expect(open.sort()).toEqual(['task:task/Q-17', 'vendor-call:Q-18']);
  });

  it('[L1, L4] every state folds to the projection that was written', async () => {
    const { smith } = await desk();
    const id = await smith.asks({ task: 'leads/x', bound: 3_600_000 });
    got(await smith.clicks(id));
    got(await smith.applies(id, 'blocked', { needs: 'a', why: 'b' }));
    got(await smith.applies(id, 'blocked', { needs: 'c', why: 'd' }));
    got(await smith.applies(id, 'applied'));
    got(await smith.verifies(id));
    got(await smith.verifies(id));
    got(await smith.verifies(id, true));
    expect(await smith.ledger.verify()).toMatchObject({ difference: null });
    const before = await decisionStream.projected(smith.of.raw().db);
    await smith.ledger.rebuild();
    expect(await decisionStream.projected(smith.of.raw().db)).toEqual(before);
  });
});
