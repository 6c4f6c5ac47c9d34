import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { BRIDGE, CALM, Stage } from '../support/seats.js';

/** What stops a start, in one sentence with its fix; and a stop that loses nothing. */
describe('starting and stopping a seat', () => {
  let stage: Stage | undefined;
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
  });

  const refusal = async (on: Stage, env: NodeJS.ProcessEnv = {}) => {
    const seat = await on.start('smith', { env, wait: false });
    const code = await seat.ended;
    return { code, log: seat.log() };
  };

  it('[X4] a configuration with several errors reports them all with their lines and exits 2', async () => {
    stage = await Stage.open(CALM);
    const path = join(mkdtempSync(join(tmpdir(), 'owed-bad-')), 'owed.yml');
    writeFileSync(
      path,
      [
        'seat: smiht',
        'seats:',
        '  smith: { bot_user: U0SMITH, human: gerra }',
        'people:',
        '  gera: { user: U01GERA, name: Gera }',
        'overseer: gera',
        'channels: { bridge: C02BRIDGE, alerts: C01ALERTS }',
        'kinds:',
        '  handoff: { customer: { nudge: 30 minutes, page: 60m } }',
        'sweeep: { every: 5m }',
      ].join('\n'),
    );
    const { code, log } = await refusal(stage, { OWED_CONFIG: path, OWED_SEAT: '' });
    expect(code).toBe(2);
    for (const line of [':1:', ':3:', ':9:', ':10:']) expect(log).toContain(`owed.yml${line}`);
    expect(log).toMatch(/did you mean "?sweep"?/i);
    expect(log).toMatch(/gera/);
  });

  it('[X2, X4] a wrong token stops the start with one sentence that does not show it', async () => {
    stage = await Stage.open(CALM);
    const { code, log } = await refusal(stage, { SLACK_BOT_TOKEN: 'xoxb-not-a-token-of-anybody' });
    expect(code).toBe(4);
    expect(log).toMatch(/SLACK_BOT_TOKEN/);
    expect(log).not.toContain('not-a-token-of-anybody');
  });

  it("[H2] another seat's token is told apart", async () => {
    stage = await Stage.open(CALM);
    const { code, log } = await refusal(stage, { SLACK_BOT_TOKEN: 'xoxb-trinity' });
    expect(code).toBe(1);
    expect(log).toMatch(/Trinity.*Smith/);
  });

  it('[U5] a bot that is not in the bridge stops the start and says where to invite it', async () => {
    stage = await Stage.open(CALM);
    stage.workspace.membership.remove(BRIDGE, 'U0SMITH');
    const { code, log } = await refusal(stage);
    expect(code).toBe(1);
    expect(log).toMatch(/channels\.bridge.*C02BRIDGE.*invite/);
  });

  it('[L6] a ledger of a newer schema stops the start, says so, and is not touched', async () => {
    stage = await Stage.open(CALM);
    const first = await stage.start('smith');
    await first.stop();
    const db = new Sqlite(join(stage.files.dir, 'owed-smith.db'));
    db.prepare("insert into kysely_migration (name, timestamp) values ('2099_01_01_0001_later', '2099')").run();
    const before = db.prepare('select count(*) as n from sweeps').get();
    const { code, log } = await refusal(stage);
    expect(code).toBe(4);
    expect(log).toMatch(/newer Owed.*2099_01_01_0001_later/);
    expect(db.prepare('select count(*) as n from sweeps').get()).toEqual(before);
    db.close();
  });

  it('[X3] a clean stop ends with 0 and nothing is lost over the next start', async () => {
    stage = await Stage.open(CALM);
    const on = stage;
    const first = await on.start('smith');
    const origin = on.alert();
    const handoff = on.handoff({ item: 'across', origin });
    await on.holds('it is open', () => on.item('smith', 'handoff:leads/across'));
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    on.claim(handoff, 'accepted', 'leads/across');
    await on.start('smith');
    await on.sees('the acceptance', () => on.mirrored(origin).length === 1);
  });

  it('[G1] /health and /metrics tell a socket that is down', async () => {
    stage = await Stage.open(CALM);
    const on = stage;
    const seat = await on.start('smith');
    const port = /"http":(\d+)/.exec(seat.log())?.[1];
    const get = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, text: await answer.text() };
    };
    expect(await get('/health')).toMatchObject({ status: 200 });
    expect((await get('/metrics')).text).toMatch(/owed_socket_connections [12]/);
    on.workspace.sockets.refuse('A0SMITH', true);
    on.workspace.sockets.cut('A0SMITH');
    await on.holds('the signal is red', async () => (await get('/health')).status === 503);
    expect((await get('/metrics')).text).toMatch(/owed_socket_connections 0/);
  });
});
