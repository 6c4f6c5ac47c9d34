import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startWorkspace,
  twoSeatWorkspace,
  type Workspace,
  type WorkspaceDefinition,
} from '../../dev/workspace/index.js';
import type { Env } from '../../src/config/index.js';
import { CONFIG, Desk, MINUTE, ts } from './support.js';

interface Finding {
  check: string;
  ok: boolean | null;
  found: string;
  fix: string | null;
}

let desk: Desk;
let workspace: Workspace;

async function open(change: (definition: WorkspaceDefinition) => void = () => {}): Promise<void> {
  const definition = twoSeatWorkspace();
  change(definition);
  workspace = await startWorkspace(definition);
}

beforeEach(() => {
  desk = new Desk();
  // The doctor holds the clock against Slack's.
  desk.now = Date.now();
});
afterEach(async () => {
  await workspace?.stop();
  desk.end();
});

const env = (): Env => ({
  SLACK_BOT_TOKEN: 'xoxb-smith',
  SLACK_APP_TOKEN: 'xapp-smith',
  SLACK_API_URL: workspace.apiUrl,
});

async function examine(more: Env = {}, words: string[] = []): Promise<{ code: number; findings: Finding[] }> {
  const ran = await desk.owed(['doctor', '--json', ...words], { ...env(), ...more });
  return { code: ran.code, findings: JSON.parse(ran.stdout) as Finding[] };
}

const wrong = (findings: Finding[]) => findings.filter(({ ok }) => ok === false);

/** A seat that runs and swept a moment ago. */
async function running(): Promise<void> {
  await desk.heartbeat();
  await desk.withLedger(async (ledger) => {
    const id = await ledger.startSweep('here:1', desk.now - MINUTE);
    await ledger.endSweep(id, { endedAt: desk.now - MINUTE + 50, walked: 0, read: 0, done: 0, errors: [] });
    await ledger.sourceRead('bridge', ts(0), desk.now - MINUTE);
  });
}

describe('owed doctor', () => {
  it('[U5] finds nothing wrong with a sound seat, and posts nothing', async () => {
    await open();
    await running();
    const { code, findings } = await examine({}, ['--deep']);
    expect(findings.filter(({ ok }) => ok !== true)).toEqual([]);
    expect(code).toBe(0);
    expect(findings.map(({ check }) => check)).toEqual([
      ...['configuration', 'secrets', 'bot token', 'identity', 'scopes', 'app token', 'clock'],
      ...['channel channels.bridge', 'channel channels.alerts', 'channel channels.decisions'],
      ...['channel channels.customer_alerts', 'pages to gera', 'pages to fede'],
      ...['ledger', 'ledger file', 'disk', 'ledger verify'],
      ...['process', 'last event', 'last sweep', 'posts', 'sources', 'parked'],
    ]);
    for (const finding of findings) expect(Object.keys(finding)).toEqual(['check', 'ok', 'found', 'fix']);
    expect(workspace.calls('chat.postMessage')).toEqual([]);
  });

  it('[U5] before the first start says what cannot be told yet, and that nothing is wrong', async () => {
    await open();
    const { code, stdout } = await desk.owed(['doctor'], env());
    expect(code).toBe(0);
    expect(stdout).toContain('? ledger: ');
    expect(stdout).toContain('is not there yet; the first start makes it');
    expect(stdout).toMatch(/Nothing is wrong, \d could not be told\.\n$/);
  });

  it("[U5, H2] names another seat's token", async () => {
    await open();
    const { code, findings } = await examine({ SLACK_BOT_TOKEN: 'xoxb-trinity', SLACK_APP_TOKEN: 'xapp-trinity' });
    expect(code).toBe(1);
    expect(wrong(findings)).toEqual([
      {
        check: 'identity',
        ok: false,
        found: "SLACK_BOT_TOKEN is Trinity's (U0TRINITY), and this seat is Smith",
        fix: "Set the token of Smith's app, or run the seat trinity with it (OWED_SEAT).",
      },
    ]);
  });

  it('[U5] a bot that the configuration does not know is shown with both ids', async () => {
    await open();
    const { findings } = await examine({ SLACK_BOT_TOKEN: 'xoxb-alerts' });
    expect(wrong(findings).find(({ check }) => check === 'identity')?.found).toBe(
      'SLACK_BOT_TOKEN is of the bot user U0ALERTS, and the configuration says U0SMITH',
    );
  });

  it('[U5] names missing scopes with what they are for', async () => {
    await open(({ apps }) => {
      const smith = apps.find(({ name }) => name === 'Smith');
      if (smith) smith.scopes = smith.scopes.filter((scope) => scope !== 'reactions:write');
    });
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(wrong(findings)).toMatchObject([
      { check: 'scopes', found: expect.stringMatching(/^missing: reactions:write \(.*A2/) },
    ]);
  });

  it('[U5] finds channels that the bot is not in, that are archived, or that are not there', async () => {
    await open(({ channels }) => {
      for (const channel of channels) {
        if (channel.id === 'C02BRIDGE') channel.members = channel.members.filter((id) => id !== 'U0SMITH');
        if (channel.id === 'C07DECIDE') channel.is_archived = true;
      }
      channels.splice(
        channels.findIndex(({ id }) => id === 'C05LEADS'),
        1,
      );
    });
    const { findings } = await examine();
    expect(wrong(findings)).toEqual([
      {
        check: 'channel channels.bridge',
        ok: false,
        found: 'Smith is not in #bridge (C02BRIDGE)',
        fix: 'Write /invite @Smith in #bridge.',
      },
      {
        check: 'channel channels.decisions',
        ok: false,
        found: '#decisions (C07DECIDE) is archived',
        fix: 'Unarchive it, or name another channel.',
      },
      expect.objectContaining({
        check: 'channel channels.customer_alerts',
        found: 'C05LEADS: the bot sees no such channel',
      }),
    ]);
  });

  it('[U5, O10] finds people whom a page would not reach', async () => {
    await open(({ channels, people }) => {
      const alerts = channels.find(({ id }) => id === 'C01ALERTS');
      if (alerts) alerts.members = alerts.members.filter((id) => id !== 'U02FEDE' && id !== 'U01GERA');
      people.splice(
        people.findIndex(({ id }) => id === 'U01GERA'),
        1,
      );
      for (const channel of channels) channel.members = channel.members.filter((id) => id !== 'U01GERA');
    });
    const { findings } = await examine();
    expect(wrong(findings)).toMatchObject([
      { check: 'pages to gera', found: 'Gera (U01GERA): Slack knows no such person' },
      { check: 'pages to fede', found: 'Fede (U02FEDE) is not in the alerts channel: a tag there does not reach them' },
    ]);
  });

  it('[U5] finds a revoked token, and looks no further with it', async () => {
    await open();
    workspace.tokens.revoke('A0SMITH');
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(wrong(findings).map(({ check, found }) => [check, found])).toEqual([
      ['bot token', 'the token was revoked'],
      ['app token', 'the token was revoked'],
    ]);
  });

  it('[U5] Slack that cannot be reached is exit 4', async () => {
    await open();
    const gone = await startWorkspace(twoSeatWorkspace());
    await gone.stop();
    const { code, findings } = await examine({ SLACK_API_URL: gone.apiUrl });
    expect(code).toBe(4);
    expect(wrong(findings)).toMatchObject([{ check: 'bot token', found: 'Slack could not be reached (ECONNREFUSED)' }]);
  });

  it('[U5] a clock that is two minutes off is a finding', async () => {
    await open();
    desk.now = Date.now() + 2 * MINUTE;
    const { findings } = await examine();
    expect(wrong(findings)).toMatchObject([
      { check: 'clock', found: expect.stringMatching(/^(1|2) min ahead of Slack's$/) },
    ]);
  });

  it('[X4, X2] a faulty configuration and secrets are findings, and no secret is shown', async () => {
    await open();
    desk.end();
    desk = new Desk(CONFIG.replace('overseer: gera', 'overseer: gerra'));
    const ran = await desk.owed(['doctor'], { ...env(), SLACK_APP_TOKEN: 'xoxb-secret-of-mine' });
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('✗ configuration: owed.yml:8: overseer: ');
    expect(ran.stdout).toContain('✗ secrets: environment: SLACK_APP_TOKEN: holds a bot token');
    expect(ran.stdout).not.toContain('secret-of-mine');
  });

  it('[U5, L6] finds a ledger that others may read, one that differs, and one that cannot be opened', async () => {
    await open();
    await desk.handsOff();
    const file = join(desk.dir, 'owed-smith.db');
    chmodSync(file, 0o644);
    const db = new Sqlite(file);
    db.exec("update items set owed_to = '[]'");
    db.close();
    const { findings } = await examine({}, ['--deep']);
    expect(wrong(findings)).toMatchObject([
      { check: 'ledger file', found: 'mode was 0644: others could read or write it' },
      { check: 'ledger verify', found: expect.stringContaining('owed_to') },
    ]);
    const lost = await examine({ OWED_LEDGER_URL: `sqlite:${join(desk.dir, 'owed.yml', 'owed.db')}` });
    expect(lost.code).toBe(4);
    expect(wrong(lost.findings)).toMatchObject([{ check: 'ledger' }]);
  });

  it('[U5] finds a seat that runs and neither hears, sweeps nor posts', async () => {
    await open();
    await desk.heartbeat({ state: 'disconnected', lastError: 'no hello' });
    await desk.withLedger(async (ledger) => {
      await ledger.startSweep('here:1', desk.now - 60 * MINUTE);
      await ledger.sourceFailed('bridge', 'the bot is not a member', desk.now);
    });
    const later = desk.now;
    desk.now = later - 5 * MINUTE;
    await desk.owed(['handoff', '--to', 'trinity', '--lane', 'ci', '--item', 'x', '--why', 'only she has the key']);
    desk.now = later;
    const { findings } = await examine();
    expect(wrong(findings).map(({ check, found }) => `${check}: ${found}`)).toEqual([
      'process: runs, socket disconnected: no hello',
      'last sweep: 1 h ago, not ended, and one is made every 5 min',
      'posts: 1 due for over a minute though a process runs',
      'sources: bridge: the bot is not a member (never read)',
    ]);
  });

  it('[U5, A2] finds an agent command that cannot be run', async () => {
    await open();
    desk.end();
    desk = new Desk(`${CONFIG}agent: { command: ["no-such-agent-here"] }\n`);
    desk.now = Date.now();
    const { findings } = await examine();
    expect(wrong(findings)).toMatchObject([{ check: 'agent', found: 'no-such-agent-here is not on the PATH' }]);
    desk.end();
    desk = new Desk(`${CONFIG}agent: { command: ["node", "x"] }\n`);
    desk.now = Date.now();
    expect(wrong((await examine()).findings)).toEqual([]);
  });
});
