import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '../../dev/workspace/index.js';
import { ALERTS, BRIDGE, CALM, FEDE, GERA, SHORT, Stage, TRINITY } from '../support/seats.js';

/**
 * Killing the process at any instant, cutting the socket, losing a response, or running several processes changes nothing
 * that a person sees: one nudge, one page, one line.
 */
describe('once, whatever happens', () => {
  let stage: Stage | undefined;
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
  });

  /** Fast bounds, and no time to spare between nudge and page. */
  const QUICK = { ...SHORT, nudge: '1s', page: '3s' };

  /** Sweeps go on for several rounds; what was said twice would be there by then. */
  async function sweepsGoOn(on: Stage): Promise<void> {
    const swept = async () => {
      const status = JSON.parse((await on.owed('smith', 'status', '--json')).stdout) as {
        last_sweep: { started_at: string; ended_at: string | null } | null;
      };
      return status.last_sweep?.ended_at ? status.last_sweep.started_at : undefined;
    };
    for (let round = 0; round < 3; round += 1) {
      const before = await swept();
      await on.holds('another sweep', async () => {
        const after = await swept();
        return after !== undefined && after !== before;
      });
    }
  }

  it('[S2, P1] two processes sweeping one ledger at once give one nudge and one page', async () => {
    stage = await Stage.open(QUICK);
    const on = stage;
    await on.start('smith');
    await on.start('smith');
    const handoffs = ['one', 'two', 'three'].map((item) => on.handoff({ item }));
    await on.sees('three pages', () => on.pages().length >= 3);
    await sweepsGoOn(on);
    expect(handoffs.map((handoff) => on.nudges(handoff).length)).toEqual([1, 1, 1]);
    expect(on.pages()).toHaveLength(3);
    for (const page of on.pages()) expect([...page.mentions].sort()).toEqual([GERA, FEDE]);
    expect(await on.owed('smith', 'ledger', 'verify')).toMatchObject({ code: 0 });
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
      await sweepsGoOn(on);
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
      await sweepsGoOn(on);
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
      await sweepsGoOn(on);
      const lines = on.mirrored(origin);
      expect(lines.map((line) => /accepted|finished/.exec(line)?.[0])).toEqual(['accepted', 'finished']);
    });
  }

  it('[P4] the response of the page is lost: exactly one page, found by its key', async () => {
    stage = await Stage.open(QUICK);
    const on = stage;
    const fault = on.workspace.faults.add({
      method: 'chat.postMessage',
      channel: ALERTS,
      times: 1,
      kind: 'lose-response',
    });
    await on.start('smith');
    on.handoff({ item: 'lost' });
    await on.holds('the ledger knows the page', async () => (await on.item('smith', 'handoff:leads/lost'))?.paged_at);
    await sweepsGoOn(on);
    expect(fault.hits).toBe(1);
    expect(on.pages()).toHaveLength(1);
  });

  it('[P4] Slack answers 500 and stored nothing: the page is looked for, then posted once', async () => {
    stage = await Stage.open(QUICK);
    const on = stage;
    on.workspace.faults.add({ method: 'chat.postMessage', channel: ALERTS, times: 1, kind: 'http-500' });
    await on.start('smith');
    on.handoff({ item: 'failed' });
    await on.sees('the page', () => on.pages()[0]);
    await sweepsGoOn(on);
    expect(on.pages()).toHaveLength(1);
  });

  it('[P3] a rate-limited page waits for Retry-After and is posted once', async () => {
    stage = await Stage.open(QUICK);
    const on = stage;
    on.workspace.faults.add({
      method: 'chat.postMessage',
      channel: ALERTS,
      times: 1,
      kind: 'rate-limit',
      retryAfter: 1,
    });
    await on.start('smith');
    on.handoff({ item: 'limited' });
    await on.sees('the page', () => on.pages()[0]);
    await sweepsGoOn(on);
    expect(on.pages()).toHaveLength(1);
  });

  it('[P3, H12] a line that cannot be posted stays due and says why; it is posted when the bot is back in the channel', async () => {
    stage = await Stage.open(CALM);
    const on = stage;
    await on.start('smith');
    const origin = on.workspace.asApp('A0ALERTS').post('C08GENERAL', 'asked here');
    on.workspace.membership.remove('C08GENERAL', 'U0SMITH');
    const link = on.workspace.permalink('C08GENERAL', origin.ts);
    const handoff = on.handoff({ item: 'no-way', extra: `origin: ${link}` });
    on.claim(handoff, 'accepted', 'leads/no-way');
    const held = await on.holds('the item says that a line is held', async () => {
      const item = await on.item('smith', 'handoff:leads/no-way');
      return item?.waiting ? item : undefined;
    });
    expect(held.waiting?.reason).toMatch(/not a member|invite/i);
    expect(held.waiting?.until).not.toBeNull();
    on.workspace.membership.add('C08GENERAL', 'U0SMITH');
    await on.sees('the line', () =>
      on.workspace.thread('C08GENERAL', origin.ts).some((m) => m.text?.startsWith('Trinity accepted this')),
    );
    await sweepsGoOn(on);
    expect(on.workspace.thread('C08GENERAL', origin.ts).filter((m) => m.user === 'U0SMITH')).toHaveLength(1);
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
    await sweepsGoOn(on);
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
    await sweepsGoOn(on);
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
    await sweepsGoOn(on);
    expect(on.pages()).toHaveLength(1);
    expect(on.nudges(handoff)).toHaveLength(nudged);
  });

  it('[H10] a bridge that cannot be read leaves the item open and on schedule, and says so', async () => {
    stage = await Stage.open(QUICK);
    const on = stage;
    await on.start('smith');
    on.handoff({ item: 'unread' });
    await on.holds('it is open', () => on.item('smith', 'handoff:leads/unread'));
    on.workspace.faults.add({
      method: 'conversations.history',
      channel: BRIDGE,
      kind: 'error',
      code: 'internal_error',
    });
    await on.holds('the item says what failed', async () => {
      const item = await on.item('smith', 'handoff:leads/unread');
      return item?.unknown.some((text) => text.includes('bridge'));
    });
    await on.sees('the page', () => on.pages()[0]);
    expect(await on.item('smith', 'handoff:leads/unread')).toMatchObject({ state: 'open' });
  });

  it('[P2, P8] a handoff that is closed by hand before its bound is never nudged nor paged', async () => {
    stage = await Stage.open(QUICK);
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
