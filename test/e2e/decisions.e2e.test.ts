import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../dev/workspace/index.js';
import { ALERTS, BRIDGE, CALM, FEDE, GENERAL, GERA, NEO, SMITH, Stage, TRINITY } from '../support/seats.js';

const DECISIONS = 'C07DECIDE';

interface DecisionJson {
  id: string;
  decision: { state: string; choice: string | null; by: string | null; how: string | null };
  application: { state: string | null };
  drives: { holder: string; outcome: string }[];
  rulings: string[];
}

/** Questions in Slack: buttons, the form, whoever comes later, and whom the answer reaches. */
describe('decisions and a running seat', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open(CALM);
    await stage.start('smith');
    await stage.start('trinity');
  });
  afterAll(() => stage.close());

  const owed = async (...words: string[]) => {
    const ran = await stage.owed('smith', ...words, '--json');
    if (ran.code !== 0) throw new Error(`owed ${words.join(' ')} ended with ${ran.code}: ${ran.stderr}`);
    return JSON.parse(ran.stdout) as DecisionJson;
  };
  const show = (id: string) => owed('decision', 'show', id);
  const raise = async (question: string, ...more: string[]) =>
    (
      await owed(
        'decision',
        'raise',
        '--question',
        question,
        '--option',
        'ship: customers see it today',
        '--option',
        'wait',
        ...more,
      )
    ).id;
  const messageOf = (id: string, channel = DECISIONS) =>
    stage.sees(`the question ${id}`, () =>
      stage.workspace
        .find({ channel })
        .find((m) => m.user === SMITH && m.text?.includes(`decision:${id}`) && !m.text.includes('*Decided: ship*')),
    );
  const buttons = (message: Message) => JSON.stringify(message.blocks ?? []);
  const edited = (message: Message, pattern: RegExp, channel = DECISIONS) =>
    stage.sees(`the question edited to ${pattern}`, () =>
      stage.workspace.find({ channel }).find((m) => m.ts === message.ts && pattern.test(m.text ?? '')),
    );
  const told = async (user: string, act: () => Promise<unknown>) => {
    const before = stage.workspace.ephemerals(user).length;
    await act();
    return (await stage.sees(`an answer to ${user}`, () => stage.workspace.ephemerals(user)[before])).text ?? '';
  };

  it('[D3] is posted with a button for each option; the first allowed click decides; the message says who, what, when', async () => {
    const id = await raise('Ship the importer today?', '--decider', 'gera', '--decider', 'fede');
    const message = await messageOf(id);
    expect(message.mentions.sort()).toEqual([GERA, FEDE].sort());
    expect(message.text).toContain('customers see it today');
    expect(buttons(message)).toContain('owed_decide_1');
    expect(await told(NEO, () => stage.workspace.as(NEO).press(DECISIONS, message.ts, 'owed_decide_0'))).toMatch(
      /Only Gera, Fede may decide/,
    );
    expect((await show(id)).decision.state).toBe('pending');
    expect(await told(FEDE, () => stage.workspace.as(FEDE).press(DECISIONS, message.ts, 'owed_decide_0'))).toContain(
      'is decided: ship',
    );
    const after = await edited(message, /chosen by Fede with a click/);
    expect(after.text).toMatch(/\*ship\*/);
    expect(buttons(after)).not.toContain('owed_decide');
    expect(await show(id)).toMatchObject({ decision: { state: 'decided', choice: 'ship', by: 'fede', how: 'click' } });
    expect(await stage.item('smith', `decision:${id}`)).toMatchObject({
      state: 'open',
      owed_to: ['fede'],
      link: stage.link(message, DECISIONS),
    });
  });

  it('[D3] two clicks at once: one wins, and the other is told so', async () => {
    const id = await raise('Which of the two?', '--decider', 'gera', '--decider', 'fede');
    const message = await messageOf(id);
    const [gera, fede] = await Promise.all([
      told(GERA, () => stage.workspace.as(GERA).press(DECISIONS, message.ts, 'owed_decide_0')),
      told(FEDE, () => stage.workspace.as(FEDE).press(DECISIONS, message.ts, 'owed_decide_1')),
    ]);
    const { decision } = await show(id);
    const [winner, loser] = decision.by === 'gera' ? [gera, fede] : [fede, gera];
    expect(winner).toContain('is decided');
    expect(loser).toMatch(/was answered already: (?:Gera chose &?.*ship|Fede chose .*wait)/);
    const { events } = await stage.shown('smith', `decision:${id}`);
    expect(events.filter((event) => event.type === 'Decided')).toHaveLength(1);
  });

  it('[L5] a click that Slack redelivers decides once', async () => {
    const id = await raise('Once?');
    const message = await messageOf(id);
    stage.workspace.sockets.duplicateNext('A0SMITH');
    await stage.workspace.as(GERA).press(DECISIONS, message.ts, 'owed_decide_1');
    await edited(message, /chosen by Gera/);
    expect(
      (await stage.shown('smith', `decision:${id}`)).events.filter((event) => event.type === 'Decided'),
    ).toHaveLength(1);
  });

  it('[D3, D8] Other… takes words of one’s own; an answer by command line never shows as a click', async () => {
    const [mine, cli] = [await raise('Something else?'), await raise('By command line?')];
    const message = await messageOf(mine);
    const gera = stage.workspace.as(GERA);
    await gera.press(DECISIONS, message.ts, 'owed_decide_other');
    await stage.sees('the form', () => gera.modal()?.callback_id === 'owed_decide_other');
    gera.fill({ answer: 'ship to ten customers first' });
    await gera.submit();
    await edited(message, /ship to ten customers first\*, written by Gera in the form/);
    gera.closeModal();
    const other = await messageOf(cli);
    await stage.owed('smith', 'decision', 'answer', cli, '--choice', 'wait', '--by', 'gera');
    const after = await edited(other, /by command line, in the name of Gera/);
    expect(after.text).not.toContain('click');
  });

  it('[D3] goes where it was asked for', async () => {
    const asked = stage.workspace.as(NEO).post(GENERAL, 'shall we?');
    const id = await raise('In a thread?', '--thread', stage.link(asked, GENERAL));
    expect(await messageOf(id, GENERAL)).toMatchObject({ thread_ts: asked.ts });
    const there = await raise('In a channel?', '--channel', ALERTS);
    expect((await messageOf(there, ALERTS)).thread_ts).toBeUndefined();
  });

  it('[D3] /owed decide opens the form; its errors stand beside the fields, and the question is asked', async () => {
    const gera = stage.workspace.as(GERA);
    await gera.slash(GENERAL, '/owed-smith', 'decide');
    await stage.sees('the form', () => gera.modal()?.callback_id === 'owed_decide');
    gera.fill({ question: 'Paint it blue?', options: 'yes: it is blue\nYES', task: 'infra/paint' });
    expect((await gera.submit()).errors).toHaveProperty('options');
    gera.fill({ options: 'yes: it is blue\nno', deciders: [NEO] });
    await gera.submit();
    const posted = await stage.sees('the question', () =>
      stage.workspace.messages(DECISIONS).find((m) => m.text?.includes('Paint it blue?')),
    );
    gera.closeModal();
    expect(posted.mentions).toEqual([NEO]);
    expect(await told(NEO, () => stage.workspace.as(NEO).press(DECISIONS, posted.ts, 'owed_decide_1'))).toContain(
      'is decided: no',
    );
    await edited(posted, /chosen by .*U03NEO/);
  });

  it('[D5, D9] the answer reaches whoever holds the task by then, in the thread of the handoff, once', async () => {
    const handoff = stage.handoff({ lane: 'infra', item: 'importer' });
    const id = await raise('Ship it?', '--task', 'infra/importer');
    const message = await messageOf(id);
    stage.claim(handoff, 'accepted', 'infra/importer');
    await stage.holds('the acceptance is recorded', async () => {
      const item = await stage.shown('smith', 'handoff:infra/importer');
      return item.events.some((event) => event.type === 'Accepted');
    });
    await stage.workspace.as(GERA).press(DECISIONS, message.ts, 'owed_decide_0');
    const line = await stage.sees('the answer to the holder', () =>
      stage.saidOnBridge(handoff).find((m) => m.text?.includes(`decision:${id}`)),
    );
    expect(line.mentions).toEqual([TRINITY]);
    expect(line.text).toMatch(/Decided: ship.*chosen by Gera with a click/);
    const drives = await stage.holds('the drive is seen', async () => {
      const { drives } = await show(id);
      return drives[0]?.outcome === 'no-pickup' && drives;
    });
    expect(drives).toEqual([expect.objectContaining({ holder: 'seat:trinity', outcome: 'no-pickup' })]);
    await stage.owed('smith', 'decision', 'apply', id, 'executing');
    expect((await show(id)).drives).toMatchObject([{ holder: 'seat:trinity', outcome: 'delivered' }]);
    expect(stage.saidOnBridge(handoff).filter((m) => m.text?.includes(`decision:${id}`))).toHaveLength(1);
  });

  it('[D9] the sweep tells a holder who came after the answer; blocked is never driven', async () => {
    const [queued, blocked] = [
      await raise('Later?', '--task', 'infra/later'),
      await raise('Never?', '--task', 'infra/later'),
    ];
    for (const id of [queued, blocked])
      await stage.owed('smith', 'decision', 'answer', id, '--choice', 'ship', '--by', 'gera');
    await stage.owed(
      'smith',
      'decision',
      'apply',
      blocked,
      'blocked',
      '--needs',
      'human-identity',
      '--why',
      'the form takes no bot',
    );
    const handoff = stage.handoff({ lane: 'infra', item: 'later' });
    stage.claim(handoff, 'accepted', 'infra/later');
    await stage.sees('the answer to the new holder', () =>
      stage.saidOnBridge(handoff).find((m) => m.text?.includes(`decision:${queued}`) && m.mentions.includes(TRINITY)),
    );
    expect(stage.saidOnBridge(handoff).filter((m) => m.text?.includes(`decision:${blocked}`))).toEqual([]);
    expect(stage.workspace.messages(BRIDGE).filter((m) => m.text?.includes(`decision:${blocked}`))).toEqual([]);
  });

  it('[R1, R2, R3] a ruling is delivered once where it was asked, tags nobody and decides nothing; the question says so', async () => {
    const id = await raise('What would a model say?');
    const message = await messageOf(id);
    const record = ['ruling', 'record', '--decision', id, '--choice', 'ship', '--rung', 'astra', '--model', 'm-1'];
    expect((await stage.owed('smith', ...record, '--receipt', `r-${id}`)).code).toBe(0);
    expect((await stage.owed('smith', ...record, '--receipt', `r-${id}`)).code).toBe(1);
    const inThread = () =>
      stage.workspace.thread(DECISIONS, message.ts).filter((m) => m.text?.includes(`r-${id}`) && m.ts !== message.ts);
    const [ruling] = await stage.sees('the ruling', () => inThread().length > 0 && inThread());
    expect(ruling?.mentions).toEqual([]);
    expect(ruling?.text).toMatch(/Single-rung and uncorroborated/);
    expect(ruling?.text).toMatch(/not the answer of Gera/);
    const after = await edited(message, new RegExp(`A ruling was delivered \\(receipt .r-${id}`));
    expect(buttons(after)).toContain('owed_decide_0');
    expect(await show(id)).toMatchObject({ decision: { state: 'pending', choice: null }, rulings: [`r-${id}`] });
    const status = JSON.parse((await stage.owed('smith', 'status', '--json')).stdout);
    expect(status.deliveries).toMatchObject({ signal: 'green', window_s: 259_200, obtained: 1, delivered: 1 });
    expect(inThread()).toHaveLength(1);
    await stage.workspace.as(GERA).press(DECISIONS, message.ts, 'owed_decide_1');
    await edited(message, /\*wait\*, chosen by Gera/);
  });

  it('[D6] the backlog and what is not driven show in status, on the Home tab, and in the metrics', async () => {
    const id = await raise('Stuck?');
    await stage.owed('smith', 'decision', 'answer', id, '--choice', 'ship', '--by', 'gera');
    await stage.owed('smith', 'decision', 'apply', id, 'blocked', '--needs', 'budget', '--why', 'above the limit');
    const status = JSON.parse((await stage.owed('smith', 'status', '--json')).stdout);
    expect(status.backlog.capabilities).toMatchObject({ budget: 1 });
    expect(status.not_driven).toContainEqual({
      key: `decision:${id}`,
      question: 'Stuck?',
      why: 'blocked: needs budget: above the limit',
    });
    await stage.workspace.as(GERA).openHome('A0SMITH');
    await stage.sees('the backlog on the Home tab', () => {
      const home = JSON.stringify(stage.workspace.home('A0SMITH', GERA) ?? {});
      return home.includes('Decided and not applied') && home.includes('budget 1');
    });
    const port = /"http":(\d+)/.exec(stage.seats[0]?.log() ?? '')?.[1];
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain('owed_decided_blocked{capability="budget"} 1');
    expect(metrics).toMatch(/owed_decided_not_applied\{application="blocked"\} \d/);
  });
});
