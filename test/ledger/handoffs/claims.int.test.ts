import { describe, expect, it } from 'vitest';
import { claimText, conversation, DONE_LINK, KEY } from '../../support/bridge.js';
import { at } from '../../support/clock.js';
import { engines } from '../../support/ledgers.js';

describe.each(engines)('claims on a handoff, on %s', (engine) => {
  it('[H8] the taker’s done, with a link, closes the item on both sides', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    talk.clock.at('09:10');
    await talk.trinity.claims('accepted');
    expect(await talk.smith.sent()).toMatchObject({ state: 'open', handoff: { acceptedAt: at('09:10') } });
    expect(await talk.trinity.received()).toMatchObject({ state: 'open', handoff: { acceptedAt: at('09:10') } });
    talk.clock.at('09:40');
    await talk.trinity.claims(`done <${DONE_LINK}>`);
    const proof = { kind: 'bridge-done', link: DONE_LINK, by: 'trinity', at: at('09:40') };
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', proof });
    expect(await talk.trinity.received()).toMatchObject({ state: 'closed', proof });
    expect(await talk.smith.open()).toEqual([]);
    expect(await talk.trinity.open()).toEqual([]);
  });

  it('[H8] a done without a hold begins and ends its own', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', proof: { kind: 'bridge-done' } });
    expect((await talk.smith.events(`handoff:${KEY}`)).map((event) => event.type)).toEqual(
      expect.arrayContaining(['HandedOff', 'Working', 'Done']),
    );
  });

  it('[H8] a done without a link closes nothing, and the sender’s seat alone says so', async () => {
    const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
    await talk.smith.handsOff();
    await talk.trinity.claims('done');
    expect(await talk.smith.sent()).toMatchObject({ state: 'open' });
    expect(await talk.trinity.received()).toMatchObject({ state: 'open' });
    expect(talk.became).toEqual({ smith: ['refused'], trinity: ['refused'], oracle: ['refused'] });
    expect(await talk.smith.due()).toEqual([expect.stringMatching(/^reply\//)]);
    expect(await talk.trinity.due()).toEqual([]);
    expect(await talk.oracle.due()).toEqual([]);
  });

  it('[H8] last week’s done does not close this week’s handoff', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    const done = await talk.trinity.claims(`done ${DONE_LINK}`);
    talk.clock.at('Sun 09:00');
    await talk.smith.handsOff({ why: 'she asked for another call' });
    expect(await talk.smith.sent()).toMatchObject({ state: 'open', round: 2, opened: at('Sun 09:00') });
    await talk.again(done);
    await talk.trinity.edits(done, `${done.text} (with a transcript)`);
    expect(await talk.smith.sent()).toMatchObject({ state: 'open', round: 2 });
    expect(await talk.trinity.received()).toMatchObject({ state: 'open', round: 2 });
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', round: 2 });
  });

  it('[H8] a hold that was there before the handoff is in the snapshot; the done after it is of this round', async () => {
    const talk = await conversation(engine);
    await talk.trinity.claims('accepted');
    talk.clock.after('5m');
    await talk.smith.handsOff();
    expect(await talk.smith.sent()).toMatchObject({ state: 'open', round: 1, handoff: { acceptedAt: null } });
    talk.clock.after('5m');
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', proof: { kind: 'bridge-done' } });
  });

  it('[H8, H12] whoever holds it already accepts the new round like any other', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.claims('accepted');
    talk.clock.at('09:20');
    await talk.smith.handsOff({ why: 'she asked for a second call, too' });
    expect(await talk.smith.sent()).toMatchObject({ round: 2, handoff: { acceptedAt: null } });
    talk.clock.at('09:25');
    await talk.trinity.claims('accepted');
    expect(await talk.smith.sent()).toMatchObject({ round: 2, handoff: { acceptedAt: at('09:25') } });
    expect(await talk.smith.due()).toEqual([`accepted/handoff:${KEY}/1`, `accepted/handoff:${KEY}/2`]);
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', round: 2 });
  });

  it('[H8] whoever held the round before may say done at once in the new one', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.claims('working');
    await talk.smith.handsOff({ why: 'she asked for a second call, too' });
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', round: 2, proof: { kind: 'bridge-done' } });
  });

  it('[H8] until moves no bound', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.claims('accepted until 16:30');
    await talk.trinity.claims('accepted until 18:00');
    expect(await talk.smith.sent()).toMatchObject({ bound: at('10:00'), due: at('10:00') });
    expect(await talk.smith.ledger.board(KEY)).toMatchObject({ until: at('18:00'), claim: { until: at('18:00') } });
  });

  it('[H7] a seat that is not the taker changes nothing, and is answered by the keeper of the record', async () => {
    const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
    await talk.smith.handsOff();
    await talk.oracle.claims(`done ${DONE_LINK}`);
    expect(talk.became.smith).toEqual(['refused']);
    expect(await talk.smith.sent()).toMatchObject({ state: 'open', handoff: { taker: 'trinity' } });
    expect(await talk.trinity.received()).toMatchObject({ state: 'open' });
    expect([await talk.smith.due(), await talk.trinity.due(), await talk.oracle.due()]).toEqual([
      [expect.stringMatching(/^reply\//)],
      [],
      [],
    ]);
  });

  it('[H7] the keeper’s own bad claim is answered by the taker', async () => {
    const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
    await talk.smith.handsOff();
    await talk.smith.claims('accepted');
    expect([await talk.smith.due(), await talk.trinity.due(), await talk.oracle.due()]).toEqual([
      [],
      [expect.stringMatching(/^reply\//)],
      [],
    ]);
  });

  it('[H7] a person or a session is never a taker: such a release is answered and changes nothing', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.claims('released to <@U01GERA> why: she knows the lead');
    expect(await talk.smith.sent()).toMatchObject({ handoff: { taker: 'trinity', pending: null } });
    expect(await talk.smith.due()).toEqual([expect.stringMatching(/^reply\//)]);
  });

  it('[H8] a done with open subtasks closes nothing and names them; marked by the taker, the next one does', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ subtasks: ['call the lead back', 'log the outcome'] });
    await talk.trinity.claims('accepted');
    await talk.trinity.claims('marked "Call the Lead  back" done');
    await talk.trinity.claims(`done ${DONE_LINK}`);
    const sent = await talk.smith.sent();
    expect(sent.state).toBe('open');
    expect(sent.subtasks).toEqual([
      { name: 'call the lead back', state: 'done' },
      { name: 'log the outcome', state: 'open' },
    ]);
    const [reply] = (await talk.smith.posts(`handoff:${KEY}`)).filter((post) => post.effect.startsWith('reply/'));
    expect(reply).toBeUndefined(); // it hangs on the line, not on the item
    expect((await talk.smith.due()).filter((effect) => effect.startsWith('reply/'))).toHaveLength(1);
    await talk.trinity.claims('marked "log the outcome" done');
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed' });
    expect(await talk.trinity.received()).toMatchObject({ state: 'closed' });
  });

  it('[H8] the sender’s own side may mark too; a third seat may not, nor is a wrong name guessed', async () => {
    const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
    await talk.smith.handsOff({ subtasks: ['log the outcome'] });
    await talk.oracle.claims('marked "log the outcome" done');
    expect(talk.became.smith).toEqual(['refused']);
    await talk.trinity.claims('marked "log outcome" done');
    expect(talk.became.smith).toEqual(['refused']);
    expect((await talk.smith.sent()).subtasks).toEqual([{ name: 'log the outcome', state: 'open' }]);
    await talk.smith.claims('marked "log the outcome" done');
    expect((await talk.smith.sent()).subtasks).toEqual([{ name: 'log the outcome', state: 'done' }]);
  });

  it('[O1] working, and a repeated acceptance, close nothing and mirror nothing twice', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.claims('accepted');
    await talk.trinity.claims('working note halfway');
    await talk.trinity.claims('working note nearly there');
    expect(await talk.smith.sent()).toMatchObject({ state: 'open' });
    expect(await talk.smith.due()).toEqual([`accepted/handoff:${KEY}/1`]);
    expect((await talk.smith.sent()).notes.map((note) => note.text)).toEqual(['halfway', 'nearly there']);
  });

  it('[H8] several claims in one message are applied in order', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ subtasks: ['call'] });
    const lines = ['accepted', 'marked "call" done', `done ${DONE_LINK}`].map((words) => claimText(KEY, words));
    await talk.trinity.says(lines.join('\n'));
    expect(talk.became).toEqual({
      smith: ['recorded', 'recorded', 'recorded'],
      trinity: ['recorded', 'recorded', 'recorded'],
    });
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed' });
  });

  it('[H8] a claim about a key that nobody handed over opens nothing', async () => {
    const talk = await conversation(engine);
    await talk.trinity.claims('handed back why: no number on file', 'leads/nobody');
    await talk.trinity.claims('accepted', 'leads/somebody');
    expect(await talk.smith.open()).toEqual([]);
    expect(await talk.trinity.open()).toEqual([]);
    expect(await talk.smith.due()).toEqual([expect.stringMatching(/^reply\//)]);
  });
});
