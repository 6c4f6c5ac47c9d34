import { describe, expect, it } from 'vitest';
import { conversation, DONE_LINK, handoffText, KEY, ORIGIN } from '../../support/bridge.js';
import { at } from '../../support/clock.js';
import { engines } from '../../support/ledgers.js';

const SEATS = ['smith', 'trinity', 'oracle'] as const;
const ITEM = `handoff:${KEY}`;

describe.each(engines)('mirror lines in the origin thread, on %s', (engine) => {
  async function said(talk: Awaited<ReturnType<typeof conversation>>) {
    const rows = await talk.smith.of.raw().db.selectFrom('posts').selectAll().orderBy('id').execute();
    return rows.map((row) => ({ place: JSON.parse(row.place), ...JSON.parse(row.saying) }));
  }

  it('[H12, P6] acceptance and outcome are mirrored once, by the sender’s seat alone', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    talk.clock.at('09:12');
    await talk.trinity.claims('accepted');
    await talk.trinity.claims('working');
    await talk.trinity.claims(`done ${DONE_LINK}`);
    await talk.trinity.claims(`done ${DONE_LINK}`);
    const place = { channel: ORIGIN.channel, thread: ORIGIN.ts };
    expect(await said(talk)).toEqual([
      {
        place,
        say: 'accepted',
        seat: 'trinity',
        at: at('09:12'),
        link: expect.stringContaining('/archives/C02BRIDGE/'),
      },
      { place, say: 'finished', seat: 'trinity', link: DONE_LINK },
    ]);
    expect(await talk.smith.due()).toEqual([`accepted/${ITEM}/1`, `finished/${ITEM}/1`]);
    expect(await talk.trinity.due()).toEqual([]);
  });

  it('[H12] a release, a hand-on and a hand-back are mirrored with seats and link, never the why', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    await talk.trinity.claims('released to <@U0ORACLE> why: Mrs Jones speaks Greek only');
    await talk.oracle.claims('accepted');
    await talk.oracle.says(handoffText({ to: 'trinity', why: 'Mrs Jones hung up on me' }));
    await talk.trinity.claims('accepted');
    await talk.trinity.claims('handed back why: Mrs Jones moved to Patras');
    const lines = await said(talk);
    expect(lines.map((line) => line.say)).toEqual(['released', 'accepted', 'handed-on', 'accepted', 'handed-back']);
    expect(lines[0]).toMatchObject({ from: 'trinity', to: 'oracle', link: expect.stringContaining('/archives/') });
    expect(lines[4]).toMatchObject({ from: 'trinity', to: 'smith' });
    expect(JSON.stringify(lines)).not.toContain('Jones');
  });

  it('[H12] a new round is mirrored anew', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.claims(`done ${DONE_LINK}`);
    await talk.smith.handsOff({ why: 'she asked for another call' });
    await talk.trinity.claims('accepted');
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.due()).toEqual([`finished/${ITEM}/1`, `accepted/${ITEM}/2`, `finished/${ITEM}/2`]);
  });

  it('[H12] without an origin there is nobody to tell', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ origin: null });
    await talk.trinity.claims('accepted');
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.due()).toEqual([]);
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed' });
  });

  it('[H12, P3] a line that cannot be posted stays due, in order, and shows on the item with its reason', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.claims('accepted');
    await talk.trinity.claims(`done ${DONE_LINK}`);
    const { ledger } = talk.smith;
    const act = (cause: string) => ({ now: talk.clock.now(), actor: { kind: 'process' as const, id: 'p1' }, cause });
    const claim = await ledger.claimPost(act('1'), `accepted/${ITEM}/1`);
    if (!claim) throw new Error('not claimed');
    const reason = 'the bot is not in that channel';
    await ledger.settlePost(act('2'), claim, { outcome: 'stays', what: 'place', code: 'not_in_channel', reason });
    expect(await talk.smith.sent()).toMatchObject({
      state: 'closed',
      waiting: [{ reason: `accepted: ${reason}`, until: at('09:00') + 30_000 }],
    });
    // The outcome waits for the acceptance: one thread is told in order.
    expect(await ledger.claimPost(act('3'), `finished/${ITEM}/1`)).toBeNull();
    talk.clock.after('30s');
    const again = await ledger.claimPost(act('4'), `accepted/${ITEM}/1`);
    if (!again) throw new Error('not claimed again');
    await ledger.settlePost(act('5'), again, { outcome: 'posted', ...ORIGIN, message: null });
    expect(await ledger.claimPost(act('6'), `finished/${ITEM}/1`)).not.toBeNull();
    expect((await talk.smith.sent()).waiting).toEqual([]);
  });
});
