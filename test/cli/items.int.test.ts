import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Desk, KEY, MINUTE, T0, TEAM, ts, WHY } from './support.js';

let desk: Desk;
beforeEach(async () => {
  desk = new Desk();
  await desk.handsOff();
});
afterEach(() => desk.end());

const item = () => desk.json(['show', KEY]);

describe('owed items', () => {
  it('[U3] lists what is open as the contract says', async () => {
    await desk.heartbeat();
    expect(await desk.json(['items'])).toStrictEqual([
      {
        key: `handoff:${KEY}`,
        kind: 'handoff',
        round: 1,
        state: 'open',
        opened: '2026-11-02T14:51:00.000Z',
        due: '2026-11-02T15:51:00.000Z',
        owed_to: ['gera'],
        owed_by: 'smith',
        link: `${TEAM}archives/C02BRIDGE/p${ts(0).replace('.', '')}`,
        no_link_why: null,
        what: expect.stringContaining(WHY),
        blocking: null,
        proof: null,
        nudged_at: null,
        paged_at: null,
        page_link: null,
        last_read: null,
        unknown: [],
        waiting: null,
      },
    ]);
  });

  it('[U3] shows people a table', async () => {
    desk.now = T0 + 20 * MINUTE;
    const { code, stdout } = await desk.owed(['items']);
    expect(code).toBe(0);
    const [head, row] = stdout.split('\n');
    expect(head).toMatch(/^KEY +WHAT +OWED TO +DUE +MARKS$/);
    expect(row).toMatch(/^handoff:leads\/western-slope-alert +Trinity was handed .*… +Gera +in 40 min$/);
  });

  it('filters by state, kind and person', async () => {
    await desk.owed(['close', KEY, '--by', 'gera', '--proof', 'called her']);
    await desk.handsOff('second', ts(60), 'owed to: <@U02FEDE>');
    const keys = async (...words: string[]) =>
      (await desk.json<{ key: string }[]>(['items', ...words])).map(({ key }) => key);
    expect(await keys()).toEqual(['handoff:leads/second']);
    expect(await keys('--closed')).toEqual([`handoff:${KEY}`]);
    expect(await keys('--all')).toHaveLength(2);
    expect(await keys('--owed-to', 'Fede')).toEqual(['handoff:leads/second']);
    expect(await keys('--owed-to', 'U02FEDE')).toEqual(['handoff:leads/second']);
    expect(await keys('--kind', 'check')).toEqual([]);
  });

  it('says in words that there is nothing', async () => {
    expect(await desk.owed(['items', '--closed'])).toEqual({ code: 0, stdout: 'Nothing is closed.\n', stderr: '' });
  });

  it('[U6] an unknown person is refused with the nearest, an unknown kind is wrong usage', async () => {
    const person = await desk.owed(['items', '--owed-to', 'gerra']);
    expect(person).toMatchObject({ code: 1, stdout: '' });
    expect(person.stderr).toMatch(/^No person is called "gerra"; did you mean gera\?.*\n$/);
    const kind = await desk.owed(['items', '--kind', 'handof']);
    expect(kind).toEqual({ code: 2, stdout: '', stderr: 'There is no kind "handof"; did you mean handoff?\n' });
  });

  it('[U6] two filters of state contradict each other', async () => {
    expect(await desk.owed(['items', '--open', '--all'])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('owed show', () => {
  it('[U3] gives the item with its events, posts, subtasks, notes, refs and claim', async () => {
    await desk.says('trinity', `BRIDGE CLAIM ${KEY} accepted until 16:30`, ts(300), ts(0));
    const shown = await item();
    expect(Object.keys(shown)).toEqual([
      ...['key', 'kind', 'round', 'state', 'opened', 'due', 'owed_to', 'owed_by', 'link', 'no_link_why', 'what'],
      ...['blocking', 'proof', 'nudged_at', 'paged_at', 'page_link', 'last_read', 'unknown', 'waiting'],
      ...['events', 'posts', 'subtasks', 'notes', 'refs', 'claim', 'not_done', 'muted', 'suppressed'],
    ]);
    expect(shown.claim).toEqual({
      state: 'accepted',
      seat: 'trinity',
      claimed_at: '2026-11-02T14:56:00.000Z',
      until: '2026-11-02T16:30:00.000Z',
      link: null,
    });
    expect((shown.events as { type: string }[]).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['HandedOff', 'Opened', 'Accepted']),
    );
  });

  it('[O9] says to people why it is open, what proof is awaited and when it pages', async () => {
    await desk.says('trinity', `BRIDGE CLAIM ${KEY} accepted`, ts(300), ts(0));
    desk.now = T0 + 20 * MINUTE;
    const { stdout } = await desk.owed(['show', `handoff:${KEY}`]);
    expect(stdout).toContain("Awaits    Trinity's own done on the bridge, with a link");
    expect(stdout).toContain('Next      nudges 2 Nov, 15:21 UTC (in 10 min); pages 2 Nov, 15:51 UTC (in 40 min)');
    expect(stdout).toContain('Claim     accepted by Trinity, held since 2026-11-02 14:56 UTC');
    expect(stdout).toMatch(/History:\n(.*\n)*.*opened, round 1/);
  });

  it('[U3] an unknown key is not found, exit 3, with the nearest', async () => {
    const ran = await desk.owed(['show', 'leads/western-slope-alrt']);
    expect(ran).toMatchObject({ code: 3, stdout: '' });
    expect(ran.stderr).toBe(`There is no item "leads/western-slope-alrt". Did you mean ${KEY}?\n`);
  });
});

describe('what a person does to an item', () => {
  it('[O1] closes it by hand, with a name and a proof', async () => {
    const ran = await desk.owed(['close', KEY, '--by', 'Gera', '--proof', 'called her at 16:10']);
    expect(ran).toEqual({ code: 0, stdout: `handoff:${KEY} is closed: called her at 16:10\n`, stderr: '' });
    expect(await item()).toMatchObject({
      state: 'closed',
      proof: { kind: 'by-hand', text: 'called her at 16:10', by: 'gera', at: '2026-11-02T14:51:00.000Z' },
    });
  });

  it('[O1] neither name nor proof has a default', async () => {
    for (const words of [
      ['close', KEY, '--by', 'gera'],
      ['close', KEY, '--proof', 'x'],
      ['mute', KEY, '--by', 'gera'],
      ['take', KEY],
    ]) {
      const ran = await desk.owed(words);
      expect(ran).toMatchObject({ code: 2, stdout: '' });
      expect(ran.stderr).toMatch(/required option '--(proof|by|why) <\w+>' not specified/);
    }
    expect(await desk.owed(['close', KEY, '--by', 'gera', '--proof', ' '])).toMatchObject({ code: 2 });
    expect(await item()).toMatchObject({ state: 'open' });
  });

  it('[U6] a second close is refused in one sentence that says who closed it', async () => {
    await desk.owed(['close', KEY, '--by', 'gera', '--proof', 'called her']);
    const again = await desk.owed(['close', KEY, '--by', 'fede', '--proof', 'me too']);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(
      /^handoff:leads\/western-slope-alert was closed already by Gera at .*: called her\.\n$/,
    );
  });

  it('[O8] mutes for a time, and an unmute ends it early', async () => {
    const muted = await desk.owed(['mute', KEY, '--by', 'gera', '--why', 'vendor is closed', '--for', '2d']);
    expect(muted).toMatchObject({ code: 0, stdout: expect.stringMatching(/is muted until .*: vendor is closed/) });
    expect(await item()).toMatchObject({ state: 'closed', proof: { kind: 'mute', by: 'gera' } });
    expect(await desk.owed(['unmute', KEY, '--by', 'gera'])).toMatchObject({ code: 0 });
    expect(await desk.owed(['unmute', KEY, '--by', 'gera'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not muted'),
    });
  });

  it.each(['2', 'soon', '0h'])('[U6] --for %s is wrong usage, with the right form', async (time) => {
    const ran = await desk.owed(['mute', KEY, '--by', 'gera', '--why', 'x', '--for', time]);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('such as 30m, 4h or 2d') });
  });

  it('[O12] a take shows who is on it, holds the page and closes nothing', async () => {
    expect(await desk.owed(['take', KEY, '--by', 'gera'])).toMatchObject({ code: 0 });
    expect(await item()).toMatchObject({ state: 'open', due: '2026-11-02T18:51:00.000Z' });
    expect((await desk.owed(['items'])).stdout).toContain('taken by Gera');
    const again = await desk.owed(['take', KEY, '--by', 'fede']);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('was taken by Gera') });
  });

  it('[X1] only those whom the configuration allows', async () => {
    const strict = new Desk(`${(await import('./support.js')).CONFIG}allowed: [gera]\n`);
    await strict.handsOff();
    const ran = await strict.owed(['close', KEY, '--by', 'fede', '--proof', 'x']);
    expect(ran).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Fede may not close, mute or take; the configuration allows Gera.\n',
    });
    strict.end();
  });

  it('[L5] a repeated request is carried out once and answered alike', async () => {
    const words = ['take', KEY, '--by', 'gera', '--request-id', 'r-1'];
    expect(await desk.owed(words)).toMatchObject({ code: 0 });
    const events = ((await item()).events as unknown[]).length;
    expect(await desk.owed(words)).toMatchObject({ code: 0, stdout: expect.stringContaining('carried out before') });
    expect((await item()).events).toHaveLength(events);
    const close = ['close', KEY, '--by', 'gera', '--proof', 'called her', '--request-id', 'r-2'];
    expect(await desk.owed(close)).toMatchObject({ code: 0 });
    expect(await desk.owed(close)).toMatchObject({ code: 0 });
  });

  it('[L5] a request that was refused is not reported as done when it is repeated', async () => {
    await desk.owed(['take', KEY, '--by', 'gera']);
    const words = ['take', KEY, '--by', 'fede', '--request-id', 'r-3'];
    expect(await desk.owed(words)).toMatchObject({ code: 1 });
    expect(await desk.owed(words)).toMatchObject({ code: 1, stdout: '' });
  });
});
