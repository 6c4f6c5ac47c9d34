import { describe, expect, it } from 'vitest';
import type { Ledger, PostClaim } from '../../../src/ledger/index.js';
import { at, MORNING } from '../../support/clock.js';
import { act, opens, proof } from '../../support/items.js';
import { engines, openTestLedger, type TestEngine, type TestLedger } from '../../support/ledgers.js';
import { race } from '../../support/replicas.js';
import { chases, delivers, FakeSlack } from '../../support/slack.js';

const KEY = 'task:deploy/api';
const PAGE = `page/${KEY}/1`;

async function due(engine: TestEngine, more = ''): Promise<TestLedger> {
  const of = await openTestLedger(engine, { more });
  await opens(of.ledger, KEY);
  return of;
}
const chase = (of: TestLedger, now: number) => chases(of.ledger, of.config, now);
const claimed = async (ledger: Ledger, effect: string, now: number): Promise<PostClaim> => {
  const claim = await ledger.claimPost(act(now), effect);
  if (!claim) throw new Error(`${effect} was not claimed`);
  return claim;
};

describe.each(engines)('claiming a post, on %s', (engine) => {
  it('[P8] a page is a row first, written with the item’s own note of it; then it is posted', async () => {
    const of = await due(engine);
    expect(await chase(of, at('09:59'))).toEqual({ walked: 0, done: 0, errors: [] });
    expect(await chase(of, at('10:00'))).toEqual({ walked: 1, done: 1, errors: [] });
    expect(await of.ledger.postsOf(KEY)).toMatchObject([{ effect: PAGE, state: 'due', attempts: 0 }]);
    expect(await of.ledger.item(KEY)).toMatchObject({ pagedAt: null, page: null });
    const slack = new FakeSlack();
    expect(await delivers(of.ledger, of.config, slack, at('10:00'))).toBe(1);
    expect(slack.posted).toMatchObject([{ channel: 'D-U01GERA', effect: PAGE, say: 'page' }]);
    expect(await of.ledger.item(KEY)).toMatchObject({
      pagedAt: at('10:00'),
      page: { channel: 'D-U01GERA', ts: slack.posted[0]?.ts },
    });
    expect(await of.ledger.postsOf(KEY)).toMatchObject([{ state: 'posted', attempts: 1, reason: null }]);
  });

  it('[P1, S2] of sweeps that overlap, one raises the page and one posts it', async () => {
    const of = await due(engine);
    const slack = new FakeSlack();
    const two = { ...of, ledger: engine === 'postgres' ? await of.again() : of.ledger };
    const raised = await Promise.all([chase(of, at('10:00')), chase(two, at('10:00')), chase(of, at('10:00'))]);
    expect(raised.reduce((sum, counts) => sum + counts.done, 0)).toBe(1);
    await Promise.all([
      delivers(of.ledger, of.config, slack, at('10:00')),
      delivers(two.ledger, of.config, slack, at('10:00')),
      delivers(of.ledger, of.config, slack, at('10:00')),
    ]);
    expect(slack.effects()).toEqual([PAGE]);
  });

  it('[P1] of twenty claims in each of three processes at once exactly one wins, for every post', async () => {
    const of = await due(engine);
    await opens(of.ledger, 'task:deploy/web');
    await chase(of, at('10:00'));
    const effects = [PAGE, 'page/task:deploy/web/1'];
    const work = { work: 'claim' as const, effects, times: 20, now: at('10:00') };
    const won = await race<string[]>(of.config.ledger.url, [work, work, work]);
    expect(won.flat().sort()).toEqual([...effects].sort());
    expect(await of.ledger.postsOf(KEY)).toMatchObject([{ state: 'claimed', attempts: 1 }]);
  });

  it('[P1] a claim has the post’s own key, its attempt and its lease', async () => {
    const of = await due(engine);
    await chase(of, at('10:00'));
    const claim = await claimed(of.ledger, PAGE, at('10:00'));
    expect(claim).toMatchObject({
      effect: PAGE,
      place: { dm: 'U01GERA' },
      saying: { say: 'page', tags: [], customer: false },
      itemKey: KEY,
      round: 1,
      edits: null,
      attempt: 1,
      leaseUntil: at('10:00') + 30_000,
    });
    expect(claim.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(await of.ledger.claimPost(act(at('10:00')), PAGE)).toBeNull();
    expect(await of.ledger.claimPost(act(at('10:00')), 'page/task:none/1')).toBeNull();
  });

  describe('[P2] between raise and claim', () => {
    const raisedThen = async (then: (of: TestLedger) => Promise<unknown>) => {
      const of = await due(engine);
      await chase(of, at('10:00'));
      await then(of);
      const slack = new FakeSlack();
      await delivers(of.ledger, of.config, slack, at('10:01'));
      const [post] = await of.ledger.postsOf(KEY);
      return { of, slack, post };
    };

    it('closed: nothing is posted', async () => {
      const { slack, post } = await raisedThen((of) =>
        of.ledger.onItem(act(at('10:00')), KEY, { do: 'close', proof: proof() }),
      );
      expect(slack.posted).toEqual([]);
      expect(post).toMatchObject({ state: 'dropped', reason: 'its item closed before it was posted' });
    });

    it('[O8] muted: nothing is posted', async () => {
      const mute = { by: 'gera', why: 'known', until: null };
      const { slack, post } = await raisedThen((of) =>
        of.ledger.onItem(act(at('10:00')), KEY, { do: 'mute', mute, at: at('10:00') }),
      );
      expect(slack.posted).toEqual([]);
      expect(post).toMatchObject({ state: 'dropped' });
    });

    it('[P6] closed and open again in a later round: the old page is dropped, the new one has its own key', async () => {
      const { of, slack } = await raisedThen(async (of) => {
        await of.ledger.onItem(act(at('10:00')), KEY, { do: 'close', proof: proof() });
        await opens(of.ledger, KEY, { openedAt: at('10:00'), pageAt: at('11:00') });
      });
      expect(slack.posted).toEqual([]);
      await chase(of, at('11:00'));
      await delivers(of.ledger, of.config, slack, at('11:00'));
      expect(slack.effects()).toEqual([`page/${KEY}/2`]);
    });

    it('[O12] taken: it waits, says so on the item, and is posted when the take ends and nothing came of it', async () => {
      const { of, slack, post } = await raisedThen((of) =>
        of.ledger.onItem(act(at('10:00')), KEY, { do: 'take', by: 'gera', at: at('10:00'), for: 4 * 3_600_000 }),
      );
      expect(slack.posted).toEqual([]);
      expect(post).toMatchObject({ state: 'due', notBefore: at('14:00') });
      expect((await of.ledger.item(KEY))?.waiting).toEqual([
        { reason: 'page: taken by gera until 2026-11-02T14:00:00.000Z', until: at('14:00') },
      ]);
      await delivers(of.ledger, of.config, slack, at('14:00') - 1);
      expect(slack.posted).toEqual([]);
      await delivers(of.ledger, of.config, slack, at('14:00'));
      expect(slack.effects()).toEqual([PAGE]);
    });

    it('taken and then closed: never posted', async () => {
      const { of, slack } = await raisedThen((of) =>
        of.ledger.onItem(act(at('10:00')), KEY, { do: 'take', by: 'gera', at: at('10:00'), for: 4 * 3_600_000 }),
      );
      await of.ledger.onItem(act(at('11:00')), KEY, { do: 'close', proof: proof() });
      await delivers(of.ledger, of.config, slack, at('Tue 10:00'));
      expect(slack.posted).toEqual([]);
    });
  });

  it('[S3] a nudge that could not be said until the page was due is not said in one breath with it', async () => {
    const of = await openTestLedger(engine);
    await opens(of.ledger, 'handoff:leads/x', {
      nudgeAt: at('09:30'),
      handoff: {
        lane: 'leads',
        item: 'x',
        sender: 'smith',
        taker: 'trinity',
        why: 'w',
        class: 'internal',
        bridge: { channel: 'C02BRIDGE', ts: '1.1' },
        origin: null,
      },
    });
    await chase(of, at('09:30'));
    await chase(of, at('10:00'));
    const slack = new FakeSlack();
    await delivers(of.ledger, of.config, slack, at('10:00'));
    expect(slack.effects()).toEqual(['page/handoff:leads/x/1']);
  });

  it('[P2] an item that moved on since the plan gets no page raised', async () => {
    const of = await due(engine);
    const post = {
      effect: PAGE,
      place: { dm: 'U01GERA' },
      saying: { say: 'page' as const, tags: [], customer: false },
    };
    expect(await of.ledger.raiseOnItem(act(at('10:00')), KEY, 2, 'page', post)).toBe(false);
    expect(await of.ledger.raiseOnItem(act(at('10:00')), KEY, 1, 'page', post)).toBe(true);
    expect(await of.ledger.raiseOnItem(act(at('10:00')), KEY, 1, 'page', post)).toBe(false);
    await of.ledger.onItem(act(at('10:00')), KEY, { do: 'close', proof: proof() });
    expect(await of.ledger.raiseOnItem(act(at('10:00')), KEY, 1, 'nudge', { ...post, effect: 'nudge/x' })).toBe(false);
    expect((await of.ledger.postsOf(KEY)).map((one) => one.effect)).toEqual([]);
  });

  it('[P6] an effect is raised once, ever', async () => {
    const of = await due(engine);
    await chase(of, at('10:00'));
    const slack = new FakeSlack();
    await delivers(of.ledger, of.config, slack, at('10:00'));
    await of.ledger.rebuild();
    await chase(of, at('Tue 10:00'));
    await delivers(of.ledger, of.config, slack, at('Tue 10:00'));
    expect(slack.effects()).toEqual([PAGE]);
  });

  it('[S2] posts that are not this turn’s keep none of the others from theirs', async () => {
    const of = await openTestLedger(engine);
    const { transact } = await import('../../../src/ledger/transact.js');
    // The first of a lane is unknown: the rest of the lane waits, far more rows than one page of the outbox.
    await transact(of.raw(), act(MORNING), async (unit) => {
      const saying = { say: 'page' as const, tags: [], customer: false };
      const place = { channel: 'C1' };
      for (let n = 0; n < 450; n += 1) await unit.raise({ effect: `line/${n}`, place, saying, lane: 'stuck' });
      await unit.raise({ effect: 'line/free', place, saying });
    });
    const slack = new FakeSlack();
    slack.answer = (claim) => (claim.effect === 'line/0' ? { outcome: 'unknown', reason: 'time-out' } : 'posted');
    await delivers(of.ledger, of.config, slack, MORNING);
    expect(slack.effects()).toEqual(['line/free']);
  });
});
