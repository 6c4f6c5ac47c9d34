import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENV, HOUR, KindsStage, RUNS } from '../support/kinds.js';
import { BRIDGE, FEDE, GENERAL, GERA, SMITH, TRINITY } from '../support/seats.js';

vi.setConfig({ testTimeout: 150_000 });

/** Each kind of the table, from what opens it to each proof that closes it, over real sockets and a real HTTP source. */
describe('pull requests', () => {
  let of: KindsStage;
  beforeAll(async () => {
    of = await KindsStage.open();
    await of.start('smith');
  });
  afterAll(() => of.close());
  const repo = () => of.github.repo('org/app');

  it('[O5, O9, O10, O1, O3] one that expired pages once, its author besides; merged it closes, reverted it is owed again', async () => {
    const pull = repo().pull(12, { author: 'Fede-Dev', title: 'Mend the gate' });
    repo().check(pull.head, 'unit', 'failure');
    expect(await of.line('EXPIRED', 'pr-drive', 'Org/App#12')).toContain('pull-request:org/app#12 is open');
    const said = await of.stage.sees('the line', () =>
      of.stage.workspace.messages(RUNS).find((m) => m.user === SMITH && m.text?.includes('EXPIRED pr-drive')),
    );
    expect(said.text).toBe('EXPIRED pr-drive: Org/App#12');
    const key = 'pull-request:org/app#12';
    await of.until('names its blocker', key, (item) => item.blocking === 'the check "unit" failed');
    await of.line('FAILED', 'pr-drive', 'org/app#12');
    await of.paged(key);
    const [page] = of.pages(key);
    expect([...(page?.mentions ?? [])].sort()).toEqual([GERA, FEDE].sort());
    expect(page?.text).toMatch(/the check "unit" failed/);
    expect(of.direct(key, GERA)).toEqual([]);
    pull.merge({ by: 'gera-dev' });
    const closed = await of.closed(key);
    expect(closed).toMatchObject({ round: 1, owed_to: ['gera', 'fede'], proof: { kind: 'pull-request-merged' } });
    expect(closed.proof?.text).toMatch(/^merged into main as [0-9a-f]{7} by gera-dev$/);
    await of.edited(page!, 'merged into main');
    pull.revert(13).merge();
    const again = await of.open(key, 2);
    expect(again.what).toContain('the merge was reverted by');
    await of.paged(key, 2);
    expect(of.pages(key)).toHaveLength(2);
    await of.line('DONE', 'pr-drive', 'org/app#12');
    expect((await of.closed(key)).proof).toMatchObject({ kind: 'later-done', text: 'DONE pr-drive: org/app#12' });
  });

  it('[O1] merged elsewhere or closed by a bot is not done, and the item says so; a person closing it is', async () => {
    repo().commit({ branch: 'develop' });
    const elsewhere = repo().pull(20, { base: 'develop' });
    const byBot = repo().pull(21);
    elsewhere.merge();
    byBot.close({ by: 'stale[bot]' });
    await of.line('FAILED', 'pr-drive', 'org/app#20');
    await of.line('ESCALATED', 'pr-drive', 'org/app#21', '--owed-to', 'fede');
    await of.until('says why', 'pull-request:org/app#20', (item) => item.blocking === 'merged into develop, not main');
    const bot = await of.until('says why', 'pull-request:org/app#21', (item) => item.blocking !== null);
    expect(bot.blocking).toMatch(/closed unmerged by stale\[bot\], not by a person/);
    const page = await of.stage.sees('the page', () => of.pages('pull-request:org/app#21')[0]);
    expect(page.text).toMatch(/stale\[bot\]/);
    byBot.reopen();
    byBot.close({ by: 'fede-dev' });
    expect((await of.closed('pull-request:org/app#21')).proof).toMatchObject({
      kind: 'pull-request-closed',
      by: 'fede',
    });
    expect(await of.stage.item('smith', 'pull-request:org/app#20')).toMatchObject({ state: 'open' });
  });

  it('[O2, S4] one that does not exist, and a source that is down, close nothing and say what failed and when it last answered', async () => {
    await of.line('FAILED', 'pr-drive', 'org/nowhere#1');
    const missing = await of.until('says why', 'pull-request:org/nowhere#1', (item) => item.unknown.length > 0);
    expect(missing.unknown[0]).toMatch(/org\/nowhere#1 does not exist, or the token has no access to it/);
    const pull = repo().pull(30);
    await of.line('FAILED', 'pr-drive', 'org/app#30');
    const read = await of.until('was read', 'pull-request:org/app#30', (item) => item.last_read !== null);
    const down = of.github.fault({ kind: 'status', status: 502 });
    pull.merge();
    const unread = await of.until('is unread', 'pull-request:org/app#30', (item) => item.unknown.length > 0);
    expect(unread).toMatchObject({ state: 'open' });
    expect(Date.parse(unread.last_read ?? '')).toBeGreaterThanOrEqual(Date.parse(read.last_read ?? ''));
    expect(unread.unknown[0]).toMatch(/GitHub answered 502/);
    await of.paged('pull-request:org/app#30');
    expect(await of.stage.item('smith', 'pull-request:org/app#30')).toMatchObject({ state: 'open' });
    down.end();
    await of.closed('pull-request:org/app#30');
    expect(of.github.requests.some((request) => request.conditional && request.status === 304)).toBe(true);
    expect(
      (await of.stage.owed('smith', 'close', 'org/nowhere#1', '--by', 'gera', '--proof', 'it never was')).code,
    ).toBe(0);
    expect((await of.closed('pull-request:org/nowhere#1')).proof).toMatchObject({ kind: 'by-hand', by: 'gera' });
  });
});

describe('scheduled checks', () => {
  let of: KindsStage;
  beforeAll(async () => {
    of = await KindsStage.open();
    await of.start('smith');
  });
  afterAll(() => of.close());

  it('[O6, O2, O10] red three runs running opens, an outage keeps, a green run closes; its page goes to the one person', async () => {
    const repo = of.github.repo('org/app');
    const key = 'check:nightly-e2e';
    const run = (hoursAgo: number, conclusion: string) =>
      repo.run('nightly.yml', { at: Date.now() - hoursAgo * HOUR, conclusion });
    run(72, 'success');
    run(48, 'failure');
    run(24, 'failure');
    await of.stage.sees(
      'two red runs read',
      () => of.github.requests.filter((request) => request.path.endsWith('/runs') && request.status === 304).length > 0,
    );
    expect(await of.stage.item('smith', key)).toBeUndefined();
    run(1, 'failure');
    const open = await of.open(key);
    expect(open.what).toBe('The check nightly-e2e was red 3 runs running');
    const down = of.github.fault({ kind: 'cut' });
    run(0, 'success');
    const unread = await of.until('is unread', key, (item) => item.unknown.length > 0);
    expect(unread).toMatchObject({ state: 'open' });
    const page = await of.stage.sees('the page', () => of.direct(key, GERA)[0]);
    expect(page.mentions).toEqual([]);
    expect(of.pages(key)).toEqual([]);
    down.end();
    expect((await of.closed(key)).proof).toMatchObject({ kind: 'green-run' });
    await of.edited(page, 'was green');
    expect(of.direct(key, GERA)).toHaveLength(1);
  });
});

describe('prompts, tasks and kinds of the configuration', () => {
  let of: KindsStage;
  beforeAll(async () => {
    of = await KindsStage.open();
    await of.start('smith');
    await of.start('trinity');
  });
  afterAll(() => of.close());
  const runner = (text: string) => of.stage.workspace.asApp('A0ALERTS').post(RUNS, text);

  it('[O5, O10] a prompt without an answer pages its one person untagged, and a later DONE closes it', async () => {
    const key = 'prompt:which plan?';
    await of.line('EXPIRED', 'prompt', 'which plan?');
    await of.open(key);
    await of.paged(key);
    const [page] = of.direct(key, GERA);
    expect(page?.mentions).toEqual([]);
    expect(of.pages(key)).toEqual([]);
    await of.line('DONE', 'prompt', 'which plan?');
    expect((await of.closed(key)).proof).toMatchObject({ kind: 'later-done', by: 'smith' });
    await of.edited(page!, 'DONE prompt: which plan?');
  });

  it('[O1, D3] a prompt and a kind that awaits a decision close when the row of their name is answered', async () => {
    await of.line('FAILED', 'prompt', 'which-colour');
    await of.line('FAILED', 'choice', 'which-colour');
    await of.open('choice:which-colour');
    const raise = ['decision', 'raise', '--question', 'Which colour?', '--option', 'red', '--option', 'blue'];
    const raised = await of.stage.owed('smith', ...raise, '--task', 'which-colour', '--json');
    const { id } = JSON.parse(raised.stdout) as { id: string };
    expect(await of.stage.item('smith', 'prompt:which-colour')).toMatchObject({ state: 'open' });
    const answered = await of.stage.owed('smith', 'decision', 'answer', id, '--choice', 'blue', '--by', 'gera');
    expect(answered.code).toBe(0);
    for (const key of ['prompt:which-colour', 'choice:which-colour']) {
      expect((await of.closed(key)).proof).toMatchObject({ by: 'gera' });
    }
  });

  it('[O1, O5] a line of an allowed bot opens a task; the DONE of another seat closes it, across a restart', async () => {
    const key = 'task:operator-task/rotate the keys';
    runner('All went well until\nFAILED operator-task: rotate the keys <https://runs.example/9>');
    const open = await of.open(key);
    expect(open).toMatchObject({ owed_to: ['gera'], owed_by: 'smith', link: 'https://runs.example/9' });
    runner('*ESCALATED* operator-task: rotate the keys');
    runner('DONE operator-task: rotate the locks');
    await of.paged(key);
    expect(await of.stage.item('smith', key)).toMatchObject({ state: 'open', round: 1 });
    expect((await of.stage.items('trinity')).filter((item) => item.kind === 'task')).toEqual([]);
    await of.stage.seats[0]?.stop();
    await of.stage.start('smith', { env: ENV });
    const done = ['terminal', 'DONE', '--label', 'operator-task', '--subject', 'rotate the keys'];
    expect((await of.stage.owed('trinity', ...done)).code).toBe(0);
    expect((await of.closed(key)).proof).toMatchObject({ kind: 'later-done', by: 'trinity' });
    expect(of.direct(key, GERA)).toHaveLength(1);
  });

  it('[O4, O2, O10] an HTTP value: open, down and another state keep it; the wanted value closes it', async () => {
    const key = 'vendor-ticket:VT-9';
    of.vendor.documents.set('/tickets/VT-9', { state: 'open' });
    await of.line('FAILED', 'vendor-ticket', 'VT-9');
    await of.until('says what it found', key, (item) => item.blocking === '/state is “open”, not “closed”');
    await of.stage.sees('a conditional answer', () => of.vendor.answered.includes(304));
    of.vendor.status = 503;
    const unread = await of.until('is unread', key, (item) =>
      item.unknown.some((line) => line.includes('answered 503')),
    );
    expect(unread.last_read).not.toBeNull();
    await of.paged(key);
    expect([...(of.pages(key)[0]?.mentions ?? [])].sort()).toEqual([GERA, FEDE].sort());
    expect(await of.stage.item('smith', key)).toMatchObject({ state: 'open' });
    of.vendor.documents.set('/tickets/VT-9', { state: 'closed' });
    of.vendor.status = null;
    expect((await of.closed(key)).proof).toMatchObject({ kind: 'http', link: `${of.vendor.url}/tickets/VT-9` });
    expect(of.pages(key)).toHaveLength(1);
  });

  it('[O4, O2] a command: a crash, a garbled word and "unknown" keep it; "proved" closes it', async () => {
    const key = 'backup:monday';
    await of.line('FAILED', 'backup', 'monday');
    const crashed = await of.until('is unread', key, (item) => item.unknown.length > 0);
    expect(crashed.unknown[0]).toMatch(/exit code 7/);
    of.backup('monday', { state: 'not-proved', blocking: 'the disk is full' });
    await of.until('is blocked', key, (item) => item.blocking === 'the disk is full');
    of.backup('monday', 'all good!');
    await of.until('is unread again', key, (item) => item.unknown.length > 0);
    of.backup('monday', { state: 'proved', text: 'restored on Tuesday' });
    expect((await of.closed(key)).proof).toMatchObject({ kind: 'command', text: 'restored on Tuesday' });
  });

  it('[O4, O1] a kind that awaits a DONE of its own label opens and closes by it', async () => {
    await of.line('FAILED', 'errand-run', 'buy milk');
    await of.open('errand:buy milk');
    await of.line('DONE', 'errand-run', 'buy milk');
    expect((await of.closed('errand:buy milk')).proof).toMatchObject({ kind: 'later-done' });
  });

  it('[O5] a label that nobody mapped opens nothing, and is counted and listed', async () => {
    const before = (await of.stage.items('smith')).length;
    expect(await of.line('FAILED', 'deploy', 'api')).toMatch(/"deploy" means no kind/);
    runner('FAILED deploy: api');
    const status = await of.stage.holds('counted', async () => {
      const ran = await of.stage.owed('smith', 'status', '--json');
      const { unmapped_labels } = JSON.parse(ran.stdout) as { unmapped_labels: { label: string; times: number }[] };
      return unmapped_labels.find((one) => one.label === 'deploy')?.times === 2 && unmapped_labels;
    });
    expect(status).toHaveLength(1);
    expect((await of.stage.owed('smith', 'status')).stdout).toMatch(/deploy: 2 times/);
    expect(await of.stage.items('smith')).toHaveLength(before);
  });

  it('[O5, U6] a malformed line is refused in a sentence by our own verb, and answered where a bot wrote it', async () => {
    const before = of.stage.workspace.messages(RUNS).length;
    const verb = (...args: string[]) => of.stage.owed('smith', 'terminal', ...args);
    expect(await verb('BROKEN', '--label', 'task', '--subject', 'x')).toMatchObject({ code: 2 });
    const colon = await verb('FAILED', '--label', 'a:b', '--subject', 'x');
    expect(colon).toMatchObject({ code: 2, stdout: '' });
    expect(colon.stderr).toMatch(/has a colon in it/);
    expect(of.stage.workspace.messages(RUNS)).toHaveLength(before);
    const line = runner('FAILED operator-task rotate');
    const answer = await of.stage.sees('the answer', () =>
      of.stage.workspace.thread(RUNS, line.ts).find((m) => m.user === SMITH),
    );
    expect(answer.text).toMatch(/not recorded[\s\S]*there is no colon/);
    expect(of.stage.workspace.thread(RUNS, line.ts).filter((m) => m.user === TRINITY)).toEqual([]);
  });

  it('[O8] muted for a time: what would have opened is counted, and owed in a new round once the mute is over', async () => {
    const key = 'task:operator-task/mute me';
    await of.line('FAILED', 'operator-task', 'mute me');
    const muted = await of.stage.owed(
      'smith',
      'mute',
      key,
      '--by',
      'gera',
      '--why',
      'known until then',
      '--for',
      '20s',
    );
    expect(muted.code).toBe(0);
    expect(await of.line('FAILED', 'operator-task', 'mute me')).toContain('is muted; it was counted');
    expect((await of.stage.owed('smith', 'show', key)).stdout).toMatch(/it would have opened once/);
    expect(await of.stage.item('smith', key)).toMatchObject({ state: 'closed', round: 1, proof: { kind: 'mute' } });
    await of.open(key, 2);
  });

  it('[O8] muted for good it stays closed until somebody ends it, and then what failed meanwhile is owed', async () => {
    const key = 'task:operator-task/for good';
    await of.line('FAILED', 'operator-task', 'for good');
    await of.stage.owed('smith', 'mute', key, '--by', 'gera', '--why', 'nobody needs it');
    await of.line('EXPIRED', 'operator-task', 'for good');
    expect(await of.stage.item('smith', key)).toMatchObject({ state: 'closed' });
    const ended = await of.stage.owed('smith', 'unmute', key, '--by', 'fede');
    expect(ended.stdout).toMatch(/no longer muted. It is open/);
    expect(await of.stage.item('smith', key)).toMatchObject({ state: 'open', round: 2 });
  });
});

describe('session links, unread handoffs and tracked messages', () => {
  let of: KindsStage;
  beforeAll(async () => {
    of = await KindsStage.open();
    await of.start('smith');
  });
  afterAll(() => of.close());

  it('[O7, P3] a line that cannot be posted is no ending: the item says why and until when, and pages past its bound', async () => {
    const thread = 'https://owed-local.slack.com/archives/C99NOWHERE/p1793569884602059';
    const key = 'session-link:S-9';
    await of.stage.owed('smith', 'session-link', 'open', '--session', 'S-9', '--thread', thread);
    await of.paged(key);
    const item = await of.until('says why it waits', key, (one) => one.waiting !== null);
    expect(item.state).toBe('open');
    expect(item.waiting?.reason).toMatch(/line/);
    expect(item.waiting?.until).not.toBeNull();
    expect(of.direct(key, GERA)).toHaveLength(1);
    await of.stage.owed('smith', 'close', key, '--by', 'gera', '--proof', 'there is no such thread');
    expect((await of.closed(key)).proof).toMatchObject({ kind: 'by-hand' });
  });

  it('[H4, O10] a HANDOFF that cannot be read is owed to the human of its author, and a corrected one closes it', async () => {
    const trinity = of.stage.workspace.asApp('A0TRINITY');
    const broken = trinity.post(
      BRIDGE,
      `HANDOFF to <@${SMITH}>\nlane: leads\nwhy: the call has to come from his number`,
    );
    const key = `handoff-unparsed:${BRIDGE}/${broken.ts}`;
    expect(await of.open(key)).toMatchObject({ owed_to: ['fede'] });
    await of.paged(key);
    expect([...(of.pages(key)[0]?.mentions ?? [])].sort()).toEqual([GERA, FEDE].sort());
    trinity.post(
      BRIDGE,
      `HANDOFF to <@${SMITH}>\nlane: leads\nitem: call-back\nwhy: the call has to come from his number`,
      { thread_ts: broken.ts },
    );
    expect((await of.closed(key)).proof?.kind).toBeDefined();
    expect(of.pages(key)).toHaveLength(1);
  });

  const form = (user: string) =>
    of.stage.sees('the form', () => {
      const view = of.stage.workspace.as(user).modal();
      return view && view.callback_id !== 'owed_loading' && view;
    });
  const result = (user: string) =>
    of.stage.sees('what became of it', () => {
      const view = of.stage.workspace.as(user).modal();
      return view?.callback_id === 'owed_message' && JSON.stringify(view.blocks);
    });

  it('[U2] "Owed: track this…" makes an item of a message, owed to a person with a bound; a later DONE closes it', async () => {
    const message = of.stage.workspace.as(FEDE).post(GENERAL, 'please send the & contract to the vendor');
    const gera = of.stage.workspace.as(GERA);
    await gera.openShortcut('owed_track', GENERAL, message.ts, 'A0SMITH');
    expect(JSON.stringify((await form(GERA)).blocks)).toContain('please send the & contract to the vendor');
    gera.fill({ owed_to: FEDE, pull_request: 'no pull request' });
    expect((await gera.submit()).errors).toHaveProperty('pull_request');
    gera.fill({ pull_request: '', bound: '1h' });
    expect((await gera.submit()).errors).toBeUndefined();
    const key = `task:task/${GENERAL}/${message.ts}`;
    expect(await result(GERA)).toContain(key);
    gera.closeModal();
    const item = await of.open(key);
    expect(item).toMatchObject({
      owed_to: ['fede'],
      owed_by: 'smith',
      what: 'please send the & contract to the vendor',
    });
    expect(item.link).toBe(of.stage.link(message, GENERAL));
    expect(Date.parse(item.due ?? '') - Date.parse(item.opened)).toBe(HOUR);
    await of.stage.sees('the line in its thread', () =>
      of.stage.workspace.thread(GENERAL, message.ts).find((m) => m.user === SMITH && m.text?.includes('Gera asked me')),
    );
    await of.line('DONE', 'task', `${GENERAL}/${message.ts}`);
    expect((await of.closed(key)).proof).toMatchObject({ kind: 'later-done' });
  });

  it('[U2, O1, X1] with a pull request its merge is the proof; a guest may not, and nothing is owed to a bot', async () => {
    const pull = of.github.repo('org/app').pull(44, { author: 'fede-dev' });
    const message = of.stage.workspace.as(FEDE).post(GENERAL, 'who merges 44?');
    const gera = of.stage.workspace.as(GERA);
    const key = 'pull-request:org/app#44';
    await gera.openShortcut('owed_track', GENERAL, message.ts, 'A0SMITH');
    await form(GERA);
    gera.fill({ owed_to: SMITH, pull_request: 'https://github.com/Org/App/pull/44' });
    await gera.submit();
    expect(await result(GERA)).toMatch(/people of this workspace only/);
    gera.closeModal();
    await gera.openShortcut('owed_track', GENERAL, message.ts, 'A0SMITH');
    await form(GERA);
    gera.fill({ owed_to: GERA, pull_request: 'https://github.com/Org/App/pull/44' });
    await gera.submit();
    expect(await result(GERA)).toContain(key);
    gera.closeModal();
    const item = await of.until('has its author', key, (one) => one.owed_to.includes('fede'));
    expect(item.link).toBe(of.stage.link(message, GENERAL));
    pull.merge();
    expect((await of.closed(key)).proof).toMatchObject({ kind: 'pull-request-merged' });
    const guest = of.stage.workspace.as('U04GUEST');
    await guest.openShortcut('owed_track', GENERAL, message.ts, 'A0SMITH');
    expect(JSON.stringify((await form('U04GUEST')).blocks)).toMatch(/full members/i);
  });
});
