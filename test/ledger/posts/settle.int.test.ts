import { describe, expect, it } from 'vitest';
import type { Ledger, Look, PostClaim, PostOutcome } from '../../../src/ledger/index.js';
import { reconcileUnknown, type SeenMessage } from '../../../src/sweeps/deliver/reconcile.js';
import { at } from '../../support/clock.js';
import { act, opens, proof } from '../../support/items.js';
import { engines, openTestLedger, type TestEngine, type TestLedger } from '../../support/ledgers.js';
import { chases, delivers, FakeSlack } from '../../support/slack.js';

const KEY = 'task:deploy/api';
const PAGE = `page/${KEY}/1`;
const TEN = at('10:00');

async function raised(engine: TestEngine, more = ''): Promise<TestLedger> {
  const of = await openTestLedger(engine, { more });
  await opens(of.ledger, KEY);
  await chases(of.ledger, of.config, TEN);
  return of;
}
const claimed = async (ledger: Ledger, now: number, effect = PAGE): Promise<PostClaim> => {
  const claim = await ledger.claimPost(act(now), effect);
  if (!claim) throw new Error(`${effect} was not claimed`);
  return claim;
};
const posted = (ts = '1793613600.000100'): PostOutcome => ({ outcome: 'posted', channel: 'D1', ts, message: null });
const stays: PostOutcome = {
  outcome: 'stays',
  what: 'place',
  code: 'not_in_channel',
  reason: 'the bot is not in that channel',
};
const unknown: PostOutcome = { outcome: 'unknown', reason: 'Slack did not answer in 10 s' };
const post = async (ledger: Ledger, key = KEY) =>
  (await ledger.postsOf(key)).find((one) => !one.effect.startsWith('page-closed'));

describe.each(engines)('what became of a post, on %s', (engine) => {
  it('[P3] posted: channel and ts are recorded, on the row and on the item', async () => {
    const { ledger } = await raised(engine);
    expect(await ledger.settlePost(act(TEN), await claimed(ledger, TEN), posted())).toBe(true);
    expect(await post(ledger)).toMatchObject({ state: 'posted', channel: 'D1', ts: '1793613600.000100' });
    expect(await ledger.item(KEY)).toMatchObject({
      pagedAt: TEN,
      page: { channel: 'D1', ts: '1793613600.000100' },
      waiting: [],
    });
    expect(await ledger.claimPost(act(at('Tue 10:00')), PAGE)).toBeNull();
  });

  it('[P3] later: the claim is given back, not before Slack’s Retry-After', async () => {
    const { ledger } = await raised(engine);
    const reason = 'Slack asks to wait 17 s';
    await ledger.settlePost(act(TEN), await claimed(ledger, TEN), { outcome: 'later', retryAt: TEN + 17_000, reason });
    expect(await post(ledger)).toMatchObject({ state: 'due', attempts: 1, notBefore: TEN + 17_000, reason });
    expect((await ledger.item(KEY))?.waiting).toEqual([{ reason: `page: ${reason}`, until: TEN + 17_000 }]);
    expect(await ledger.claimPost(act(TEN + 16_999), PAGE)).toBeNull();
    expect(await ledger.duePosts(TEN + 16_999)).toEqual([]);
    expect((await claimed(ledger, TEN + 17_000)).attempt).toBe(2);
  });

  it('[P3] for a reason that stays: given back with growing waits, the reason on the item and in the status', async () => {
    const { ledger } = await raised(engine);
    let now = TEN;
    const waits: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      await ledger.settlePost(act(now), await claimed(ledger, now), stays);
      const row = await post(ledger);
      waits.push((row?.notBefore ?? 0) - now);
      now = row?.notBefore ?? 0;
    }
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000]);
    expect((await ledger.item(KEY))?.waiting).toEqual([{ reason: 'page: the bot is not in that channel', until: now }]);
    expect(await ledger.status()).toMatchObject({
      posts: { due: 1, claimed: 0, unknown: 0, waiting: 1 },
      held: [{ effect: PAGE, state: 'due', reason: 'the bot is not in that channel', until: now }],
    });
    await ledger.settlePost(act(now), await claimed(ledger, now), posted());
    expect((await ledger.item(KEY))?.waiting).toEqual([]);
    expect((await ledger.status()).held).toEqual([]);
  });

  it('[P3, P4] unknown: nothing is posted again, and the item says that nobody can tell', async () => {
    const { ledger, config } = await raised(engine);
    await ledger.settlePost(act(TEN), await claimed(ledger, TEN), unknown);
    expect(await post(ledger)).toMatchObject({ state: 'unknown', attempts: 1 });
    expect((await ledger.item(KEY))?.unknown).toEqual(['page: Slack did not answer in 10 s']);
    const slack = new FakeSlack();
    await delivers(ledger, config, slack, at('Tue 10:00'));
    expect(slack.posted).toEqual([]);
  });

  it('[P3] whoever settled it in the meantime decided: a late word of an older attempt changes nothing', async () => {
    const { ledger } = await raised(engine);
    const first = await claimed(ledger, TEN);
    await ledger.settlePost(act(TEN), first, stays);
    const second = await claimed(ledger, TEN + 30_000);
    expect(await ledger.settlePost(act(TEN + 31_000), first, unknown)).toBe(false);
    expect(await post(ledger)).toMatchObject({ state: 'claimed', attempts: 2 });
    expect(await ledger.settlePost(act(TEN + 32_000), second, posted())).toBe(true);
    expect(await ledger.settlePost(act(TEN + 33_000), second, posted('1.1'))).toBe(false);
    expect(await post(ledger)).toMatchObject({ state: 'posted', ts: '1793613600.000100' });
  });

  it('[P5] a claim past its lease is unknown: its process ended between claim and result', async () => {
    const { ledger } = await raised(engine);
    await claimed(ledger, TEN);
    expect(await ledger.expireLeases(act(TEN + 30_000))).toBe(0);
    expect(await ledger.expireLeases(act(TEN + 30_001))).toBe(1);
    expect(await post(ledger)).toMatchObject({ state: 'unknown' });
    expect(await ledger.expireLeases(act(TEN + 30_002))).toBe(0);
    const [lost] = await ledger.unknownPosts(TEN + 30_001);
    expect(lost).toMatchObject({ claim: { effect: PAGE, attempt: 1 }, since: TEN });
  });

  it('[P5] a word that comes after the lease is still the truth when it says posted', async () => {
    const { ledger } = await raised(engine);
    const slow = await claimed(ledger, TEN);
    await ledger.expireLeases(act(TEN + 31_000));
    expect(await ledger.settlePost(act(TEN + 32_000), slow, stays)).toBe(false);
    expect(await ledger.settlePost(act(TEN + 33_000), slow, posted())).toBe(true);
    expect(await post(ledger)).toMatchObject({ state: 'posted' });
    expect((await ledger.item(KEY))?.unknown).toEqual([]);
  });

  describe('[P4] looking for an unknown post', () => {
    const lost = async (more = '') => {
      const of = await raised(engine, more);
      await of.ledger.settlePost(act(TEN), await claimed(of.ledger, TEN), unknown);
      const look = (now: number, seen: Look) => of.ledger.reconcilePost(act(now), PAGE, seen);
      return { ...of, look };
    };

    it('found: it is posted, with what was found', async () => {
      const { ledger, look } = await lost();
      await look(TEN + 20_000, { found: { channel: 'D1', ts: '1793613600.000200' } });
      expect(await post(ledger)).toMatchObject({ state: 'posted', ts: '1793613600.000200' });
      expect(await ledger.item(KEY)).toMatchObject({ pagedAt: TEN + 20_000, unknown: [] });
    });

    it('absent from several reads over at least the settle time: posted again, and not a moment before', async () => {
      const { ledger, config, look } = await lost();
      const slack = new FakeSlack();
      for (const seconds of [20, 40, 60, 79]) {
        await look(TEN + seconds * 1000, { absent: true });
        await delivers(ledger, config, slack, TEN + seconds * 1000);
        expect([seconds, (await post(ledger))?.state]).toEqual([seconds, 'unknown']);
      }
      await look(TEN + 80_000, { absent: true });
      expect(await post(ledger)).toMatchObject({ state: 'due' });
      await delivers(ledger, config, slack, TEN + 80_000);
      expect(slack.effects()).toEqual([PAGE]);
      expect(await post(ledger)).toMatchObject({ state: 'posted', attempts: 2 });
    });

    it('absent from two reads only, however far apart: still unknown', async () => {
      const { ledger, look } = await lost();
      await look(TEN + 20_000, { absent: true });
      await look(at('Tue 10:00'), { absent: true });
      expect(await post(ledger)).toMatchObject({ state: 'unknown' });
      await look(at('Tue 10:01'), { absent: true });
      expect(await post(ledger)).toMatchObject({ state: 'due' });
    });

    it('found after all on the last look: posted once', async () => {
      const { ledger, config, look } = await lost();
      await look(TEN + 20_000, { absent: true });
      await look(TEN + 50_000, { absent: true });
      await look(TEN + 80_000, { found: { channel: 'D1', ts: '1.1' } });
      const slack = new FakeSlack();
      await delivers(ledger, config, slack, at('Tue 10:00'));
      expect(slack.posted).toEqual([]);
    });

    it('a place that cannot be read leaves it unknown, says so in words, and what was read before counts no more', async () => {
      const { ledger, look } = await lost();
      await look(TEN + 20_000, { absent: true });
      await look(TEN + 50_000, { absent: true });
      await look(TEN + 80_000, { unreadable: 'missing_scope: im:history' });
      expect(await post(ledger)).toMatchObject({ state: 'unknown' });
      expect((await ledger.item(KEY))?.unknown).toEqual([
        'page: nobody can tell whether it was posted: missing_scope: im:history',
      ]);
      await look(TEN + 110_000, { absent: true });
      expect(await post(ledger)).toMatchObject({ state: 'unknown' });
    });

    it('a settle time that three does not divide is no trouble', async () => {
      const { ledger, look } = await lost('posts: { settle: 100ms }');
      expect(Number.isInteger((await post(ledger))?.notBefore)).toBe(true);
      for (const ms of [34, 84, 134]) await look(TEN + ms, { absent: true });
      expect(await post(ledger)).toMatchObject({ state: 'due' });
    });

    it('each look has its turn: a post is not looked for all the time', async () => {
      const { ledger, look } = await lost();
      expect(await ledger.unknownPosts(TEN)).toEqual([]);
      expect(await ledger.unknownPosts(TEN + 20_000)).toHaveLength(1);
      await look(TEN + 20_000, { absent: true });
      expect(await ledger.unknownPosts(TEN + 20_001)).toEqual([]);
      expect(await ledger.unknownPosts(TEN + 50_000)).toHaveLength(1);
    });

    it('the channel is read from shortly before the attempt; only our own bot’s message with the key counts', async () => {
      const { ledger, config } = await lost();
      const [{ claim } = { claim: null }] = await ledger.unknownPosts(TEN + 20_000);
      const reads: unknown[] = [];
      const copied: SeenMessage = {
        channel: 'D1',
        ts: '1.1',
        user: 'U0TRINITY',
        botId: 'B2',
        metadata: { event_payload: { key: claim?.key } },
        raw: {},
      };
      let messages = [copied];
      const run = (now: number, read: { ok: true } | { ok: false; reason: string } = { ok: true }) =>
        reconcileUnknown({
          ledger,
          holder: 'p1',
          now: () => now,
          self: { user: 'U0SMITH', botId: 'B1' },
          resolve: async () => ({ ok: true, value: { channel: 'D1', thread: null } }),
          readBack: async (channel, thread, oldest) => {
            reads.push([channel, thread, oldest]);
            return read.ok ? { ok: true, value: messages } : read;
          },
          ownEnvelope: () => null,
          linkOf: () => null,
          onError: (_where, error) => {
            throw error;
          },
        });
      expect(await run(TEN + 20_000)).toBe(1);
      expect(reads).toEqual([['D1', null, ((TEN - 300_000) / 1000).toFixed(6)]]);
      expect(await post(ledger)).toMatchObject({ state: 'unknown' });
      await run(TEN + 60_000, { ok: false, reason: 'the channel could not be read' });
      expect((await ledger.item(KEY))?.unknown[0]).toContain('the channel could not be read');
      messages = [copied, { ...copied, ts: '2.2', user: 'U0SMITH', botId: 'B1' }];
      await run(TEN + 120_000);
      expect(await post(ledger)).toMatchObject({ state: 'posted', channel: 'D1', ts: '2.2' });
      expect(config.posts.settle).toBe(60_000);
    });
  });

  describe('[O9] the page of an item that closed', () => {
    const close = (ledger: Ledger, now: number) => ledger.onItem(act(now), KEY, { do: 'close', proof: proof() });
    const edit = async (of: TestLedger) => {
      const rows = await of.raw().db.selectFrom('posts').selectAll().where('effect', 'like', 'page-closed/%').execute();
      return rows.map((row) => ({
        edits: JSON.parse(row.edits ?? 'null'),
        round: row.round,
        ...JSON.parse(row.saying),
      }));
    };
    const edited = {
      edits: { channel: 'D1', ts: '1793613600.000100' },
      round: 1,
      say: 'page-closed',
      tags: [],
      proof: proof(),
    };

    it('is edited to say by what proof, tagging nobody', async () => {
      const of = await raised(engine);
      await of.ledger.settlePost(act(TEN), await claimed(of.ledger, TEN), posted());
      await close(of.ledger, at('10:30'));
      expect(await edit(of)).toMatchObject([edited]);
      const slack = new FakeSlack();
      await delivers(of.ledger, of.config, slack, at('10:30'));
      expect(slack.posted).toMatchObject([{ channel: 'D1', ts: '1793613600.000100', edits: '1793613600.000100' }]);
    });

    it('is edited when it stood in Slack before anybody knew: claimed, or unknown, while the item closed', async () => {
      for (const state of ['claimed', 'unknown'] as const) {
        const of = await raised(engine);
        const claim = await claimed(of.ledger, TEN);
        if (state === 'unknown') await of.ledger.settlePost(act(TEN), claim, unknown);
        await close(of.ledger, TEN + 5_000);
        expect(await post(of.ledger)).toMatchObject({ state });
        expect(await edit(of)).toEqual([]);
        if (state === 'claimed') await of.ledger.settlePost(act(TEN + 6_000), claim, posted());
        else
          await of.ledger.reconcilePost(act(TEN + 20_000), PAGE, { found: { channel: 'D1', ts: '1793613600.000100' } });
        expect(await edit(of)).toMatchObject([edited]);
      }
    });

    it('says its own round’s proof, though the item is open again by then', async () => {
      const of = await raised(engine);
      const claim = await claimed(of.ledger, TEN);
      await close(of.ledger, TEN + 5_000);
      await opens(of.ledger, KEY, { pageAt: at('12:00') });
      await of.ledger.settlePost(act(TEN + 6_000), claim, posted());
      expect(await edit(of)).toMatchObject([edited]);
      expect(await of.ledger.item(KEY)).toMatchObject({ state: 'open', round: 2, pagedAt: null, page: null });
    });

    it('is not edited when the post was absent: nothing stands there, and nothing is posted', async () => {
      const of = await raised(engine);
      await of.ledger.settlePost(act(TEN), await claimed(of.ledger, TEN), unknown);
      await close(of.ledger, TEN + 5_000);
      for (const seconds of [20, 50, 80])
        await of.ledger.reconcilePost(act(TEN + seconds * 1000), PAGE, { absent: true });
      const slack = new FakeSlack();
      await delivers(of.ledger, of.config, slack, at('11:00'));
      expect(slack.posted).toEqual([]);
      expect(await post(of.ledger)).toMatchObject({ state: 'dropped' });
      expect(await edit(of)).toEqual([]);
    });

    it('[P4] an edit whose result is unknown is simply made again', async () => {
      const of = await raised(engine);
      await of.ledger.settlePost(act(TEN), await claimed(of.ledger, TEN), posted());
      await close(of.ledger, at('10:30'));
      const effect = `page-closed/${KEY}/1`;
      await of.ledger.settlePost(act(at('10:30')), await claimed(of.ledger, at('10:30'), effect), unknown);
      expect((await of.ledger.status()).posts).toMatchObject({ unknown: 0, due: 1 });
      await claimed(of.ledger, at('10:31'), effect);
      expect(await of.ledger.expireLeases(act(at('10:32')))).toBe(1);
      expect((await of.ledger.status()).posts).toMatchObject({ unknown: 0, due: 1 });
      expect((await claimed(of.ledger, at('10:32'), effect)).attempt).toBe(3);
    });
  });

  it('[H5] our own words on the bridge go into the inbox in the settlement’s own transaction', async () => {
    const { ledger } = await raised(engine);
    const own = { id: 'msg:C02BRIDGE:1.1', orderAt: TEN, body: { event: {} } };
    const claim = await claimed(ledger, TEN);
    await ledger.settlePost(act(TEN, undefined, 'p1'), claim, posted(), own);
    await ledger.settlePost(act(TEN), claim, posted(), { ...own, id: 'msg:C02BRIDGE:2.2' });
    expect((await ledger.takeableMessages(TEN, TEN)).map((row) => row.id)).toEqual(['msg:C02BRIDGE:1.1']);
  });
});
