import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalGitHub, startGitHub } from '../../dev/github/index.js';
import type { Message } from '../../dev/workspace/index.js';
import { type Answers, startAnswers } from './answers.js';
import { ALERTS, type ItemJson, SHORT, SMITH, Stage } from './seats.js';

export const RUNS = 'C06RUNS';
export const TOKEN = 'ghp_local0000000000000000000000000000';
export const ENV = { GITHUB_TOKEN: TOKEN };
export const HOUR = 3_600_000;

/** Says what the file `BACKUP.json` beside the configuration says, as a proof command. */
const COMMAND = `
import { existsSync, readFileSync } from 'node:fs';
const [file] = process.argv.slice(2);
if (!existsSync(file)) process.exit(7);
console.log(readFileSync(file, 'utf8'));
`;

/** Seats over a local workspace, a local GitHub and a vendor's API, with short bounds; nothing mocks a clock. */
export class KindsStage {
  private constructor(
    readonly stage: Stage,
    readonly github: LocalGitHub,
    readonly vendor: Answers,
  ) {}

  static async open(over: Record<string, unknown> = {}, page = '3s'): Promise<KindsStage> {
    const github = await startGitHub();
    github.token(TOKEN);
    github.repo('org/app', { private: true }).commit({ message: 'First' });
    const vendor = await startAnswers();
    const kinds = {
      'pull-request': { page, read: '0s' },
      check: { page, read: '0s' },
      prompt: { page },
      task: { page },
      'session-link': { line: page },
      'handoff-unparsed': { page },
      'vendor-ticket': {
        page,
        read: '0s',
        owed_to: ['fede'],
        proof: { http: { url: `${vendor.url}/tickets/{subject}`, pointer: '/state', equals: 'closed' } },
      },
      backup: { page, read: '0s', proof: { command: [process.execPath, '{folder}/proof.mjs', '{folder}/{subject}'] } },
      choice: { page, proof: { decision: '{subject}' } },
      errand: { page, proof: { 'later-done': { label: 'errand-run' } } },
    };
    const stage = await Stage.open(SHORT, {
      github: { api_url: github.url },
      terminal: {
        channels: [RUNS],
        bots: ['A0ALERTS'],
        labels: { 'pr-drive': 'pull-request', 'operator-task': 'task' },
      },
      checks: [{ name: 'nightly-e2e', repo: 'org/app', workflow: 'nightly.yml' }],
      sweep: { every: '500ms', storm: 50 },
      kinds,
      ...over,
    });
    stage.rewriteConfig((text) => text.replaceAll('{folder}', stage.files.dir));
    const command = join(stage.files.dir, 'proof.mjs');
    writeFileSync(command, COMMAND);
    chmodSync(command, 0o700);
    return new KindsStage(stage, github, vendor);
  }

  start(seat: 'smith' | 'trinity') {
    return this.stage.start(seat, { env: ENV });
  }

  async close(): Promise<void> {
    await this.stage.close();
    await this.github.stop();
    await this.vendor.stop();
  }

  /** `owed terminal …` as an agent of Smith runs it; its exit code has to be 0. */
  async line(word: string, label: string, subject: string, ...more: string[]): Promise<string> {
    const ran = await this.stage.owed('smith', 'terminal', word, '--label', label, '--subject', subject, ...more);
    if (ran.code !== 0) throw new Error(`owed terminal ended with ${ran.code}: ${ran.stderr}`);
    return ran.stdout;
  }

  /** What the proof command of `backup:SUBJECT` finds. */
  backup(subject: string, said: object | string): void {
    writeFileSync(join(this.stage.files.dir, subject), typeof said === 'string' ? said : JSON.stringify(said));
  }

  until(what: string, key: string, is: (item: ItemJson) => boolean): Promise<ItemJson> {
    return this.stage.holds(`${key} ${what}`, async () => {
      const item = await this.stage.item('smith', key);
      return item !== undefined && is(item) && item;
    });
  }

  open(key: string, round = 1) {
    return this.until(`is open in round ${round}`, key, (item) => item.state === 'open' && item.round === round);
  }

  closed(key: string) {
    return this.until('is closed', key, (item) => item.state === 'closed');
  }

  paged(key: string, round = 1) {
    return this.until('is paged', key, (item) => item.paged_at !== null && item.round === round);
  }

  /** Smith's top-level posts in alerts, and in a person's direct message, that name a key. */
  pages(key: string): Message[] {
    return this.stage.workspace.messages(ALERTS).filter((m) => m.user === SMITH && m.text?.includes(key));
  }

  direct(key: string, user: string): Message[] {
    return this.stage.workspace.dm('A0SMITH', user).filter((m) => m.user === SMITH && m.text?.includes(key));
  }

  /** Waits until a page says that it closed. */
  edited(page: Message, says: string): Promise<Message> {
    return this.stage.sees(`the page edited: ${says}`, () => {
      const found = this.stage.workspace.find({ channel: page.channel }).find((m) => m.ts === page.ts);
      return found?.text?.includes(says) && found;
    });
  }
}
