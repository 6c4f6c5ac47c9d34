import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALERTS, BRIDGE, FEDE, GENERAL, GERA, NEO, SHORT, Stage, TRINITY } from '../support/seats.js';

/** What people do in Slack: the slash command, buttons, modals, the shortcut, the Home tab. */
describe('people and a running seat', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open({ ...SHORT, nudge: '1s', page: '2s' });
    await stage.start('smith');
    await stage.start('trinity');
  });
  afterAll(() => stage.close());

  const run = async (user: string, text: string) => {
    const before = stage.workspace.ephemerals(user).length;
    await stage.workspace.as(user).slash(GENERAL, '/owed-smith', text);
    const said = await stage.sees(`an answer to ${text}`, () => stage.workspace.ephemerals(user)[before]);
    return said.text ?? '';
  };
  const opened = (item: string) => stage.holds(`${item} is open`, () => stage.item('smith', `handoff:leads/${item}`));
  const pageOf = (item: string) =>
    stage.sees(`the page of ${item}`, () => stage.pages().find((page) => page.text?.includes(item)));
  const form = (user: string) =>
    stage.sees('the form', () => {
      const view = stage.workspace.as(user).modal();
      return view && view.callback_id !== 'owed_loading' && view;
    });
  const result = (user: string) =>
    stage.sees('what became of it', () => {
      const view = stage.workspace.as(user).modal();
      return view?.callback_id === 'owed_message' && JSON.stringify(view.blocks);
    });

  it('[U1] list, show and help answer ephemerally', async () => {
    stage.handoff({ item: 'listed' });
    await opened('listed');
    expect(await run(GERA, 'list')).toContain('handoff:leads/listed');
    expect(await run(GERA, 'list mine')).toContain('handoff:leads/listed');
    expect(await run(FEDE, 'list mine')).not.toContain('handoff:leads/listed');
    expect(await run(GERA, 'show leads/listed')).toMatch(/Proof awaited|awaited/);
    expect(await run(GERA, 'help')).toContain('/owed-smith close');
    expect(stage.workspace.messages(GENERAL)).toEqual([]);
  });

  it('[U6] a wrong word gets one clear sentence with the nearest, and nothing is lost', async () => {
    expect(await run(GERA, 'clsoe leads/listed')).toMatch(/close/);
    expect(await run(GERA, 'show leads/lisetd')).toContain('leads/listed');
    expect(await run(GERA, 'mute leads/listed for 2 fortnights because x')).toMatch(/length of time/);
    expect(await stage.item('smith', 'handoff:leads/listed')).toMatchObject({ state: 'open' });
  });

  it('[O1, O9] Close on a page asks for the proof, closes the item, and the page is edited to say so', async () => {
    stage.handoff({ item: 'close-me' });
    const page = await pageOf('close-me');
    const gera = stage.workspace.as(GERA);
    expect(await gera.press(ALERTS, page.ts, 'owed_close')).toEqual({ ok: true });
    await form(GERA);
    gera.fill({ proof: '   ' });
    expect((await gera.submit()).errors).toHaveProperty('proof');
    gera.fill({ proof: 'called him at 16:10' });
    await gera.submit();
    expect(await result(GERA)).toContain('called him at 16:10');
    gera.closeModal();
    const edited = await stage.sees('the page edited', () =>
      stage.pages().find((m) => m.ts === page.ts && m.text?.includes('called him at 16:10')),
    );
    expect(edited.edited).toBeDefined();
    const item = await stage.item('smith', 'handoff:leads/close-me');
    expect(item).toMatchObject({
      state: 'closed',
      proof: { kind: 'by-hand', text: 'called him at 16:10', by: 'gera' },
    });
    expect(stage.pages().filter((m) => m.text?.includes('close-me'))).toHaveLength(1);
    // The page has no Close any more; a stale client that still shows one is answered in words.
    await expect(gera.press(ALERTS, page.ts, 'owed_close')).rejects.toThrow();
  });

  it('[O8] Mute on a page asks for a reason and closes it as muted by that person', async () => {
    stage.handoff({ item: 'mute-me' });
    const page = await pageOf('mute-me');
    const fede = stage.workspace.as(FEDE);
    await fede.press(ALERTS, page.ts, 'owed_mute');
    await form(FEDE);
    fede.fill({ why: 'the vendor is closed until Monday' });
    await fede.submit();
    expect(await result(FEDE)).toContain('muted');
    fede.closeModal();
    const item = await stage.item('smith', 'handoff:leads/mute-me');
    expect(item).toMatchObject({ state: 'closed', proof: { kind: 'mute', by: 'fede' } });
    expect(item?.proof?.text).toContain('the vendor is closed until Monday');
    expect(await run(FEDE, 'unmute leads/mute-me')).toMatch(/no longer muted/);
  });

  it('[O12] Take shows who took it and closes nothing; a second take is told who was first', async () => {
    stage.handoff({ item: 'take-me' });
    const page = await pageOf('take-me');
    const before = stage.workspace.ephemerals(NEO).length;
    await stage.workspace.as(NEO).press(ALERTS, page.ts, 'owed_take');
    const said = await stage.sees('the answer', () => stage.workspace.ephemerals(NEO)[before]);
    expect(said.text).toMatch(/taken by neo; it was paged before/i);
    expect(await run(GERA, 'take leads/take-me')).toMatch(/Neo|U03NEO/i);
    expect(await stage.item('smith', 'handoff:leads/take-me')).toMatchObject({ state: 'open' });
  });

  it('[O9] History on a page shows what happened', async () => {
    const page = await pageOf('take-me');
    await stage.workspace.as(GERA).press(ALERTS, page.ts, 'owed_history');
    const view = await form(GERA);
    expect(JSON.stringify(view.blocks)).toMatch(/opened, round 1/);
    stage.workspace.as(GERA).closeModal();
  });

  it('[X1] a guest and an external person may do nothing, and are told so', async () => {
    const page = await pageOf('take-me');
    await stage.workspace.as('U04GUEST').press(ALERTS, page.ts, 'owed_close');
    const view = await stage.sees('the answer', () => {
      const modal = stage.workspace.as('U04GUEST').modal();
      return modal?.callback_id === 'owed_message' && modal;
    });
    expect(JSON.stringify(view.blocks)).toMatch(/full members/);
    expect(await run('U05EXT', 'close leads/take-me because I say so')).toMatch(/people of this workspace/);
    expect(await stage.item('smith', 'handoff:leads/take-me')).toMatchObject({ state: 'open' });
  });

  it('[H15] the shortcut "Hand off…" fills in the origin, and the seat posts the HANDOFF', async () => {
    const asked = stage.workspace.as(NEO).post(GENERAL, 'a prospect asks for a tour on Friday');
    const gera = stage.workspace.as(GERA);
    await gera.openShortcut('owed_handoff', GENERAL, asked.ts, 'A0SMITH');
    const view = await form(GERA);
    expect(JSON.stringify(view.blocks)).toContain(asked.ts.replace('.', ''));
    gera.fill({ to: 'trinity', lane: 'leads', item: 'friday-tour', why: 'your area' });
    expect((await gera.submit()).errors).toHaveProperty('why');
    gera.fill({ why: 'she has the keys of that building', subtasks: 'call the prospect\nbook the slot' });
    await gera.submit();
    expect(await result(GERA)).toContain('leads/friday-tour');
    gera.closeModal();
    const posted = await stage.sees('the HANDOFF', () =>
      stage.workspace.messages(BRIDGE).find((m) => m.text?.includes('friday-tour')),
    );
    expect(posted.mentions).toEqual([TRINITY]);
    const shown = await stage.holds('its item', async () => {
      await opened('friday-tour');
      return stage.shown('smith', 'handoff:leads/friday-tour');
    });
    expect(shown.subtasks.map((s) => s.name)).toEqual(['call the prospect', 'book the slot']);
    stage.claim(posted, 'accepted', 'leads/friday-tour');
    await stage.sees('the acceptance where it began', () =>
      stage.workspace.thread(GENERAL, asked.ts).some((m) => m.text?.startsWith('Trinity accepted this')),
    );
  });

  it('[U1] /owed close without a proof opens the form; /owed handoff opens its own', async () => {
    const gera = stage.workspace.as(GERA);
    await gera.slash(GENERAL, '/owed-smith', 'close leads/listed');
    await form(GERA);
    gera.fill({ proof: 'seen in the CRM' });
    await gera.submit();
    await result(GERA);
    gera.closeModal();
    expect(await stage.item('smith', 'handoff:leads/listed')).toMatchObject({ state: 'closed' });
    await gera.slash(GENERAL, '/owed-smith', 'handoff');
    expect((await form(GERA)).callback_id).toBe('owed_handoff');
    gera.closeModal();
  });

  it('[U2] the Home tab shows what the person is owed and what the seat owes', async () => {
    stage.handoff({ item: 'on-home' });
    await opened('on-home');
    await stage.workspace.as(GERA).openHome('A0SMITH');
    const home = await stage.sees('the Home tab', () => {
      const view = stage.workspace.home('A0SMITH', GERA);
      return view && JSON.stringify(view).includes('on-home') && JSON.stringify(view);
    });
    expect(home).toContain('I am owed');
    expect(home).toContain('My seat owes');
  });

  it('[X3] a command that Slack redelivers is carried out once', async () => {
    stage.handoff({ item: 'close-once' });
    await opened('close-once');
    stage.workspace.sockets.duplicateNext('A0SMITH');
    await run(GERA, 'close leads/close-once because it was done by phone');
    const shown = await stage.shown('smith', 'handoff:leads/close-once');
    expect(shown.events.filter((event) => event.type === 'Closed')).toHaveLength(1);
  });
});
