import { describe, expect, it } from 'vitest';
import { BRIDGE, claimText, conversation, handoffText, KEY } from '../../support/bridge.js';
import { at } from '../../support/clock.js';
import { engines } from '../../support/ledgers.js';

const SEATS = ['smith', 'trinity', 'oracle'] as const;

describe.each(engines)('HANDOFFs that are refused or cannot be read, on %s', (engine) => {
  it('[H3] a reason that is only whose area it is opens nothing on either side; the seat addressed replies', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff({ why: 'your area' });
    expect([await talk.smith.open(), await talk.trinity.open(), await talk.oracle.open()]).toEqual([[], [], []]);
    expect([await talk.smith.due(), await talk.trinity.due(), await talk.oracle.due()]).toEqual([
      [],
      [expect.stringMatching(/^reply\//)],
      [],
    ]);
    expect(await talk.smith.ledger.board(KEY)).toMatchObject({ state: 'none' });
  });

  it('[H3] a re-hand needs a reason too: a refused one leaves the first as it was', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    await talk.smith.handsOff({ to: 'oracle', why: 'it belongs to the leads owner' });
    expect(await talk.smith.sent()).toMatchObject({ round: 1, handoff: { taker: 'trinity' } });
    expect(await talk.oracle.open()).toEqual([]);
  });

  it('[H3] mended by an edit, it is a handoff from then on', async () => {
    const talk = await conversation(engine);
    const line = await talk.smith.handsOff({ why: 'your area' });
    await talk.smith.edits(line, handoffText());
    expect(await talk.smith.sent()).toMatchObject({ state: 'open', opened: at('09:00') });
    expect(await talk.trinity.received()).toMatchObject({ state: 'open' });
  });

  it('[H3, H7] to a person, or to nobody’s seat: the first other seat replies', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff({ to: '<@U02FEDE>' });
    expect([await talk.smith.due(), await talk.trinity.due(), await talk.oracle.due()]).toEqual([
      [],
      [expect.stringMatching(/^reply\//)],
      [],
    ]);
    expect(await talk.trinity.open()).toEqual([]);
  });

  it('[H4] one that cannot be read opens an item on the addressed seat’s ledger only, owed to the writer’s human', async () => {
    const talk = await conversation(engine, SEATS);
    const line = await talk.smith.handsOff({ to: 'oracle', lane: '' });
    const key = `handoff-unparsed:${BRIDGE}/${line.ts}`;
    expect([await talk.smith.open(), await talk.trinity.open(), await talk.oracle.open()]).toEqual([[], [], [key]]);
    expect(await talk.oracle.item(key)).toMatchObject({
      owedTo: ['gera'],
      owedBy: 'smith',
      opened: at('09:00'),
      bound: at('09:30'),
    });
    const replies = await talk.oracle.posts(key);
    expect(replies.map((post) => post.effect)).toEqual([expect.stringMatching(/^reply\//)]);
    expect(await talk.trinity.due()).toEqual([]);
  });

  it('[H4] without a readable taker the first other seat of the configuration keeps it', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.oracle.says('HANDOFF to\nlane: leads\nitem: x\nwhy: the call has to come from her number');
    expect([await talk.smith.open(), await talk.trinity.open(), await talk.oracle.open()]).toEqual([
      [expect.stringMatching(/^handoff-unparsed:/)],
      [],
      [],
    ]);
    expect((await talk.smith.ledger.listItems())[0]).toMatchObject({ owedTo: ['neo'], owedBy: 'oracle' });
  });

  it('[H4] an edit that reads closes it', async () => {
    const talk = await conversation(engine);
    const line = await talk.smith.handsOff({ lane: '' });
    await talk.smith.edits(line, handoffText());
    expect(await talk.trinity.open()).toEqual([`handoff-received:${KEY}`]);
    expect(await talk.trinity.item(`handoff-unparsed:${BRIDGE}/${line.ts}`)).toMatchObject({
      state: 'closed',
      proof: { kind: 'corrected', by: 'smith' },
    });
  });

  it('[H4] edited and still not readable: one item, a reply to each attempt', async () => {
    const talk = await conversation(engine);
    const line = await talk.smith.handsOff({ lane: '' });
    await talk.smith.edits(line, handoffText({ lane: '', item: 'other' }));
    expect(await talk.trinity.open()).toHaveLength(1);
    expect(await talk.trinity.due()).toHaveLength(2);
  });

  it('[H4] a corrected post closes it: in its thread, or with the same readable parts however they are spelled', async () => {
    const talk = await conversation(engine);
    const first = await talk.smith.handsOff({ lane: '', item: 'a' });
    await talk.smith.says(handoffText({ item: 'b' }), { under: first });
    expect(await talk.trinity.open()).toEqual(['handoff-received:leads/b']);
    await talk.smith.handsOff({ lane: 'Leads', item: 'Western Slope', why: '' });
    await talk.smith.handsOff({ lane: 'leads', item: 'western-slope' });
    expect(await talk.trinity.open()).toEqual(['handoff-received:leads/b', 'handoff-received:leads/western-slope']);
  });

  it('[H4] a sound HANDOFF of something else, or of another seat, closes nothing', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff({ lane: '', item: 'a' });
    await talk.smith.handsOff({ item: 'b' });
    await talk.oracle.handsOff({ item: 'a' });
    expect((await talk.trinity.open()).filter((key) => key.startsWith('handoff-unparsed'))).toHaveLength(1);
  });

  it('[H4] an older sound HANDOFF, edited later, does not close a broken one that came after it', async () => {
    const talk = await conversation(engine);
    const sound = await talk.smith.handsOff();
    await talk.smith.handsOff({ why: '' });
    await talk.smith.edits(sound, handoffText({ refs: '#12' }));
    expect((await talk.trinity.open()).filter((key) => key.startsWith('handoff-unparsed'))).toHaveLength(1);
  });

  it('[H4] posted anew and then mended too: the mended one closes its item and opens no round', async () => {
    const talk = await conversation(engine);
    const broken = await talk.smith.says('HANDOFF to\nlane:\nitem:\nwhy: the call has to come from her number');
    await talk.smith.handsOff();
    expect((await talk.trinity.open()).filter((key) => key.startsWith('handoff-unparsed'))).toHaveLength(1);
    await talk.smith.edits(broken, handoffText());
    expect(await talk.trinity.open()).toEqual([`handoff-received:${KEY}`]);
    expect(await talk.smith.sent()).toMatchObject({ round: 1 });
  });

  it('[H4] a claim that cannot be read is answered by one seat and changes nothing', async () => {
    const talk = await conversation(engine, SEATS);
    await talk.smith.handsOff();
    await talk.trinity.claims('released why: nobody');
    expect([await talk.smith.due(), await talk.trinity.due(), await talk.oracle.due()]).toEqual([
      [expect.stringMatching(/^reply\//)],
      [],
      [],
    ]);
    expect(await talk.smith.sent()).toMatchObject({ handoff: { pending: null } });
  });

  it('[H2] a quoted block changes nothing', async () => {
    const talk = await conversation(engine);
    await talk.smith.handsOff();
    await talk.trinity.says(`&gt; ${claimText(KEY, 'done https://crm.example/1')}`);
    expect(await talk.smith.sent()).toMatchObject({ state: 'open' });
    expect(await talk.smith.due()).toEqual([]);
  });
});
