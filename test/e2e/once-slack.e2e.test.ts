import { afterEach, describe, expect, it } from 'vitest';
import { ALERTS, BRIDGE, CALM, QUICK, Stage } from '../support/seats.js';

/** Whatever happens, a person sees one nudge, one page, one line. */
describe('Slack that fails in every way', () => {
  let stage: Stage | undefined;
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
  });

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
    await on.sweepsGoOn();
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
    await on.sweepsGoOn();
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
    await on.sweepsGoOn();
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
    await on.sweepsGoOn();
    expect(on.workspace.thread('C08GENERAL', origin.ts).filter((m) => m.user === 'U0SMITH')).toHaveLength(1);
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
});
