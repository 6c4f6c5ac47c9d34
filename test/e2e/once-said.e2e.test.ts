import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '../../dev/workspace/index.js';
import { CALM, FEDE, GERA, QUICK, SHORT, Stage, TRINITY } from '../support/seats.js';

/** Whatever happens, a person sees one nudge, one page, one line. */
describe('what is heard twice, late, or by two processes', () => {
  let stage: Stage | undefined;
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
  });

  it('[S2, P1] two processes sweeping one ledger at once give one nudge and one page', async () => {
    stage = await Stage.open({ ...SHORT, nudge: '1s', page: '8s' });
    const on = stage;
    await on.start('smith');
    await on.start('smith');
    const handoffs = ['one', 'two', 'three'].map((item) => on.handoff({ item }));
    await on.sees('three pages', () => on.pages().length >= 3);
    await on.sweepsGoOn();
    expect(handoffs.map((handoff) => on.nudges(handoff).length)).toEqual([1, 1, 1]);
    expect(on.pages()).toHaveLength(3);
    for (const page of on.pages()) expect([...page.mentions].sort()).toEqual([GERA, FEDE]);
    expect(await on.owed('smith', 'ledger', 'verify')).toMatchObject({ code: 0 });
  });

  it('[L5, X3] a redelivered envelope does nothing twice', async () => {
    stage = await Stage.open(CALM);
    const on = stage;
    await on.start('smith');
    const origin = on.alert();
    const handoff = on.handoff({ item: 'twice', origin });
    on.workspace.sockets.duplicateNext('A0SMITH');
    on.claim(handoff, 'accepted', 'leads/twice');
    await on.sees('the line', () => on.mirrored(origin).length > 0);
    on.workspace.sockets.duplicateNext('A0SMITH');
    on.claim(handoff, 'done https://crm.example/1', 'leads/twice');
    await on.sees('the outcome', () => on.mirrored(origin).length > 1);
    await on.sweepsGoOn();
    expect(on.mirrored(origin)).toHaveLength(2);
    const shown = await on.shown('smith', 'handoff:leads/twice');
    expect(shown.events.filter((event) => event.type === 'Closed')).toHaveLength(1);
  });

  it('[H11] what was said while the socket was cut counts after the reconnect, in order, once', async () => {
    stage = await Stage.open(CALM);
    const on = stage;
    await on.start('smith');
    const origin = on.alert();
    const handoff = on.handoff({ item: 'unheard', origin });
    await on.holds('it is open', () => on.item('smith', 'handoff:leads/unheard'));
    on.workspace.sockets.refuse('A0SMITH', true);
    on.workspace.sockets.cut('A0SMITH');
    on.claim(handoff, 'accepted', 'leads/unheard');
    on.claim(handoff, 'done https://crm.example/1', 'leads/unheard');
    on.workspace.sockets.refuse('A0SMITH', false);
    await on.sees('both lines', () => on.mirrored(origin).length >= 2);
    await on.sweepsGoOn();
    expect(on.mirrored(origin).map((line) => /accepted|finished/.exec(line)?.[0])).toEqual(['accepted', 'finished']);
  });

  it('[H11] a first start on an empty ledger reads back a day: a handoff and its claims from before count', async () => {
    stage = await Stage.open(CALM);
    const on = stage;
    const origin = on.alert();
    const handoff = on.handoff({ item: 'before', origin });
    on.claim(handoff, 'accepted', 'leads/before');
    await on.start('smith');
    await on.sees('the acceptance', () => on.mirrored(origin).length > 0);
    expect(await on.item('smith', 'handoff:leads/before')).toMatchObject({ state: 'open', round: 1 });
  });

  it('[S3] down past both bounds: paged once after the restart, not nudged and paged in one breath', async () => {
    stage = await Stage.open(QUICK);
    const on = stage;
    const first = await on.start('smith');
    const handoff = on.handoff({ item: 'overslept' });
    await on.holds('it is open', () => on.item('smith', 'handoff:leads/overslept'));
    await first.kill();
    const nudged = on.nudges(handoff).length;
    const due = Number(handoff.ts) * 1000 + 3_000;
    await on.sees('the bound passes', () => Date.now() > due + 200);
    await on.start('smith');
    await on.sees('the page', () => on.pages()[0]);
    await on.sweepsGoOn();
    expect(on.pages()).toHaveLength(1);
    expect(on.nudges(handoff)).toHaveLength(nudged);
  });

  it('[P2, P8] a handoff that is closed by hand before its bound is never nudged nor paged', async () => {
    stage = await Stage.open({ ...SHORT, nudge: '6s', page: '8s' });
    const on = stage;
    await on.start('smith');
    const handoff = on.handoff({ item: 'closed-early' });
    await on.holds('it is open', () => on.item('smith', 'handoff:leads/closed-early'));
    const closed = await on.owed(
      'smith',
      'close',
      'leads/closed-early',
      '--by',
      'gera',
      '--proof',
      'called him myself',
    );
    expect(closed).toMatchObject({ code: 0 });
    const later: Message = on.handoff({ item: 'later' });
    await on.sees('the page of a later handoff', () => on.pages()[0]);
    expect(on.pages().map((page) => page.text?.includes('closed-early'))).toEqual([false]);
    expect(on.nudges(handoff).length).toBeLessThanOrEqual(1);
    expect(on.nudges(later).every((nudge) => nudge.mentions.includes(TRINITY))).toBe(true);
  });
});
