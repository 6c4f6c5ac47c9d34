import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RungSweep } from '../../src/sweeps/rungs/run.js';
import { raiseDecision } from '../../src/verbs/decision-raise.js';
import { Desk, SMITH } from '../decisions/support.js';
import { FakeClock } from '../support/clock.js';
import { engines, openTestLedger, type TestEngine, tempFolder } from '../support/ledgers.js';

/** A rung as a real command: it notes that it was asked, and prints what it is told to. */
const rung = (name: string, log: string, body: string) => ({
  name,
  model: `m-${name}`,
  command: [
    process.execPath,
    '-e',
    `let t='';process.stdin.on('data',d=>t+=d).on('end',()=>{const q=JSON.parse(t);require('fs').appendFileSync(${JSON.stringify(log)},q.rung+' '+q.decision.id+'\\n');${body}})`,
  ],
});
const chooses = (choice: string) =>
  `console.log(JSON.stringify({choice:'${choice}',receipt:'r-'+q.rung+'-'+q.decision.id}))`;

/** A body may depend on the log of who was asked. */
type Body = string | ((log: string) => string);

async function stage(engine: TestEngine, bodies: Body[], more: object = {}) {
  const log = join(tempFolder(), 'asked');
  const names = ['astra', 'fable'];
  const rungs = {
    ask: bodies.map((body, n) => rung(names[n] as string, log, typeof body === 'string' ? body : body(log))),
    wait: '30m',
    ...more,
  };
  const of = await openTestLedger(engine, { more: `rungs: ${JSON.stringify(rungs)}` });
  const clock = new FakeClock();
  const smith = new Desk(of, clock.now);
  const sweep = new RungSweep({ ledger: of.ledger, config: of.config, holder: 'p', now: clock.now });
  const run = async (by = sweep) => {
    const { asking, ...counts } = await by.run();
    await asking;
    return counts;
  };
  const asked = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').sort() : []);
  return { of, clock, smith, sweep, run, asked, log };
}

describe.each(engines)('rungs on %s', (engine) => {
  it('[R6] two that agree make a corroborated ruling, once, and the question stays open', async () => {
    const { smith, run, asked } = await stage(engine, [chooses('ship'), chooses('ship')]);
    const id = await smith.asks({ rungs: true });
    await smith.posts();
    await run();
    expect(asked()).toEqual([`astra ${id}`, `fable ${id}`]);
    await run();
    await run();
    expect(asked()).toHaveLength(2);
    expect(await smith.ledger.rulings.list()).toMatchObject([
      {
        decision: id,
        choice: 'ship',
        rung: 'astra',
        model: 'm-astra',
        receipt: `r-astra-${id}`,
        corroboratedBy: `r-fable-${id}`,
      },
    ]);
    const view = await smith.view(id);
    expect(view.facts.decision).toBe('pending');
    expect(view.answer).toBeNull();
    expect(await smith.due()).toContain(`ruling/r-astra-${id}`);
  });

  it('[R6] one alone is single-rung', async () => {
    const { smith, run } = await stage(engine, [chooses('wait')]);
    const id = await smith.asks({ rungs: true });
    await run();
    await run();
    expect(await smith.ledger.rulings.list()).toMatchObject([{ decision: id, choice: 'wait', corroboratedBy: null }]);
  });

  it.each([
    ['disagreed', chooses('wait'), 'astra says ship, fable says wait'],
    ['refused', "console.log(JSON.stringify({refuse:'it is about money'}))", 'fable: it is about money'],
  ])('[R6] %s: no ruling, not asked again, and the person is told why it comes to them', async (come, body, why) => {
    const { smith, run, asked } = await stage(engine, [chooses('ship'), body]);
    const id = await smith.asks({ rungs: true });
    await smith.posts();
    await run();
    await run();
    await run();
    expect(await smith.ledger.rulings.list()).toEqual([]);
    expect((await smith.view(id)).ladder).toEqual({ said: come, why });
    expect((await smith.due()).some((effect) => effect.startsWith(`decision-edit/${id}/`))).toBe(true);
    expect(asked()).toHaveLength(2);
  });

  it('[R6] an unreachable rung has not refused: it alone is asked again, after its window', async () => {
    const mended = (log: string) =>
      `if(require('fs').readFileSync(${JSON.stringify(log)},'utf8').includes('mended'))${chooses('ship')};else process.exit(7)`;
    const { clock, smith, run, asked, log } = await stage(engine, [chooses('ship'), mended]);
    const id = await smith.asks({ rungs: true });
    await run();
    await run();
    expect(asked()).toHaveLength(2);
    expect((await smith.view(id)).ladder).toBeNull();
    clock.after('31m');
    appendFileSync(log, 'mended\n');
    await run();
    expect(asked().filter((line) => line.startsWith('fable'))).toHaveLength(2);
    expect(asked().filter((line) => line.startsWith('astra'))).toHaveLength(1);
    await run();
    expect(await smith.ledger.rulings.list()).toMatchObject([{ decision: id, corroboratedBy: `r-fable-${id}` }]);
  });

  it('[R6] asking is claimed: sweeps that overlap ask once; caps of the day hold, and the next day asks', async () => {
    const { of, clock, smith, run, asked } = await stage(engine, [chooses('ship')], { per_day: 2 });
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await smith.asks({ rungs: true }));
    const others = await Promise.all(
      [1, 2].map(
        async () => new RungSweep({ ledger: await of.again(), config: of.config, holder: 'q', now: clock.now }),
      ),
    );
    await Promise.all([run(), ...others.map((other) => run(other))]);
    await run();
    expect(asked()).toHaveLength(2);
    expect(new Set(asked()).size).toBe(2);
    clock.after('1d');
    await run();
    expect(asked()).toHaveLength(3);
  });

  it('[R6] only where the asker allows it, and only what nobody answered', async () => {
    const { smith, run, asked } = await stage(engine, [chooses('ship')]);
    await smith.asks();
    const answered = await smith.asks({ rungs: true });
    await smith.clicks(answered);
    expect(await run()).toMatchObject({ walked: 0 });
    expect(asked()).toEqual([]);
  });

  it('[R6] a spend ledger that cannot be read holds the asking for the day', async () => {
    const { of, clock, smith, run, asked } = await stage(engine, [chooses('ship')]);
    await smith.asks({ rungs: true });
    const { db } = of.raw();
    await db.schema.alterTable('rung_asks').renameTo('elsewhere').execute();
    await expect(run()).rejects.toThrow(/the spend ledger could not be read, so no rung is asked today/);
    await db.schema.alterTable('elsewhere').renameTo('rung_asks').execute();
    clock.after('1h');
    await run();
    expect(asked()).toEqual([]);
    clock.after('1d');
    await run();
    expect(asked()).toHaveLength(1);
  });

  it('[U6] nothing is asked of rungs that nobody configured', async () => {
    const smith = new Desk(await openTestLedger(engine), new FakeClock().now);
    const asked = {
      question: 'x?',
      options: ['a'],
      task: null,
      deciders: [],
      waits: null,
      bound: null,
      channel: null,
      thread: null,
      session: null,
      supersedes: null,
      rungs: true,
    };
    expect(await raiseDecision(smith.ctx, smith.request(SMITH), asked)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('No rungs are configured'),
    });
  });
});
