import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RunningSeat } from '../../dev/harness/seats.js';
import { FEDE, GERA, SHORT, Stage } from '../support/seats.js';

/** Three replicas of one seat on one PostgreSQL: any of them gets any event, and a person sees one bot. */
describe('three replicas of a seat on PostgreSQL', () => {
  let stage: Stage;
  let replicas: RunningSeat[];
  beforeAll(async () => {
    const url = await (await fetch(inject('postgresBroker'))).text();
    stage = await Stage.open({ ...SHORT, nudge: '3s', page: '6s' }, { ledger: { url } });
    const env = { OWED_SOCKETS: '1' };
    replicas = await Promise.all([1, 2, 3].map(() => stage.start('smith', { env })));
  });
  afterAll(() => stage.close());

  it('[S2, P1, L6] every handoff gets one acceptance, one nudge, one page and one outcome', async () => {
    const origin = stage.alert();
    const names = ['one', 'two', 'three', 'four'];
    const handoffs = names.map((item) => stage.handoff({ item, origin }));
    handoffs.forEach((handoff, n) => void stage.claim(handoff, 'accepted', `leads/${names[n]}`));
    await stage.sees('four acceptances', () => stage.mirrored(origin).length >= 4);
    await stage.sees('four pages', () => stage.pages().length >= 4);
    handoffs.forEach((handoff, n) => void stage.claim(handoff, `done https://crm.example/${n}`, `leads/${names[n]}`));
    await stage.sees('four outcomes', () => stage.mirrored(origin).length >= 8);
    await stage.sees('every page edited', () => stage.pages().every((page) => page.edited));
    expect(stage.mirrored(origin).filter((line) => line.includes('accepted'))).toHaveLength(4);
    expect(stage.mirrored(origin).filter((line) => line.includes('finished'))).toHaveLength(4);
    expect(handoffs.map((handoff) => stage.nudges(handoff).length)).toEqual([1, 1, 1, 1]);
    expect(stage.pages()).toHaveLength(4);
    for (const page of stage.pages()) expect([...page.mentions].sort()).toEqual([GERA, FEDE]);
    expect(await stage.owed('smith', 'ledger', 'verify')).toMatchObject({ code: 0 });
  });

  it('[X3, P5] a replica that is killed leaves nothing undone: the others go on', async () => {
    await replicas[0]?.kill();
    const origin = stage.alert();
    const handoff = stage.handoff({ item: 'after-the-kill', origin });
    stage.claim(handoff, 'accepted', 'leads/after-the-kill');
    stage.claim(handoff, 'done https://crm.example/9', 'leads/after-the-kill');
    await stage.sees('both lines', () => stage.mirrored(origin).length >= 2);
    expect(stage.mirrored(origin).map((line) => /accepted|finished/.exec(line)?.[0])).toEqual(['accepted', 'finished']);
    expect(await stage.item('smith', 'handoff:leads/after-the-kill')).toMatchObject({ state: 'closed' });
  });
});
