import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BRIDGE, Desk, KEY, MINUTE, T0, TEAM, ts, WHY } from './support.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => desk.end());

const HANDOFF = ['handoff', '--to', 'trinity', '--lane', 'leads', '--item', 'western slope alert', '--why', WHY];
const postsOf = (key: string) => desk.withLedger((ledger) => ledger.postsOf(key));

/** The seat's process: posts what is due once it is there. */
async function posting(at: string): Promise<void> {
  await desk.withLedger(async (ledger) => {
    for (;;) {
      const [due] = await ledger.duePosts(desk.now);
      const act = { now: desk.now, actor: { kind: 'process' as const, id: 'here:1' }, cause: 'deliver' };
      const claim = due && (await ledger.claimPost(act, due.effect));
      if (claim) {
        await ledger.settlePost(act, claim, { outcome: 'posted', channel: BRIDGE, ts: at, message: null });
        return;
      }
      await sleep(20);
    }
  });
}

describe('owed handoff', () => {
  it('[H5] raises the post and says that nothing runs that could post it', async () => {
    const ran = await desk.owed([...HANDOFF, '--subtask', 'call back', '--subtask', 'log it', '--customer', 'yes']);
    expect(ran).toEqual({
      code: 0,
      stdout: `Handing ${KEY} to Trinity on the bridge. No process of Smith runs now, so it will be said when the seat starts (\`owed run\`).\n`,
      stderr: '',
    });
    expect(await postsOf(`handoff:${KEY}`)).toMatchObject([{ state: 'due', attempts: 0 }]);
  });

  it('says no more than that where a process runs', async () => {
    await desk.heartbeat();
    desk.now = T0 + 14_000;
    expect((await desk.owed(HANDOFF)).stdout).toBe(`Handing ${KEY} to Trinity on the bridge.\n`);
  });

  it('[U3] --wait waits for the post and gives its link', async () => {
    await desk.heartbeat();
    const [said] = await Promise.all([desk.json([...HANDOFF, '--wait']), posting(ts(5))]);
    expect(said).toStrictEqual({
      key: KEY,
      effect: expect.stringMatching(`^handoff/${KEY}/`),
      running: true,
      post: {
        state: 'posted',
        channel: BRIDGE,
        ts: ts(5),
        link: `${TEAM}archives/C02BRIDGE/p${ts(5).replace('.', '')}`,
        attempts: 1,
        reason: null,
      },
    });
  });

  it('--wait in vain ends with 4, and the request stays recorded', async () => {
    const ran = await desk.owed([...HANDOFF, '--wait', '150ms']);
    expect(ran).toMatchObject({ code: 4, stderr: 'It is recorded and not said yet.\n' });
    expect(await postsOf(`handoff:${KEY}`)).toHaveLength(1);
  });

  it('[L5] the same request twice says it once', async () => {
    await desk.owed([...HANDOFF, '--request-id', 'r-1']);
    const again = await desk.owed([...HANDOFF, '--request-id', 'r-1']);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('by this request before') });
    expect(await postsOf(`handoff:${KEY}`)).toHaveLength(1);
  });

  it.each([
    ['[H3] a reason that only says whose area it is', { '--why': "that's Trinity's" }, 1, 'only says whose area'],
    ['[U6] an unknown seat', { '--to': 'trinty' }, 1, 'did you mean trinity'],
    ['[H7] a person', { '--to': 'gera' }, 1, 'never by a session or a person'],
    ['an item without a letter', { '--item': '!!' }, 2, 'at least one letter or digit'],
    ['an origin that is no message', { '--origin': 'https://example.com/' }, 2, 'not a link to a Slack message'],
    ['[U6] an unknown person', { '--owed-to': 'fedde' }, 1, 'did you mean fede'],
  ])('refuses %s before anything is posted', async (_what, changed, code, sentence) => {
    const words = { '--to': 'trinity', '--lane': 'leads', '--item': 'x', '--why': WHY, ...changed };
    const ran = await desk.owed(['handoff', ...Object.entries(words).flat()]);
    expect(ran).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) });
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
    expect(await desk.withLedger((ledger) => ledger.duePosts(desk.now))).toEqual([]);
  });
});

describe('owed claim, mark and note', () => {
  beforeEach(() => desk.handsOff('western-slope-alert', ts(0), 'subtasks:\n- [ ] call the lead back'));

  /** Trinity's own command line over the same file: her ledger holds the same line. */
  const asTrinity = { OWED_SEAT: 'trinity', OWED_LEDGER_URL: 'sqlite:./owed-smith.db' };
  const claims = async () =>
    (await postsOf(`handoff-received:${KEY}`)).filter(({ effect }) => effect.startsWith('claim/'));

  it('[H7] says acceptance until the next such time in UTC', async () => {
    desk.now = T0 + MINUTE;
    const ran = await desk.owed(['claim', KEY, 'accepted', '--until', '14:30'], asTrinity);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(`${KEY} accepted`) });
    expect(await claims()).toMatchObject([{ state: 'due' }]);
  });

  it('[H8] a done needs a link, and no open subtasks', async () => {
    expect(await desk.owed(['claim', KEY, 'done'], asTrinity)).toMatchObject({ code: 2 });
    const open = await desk.owed(['claim', KEY, 'done', '--link', 'https://example.com/1'], asTrinity);
    expect(open).toMatchObject({ code: 1, stderr: expect.stringContaining('"call the lead back"') });
    expect(await claims()).toEqual([]);
  });

  it('[H9] hands back with a why', async () => {
    expect(await desk.owed(['claim', KEY, 'handed-back'], asTrinity)).toMatchObject({ code: 2 });
    const ran = await desk.owed(['claim', KEY, 'handed-back', '--why', 'she asked for Smith'], asTrinity);
    expect(ran).toMatchObject({ code: 0 });
  });

  it('[H7] refuses a claim on what another seat has, and does not find what nobody handed over', async () => {
    const other = await desk.owed(['claim', KEY, 'accepted']);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('is with Trinity') });
    expect(await desk.owed(['claim', 'leads/nothing', 'accepted'])).toMatchObject({ code: 3 });
    expect(await desk.owed(['claim', 'nothing', 'accepted'])).toMatchObject({ code: 2 });
  });

  it('[U6] a wrong word, a stray option or a wrong time is wrong usage with the right form', async () => {
    const wrong = async (...words: string[]) => (await desk.owed(['claim', KEY, ...words], asTrinity)).stderr;
    expect(await wrong('acepted')).toContain('did you mean accepted?');
    expect(await wrong('done', '--why', 'x')).toBe('"done" does not take --why; it takes --link.\n');
    expect(await wrong('working', '--until', 'noon')).toContain('write 16:30 (UTC, the next such time)');
    expect(await wrong('working', '--until', '2020-01-01T10:00Z')).toContain('that time is past');
    expect(await claims()).toEqual([]);
  });

  it('[H8] marks a subtask on the bridge', async () => {
    const ran = await desk.owed(['mark', KEY, 'Call the lead back', 'done'], asTrinity);
    expect(ran).toMatchObject({ code: 0 });
    const unknown = await desk.owed(['mark', KEY, 'sing', 'done'], asTrinity);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('it has "call the lead back"') });
    expect(await desk.owed(['mark', KEY, 'x', 'dne'], asTrinity)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean done?'),
    });
  });

  it('[L2] a note changes no state and says nothing', async () => {
    expect(await desk.owed(['note', KEY, 'she is back on Thursday'])).toMatchObject({
      code: 0,
      stdout: `Noted on handoff:${KEY}.\n`,
    });
    expect(await desk.json(['show', KEY])).toMatchObject({
      state: 'open',
      posts: [],
      notes: [{ text: 'she is back on Thursday', by: 'smith', at: '2026-11-02T14:51:00.000Z' }],
    });
    expect(await desk.owed(['note', 'nokey', 'x'])).toMatchObject({ code: 2 });
    expect(await desk.owed(['note', 'leads/none', 'x'])).toMatchObject({ code: 3 });
  });
});
