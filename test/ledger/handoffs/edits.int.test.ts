import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimText, conversation, DONE_LINK, handoffText, hear, KEY } from '../../support/bridge.js';
import { engines, openTestLedger } from '../../support/ledgers.js';

describe.each(engines)('edits, late lines, redeliveries, on %s', (engine) => {
  it('[H8] an edit that adds the link counts', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    const line = await talk.trinity.claims('done');
    expect(await talk.smith.sent()).toMatchObject({ state: 'open' });
    await talk.trinity.edits(line, claimText(KEY, `done ${DONE_LINK}`));
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', proof: { link: DONE_LINK } });
  });

  it('[H4] an edit that makes a claim readable counts, even after a later line', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    const line = await talk.trinity.claims('finised it');
    expect(talk.became.smith).toEqual(['answered']);
    await talk.trinity.claims('working');
    await talk.trinity.edits(line, claimText(KEY, `done ${DONE_LINK}`));
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed' });
  });

  it('[H8] an edit of a line that counted counts for nothing', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ subtasks: ['call'] });
    const accepted = await talk.trinity.claims('accepted');
    const marked = await talk.trinity.claims('marked "call" done');
    await talk.trinity.claims('working');
    await talk.trinity.claims('marked "call" open');
    const noted = await talk.trinity.claims('working note she asked for Friday');
    const before = await talk.smith.sent();
    await talk.trinity.edits(accepted, `${accepted.text} note on it`);
    await talk.trinity.edits(marked, `${marked.text}.`);
    await talk.trinity.edits(noted, claimText(KEY, 'working note she asked for friday'));
    expect(talk.became.smith).toEqual(['late']);
    expect(await talk.smith.sent()).toEqual(before);
  });

  it('[L7] a typo mended in a HANDOFF opens no round and rewrites nothing', async () => {
    const talk = await conversation(engine);
    const handoff = await talk.smith.handsOff({ why: 'teh call has to come from her number' });
    await talk.smith.edits(handoff, handoffText());
    expect(await talk.smith.sent()).toMatchObject({
      round: 1,
      handoff: { why: 'teh call has to come from her number' },
    });
    await talk.trinity.claims(`done ${DONE_LINK}`);
    await talk.smith.edits(handoff, handoffText());
    expect(await talk.smith.open()).toEqual([]);
  });

  it('[L7] a HANDOFF that counted and is edited into nonsense, or into no reason, still counts and opens nothing else', async () => {
    const talk = await conversation(engine);
    const handoff = await talk.smith.handsOff();
    await talk.smith.edits(handoff, handoffText({ lane: '' }));
    await talk.smith.edits(handoff, handoffText({ why: 'your area' }));
    expect(await talk.smith.open()).toEqual([`handoff:${KEY}`]);
    expect(await talk.trinity.open()).toEqual([`handoff-received:${KEY}`]);
    expect(await talk.trinity.due()).toEqual([]);
  });

  it('[H9] a typo mended in the HANDOFF that handed it back, or on, means nothing new', async () => {
    const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
    await talk.smith.handsOff({ item: 'a' });
    const back = await talk.trinity.says(handoffText({ to: 'smith', item: 'a', why: 'teh number is not hers' }));
    await talk.trinity.edits(back, handoffText({ to: 'smith', item: 'a', why: 'the number is not hers' }));
    expect(await talk.smith.open()).toEqual(['held:leads/a']);
    expect(await talk.trinity.open()).toEqual([]);

    await talk.smith.handsOff({ item: 'b' });
    const on = await talk.trinity.says(handoffText({ to: 'oracle', item: 'b', why: 'teh lead speaks Greek only' }));
    await talk.oracle.claims('handed back why: no line to Greece', 'leads/b');
    await talk.trinity.edits(on, handoffText({ to: 'oracle', item: 'b', why: 'the lead speaks Greek only' }));
    expect(await talk.smith.item('handoff:leads/b')).toMatchObject({ round: 1, handoff: { pending: null } });
    expect(await talk.oracle.open()).toEqual([]);
  });

  it('[H11] a line that is older than what was already read counts for nothing, in silence', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    const early = { seat: 'trinity' as const, channel: 'C02BRIDGE', ts: talk.clock.ts(), edited: null, thread: null };
    await talk.trinity.claims('accepted');
    await talk.trinity.claims('handed back why: the number is not hers');
    await talk.tell({ ...early, text: claimText(KEY, `done ${DONE_LINK}`) });
    expect(talk.became).toEqual({ smith: ['late'], trinity: ['late'] });
    expect(await talk.smith.open()).toEqual([`held:${KEY}`]);
    const replies = (await talk.smith.due()).filter((effect) => effect.startsWith('reply/'));
    expect(replies).toEqual([]);
  });

  it('[L5, H11] a conversation with any redeliveries ends in the same ledger', async () => {
    const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
    const first = await talk.smith.handsOff({ subtasks: ['call'] });
    await talk.trinity.claims('accepted until 16:30');
    const bare = await talk.trinity.claims('done');
    await talk.trinity.claims('marked "call" done');
    await talk.trinity.claims('released to <@U0ORACLE> why: the lead speaks Greek only');
    await talk.oracle.claims('working note dialling');
    await talk.oracle.claims(`done ${DONE_LINK}`);
    await talk.smith.edits(first, handoffText({ subtasks: ['ring'] }));
    await talk.smith.handsOff({ why: 'she asked for another call' });
    await talk.trinity.edits(bare, claimText(KEY, `done ${DONE_LINK}`));
    await talk.trinity.claims('handed back why: she moved');
    await talk.smith.says(handoffText({ lane: '' }));
    const told = [...talk.messages];
    const ledgerOf = async (heard: readonly (typeof told)[number][]) => {
      const of = await openTestLedger(engine, { seat: 'smith', seats: ['smith', 'trinity', 'oracle'] });
      for (const message of heard) await hear(of, message, talk.clock.now());
      const items = await of.ledger.listItems({ state: 'all' });
      expect((await of.ledger.verify()).difference).toBeNull();
      const due = (await of.ledger.duePosts(talk.clock.now())).map((post) => post.effect);
      await of.ledger.close();
      return { items, board: await talk.smith.ledger.board(KEY), due };
    };
    const once = await ledgerOf(told);
    expect(once.items.map((item) => `${item.key} ${item.state} ${item.round}`)).toEqual([
      `handoff:${KEY} closed 3`,
      `held:${KEY} open 1`,
    ]);
    await fc.assert(
      fc.asyncProperty(
        // After each message, any of those that were heard come once more.
        fc.array(fc.array(fc.nat(told.length - 1), { maxLength: 3 }), {
          minLength: told.length,
          maxLength: told.length,
        }),
        async (repeats) => {
          const heard = told.flatMap((message, index) => [
            message,
            ...(repeats[index] ?? []).filter((n) => n <= index).map((n) => told[n] as typeof message),
          ]);
          expect(await ledgerOf(heard)).toEqual(once);
        },
      ),
      { numRuns: engine === 'sqlite' ? 12 : 4 },
    );
  });
});
