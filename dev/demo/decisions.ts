import type { Message } from '../workspace/index.js';
import { appears, expect, run, type Stage, scene, told } from './stage.js';

const DECISIONS = 'C07DECIDE';
const GERA = 'U01GERA';

interface DecisionJson {
  id: string;
  decision: { state: string; choice: string | null; by: string | null };
  application: { state: string | null; needs: string | null };
  verification: { state: string | null; revision: string | null };
}

async function show(stage: Stage, id: string): Promise<DecisionJson> {
  const ran = await stage.owed('smith', ['decision', 'show', id, '--json']);
  expect(ran.code === 0, `"owed decision show ${id}" ended with ${ran.code}: ${ran.stderr}`);
  return JSON.parse(ran.stdout) as DecisionJson;
}

async function ask(stage: Stage, question: string, options: string[]): Promise<{ id: string; message: Message }> {
  await run(stage, 'smith', ['decision', 'raise', '--question', question, ...options.flatMap((o) => ['--option', o])]);
  const listed = await stage.owed('smith', ['decision', 'list', '--pending', '--json']);
  const asked = (JSON.parse(listed.stdout) as (DecisionJson & { question: string })[]).find(
    (d) => d.question === question,
  );
  expect(asked !== undefined, `"${question}" is on no list of open questions`);
  const message = await appears(stage, `the question ${asked.id}`, () =>
    stage.workspace.messages(DECISIONS).find((m) => (m.text ?? '').includes(`decision:${asked.id}`)),
  );
  told(stage, '#decisions, Smith', message.text ?? '');
  return { id: asked.id, message };
}

async function click(stage: Stage, message: Message, action: string, choice: string): Promise<void> {
  await stage.workspace.as(GERA).press(DECISIONS, message.ts, action);
  const after = await appears(stage, `the question edited to say that ${choice} was chosen`, () =>
    stage.workspace.messages(DECISIONS).find((m) => m.ts === message.ts && (m.text ?? '').includes('with a click')),
  );
  told(stage, 'Gera clicks', choice);
  told(stage, '#decisions, Smith', after.text ?? '');
}

/** A decision from its question to its verification; one that is stuck behind a capability; a ruling that decides nothing. */
export async function decisions(stage: Stage): Promise<void> {
  await scene(
    stage,
    '8. A question is asked, decided by a click, applied, and verified: three facts, one after the other.',
  );
  const shipped = await ask(stage, 'Ship the importer today?', ['ship: customers see it today', 'wait']);
  await click(stage, shipped.message, 'owed_decide_0', 'ship');
  await run(stage, 'smith', ['decision', 'apply', shipped.id, 'executing']);
  await run(stage, 'smith', ['decision', 'apply', shipped.id, 'applied']);
  const verified = ['--revision', 'org/importer@a1b2c3', '--evidence', 'saw the import run at 16:10'];
  await run(stage, 'smith', ['decision', 'verified', shipped.id, ...verified]);
  const done = await show(stage, shipped.id);
  const facts = [done.decision.state, done.application.state, done.verification.state].join('/');
  expect(facts === 'decided/applied/passed', `the three facts are ${facts}`);
  stage.print();

  await scene(
    stage,
    '9. Another is decided, and its application is blocked: the decision stands, and the capability is named.',
  );
  const stuck = await ask(stage, 'Kick the vendor off in their own Slack?', ['yes', 'no']);
  await click(stage, stuck.message, 'owed_decide_0', 'yes');
  const needs = ['--needs', 'human-identity', '--why', 'their workspace takes no bot'];
  await run(stage, 'smith', ['decision', 'apply', stuck.id, 'blocked', ...needs]);
  const blocked = await show(stage, stuck.id);
  expect(blocked.decision.state === 'decided' && blocked.decision.choice === 'yes', 'blocked touched the decision');
  const status = await stage.owed('smith', ['status']);
  const lines = status.stdout.split('\n').filter((line) => /Decided and not applied|not driven/.test(line));
  expect(
    lines.some((line) => line.includes('human-identity')),
    'the status does not name the capability',
  );
  told(stage, 'owed status', lines.map((line) => line.trim()).join('\n'));
  stage.print();

  await scene(stage, '10. A model rules on a third. The ruling reaches the thread once, and decides nothing.');
  const open = await ask(stage, 'Rename the lane?', ['rename: links to the old name break', 'keep']);
  const ruling = ['ruling', 'record', '--decision', open.id, '--choice', 'keep', '--rung', 'astra', '--model', 'm-1'];
  await run(stage, 'smith', [...ruling, '--receipt', 'r-4711']);
  const said = await appears(stage, 'the ruling in the thread of its question', () =>
    stage.workspace
      .thread(DECISIONS, open.message.ts)
      .find((m) => m.ts !== open.message.ts && (m.text ?? '').includes('r-4711')),
  );
  told(stage, 'the thread', said.text ?? '');
  expect(said.mentions.length === 0, `the ruling tags ${said.mentions.join(', ')}`);
  await appears(stage, 'the question saying that a ruling was delivered', () =>
    stage.workspace
      .messages(DECISIONS)
      .find((m) => m.ts === open.message.ts && /A ruling was delivered/.test(m.text ?? '')),
  );
  expect((await show(stage, open.id)).decision.state === 'pending', 'a ruling decided the question');
  stage.print();
}
