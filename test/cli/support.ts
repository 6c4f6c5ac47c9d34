import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { runCli } from '../../src/cli/program.js';
import { type Config, type Env, loadConfig } from '../../src/config/index.js';
import { type Ledger, openLedger, tsToMillis } from '../../src/ledger/index.js';
import { parseBridge, permalink } from '../../src/messages/parse/index.js';
import { bridgeParts } from '../../src/verbs/bridge-parts.js';

/** 2026-11-02 14:51:00 UTC: the time of the HANDOFF below. */
export const T0 = Date.UTC(2026, 10, 2, 14, 51);
export const MINUTE = 60_000;
export const TEAM = 'https://owed-local.slack.com/';
export const BRIDGE = 'C02BRIDGE';

export const CONFIG = `seat: smith
seats:
  smith:   { bot_user: U0SMITH,   human: gera }
  trinity: { bot_user: U0TRINITY, human: fede }
people:
  gera: { user: U01GERA, name: Gera, pages: dm }
  fede: { user: U02FEDE, name: Fede, pages: channel }
overseer: gera
channels: { bridge: C02BRIDGE, alerts: C01ALERTS, decisions: C07DECIDE, customer_alerts: [C05LEADS] }
`;

/** A Slack ts, `seconds` after T0. */
export const ts = (seconds: number): string => `${Math.floor(T0 / 1000) + seconds}.000100`;

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

function collector(): { stream: Writable; text: () => string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream, text: () => text };
}

/** A folder with a configuration, and a clock that stands; its ledger is a real SQLite file beside the configuration. */
export class Desk {
  readonly dir = mkdtempSync(join(tmpdir(), 'owed-cli-'));
  now = T0;

  constructor(config: string | null = CONFIG) {
    if (config !== null) writeFileSync(join(this.dir, 'owed.yml'), config);
  }

  /** Runs one command line in this process, in this folder, as the person would type it. */
  async owed(words: readonly string[], env: Env = {}): Promise<Ran> {
    const [out, err] = [collector(), collector()];
    const code = await runCli(words, {
      env: { PATH: process.env.PATH, ...env },
      stdout: out.stream,
      stderr: err.stream,
      cwd: this.dir,
      now: () => this.now,
    });
    return { code, stdout: out.text(), stderr: err.text() };
  }

  async json<T = Record<string, unknown>>(words: readonly string[], env: Env = {}): Promise<T> {
    const ran = await this.owed([...words, '--json'], env);
    if (ran.code !== 0) throw new Error(`owed ${words.join(' ')} ended with ${ran.code}: ${ran.stderr}`);
    return JSON.parse(ran.stdout) as T;
  }

  config(env: Env = {}): Config {
    const read = loadConfig(join(this.dir, 'owed.yml'), env);
    if (!read.ok) throw new Error('the configuration was refused');
    return read.config;
  }

  async withLedger<T>(work: (ledger: Ledger) => Promise<T>, env: Env = {}): Promise<T> {
    const ledger = await openLedger(this.config(env));
    try {
      return await work(ledger);
    } finally {
      await ledger.close();
    }
  }

  /** Records a line of the bridge as the seat's process would. */
  says(seat: string, text: string, at: string, thread: string | null = null): Promise<void> {
    const config = this.config();
    const millis = tsToMillis(at);
    const parts = bridgeParts(parseBridge(text, millis), seat, millis, config);
    const seen = {
      seat,
      line: { channel: BRIDGE, ts: at, edited: null },
      link: permalink(TEAM, BRIDGE, at, thread),
      thread: thread ?? at,
    };
    const act = { now: millis, actor: { kind: 'seat' as const, id: seat }, cause: `msg:${BRIDGE}:${at}` };
    return this.withLedger(async (ledger) => void (await ledger.recordBridge(act, seen, parts)));
  }

  /** Smith hands leads/western-slope-alert to Trinity at T0. */
  handsOff(item = 'western-slope-alert', at = ts(0), extra = ''): Promise<void> {
    return this.says('smith', `HANDOFF to <@U0TRINITY>\nlane: leads\nitem: ${item}\nwhy: ${WHY}\n${extra}`, at);
  }

  /** A running process of the seat was seen now. */
  heartbeat(socket: Record<string, unknown> = {}, env: Env = {}): Promise<void> {
    const state = {
      state: 'connected',
      connections: 2,
      lastEventAt: this.now,
      lastError: null,
      teamUrl: TEAM,
      ...socket,
    };
    return this.withLedger((ledger) => ledger.heartbeat('here:1', this.now - MINUTE, this.now, state), env);
  }

  end(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export const WHY = 'the call has to come from her number';
export const KEY = 'leads/western-slope-alert';
