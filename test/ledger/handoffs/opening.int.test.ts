import { describe, expect, it } from 'vitest';
import { BRIDGE, conversation, DONE_LINK, KEY, ORIGIN } from '../../support/bridge.js';
import { at } from '../../support/clock.js';
import { engines } from '../../support/ledgers.js';

describe.each(engines)('a HANDOFF on the bridge, on %s', (engine) => {
  it('[H5] opens the sender’s item at the post’s own time, with the bounds of its class', async () => {
    const talk = await conversation(engine);
    talk.clock.at('09:30');
    const handoff = await talk.smith.handsOff();
    expect(await talk.smith.open()).toEqual([`handoff:${KEY}`]);
    expect(await talk.smith.sent()).toMatchObject({
      kind: 'handoff',
      round: 1,
      state: 'open',
      opened: at('09:30'),
      bound: at('10:30'),
      due: at('10:30'),
      owedTo: ['gera'],
      owedBy: 'smith',
      link: `https://work.slack.com/archives/${BRIDGE}/p${handoff.ts.replace('.', '')}`,
      handoff: { sender: 'smith', taker: 'trinity', class: 'customer', origin: ORIGIN, acceptedAt: null },
    });
  });

  it('[H5, S3] counts from the post’s own time when it is heard an hour late', async () => {
    const talk = await conversation(engine);
    const ts = talk.clock.ts();
    talk.clock.after('1h');
    const { handoffText } = await import('../../support/bridge.js');
    await talk.tell({ seat: 'smith', channel: BRIDGE, ts, edited: null, thread: null, text: handoffText() });
    expect(await talk.smith.sent()).toMatchObject({ opened: at('09:00'), bound: at('10:00') });
    expect((await talk.smith.ledger.dueItems(talk.clock.now(), 10)).items.map((item) => item.key)).toEqual([
      `handoff:${KEY}`,
    ]);
  });

  it('[O4, H5] is owed to whom the configuration names for its kind, and to whom the HANDOFF names before that', async () => {
    const more = 'kinds: { handoff: { owed_to: [fede] }, held: { owed_to: [gera, fede] } }';
    const talk = await conversation(engine, ['smith', 'trinity'], more);
    await talk.smith.handsOff();
    expect(await talk.smith.sent()).toMatchObject({ owedTo: ['fede'] });
    await talk.trinity.claims('handed back why: the garage belongs to another manager');
    expect(await talk.smith.held()).toMatchObject({ owedTo: ['gera', 'fede'] });
  });

  it('[H6] opens the taker’s item, which waits: it is never due', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    expect(await talk.trinity.open()).toEqual([`handoff-received:${KEY}`]);
    expect(await talk.trinity.received()).toMatchObject({
      state: 'open',
      due: null,
      bound: null,
      owedBy: 'trinity',
      owedTo: ['gera'],
      handoff: { sender: 'smith', taker: 'trinity' },
    });
    expect((await talk.trinity.ledger.dueItems(at('Sun 09:00'), 10)).items).toEqual([]);
  });

  it('[H5] opens nothing on a seat that is neither sender nor taker', async () => {
    const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
    await talk.smith.handsOff();
    expect(await talk.oracle.open()).toEqual([]);
    expect(await talk.oracle.ledger.board(KEY)).toMatchObject({ state: 'handed', taker: 'trinity' });
  });

  it('[H5] says on the item that no origin was named', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ origin: null });
    const sent = await talk.smith.sent();
    expect(sent.what).toContain('no origin thread was named');
    expect(sent.handoff?.origin).toBeNull();
  });

  it('[H14] is owed to whom it names, else to the sender’s human', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ item: 'a', owedTo: '<@U02FEDE>' });
    await talk.smith.handsOff({ item: 'b', owedTo: '<@U0STRANGER>' });
    expect((await talk.smith.item('handoff:leads/a')).owedTo).toEqual(['fede']);
    expect((await talk.smith.item('handoff:leads/b')).owedTo).toEqual(['U0STRANGER']);
    expect((await talk.trinity.item('handoff-received:leads/a')).owedTo).toEqual(['fede']);
  });

  it('[H13, H14] an internal one is paged after four hours and never nudged; an unknown one like a customer’s', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ lane: 'infra', item: 'disk' });
    await talk.smith.handsOff({ lane: 'billing', item: 'export' });
    expect(await talk.smith.item('handoff:infra/disk')).toMatchObject({
      bound: at('13:00'),
      handoff: { class: 'internal' },
    });
    expect(await talk.smith.item('handoff:billing/export')).toMatchObject({
      bound: at('10:00'),
      handoff: { class: 'unknown' },
    });
    const due = (await talk.smith.ledger.dueItems(at('09:30'), 10)).items;
    expect(due.map((item) => item.key)).toEqual(['handoff:billing/export']);
  });

  it('[H1] spelled otherwise it is the same item, in its next round', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ lane: 'Leads', item: 'Western  Slope: Alert' });
    await talk.trinity.claims(`done ${DONE_LINK}`, '"ＬＥＡＤＳ/western slope alert"');
    expect(await talk.smith.sent()).toMatchObject({ state: 'closed', round: 1 });
    await talk.smith.handsOff();
    expect(await talk.smith.sent()).toMatchObject({ state: 'open', round: 2 });
    expect(await talk.trinity.received()).toMatchObject({ state: 'open', round: 2 });
  });

  it('[L5] heard again changes nothing', async () => {
    const talk = await conversation(engine);
    const handoff = await talk.smith.handsOff();
    const before = await talk.smith.events(`handoff:${KEY}`);
    await talk.again(handoff);
    await talk.again(handoff);
    expect(await talk.smith.events(`handoff:${KEY}`)).toEqual(before);
    expect((await talk.smith.sent()).round).toBe(1);
  });

  it('[H5, H9] handed again to another seat goes on in the next round, with that taker and the bounds it had', async () => {
    const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
    await talk.smith.handsOff();
    talk.clock.after('20m');
    await talk.smith.handsOff({ to: 'oracle', why: 'Trinity is on a plane until tomorrow' });
    expect(await talk.smith.sent()).toMatchObject({
      state: 'open',
      round: 2,
      opened: at('09:00'),
      bound: at('10:00'),
      handoff: { taker: 'oracle', why: 'Trinity is on a plane until tomorrow' },
    });
    expect((await talk.smith.sent()).what).toContain('Oracle was handed');
    expect(await talk.trinity.received()).toMatchObject({ state: 'closed', proof: { kind: 'handed-again' } });
    expect(await talk.oracle.received()).toMatchObject({ state: 'open', handoff: { sender: 'smith' } });
  });

  it('[H13, H14] handed again as a customer’s, it gets a customer’s bounds from then on, never a later page', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff({ lane: 'infra', item: 'disk' });
    talk.clock.after('10m');
    await talk.smith.handsOff({ lane: 'infra', item: 'disk', customer: 'yes' });
    expect(await talk.smith.item('handoff:infra/disk')).toMatchObject({
      round: 2,
      opened: at('09:00'),
      bound: at('10:10'),
      handoff: { class: 'customer' },
    });
    talk.clock.after('10m');
    await talk.smith.handsOff({ lane: 'infra', item: 'disk', customer: 'no', why: 'the tenant has called back' });
    expect((await talk.smith.item('handoff:infra/disk')).bound).toBe(at('10:10'));
  });
});
