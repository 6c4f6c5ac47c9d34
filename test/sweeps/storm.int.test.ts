import { describe, expect, it } from 'vitest';
import { renderSaying } from '../../src/messages/render/index.js';
import { at } from '../support/clock.js';
import { act, handoffFacts, opens, proof } from '../support/items.js';
import { engines, openTestLedger } from '../support/ledgers.js';
import { chases, delivers, FakeSlack } from '../support/slack.js';

describe.each(engines)('many pages in one sweep, on %s', (engine) => {
  const start = async (more = 'sweep: { storm: 3 }') => {
    const of = await openTestLedger(engine, { more });
    const { ledger, config } = of;
    const slack = new FakeSlack();
    const said: { say: string; text: string }[] = [];
    const sweeps = async (time: string) => {
      await chases(ledger, config, at(time));
      await delivers(ledger, config, slack, at(time), {
        render: (saying, item, now, items) => {
          const rendered = renderSaying(saying, { item, now, config, teamUrl: null, items });
          said.push({ say: saying.say, text: rendered.text });
          return rendered;
        },
      });
    };
    const tasks = async (count: number, owedTo = ['fede']) => {
      for (let n = 1; n <= count; n += 1) await opens(ledger, `task:${owedTo.join('-')}-${n}`, { owedTo });
    };
    return { of, ledger, config, slack, said, sweeps, tasks };
  };
  const close = (ledger: Awaited<ReturnType<typeof start>>['ledger'], key: string, time: string) =>
    ledger.onItem(act(at(time)), key, { do: 'close', proof: proof({ text: `done at ${time}`, at: at(time) }) });

  it('[O11] no more than the number are pages of their own', async () => {
    const { slack, sweeps, tasks } = await start();
    await tasks(3);
    await sweeps('10:00');
    expect(slack.effects().sort()).toEqual(['page/task:fede-1/1', 'page/task:fede-2/1', 'page/task:fede-3/1']);
  });

  it('[O11, P6] more become one page that lists them; each is claimed, and none is paged again', async () => {
    const { ledger, slack, said, sweeps, tasks } = await start();
    await tasks(4);
    await sweeps('10:00');
    await sweeps('10:05');
    expect(slack.posted).toHaveLength(1);
    expect(slack.posted[0]).toMatchObject({ say: 'storm', channel: 'C01ALERTS' });
    for (let n = 1; n <= 4; n += 1) {
      expect(said[0]?.text).toContain(`task:fede-${n}`);
      expect(await ledger.item(`task:fede-${n}`)).toMatchObject({
        pagedAt: at('10:00'),
        page: { channel: 'C01ALERTS', ts: slack.posted[0]?.ts },
      });
    }
    expect((said[0]?.text ?? '').match(/<@\w+>/g)?.sort()).toEqual(['<@U01GERA>', '<@U02FEDE>']);
  });

  it('[O11, O9] each is closed on its own, and the one page says by what proof, tagging nobody', async () => {
    const { ledger, slack, said, sweeps, tasks } = await start();
    await tasks(4);
    await sweeps('10:00');
    const page = slack.posted[0]?.ts;
    await close(ledger, 'task:fede-2', '10:10');
    await sweeps('10:10');
    expect(slack.posted[1]).toMatchObject({ say: 'storm', edits: page });
    expect(said[1]?.text).toContain('done at 10:10');
    expect(said[1]?.text).toContain('3 owed items are past due');
    expect(said[1]?.text).not.toMatch(/<@/);
    for (const n of [1, 3, 4]) await close(ledger, `task:fede-${n}`, '10:20');
    await sweeps('10:20');
    expect(slack.posted.filter((one) => one.edits === page)).toHaveLength(4);
    expect(said.at(-1)?.text).toContain('Nothing of this is owed any more');
  });

  it('[O11, P2] closed before it was posted: those are not tagged or listed as open, and a page about nothing is not made', async () => {
    const { ledger, config, slack, said, sweeps, tasks } = await start();
    await tasks(4);
    await chases(ledger, config, at('10:00'));
    for (const n of [1, 2, 3, 4]) await close(ledger, `task:fede-${n}`, '10:00');
    await sweeps('10:01');
    expect(slack.posted).toEqual([]);
    expect(said).toEqual([]);
  });

  it('[O11] who is owed none of what is left in it is not tagged', async () => {
    const { ledger, slack, said, sweeps, tasks, config } = await start();
    await tasks(4);
    await opens(ledger, 'task:neo', { owedTo: ['neo'] });
    const raise = ledger.raiseStorm.bind(ledger);
    // Closed between the plan and the claim.
    ledger.raiseStorm = async (...args) => {
      await close(ledger, 'task:neo', '10:00');
      return raise(...args);
    };
    await sweeps('10:00');
    expect(slack.posted).toHaveLength(1);
    expect(said[0]?.text).not.toContain('<@U03NEO>');
    expect(said[0]?.text).toContain(`<@${config.people.get('fede')?.user}>`);
  });

  it('[O11, O10] channels are counted each by itself: one person’s direct message is one of them', async () => {
    const { slack, sweeps, tasks } = await start();
    await tasks(3);
    await tasks(4, ['gera']);
    await sweeps('10:00');
    const storms = slack.posted.filter((one) => one.say === 'storm');
    expect(storms.map((one) => one.channel)).toEqual(['D-U01GERA']);
    expect(slack.posted).toHaveLength(4);
  });

  it('[O11, H13] a customer’s handoff is never folded', async () => {
    const { ledger, slack, sweeps, tasks } = await start();
    await tasks(4);
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await opens(ledger, `handoff:leads/${name}`, { handoff: handoffFacts({ item: name }) });
    }
    await opens(ledger, 'handoff:infra/f', {
      owedTo: ['fede'],
      handoff: handoffFacts({ lane: 'infra', item: 'f', class: 'internal' }),
    });
    await sweeps('10:00');
    expect(slack.effects().filter((effect) => effect.startsWith('page/handoff:leads/'))).toHaveLength(5);
    expect(slack.posted.filter((one) => one.say === 'storm')).toHaveLength(1);
    expect(slack.posted).toHaveLength(6);
    expect((await ledger.item('handoff:infra/f'))?.pagedAt).toBe(at('10:00'));
  });

  it('[O11, P3] held, each of its items says why and until when', async () => {
    const { ledger, slack, sweeps, tasks } = await start();
    await tasks(4);
    slack.answer = () => ({
      outcome: 'stays',
      what: 'place',
      code: 'not_in_channel',
      reason: 'the bot is not in the channel',
    });
    await sweeps('10:00');
    for (let n = 1; n <= 4; n += 1) {
      const item = await ledger.item(`task:fede-${n}`);
      expect(item).toMatchObject({ state: 'open', pagedAt: null });
      expect(item?.waiting).toEqual([{ reason: 'storm: the bot is not in the channel', until: expect.any(Number) }]);
    }
    slack.answer = () => 'posted';
    await sweeps('11:00');
    expect(slack.posted).toHaveLength(1);
    expect((await ledger.item('task:fede-1'))?.waiting).toEqual([]);
  });

  it('[O11, S2] two replicas fold one storm once', async () => {
    const { of, ledger, config, slack, tasks } = await start();
    await tasks(6);
    const other = await of.again();
    await Promise.all([chases(ledger, config, at('10:00')), chases(other, config, at('10:00'), { holder: 'p2' })]);
    await delivers(ledger, config, slack, at('10:00'));
    const listed = slack.posted.filter((one) => one.say === 'storm');
    expect(listed).toHaveLength(1);
    for (let n = 1; n <= 6; n += 1) expect((await ledger.item(`task:fede-${n}`))?.pagedAt).toBe(at('10:00'));
  });
});
