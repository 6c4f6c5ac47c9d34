import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import {
  type Ran,
  type RunningSeat,
  type SeatBounds,
  type SeatFiles,
  type SeatName,
  seatConfig,
  seatEnv,
  startSeat,
  writeSeatFiles,
} from '../../dev/harness/seats.js';
import { type Message, startWorkspace, twoSeatWorkspace, type Workspace } from '../../dev/workspace/index.js';
import { runCli } from '../../src/cli/program.js';

/** Short bounds, in the configuration: nothing here mocks a clock. */
export const SHORT: SeatBounds = { nudge: '3s', page: '6s', internalPage: '4s', heldPage: '5s', sweep: '500ms' };
/** Fast bounds, and no time to spare between nudge and page. */
export const QUICK: SeatBounds = { ...SHORT, nudge: '1s', page: '3s' };
/** Bounds that a test never reaches. */
export const CALM: SeatBounds = { nudge: '10m', page: '20m', internalPage: '30m', heldPage: '30m', sweep: '500ms' };

export const ALERTS = 'C01ALERTS';
export const BRIDGE = 'C02BRIDGE';
export const GENERAL = 'C08GENERAL';
export const GERA = 'U01GERA';
export const FEDE = 'U02FEDE';
export const NEO = 'U03NEO';
export const SMITH = 'U0SMITH';
export const TRINITY = 'U0TRINITY';

export interface ItemJson {
  key: string;
  kind: string;
  round: number;
  state: 'open' | 'closed';
  opened: string;
  due: string | null;
  owed_to: string[];
  owed_by: string;
  link: string | null;
  what: string;
  blocking: string | null;
  proof: { kind: string; text: string; link: string | null; by: string | null; at: string } | null;
  nudged_at: string | null;
  paged_at: string | null;
  page_link: string | null;
  last_read: string | null;
  unknown: string[];
  waiting: { reason: string; until: string | null } | null;
}

export interface ShownJson extends ItemJson {
  events: { type: string }[];
  posts: {
    effect: string;
    state: string;
    channel: string | null;
    ts: string | null;
    attempts: number;
    reason: string | null;
  }[];
  subtasks: { name: string; state: string }[];
}

const DEADLINE = 60_000;

/** A local workspace with seats as real processes over real sockets. */
export class Stage {
  readonly seats: RunningSeat[] = [];

  private constructor(
    readonly workspace: Workspace,
    readonly files: SeatFiles,
  ) {}

  static async open(bounds: SeatBounds, over: Record<string, unknown> = {}): Promise<Stage> {
    const workspace = await startWorkspace(twoSeatWorkspace());
    const dir = mkdtempSync(join(tmpdir(), 'owed-e2e-'));
    return new Stage(workspace, writeSeatFiles(dir, seatConfig(bounds, over)));
  }

  /** Changes the configuration's text before a seat reads it. */
  rewriteConfig(change: (text: string) => string): void {
    writeFileSync(this.files.config, change(readFileSync(this.files.config, 'utf8')));
  }

  async start(
    seat: SeatName,
    opts: { env?: NodeJS.ProcessEnv; nodeArgs?: string[]; wait?: boolean } = {},
  ): Promise<RunningSeat> {
    const running = await startSeat(this.files, seat, this.workspace.apiUrl, opts);
    this.seats.push(running);
    return running;
  }

  async close(): Promise<void> {
    await Promise.all(this.seats.map((seat) => seat.stop()));
    await this.workspace.stop();
    rmSync(this.files.dir, { recursive: true, force: true });
  }

  /** The command line, in this process: the same code as the binary, which the demo and test/cli run. */
  async owed(seat: SeatName, ...args: string[]): Promise<Ran> {
    const out = { stdout: '', stderr: '' };
    const into = (name: keyof typeof out) =>
      new Writable({
        write(chunk, _encoding, done) {
          out[name] += String(chunk);
          done();
        },
      });
    const env = seatEnv(this.files, seat, this.workspace.apiUrl);
    const io = { env, stdout: into('stdout'), stderr: into('stderr'), cwd: this.files.dir };
    return { code: await runCli(args, io), ...out };
  }

  async items(seat: SeatName): Promise<ItemJson[]> {
    const ran = await this.owed(seat, 'items', '--all', '--json');
    if (ran.code !== 0) throw new Error(`owed items ended with ${ran.code}: ${ran.stderr}`);
    return JSON.parse(ran.stdout) as ItemJson[];
  }

  async item(seat: SeatName, key: string): Promise<ItemJson | undefined> {
    return (await this.items(seat)).find((item) => item.key === key);
  }

  async shown(seat: SeatName, key: string): Promise<ShownJson> {
    const ran = await this.owed(seat, 'show', key, '--json');
    if (ran.code !== 0) throw new Error(`owed show ${key} ended with ${ran.code}: ${ran.stderr}`);
    return JSON.parse(ran.stdout) as ShownJson;
  }

  /** Sweeps of Smith go on for several rounds; what was said twice would be there by then. */
  async sweepsGoOn(): Promise<void> {
    const swept = async () => {
      const status = JSON.parse((await this.owed('smith', 'status', '--json')).stdout) as {
        last_sweep: { started_at: string; ended_at: string | null } | null;
      };
      return status.last_sweep?.ended_at ? status.last_sweep.started_at : undefined;
    };
    for (let round = 0; round < 3; round += 1) {
      const before = await swept();
      await this.holds('another sweep', async () => {
        const after = await swept();
        return after !== undefined && after !== before;
      });
    }
  }

  /** Waits for a fact of the workspace. */
  sees<T>(what: string, look: () => T | undefined | false): Promise<T> {
    return this.workspace.waitFor(look, { timeoutMs: DEADLINE, what }) as Promise<T>;
  }

  /** Waits for a fact of a seat's ledger, read through the command line. */
  async holds<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
    const until = Date.now() + DEADLINE;
    for (;;) {
      const value = await look();
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (Date.now() > until)
        throw new Error(`not in time: ${what}\n${this.seats.map((s) => s.log().slice(-2000)).join('\n')}`);
    }
  }

  /** Somebody's alerting posts in #alerts, as the origin of a handoff. */
  alert(text = 'New lead'): Message {
    return this.workspace.asApp('A0ALERTS').post(ALERTS, text);
  }

  link(message: Message, channel = ALERTS): string {
    return this.workspace.permalink(channel, message.ts);
  }

  /** Smith's own bot posts a HANDOFF by other means than its process (H5). */
  handoff(fields: { lane?: string; item?: string; why?: string; origin?: Message; extra?: string }): Message {
    const { lane = 'leads', item = 'western-slope-alert', why = 'the call has to come from her number' } = fields;
    const lines = [`HANDOFF to <@${TRINITY}>`, `lane: ${lane}`, `item: ${item}`, `why: ${why}`];
    if (fields.origin) lines.push(`origin: ${this.link(fields.origin)}`);
    if (fields.extra) lines.push(fields.extra);
    return this.workspace.asApp('A0SMITH').post(BRIDGE, lines.join('\n'));
  }

  /** Trinity's own bot posts a claim in the HANDOFF's thread by other means than its process. */
  claim(handoff: Message, words: string, key = 'leads/western-slope-alert'): Message {
    return this.workspace.asApp('A0TRINITY').post(BRIDGE, `BRIDGE CLAIM ${key} ${words}`, { thread_ts: handoff.ts });
  }

  /** Pages that Smith posted in #alerts: its top-level messages there. */
  pages(): Message[] {
    return this.workspace.messages(ALERTS).filter((m) => m.user === SMITH);
  }

  /** What Smith said in a thread of the bridge, except the HANDOFF itself. */
  saidOnBridge(handoff: Message, user = SMITH): Message[] {
    return this.workspace.thread(BRIDGE, handoff.ts).filter((m) => m.user === user && m.ts !== handoff.ts);
  }

  nudges(handoff: Message): Message[] {
    return this.saidOnBridge(handoff).filter((m) => m.mentions.includes(TRINITY));
  }

  /** Smith's machine lines in the origin thread, in order. */
  mirrored(origin: Message): string[] {
    return this.workspace
      .thread(ALERTS, origin.ts)
      .filter((m) => m.user === SMITH)
      .map((m) => m.text ?? '');
  }
}
