import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEDE, GENERAL, GERA, NEO, SHORT, SMITH, Stage } from '../support/seats.js';

/** Asks, with the built-in agent and with a command (A1 to A5). */
describe('people ask a seat with the built-in agent', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open(SHORT);
    await stage.start('smith');
  });
  afterAll(() => stage.close());

  const replies = (ts: string) => stage.workspace.thread(GENERAL, ts).filter((m) => m.user === SMITH);

  it('[A1, A2, A3] a mention is heard at once, answered from the ledger in the thread, and closed by the reply', async () => {
    stage.handoff({ item: 'owed-one' });
    await stage.holds('it is open', () => stage.item('smith', 'handoff:leads/owed-one'));
    const asked = stage.workspace.as(GERA).post(GENERAL, `<@${SMITH}> what do you owe me?`);
    await stage.sees('the reaction', () =>
      stage.workspace
        .find({ channel: GENERAL })
        .find((m) => m.ts === asked.ts)
        ?.reactions?.some((r) => r.name === 'eyes'),
    );
    const reply = await stage.sees('the reply', () => replies(asked.ts)[0]);
    expect(reply.text).toContain('owed-one');
    const item = await stage.holds('the ask is closed', async () => {
      const found = await stage.item('smith', `ask:${GENERAL}/${asked.ts}`);
      return found?.state === 'closed' && found;
    });
    expect(item).toMatchObject({ owed_to: ['gera'], proof: { kind: 'reply', by: 'smith' } });
    expect(replies(asked.ts)).toHaveLength(1);
  });

  it('[A1] a direct message is an ask, and a reply in a thread that the seat is in is another', async () => {
    const dm = stage.workspace.as(FEDE).dm('A0SMITH', 'hello');
    await stage.sees('an answer', () =>
      stage.workspace.dm('A0SMITH', FEDE).find((m) => m.user === SMITH && m.thread_ts === dm.ts),
    );
    const asked = stage.workspace.as(FEDE).post(GENERAL, `<@${SMITH}> what is open in leads?`);
    await stage.sees('the answer', () => replies(asked.ts)[0]);
    stage.workspace.as(FEDE).reply(GENERAL, asked.ts, 'and who has owed-one?');
    await stage.sees('the second answer', () => replies(asked.ts)[1]);
  });

  it('[A5] asks of bots, of external people, and words that are not for the seat open nothing', async () => {
    stage.workspace.asApp('A0ALERTS').post(GENERAL, `<@${SMITH}> what do you owe me?`);
    stage.workspace.as('U05EXT').post(GENERAL, `<@${SMITH}> what do you owe me?`);
    stage.workspace.as(NEO).post(GENERAL, 'nothing for a bot here');
    const real = stage.workspace.as(NEO).post(GENERAL, `<@${SMITH}> help`);
    await stage.sees('the real one answered', () => replies(real.ts)[0]);
    const asks = (await stage.items('smith')).filter((item) => item.kind === 'ask' && item.owed_to.includes('U03NEO'));
    expect(asks).toHaveLength(1);
    expect((await stage.items('smith')).filter((item) => item.owed_to.includes('U05EXT'))).toEqual([]);
  });
});

describe('people ask a seat whose agent is a command', () => {
  let stage: Stage;
  const agent = `
import { readFileSync } from 'node:fs';
const { ask } = JSON.parse(readFileSync(0, 'utf8'));
if (ask.text.includes('crash')) process.exit(3);
if (ask.text.includes('placeholder')) console.log('on it');
else if (ask.text.includes('close it')) console.log(JSON.stringify({ close: { key: ask.key, link: ask.link }, reply: 'Closed as you said.' }));
else if (ask.text.includes('hand it')) console.log(JSON.stringify({ reply: 'Handed to Trinity.', handoff: { to: 'trinity', lane: 'leads', item: 'from-agent', why: 'the call has to come from her number' } }));
else if (ask.text.includes('session')) console.log(JSON.stringify({ placeholder: 'I started a session; its link is to come.', session_link: { session: 'S-1' } }));
else console.log('You asked: ' + ask.text.replace(/<[^>]*>/g, '').trim() + ' <!channel>');
`;
  beforeAll(async () => {
    stage = await Stage.open(SHORT, {
      agent: { command: [process.execPath, '{agent}'], timeout: '5s' },
      kinds: { ask: { rerun: '2s', page: '2s' }, 'session-link': { line: '4s' } },
    });
    const path = join(stage.files.dir, 'agent.mjs');
    writeFileSync(path, agent);
    chmodSync(path, 0o700);
    stage.rewriteConfig((text) => text.replace('{agent}', path));
    await stage.start('smith');
  });
  afterAll(() => stage.close());

  const ask = (user: string, text: string) => stage.workspace.as(user).post(GENERAL, `<@${SMITH}> ${text}`);
  const replies = (ts: string) => stage.workspace.thread(GENERAL, ts).filter((m) => m.user === SMITH);
  const key = (ts: string) => `ask:${GENERAL}/${ts}`;

  it('[A2, P9] the reply of the command comes in the thread, and mentions nobody', async () => {
    const asked = ask(GERA, 'tell me');
    const reply = await stage.sees('the reply', () => replies(asked.ts)[0]);
    expect(reply.text).toContain('You asked: tell me');
    expect(reply.mentions).toEqual([]);
    await stage.holds('it is closed', async () => (await stage.item('smith', key(asked.ts)))?.state === 'closed');
  });

  it('[A3, A4] a placeholder closes nothing: run again once, then paged, once, to alerts with the asker', async () => {
    const asked = ask(NEO, 'placeholder please');
    const page = await stage.sees('the page', () => stage.pages().find((m) => m.text?.includes('placeholder please')));
    expect([...page.mentions].sort()).toEqual(['U01GERA', 'U03NEO']);
    expect(replies(asked.ts)).toHaveLength(2);
    expect(await stage.item('smith', key(asked.ts))).toMatchObject({ state: 'open', owed_to: ['U03NEO'] });
    stage.workspace.as(NEO).react(GENERAL, asked.ts, 'white_check_mark');
    const closed = await stage.holds('the asker closed it', async () => {
      const item = await stage.item('smith', key(asked.ts));
      return item?.state === 'closed' && item;
    });
    expect(closed.proof).toMatchObject({ by: 'U03NEO' });
    await stage.sees('the page edited', () => stage.pages().find((m) => m.ts === page.ts && m.edited));
    expect(stage.pages().filter((m) => m.text?.includes('placeholder please'))).toHaveLength(1);
  });

  it('[A2] a command that crashes gives one clear sentence in the thread, and the ask stays owed', async () => {
    const asked = ask(GERA, 'crash now');
    const line = await stage.sees('the sentence', () => replies(asked.ts)[0]);
    expect(line.text).toMatch(/exit code 3/);
    expect(await stage.item('smith', key(asked.ts))).toMatchObject({ state: 'open' });
    // A real reply by other means closes it (A3).
    stage.workspace.asApp('A0SMITH').post(GENERAL, 'It was the network; it works again.', { thread_ts: asked.ts });
    await stage.holds('it is closed', async () => (await stage.item('smith', key(asked.ts)))?.state === 'closed');
  });

  it("[X1] the agent passes on the asker's own close, recorded as the asker's with the message's link", async () => {
    const asked = ask(FEDE, 'close it, thanks');
    const closed = await stage.holds('it is closed', async () => {
      const item = await stage.item('smith', key(asked.ts));
      return item?.state === 'closed' && item;
    });
    expect(closed.proof).toMatchObject({ by: 'fede' });
    expect(closed.proof?.link).toContain(asked.ts.replace('.', ''));
  });

  it('[A2, H5] a handoff in the answer is posted on the bridge with the ask as its origin', async () => {
    ask(GERA, 'hand it to Trinity');
    const item = await stage.holds('the handoff', () => stage.item('smith', 'handoff:leads/from-agent'));
    expect(item.state).toBe('open');
  });

  it('[O7] a session link still to come: its line is posted once the link is known, and closes the item', async () => {
    const asked = ask(GERA, 'start a session');
    await stage.holds('it is owed', () => stage.item('smith', 'session-link:S-1'));
    const set = await stage.owed(
      'smith',
      'session-link',
      'set',
      '--session',
      'S-1',
      '--link',
      'https://sessions.example/S-1',
    );
    expect(set).toMatchObject({ code: 0 });
    await stage.sees('the line', () => replies(asked.ts).find((m) => m.text?.includes('https://sessions.example/S-1')));
    const item = await stage.holds('it is closed', async () => {
      const found = await stage.item('smith', 'session-link:S-1');
      return found?.state === 'closed' && found;
    });
    expect(item.proof).toMatchObject({ kind: 'line-posted' });
  });

  it('[O7] a session that never starts: the line says so at its bound, which is an ending too', async () => {
    const asked = stage.workspace.as(GERA).post(GENERAL, 'a thread');
    const link = stage.workspace.permalink(GENERAL, asked.ts);
    await stage.owed('smith', 'session-link', 'open', '--session', 'S-2', '--thread', link);
    await stage.sees('the line', () => replies(asked.ts).find((m) => m.text?.includes('never started')));
    await stage.holds('it is closed', async () => (await stage.item('smith', 'session-link:S-2'))?.state === 'closed');
    expect(stage.pages().filter((m) => m.text?.includes('S-2'))).toEqual([]);
  });
});
