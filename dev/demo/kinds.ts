import type { LocalGitHub } from '../github/index.js';
import { appears, expect, owedJson, run, type Stage, scene, told } from './stage.js';

/** The kinds beside handoffs, as the demo shows them: an ask, an expired pull request, a red check. */

const GENERAL = 'C08GENERAL';
const ALERTS = 'C01ALERTS';
const GERA = 'U01GERA';
const REPO = 'org/app';

/** What the seats' configuration says of the demo's GitHub and kinds. */
export const kindsConfig = (github: LocalGitHub, page: string): Record<string, unknown> => ({
  github: { api_url: github.url },
  terminal: { channels: ['C06RUNS'], labels: { 'pr-drive': 'pull-request', 'operator-task': 'task' } },
  checks: [
    { name: 'nightly-e2e', repo: REPO, workflow: 'nightly.yml', branch: 'main', red_runs: 3, owed_to: ['fede'] },
  ],
  kinds: { 'pull-request': { page, read: '1s' }, check: { page, read: '1s' } },
});

export async function kinds(stage: Stage, github: LocalGitHub): Promise<void> {
  await ask(stage);
  await expiredPullRequest(stage, github);
  await redCheck(stage, github);
}

async function ask(stage: Stage): Promise<void> {
  await scene(stage, '5. Gera asks Smith what he owes her; his answer in the thread closes the ask.');
  const asked = stage.workspace.as(GERA).post(GENERAL, '<@U0SMITH> what do you owe me?');
  told(stage, '#general, Gera', '@Smith what do you owe me?');
  const reply = await appears(stage, "Smith's answer", () =>
    stage.workspace.thread(GENERAL, asked.ts).find((m) => m.user === 'U0SMITH'),
  );
  told(stage, '#general, Smith', reply.text ?? '');
  await owedJson(stage, `ask:${GENERAL}/${asked.ts}`, (item) => item.state === 'closed', 'the ask is closed');
  stage.print();
}

async function expiredPullRequest(stage: Stage, github: LocalGitHub): Promise<void> {
  await scene(
    stage,
    '6. A drive of a pull request expires: it stays owed, pages with its blocker, and the merge closes it.',
  );
  const repo = github.repo(REPO);
  const pull = repo.pull(12, { author: 'fede-dev', title: 'Mend the gate' });
  repo.check(pull.head, 'unit', 'failure');
  await run(stage, 'smith', ['terminal', 'EXPIRED', '--label', 'pr-drive', '--subject', `${REPO}#12`]);
  const page = await pageOf(stage, `pull-request:${REPO}#12`);
  expect((page.text ?? '').includes('the check "unit" failed'), 'the page does not name what blocks the pull request');
  pull.merge({ by: 'gera-dev' });
  told(stage, 'GitHub', `gera-dev merged ${REPO}#12`);
  await edited(stage, page.ts, 'merged into main');
  stage.print();
}

async function redCheck(stage: Stage, github: LocalGitHub): Promise<void> {
  await scene(stage, '7. A nightly check is red three runs running: it is owed, pages, and a green run closes it.');
  const repo = github.repo(REPO);
  const night = 24 * 3_600_000;
  for (const nights of [3, 2, 1]) repo.run('nightly.yml', { at: Date.now() - nights * night, conclusion: 'failure' });
  told(stage, 'GitHub', 'nightly.yml failed three nights running');
  const page = await pageOf(stage, 'check:nightly-e2e');
  repo.run('nightly.yml', { at: Date.now() - 1000, conclusion: 'success' });
  told(stage, 'GitHub', 'nightly.yml is green');
  await edited(stage, page.ts, 'was green');
  stage.print();
}

async function pageOf(stage: Stage, key: string) {
  const page = await appears(stage, `the page of ${key}`, () =>
    stage.workspace.messages(ALERTS).find((m) => m.user === 'U0SMITH' && (m.text ?? '').includes(key)),
  );
  told(stage, '#alerts, Smith', page.text ?? '');
  return page;
}

async function edited(stage: Stage, ts: string, words: string): Promise<void> {
  const page = await appears(stage, 'the page edited with its proof', () =>
    stage.workspace.messages(ALERTS).find((m) => m.ts === ts && (m.text ?? '').includes(words)),
  );
  told(stage, '#alerts, edited', (page.text ?? '').split('\n').slice(0, 2).join('\n'));
}
