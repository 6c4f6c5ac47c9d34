import { describe, expect, it } from 'vitest';
import type { TerminalLine } from '../../../src/ledger/index.js';
import { kindOfLabel } from '../../../src/ledger/index.js';
import { muteItem, unmuteItem } from '../../../src/verbs/items.js';
import { at } from '../../support/clock.js';
import { testConfig } from '../../support/config.js';
import { act, proof } from '../../support/items.js';
import { engines, openTestLedger, type TestLedger } from '../../support/ledgers.js';
import { chases } from '../../support/slack.js';

const MORE = `
terminal: { channels: [C06RUNS], labels: { pr-drive: pull-request, operator-task: task } }
kinds:
  vendor-ticket: { page: 1d, owed_to: [fede], proof: { command: [ticket, "{subject}"] } }
  errand: { page: 1d, proof: { later-done: { label: errand-run } } }
checks: [{ name: nightly, repo: org/app, workflow: nightly.yml }]`;

const line = (word: TerminalLine['word'], time: string, change: Partial<TerminalLine> = {}): TerminalLine => ({
  word,
  label: 'operator-task',
  subject: 'rotate',
  keySubject: 'operator-task/rotate',
  link: null,
  at: at(time),
  lineLink: `https://owed.slack.com/archives/C06RUNS/p${at(time)}`,
  by: 'A09RUNNER',
  owedTo: null,
  ...change,
});
const KEY = 'task:operator-task/rotate';

const gera = { kind: 'human' as const, key: 'gera', user: 'U01GERA', name: 'Gera' };
let causes = 0;
const request = () => {
  causes += 1;
  return { asker: gera, cause: `person:${causes}` };
};

describe('what a label means', () => {
  const config = testConfig({ more: MORE });
  it('[O5] a mapped label, a name of a kind that awaits lines, or the label that a kind awaits; else nothing', () => {
    expect(
      ['pr-drive', 'task', 'prompt', 'pull-request', 'vendor-ticket', 'errand-run'].map((l) => kindOfLabel(config, l)),
    ).toEqual([...['pull-request', 'task', 'prompt', 'pull-request', 'vendor-ticket', 'errand']]);
    expect(kindOfLabel(config, 'deploy')).toBeNull();
  });

  it('[O5, H8, A3] no line makes a handoff done, answers an ask, turns a check green or applies a decision', () => {
    const own = ['ask', 'handoff', 'handoff-received', 'held', 'handoff-unparsed', 'check', 'decision', 'session-link'];
    expect(own.filter((label) => kindOfLabel(config, label) !== null)).toEqual([]);
  });
});

describe.each(engines)('terminal lines in the ledger, on %s', (engine) => {
  const start = async () => {
    const of = await openTestLedger(engine, { more: MORE });
    const says = async (given: TerminalLine, now = given.at, cause?: string) => {
      const done = await of.ledger.recordTerminal(act(now, cause), given);
      return done.applied ? done.value.recorded : 'repeated';
    };
    return { of, says, item: () => of.ledger.item(KEY), ctx: contextOf(of) };
  };
  const contextOf = (of: TestLedger, now = () => at('09:40')) => ({ ledger: of.ledger, config: of.config, now });

  it.each(['FAILED', 'EXPIRED', 'ESCALATED'] as const)(
    '[O1, O5] %s opens with the bound of its kind, and keeps',
    async (word) => {
      const { says, item } = await start();
      expect(await says(line(word, '09:10'))).toBe('opened');
      expect(await item()).toMatchObject({ state: 'open', opened: at('09:10'), bound: at('15:10'), owedTo: ['gera'] });
      expect(await says(line('FAILED', '09:20'))).toBe('kept');
      expect(await says(line(word, '09:30'))).toBe('kept');
      expect(await item()).toMatchObject({ state: 'open', round: 1, opened: at('09:10'), bound: at('15:10') });
    },
  );

  it('[O1] only a later DONE for the same label and subject closes it', async () => {
    const { says, item } = await start();
    await says(line('FAILED', '09:10'));
    expect(await says(line('DONE', '09:20', { keySubject: 'operator-task/other', subject: 'other' }))).toBe(
      'nothing-open',
    );
    expect(await says(line('DONE', '09:05'), at('09:30'))).toBe('kept');
    expect(await item()).toMatchObject({ state: 'open' });
    expect(await says(line('DONE', '09:40'))).toBe('closed');
    expect(await item()).toMatchObject({
      state: 'closed',
      proof: { kind: 'later-done', by: 'A09RUNNER', at: at('09:40') },
    });
    // The failure that this DONE followed comes late: it is over, and stays so.
    expect(await says(line('FAILED', '09:35'), at('09:50'))).toBe('nothing-open');
    expect(await says(line('FAILED', '10:00'))).toBe('opened');
    expect(await item()).toMatchObject({ state: 'open', round: 2 });
  });

  it('[L5] the same line a second time changes nothing', async () => {
    const { says, of } = await start();
    await says(line('FAILED', '09:10'), at('09:10'), 'terminal:C06RUNS:1:0');
    expect(await says(line('FAILED', '09:10'), at('09:11'), 'terminal:C06RUNS:1:0')).toBe('repeated');
    expect(await of.ledger.eventsOf(KEY)).toHaveLength(1);
  });

  it('[O4] it is owed to the kind’s people, or whom the line names; whom a later line names is owed too', async () => {
    const { says, of, item } = await start();
    await says(line('FAILED', '09:10', { label: 'vendor-ticket', subject: 'VT-9', keySubject: 'VT-9' }));
    expect(await of.ledger.item('vendor-ticket:VT-9')).toMatchObject({ owedTo: ['fede'], bound: at('Tue 09:10') });
    await says(line('FAILED', '09:10', { owedTo: ['neo'] }));
    await says(line('FAILED', '09:20', { owedTo: ['fede'] }));
    await says(line('FAILED', '09:30'));
    expect((await item())?.owedTo).toEqual(['neo', 'fede']);
  });

  it('[O5] a label that nobody mapped is counted and listed, and opens nothing', async () => {
    const { says, of } = await start();
    const unmapped = { label: 'deploy', subject: 'api', keySubject: 'api' };
    expect(await says(line('FAILED', '09:10', unmapped))).toBe('unmapped');
    await says(line('DONE', '09:20', unmapped));
    expect((await of.ledger.status()).unmappedLabels).toEqual([{ label: 'deploy', times: 2, lastAt: at('09:20') }]);
    expect(await of.ledger.listItems({ state: 'all' })).toEqual([]);
  });

  describe('[O8] muted', () => {
    it('for a time: counted and shown; owed in a new round when the mute is over and nothing was done', async () => {
      const { says, of, item, ctx } = await start();
      await says(line('FAILED', '09:10'));
      await muteItem(ctx, request(), { key: KEY, why: 'known', for: 3_600_000 });
      expect(await says(line('FAILED', '09:50'))).toBe('suppressed');
      expect(await says(line('EXPIRED', '10:00'))).toBe('suppressed');
      expect(await item()).toMatchObject({
        state: 'closed',
        round: 1,
        suppressed: { times: 2, last: 'EXPIRED operator-task: rotate' },
        muted: { by: 'gera', until: at('10:40') },
      });
      await chases(of.ledger, of.config, at('10:39'));
      expect((await item())?.state).toBe('closed');
      await chases(of.ledger, of.config, at('10:40'));
      expect(await item()).toMatchObject({
        state: 'open',
        round: 2,
        opened: at('10:40'),
        muted: null,
        suppressed: null,
      });
      expect((await item())?.bound).toBe(at('16:40'));
    });

    it('what was done meanwhile is owed no more when it ends', async () => {
      const { says, of, item, ctx } = await start();
      await says(line('FAILED', '09:10'));
      await muteItem(ctx, request(), { key: KEY, why: 'known', for: 3_600_000 });
      await says(line('FAILED', '09:50'));
      await says(line('DONE', '10:00'));
      await chases(of.ledger, of.config, at('11:00'));
      expect(await item()).toMatchObject({ state: 'closed', round: 1, suppressed: null, muted: null });
      expect(await says(line('FAILED', '11:10'))).toBe('opened');
    });

    it('for good: nothing opens however long it goes on, until somebody ends it', async () => {
      const { says, of, item, ctx } = await start();
      await says(line('FAILED', '09:10'));
      await muteItem(ctx, request(), { key: KEY, why: 'nobody needs it', for: null });
      await says(line('FAILED', 'Sun 10:00'));
      await chases(of.ledger, of.config, at('Sun 11:00'));
      expect(await item()).toMatchObject({ state: 'closed', suppressed: { times: 1 } });
      const ended = await unmuteItem(
        contextOf(of, () => at('Sun 12:00')),
        request(),
        { key: KEY },
      );
      expect(ended).toMatchObject({ ok: true, value: { sentence: expect.stringContaining('It is open') } });
      expect(await item()).toMatchObject({ state: 'open', round: 2, opened: at('Sun 12:00'), suppressed: null });
    });

    it('an unmute with nothing held back opens nothing', async () => {
      const { says, item, ctx } = await start();
      await says(line('FAILED', '09:10'));
      await muteItem(ctx, request(), { key: KEY, why: 'known', for: null });
      expect(await unmuteItem(ctx, request(), { key: KEY })).toMatchObject({
        value: { sentence: `${KEY} is no longer muted.` },
      });
      expect(await item()).toMatchObject({ state: 'closed', round: 1 });
    });

    it('a new ask is never muted away', async () => {
      const { of, ctx } = await start();
      const ask = {
        channel: 'C08GENERAL',
        ts: '1793610000.000100',
        thread: '1793610000.000100',
        asker: 'U01GERA',
        text: 'hm?',
      };
      const asks = (ts: string) =>
        of.ledger.openAsk(act(at('09:10')), { ...ask, ts, thread: ts }, 'gera', 'Gera', 'https://x.example/');
      await asks(ask.ts);
      await muteItem(ctx, request(), { key: `ask:C08GENERAL/${ask.ts}`, why: 'chatter', for: null });
      await asks('1793610300.000100');
      expect((await of.ledger.listItems({ kind: 'ask' })).map((item) => item.subject)).toEqual([
        'C08GENERAL/1793610300.000100',
      ]);
    });
  });

  it('[O5, P8] said by our own verb: the post and the record in one act, the lines of one item in their order', async () => {
    const { of, item } = await start();
    const place = { channel: 'C06RUNS', thread: null };
    const own = (word: TerminalLine['word'], time: string) => {
      const given = line(word, time, { lineLink: null, by: 'smith' });
      const saying = { say: 'terminal' as const, word, label: given.label, subject: given.subject, link: null };
      return of.ledger.sayTerminal(act(at(time)), given, { effect: `terminal/${time}`, place, saying });
    };
    await own('FAILED', '09:10');
    await own('DONE', '09:20');
    expect(await item()).toMatchObject({ state: 'closed' });
    const due = await of.ledger.duePosts(at('09:20'));
    expect(due.map(({ effect, lane }) => [effect, lane])).toEqual([
      ['terminal/09:10', `terminal/${KEY}`],
      ['terminal/09:20', `terminal/${KEY}`],
    ]);
  });

  it('[O9] a line that names no record is the record itself, once it stands', async () => {
    const { of, item } = await start();
    const given = line('FAILED', '09:10', { lineLink: null, by: 'smith' });
    const saying = {
      say: 'terminal' as const,
      word: 'FAILED' as const,
      label: 'operator-task',
      subject: 'rotate',
      link: null,
    };
    await of.ledger.sayTerminal(act(at('09:10')), given, {
      effect: 'terminal/1',
      place: { channel: 'C06RUNS' },
      saying,
    });
    expect(await item()).toMatchObject({ link: null, noLinkWhy: 'the line named no link' });
    const claim = await of.ledger.claimPost(act(at('09:11')), 'terminal/1');
    const posted = { outcome: 'posted' as const, channel: 'C06RUNS', ts: '1793610660.000100', message: null };
    await of.ledger.settlePost(act(at('09:11')), claim!, posted, null, 'https://owed.slack.com/archives/C06RUNS/p1');
    expect(await item()).toMatchObject({ link: 'https://owed.slack.com/archives/C06RUNS/p1', noLinkWhy: null });
  });

  it('[U2] a tracked message opens with its bound; tracked again whoever it is owed to is added and no bound moves', async () => {
    const { of } = await start();
    const tracking = {
      kind: 'task' as const,
      subject: 'task/C08GENERAL/1793610000.000100',
      what: 'send the contract',
      owedTo: 'fede',
      bound: 3_600_000,
      message: { channel: 'C08GENERAL', ts: '1793610000.000100' },
      link: 'https://owed.slack.com/archives/C08GENERAL/p1793610000000100',
      by: 'gera',
      name: 'Gera',
      place: { channel: 'C08GENERAL', thread: '1793610000.000100' },
    };
    const key = `task:${tracking.subject}`;
    expect(await of.ledger.track(act(at('09:10')), tracking)).toMatchObject({ value: { key, tracked: 'opened' } });
    expect(await of.ledger.track(act(at('09:20')), { ...tracking, owedTo: 'neo', bound: 1 })).toMatchObject({
      value: { tracked: 'joined' },
    });
    expect(await of.ledger.item(key)).toMatchObject({
      owedTo: ['fede', 'neo'],
      bound: at('10:10'),
      what: 'send the contract',
    });
    expect((await of.ledger.postsOf(key)).map((post) => post.effect)).toEqual([`tracked/${key}/1`]);
    await of.ledger.onItem(act(at('09:30')), key, { do: 'close', proof: proof() });
    await of.ledger.track(act(at('09:40')), tracking);
    expect((await of.ledger.postsOf(key)).map((post) => post.effect)).toEqual([`tracked/${key}/1`, `tracked/${key}/2`]);
  });
});
