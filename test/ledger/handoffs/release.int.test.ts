import { describe, expect, it } from 'vitest';
import { conversation, DONE_LINK, handoffText, KEY } from '../../support/bridge.js';
import { at } from '../../support/clock.js';
import { engines } from '../../support/ledgers.js';

const SEATS = ['smith', 'trinity', 'oracle'] as const;

describe.each(engines)('releases, handing on, handing back, on %s', (engine) => {
  it('[H9] a release leaves the item with the releaser until the named seat’s own claim, then it goes on in round 2', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    await talk.trinity.claims('accepted');
    talk.clock.at('09:20');
    await talk.trinity.claims('released to <@U0ORACLE> why: the lead speaks Greek only');
    expect(await talk.smith.sent()).toMatchObject({
      round: 1,
      state: 'open',
      handoff: { taker: 'trinity', pending: { to: 'oracle', how: 'released', at: at('09:20') } },
    });
    expect(await talk.trinity.received()).toMatchObject({ state: 'open', handoff: { pending: { to: 'oracle' } } });
    expect(await talk.oracle.received()).toMatchObject({ state: 'open', owedTo: ['gera'] });
    talk.clock.at('09:50');
    await talk.oracle.claims('accepted');
    expect(await talk.smith.sent()).toMatchObject({
      round: 2,
      state: 'open',
      opened: at('09:00'),
      bound: at('10:00'),
      handoff: { taker: 'oracle', pending: null, acceptedAt: at('09:50') },
    });
    expect((await talk.smith.sent()).what).toContain('Oracle');
    expect(await talk.trinity.received()).toMatchObject({ state: 'closed', proof: { kind: 'handed-on' } });
    expect(await talk.oracle.received()).toMatchObject({ state: 'open', handoff: { acceptedAt: at('09:50') } });
    await talk.oracle.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', round: 2, proof: { by: 'oracle' } });
    expect(await talk.oracle.received()).toMatchObject({ state: 'closed' });
  });

  it('[H8, H9] after the release was taken up, the releaser’s done is nobody’s proof', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    await talk.trinity.claims('released to <@U0ORACLE> why: the lead speaks Greek only');
    await talk.oracle.claims('accepted');
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(talk.became.smith).toEqual(['refused']);
    expect(await talk.smith.sent()).toMatchObject({ state: 'open', round: 2 });
  });

  it('[H9] until it is taken up, the releaser’s own done still counts, and whom it named waits no longer', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    await talk.trinity.claims('released to <@U0ORACLE> why: the lead speaks Greek only');
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', round: 1, proof: { by: 'trinity' } });
    expect(await talk.trinity.open()).toEqual([]);
    expect(await talk.oracle.open()).toEqual([]);
  });

  it('[H9] a done by the named seat alone takes it up and ends it', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    await talk.trinity.claims('released to <@U0ORACLE> why: the lead speaks Greek only');
    await talk.oracle.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', round: 2, proof: { by: 'oracle' } });
    expect(await talk.trinity.open()).toEqual([]);
    expect(await talk.oracle.open()).toEqual([]);
  });

  it('[H9] no chain of releases puts off the page', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    for (const [from, to] of [
      ['trinity', 'ORACLE'],
      ['oracle', 'TRINITY'],
      ['trinity', 'ORACLE'],
    ] as const) {
      await talk[from].claims('accepted');
      talk.clock.after('10m');
      await talk[from].claims(`released to <@U0${to}> why: the other one was on the phone with her`);
    }
    await talk.oracle.claims('accepted');
    expect(await talk.smith.sent()).toMatchObject({ round: 4, opened: at('09:00'), bound: at('10:00') });
    const due = (await talk.smith.ledger.dueItems(at('10:00'), 10)).items;
    expect(due).toMatchObject([{ key: `handoff:${KEY}`, pageAt: at('10:00'), said: {} }]);
  });

  it('[H9] released anew before anybody took it up: the last named may take it, the first no longer waits', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff({ to: 'oracle' });
    await talk.oracle.claims('accepted');
    await talk.oracle.claims('released to <@U0TRINITY> why: she has met the lead');
    expect(await talk.trinity.open()).toEqual([`handoff-received:${KEY}`]);
    await talk.oracle.claims('accepted');
    await talk.oracle.claims(`done ${DONE_LINK}`);
    expect(await talk.trinity.open()).toEqual([]);
    expect(await talk.smith.open()).toEqual([]);
  });

  it('[H9] whom a release names may decline: it stays with the releaser', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    await talk.trinity.claims('released to <@U0ORACLE> why: the lead speaks Greek only');
    await talk.oracle.claims('handed back why: no line to Greece');
    expect(await talk.smith.sent()).toMatchObject({
      round: 1,
      state: 'open',
      handoff: { taker: 'trinity', pending: null },
    });
    expect(await talk.smith.open()).toEqual([`handoff:${KEY}`]);
    expect(await talk.trinity.received()).toMatchObject({ state: 'open', handoff: { pending: null } });
    expect(await talk.oracle.open()).toEqual([]);
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(await talk.smith.open()).toEqual([]);
  });

  it('[H9] declined by a release back to the releaser, too', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    await talk.trinity.claims('released to <@U0ORACLE> why: the lead speaks Greek only');
    await talk.oracle.claims('released to <@U0TRINITY> why: no line to Greece');
    expect(await talk.smith.sent()).toMatchObject({ handoff: { taker: 'trinity', pending: null } });
    expect(await talk.trinity.received()).toMatchObject({ state: 'open', handoff: { pending: null } });
    expect(await talk.oracle.open()).toEqual([]);
  });

  it('[H9] named by the releaser’s HANDOFF instead of a release it is the same: no new record, round 2 on the claim', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    await talk.trinity.claims('accepted');
    await talk.trinity.says(handoffText({ to: 'oracle', why: 'the lead speaks Greek only' }));
    expect(await talk.smith.sent()).toMatchObject({
      round: 1,
      handoff: { taker: 'trinity', pending: { to: 'oracle', how: 'handed-on' } },
    });
    expect(await talk.trinity.open()).toEqual([`handoff-received:${KEY}`]);
    expect(await talk.oracle.open()).toEqual([`handoff-received:${KEY}`]);
    await talk.oracle.claims('working');
    expect(await talk.smith.sent()).toMatchObject({ round: 2, bound: at('10:00'), handoff: { taker: 'oracle' } });
    expect(await talk.trinity.received()).toMatchObject({ state: 'closed', proof: { kind: 'handed-on' } });
    await talk.oracle.claims(`done ${DONE_LINK}`);
    expect([await talk.smith.open(), await talk.trinity.open(), await talk.oracle.open()]).toEqual([[], [], []]);
  });

  it('[H9] passed on by a seat that never claimed it: the record follows to the last named', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.oracle.handsOff({ to: 'trinity' });
    await talk.trinity.claims('released to <@U0SMITH> why: she has met the lead');
    expect(await talk.smith.open()).toEqual([`handoff-received:${KEY}`]);
    await talk.smith.claims('released to <@U0TRINITY> why: it was another lead');
    expect(await talk.smith.open()).toEqual([]);
    expect(await talk.oracle.sent()).toMatchObject({ round: 1, handoff: { taker: 'trinity', pending: null } });
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(await talk.oracle.sent()).toMatchObject({ state: 'closed' });
  });

  it('[H9] handed back closes the sender’s item, and the seat that holds it again owes it, with the bounds of its class', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.claims('accepted');
    talk.clock.at('09:40');
    await talk.trinity.claims('handed back why: the number is not hers');
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', proof: { kind: 'handed-back', by: 'trinity' } });
    expect(await talk.smith.held()).toMatchObject({
      kind: 'held',
      state: 'open',
      opened: at('09:40'),
      bound: at('10:40'),
      owedTo: ['gera'],
      owedBy: 'smith',
      handoff: { class: 'customer', taker: null },
    });
    expect(await talk.trinity.received()).toMatchObject({ state: 'closed', proof: { kind: 'handed-back' } });
    expect(await talk.trinity.open()).toEqual([]);
  });

  it('[H9] an internal one that was handed back is held with the internal bound', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ lane: 'infra', item: 'disk' });
    await talk.trinity.claims('handed back why: no access to that host', 'infra/disk');
    expect((await talk.smith.item('held:infra/disk')).bound).toBe(at('13:00'));
  });

  it('[H9] what is held closes when it is handed over again and accepted, not before', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    await talk.trinity.claims('handed back why: the number is not hers');
    await talk.smith.handsOff({ to: 'oracle', why: 'only Oracle may dial abroad' });
    expect(await talk.smith.open()).toEqual([`handoff:${KEY}`, `held:${KEY}`]);
    expect(await talk.smith.sent()).toMatchObject({ round: 2 });
    await talk.oracle.claims('accepted');
    expect(await talk.smith.open()).toEqual([`handoff:${KEY}`]);
    expect(await talk.smith.held()).toMatchObject({ proof: { kind: 'handoff-accepted', by: 'oracle' } });
  });

  it('[H9] a release to the sender, or a HANDOFF to it, hands it back', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ item: 'a' });
    await talk.trinity.claims('released to <@U0SMITH> why: the number is not hers', 'leads/a');
    await talk.smith.handsOff({ item: 'b' });
    await talk.trinity.says(handoffText({ to: 'smith', item: 'b', why: 'the number is not hers' }));
    expect(await talk.smith.open()).toEqual(['held:leads/a', 'held:leads/b']);
    expect(await talk.trinity.open()).toEqual([]);
  });

  it('[H9] whoever handed it back cannot claim it afterwards', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.claims('handed back why: the number is not hers');
    await talk.trinity.claims('accepted');
    expect(talk.became.smith).toEqual(['refused']);
    expect(await talk.smith.open()).toEqual([`held:${KEY}`]);
  });
});
