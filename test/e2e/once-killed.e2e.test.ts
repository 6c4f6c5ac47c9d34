import { afterEach, describe, expect, it } from 'vitest';
import { ALERTS, CALM, QUICK, Stage } from '../support/seats.js';

/** Whatever happens, a person sees one nudge, one page, one line. */
describe('a process that is killed at any instant', () => {
  let stage: Stage | undefined;
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
  });

  for (const point of ['before-claim', 'claimed', 'posted', 'settled'] as const) {
    it(`[P4, P5] killed at "${point}" of the page, then restarted: exactly one page`, async () => {
      stage = await Stage.open(QUICK);
      const on = stage;
      const nodeArgs = ['--import', new URL('../support/kill-at.mjs', import.meta.url).href];
      const killed = await on.start('smith', { nodeArgs, env: { KILL_AT: point, KILL_EFFECT: 'page' } });
      const handoff = on.handoff({ item: 'kill-me' });
      expect(await killed.ended).toBe('SIGKILL');
      await on.start('smith');
      await on.sees('the page', () => on.pages()[0]);
      await on.holds('the ledger knows it', async () => (await on.item('smith', 'handoff:leads/kill-me'))?.paged_at);
      await on.sweepsGoOn();
      expect(on.pages()).toHaveLength(1);
      expect(on.nudges(handoff).length).toBeLessThanOrEqual(1);
      const shown = await on.shown('smith', 'handoff:leads/kill-me');
      expect(shown.posts.filter((post) => post.effect.startsWith('page/'))).toMatchObject([{ state: 'posted' }]);
      expect(await on.owed('smith', 'ledger', 'verify')).toMatchObject({ code: 0 });
    });
  }

  for (const phase of ['before', 'stored', 'after'] as const) {
    it(`[P4] killed while Slack has the page's request ("${phase}"), then restarted: exactly one page`, async () => {
      stage = await Stage.open(QUICK);
      const on = stage;
      const seat = await on.start('smith');
      let armed = true;
      on.workspace.hooks.on('chat.postMessage', phase, (call) => {
        if (!armed || (call.args as { channel?: string }).channel !== ALERTS) return;
        armed = false;
        seat.process.kill('SIGKILL');
      });
      on.handoff({ item: 'kill-me' });
      expect(await seat.ended).toBe('SIGKILL');
      await on.start('smith');
      await on.sees('the page', () => on.pages()[0]);
      await on.holds('the ledger knows it', async () => (await on.item('smith', 'handoff:leads/kill-me'))?.paged_at);
      await on.sweepsGoOn();
      expect(on.pages()).toHaveLength(1);
    });
  }

  for (const point of ['claimed', 'posted'] as const) {
    it(`[P8, H12] killed at "${point}" of a mirror line, then restarted: the thread hears it exactly once`, async () => {
      stage = await Stage.open(CALM);
      const on = stage;
      const nodeArgs = ['--import', new URL('../support/kill-at.mjs', import.meta.url).href];
      const killed = await on.start('smith', { nodeArgs, env: { KILL_AT: point, KILL_EFFECT: 'accepted' } });
      const origin = on.alert();
      const handoff = on.handoff({ item: 'kill-me', origin });
      on.claim(handoff, 'accepted', 'leads/kill-me');
      expect(await killed.ended).toBe('SIGKILL');
      await on.start('smith');
      on.claim(handoff, 'done https://crm.example/1', 'leads/kill-me');
      await on.sees('both lines', () => on.mirrored(origin).length >= 2);
      await on.sweepsGoOn();
      const lines = on.mirrored(origin);
      expect(lines.map((line) => /accepted|finished/.exec(line)?.[0])).toEqual(['accepted', 'finished']);
    });
  }
});
