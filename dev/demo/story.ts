import type { LocalGitHub } from '../github/index.js';
import type { Message } from '../workspace/index.js';
import { decisions } from './decisions.js';
import { kinds } from './kinds.js';
import { appears, DEADLINE, expect, run, type Stage, scene, told } from './stage.js';

export { DemoFailed, type Stage } from './stage.js';

const ALERTS = 'C01ALERTS';
const BRIDGE = 'C02BRIDGE';

/** The first four scenes: handoffs alone, as the pictures of the README show them. */
export async function playHandoffs(stage: Stage): Promise<void> {
  await finished(stage);
  await stalled(stage);
  await handedBack(stage);
  await refused(stage);
}

/** Plays the whole story, saying what happens, and holds it against the rules. Throws DemoFailed at the first difference. */
export async function playStory(stage: Stage, github: LocalGitHub): Promise<void> {
  await playHandoffs(stage);
  await kinds(stage, github);
  await decisions(stage);
  await checkAll(stage);
}

/** Somebody's alerting posts in #alerts; what is handed over from there hears back in that thread. */
function alert(stage: Stage, text: string): Message {
  const message = stage.workspace.asApp('A0ALERTS').post(ALERTS, text);
  told(stage, '#alerts', text);
  return message;
}

const inThread = (stage: Stage, origin: Message, pattern: RegExp) =>
  stage.workspace.thread(ALERTS, origin.ts).find((m) => pattern.test(m.text ?? ''));

async function handOver(stage: Stage, item: string, origin: Message, why: string): Promise<Message> {
  const link = stage.workspace.permalink(ALERTS, origin.ts);
  const args = ['handoff', '--to', 'trinity', '--lane', 'leads', '--item', item, '--why', why, '--origin', link];
  await run(stage, 'smith', args);
  const handoff = await appears(stage, `the HANDOFF of ${item} on the bridge`, () =>
    stage.workspace.messages(BRIDGE).find((m) => (m.text ?? '').includes('HANDOFF') && (m.text ?? '').includes(item)),
  );
  told(stage, '#bridge, Smith', handoff.text ?? '');
  return handoff;
}

async function claim(stage: Stage, ...args: string[]): Promise<void> {
  // Trinity's process reads the HANDOFF from its socket; until then her own verb does not know it.
  const until = Date.now() + DEADLINE;
  for (;;) {
    const ran = await stage.owed('trinity', ['claim', ...args]);
    if (ran.code === 0) break;
    expect(
      ran.code === 3 && Date.now() < until,
      `"owed claim ${args.join(' ')}" ended with ${ran.code}: ${ran.stderr}`,
    );
  }
  told(stage, 'trinity runs', `owed claim ${args.map((a) => (/\s/.test(a) ? `"${a}"` : a)).join(' ')}`);
}

async function finished(stage: Stage): Promise<void> {
  await scene(
    stage,
    '1. A lead calls. Smith hands it to Trinity; she accepts, works and finishes; the thread hears both.',
  );
  const origin = alert(stage, 'New lead: western slope, asks for a call back today');
  await handOver(stage, 'western-slope-alert', origin, 'the call has to come from her number');
  await claim(stage, 'leads/western-slope-alert', 'accepted');
  const accepted = await appears(stage, 'the acceptance in the origin thread', () =>
    inThread(stage, origin, /Trinity accepted this/),
  );
  told(stage, 'the alert thread', accepted.text ?? '');
  await claim(stage, 'leads/western-slope-alert', 'done', '--link', 'https://crm.example/calls/4711');
  const done = await appears(stage, 'the outcome in the origin thread', () =>
    inThread(stage, origin, /Trinity finished it/),
  );
  told(stage, 'the alert thread', done.text ?? '');
  expect((done.text ?? '').includes('https://crm.example/calls/4711'), 'the outcome line does not carry the link');
  stage.print();
}

async function stalled(stage: Stage): Promise<void> {
  await scene(
    stage,
    '2. Another lead is accepted and then nothing happens: one nudge on the bridge, then one page to both humans.',
  );
  const origin = alert(stage, 'New lead: Barcelona, wants the unit held until Friday');
  const handoff = await handOver(stage, 'barcelona-hold', origin, 'she has the signed forms for that building');
  await claim(stage, 'leads/barcelona-hold', 'accepted');
  const nudge = await appears(stage, 'the nudge on the bridge', () =>
    stage.workspace
      .thread(BRIDGE, handoff.ts)
      .find((m) => m.user === 'U0SMITH' && m.ts !== handoff.ts && m.mentions.includes('U0TRINITY')),
  );
  told(stage, '#bridge, Smith', nudge.text ?? '');
  const page = await appears(stage, 'the page in #alerts', () =>
    stage.workspace.messages(ALERTS).find((m) => m.user === 'U0SMITH' && (m.text ?? '').includes('barcelona-hold')),
  );
  told(stage, '#alerts, Smith', page.text ?? '');
  const tagged = ['U01GERA', 'U02FEDE'].every((user) => page.mentions.includes(user));
  expect(tagged, `the page tags ${page.mentions.join(', ') || 'nobody'}, not Gera and Fede`);
  stage.print();
}

async function handedBack(stage: Stage): Promise<void> {
  await scene(stage, '3. A third is handed back: Smith owes it again, and the thread hears that too.');
  const origin = alert(stage, 'New lead: Carol Street, asks about parking');
  await handOver(stage, 'carol-street', origin, 'she knows the garage there');
  await claim(stage, 'leads/carol-street', 'handed-back', '--why', 'the garage belongs to another manager');
  const line = await appears(stage, 'the hand-back in the origin thread', () =>
    inThread(stage, origin, /handed this back/),
  );
  told(stage, 'the alert thread', line.text ?? '');
  expect(!(line.text ?? '').includes('garage'), 'the mirrored line says why, and must not');
  stage.print();
}

async function refused(stage: Stage): Promise<void> {
  await scene(
    stage,
    '4. "Your area" is no reason: the verb refuses it, and so does the other seat when it is posted anyway.',
  );
  const args = ['handoff', '--to', 'trinity', '--lane', 'infra', '--item', 'disk-full', '--why', 'your area'];
  const ran = await stage.owed('smith', args);
  told(stage, 'smith runs', 'owed handoff --to trinity --lane infra --item disk-full --why "your area"');
  told(stage, `exit ${ran.code}`, ran.stderr.trim());
  expect(ran.code === 1, `a handoff for "your area" ended with ${ran.code}`);
  const text = 'HANDOFF to <@U0TRINITY>\nlane: infra\nitem: disk-full\nwhy: your area';
  const posted = stage.workspace.asApp('A0SMITH').post(BRIDGE, text);
  told(stage, '#bridge, Smith', text);
  const reply = await appears(stage, "Trinity's reply to the refused HANDOFF", () =>
    stage.workspace.thread(BRIDGE, posted.ts).find((m) => m.user === 'U0TRINITY'),
  );
  told(stage, '#bridge, Trinity', reply.text ?? '');
  stage.print();
}

interface ItemJson {
  key: string;
  state: string;
  nudged_at: string | null;
  paged_at: string | null;
}

/** What stands at the end: how many messages, where, and what both ledgers hold. */
async function checkAll(stage: Stage): Promise<void> {
  const bySmith = stage.workspace.messages(ALERTS).filter((m) => m.user === 'U0SMITH');
  expect(bySmith.length === 3, `${bySmith.length} pages stand in #alerts, not three`);
  const said = (pattern: RegExp) =>
    stage.workspace.find({ channel: ALERTS }).filter((m) => m.thread_ts && pattern.test(m.text ?? '')).length;
  expect(said(/accepted this/) === 2, `${said(/accepted this/)} acceptances were mirrored, not two`);
  expect(said(/finished it/) === 1, `${said(/finished it/)} outcomes were mirrored, not one`);
  expect(said(/handed this back/) === 1, `${said(/handed this back/)} hand-backs were mirrored, not one`);
  const listed = await stage.owed('smith', ['items', '--all', '--json']);
  const items = JSON.parse(listed.stdout) as ItemJson[];
  const state = (key: string) => items.find((i) => i.key === key)?.state;
  expect(state('handoff:leads/western-slope-alert') === 'closed', 'the first handoff is not closed');
  expect(state('handoff:leads/barcelona-hold') === 'open', 'the stalled handoff is not open');
  expect(state('handoff:leads/carol-street') === 'closed', 'the handoff that was handed back is not closed');
  expect(state('held:leads/carol-street') === 'open', 'what was handed back is not held');
  expect(!items.some((i) => i.key.includes('disk-full')), 'a refused HANDOFF opened an item');
  const slow = items.find((i) => i.key === 'handoff:leads/barcelona-hold');
  expect(Boolean(slow?.nudged_at && slow.paged_at), 'the ledger does not hold the nudge and the page');
  for (const seat of ['smith', 'trinity'] as const) {
    const verified = await stage.owed(seat, ['ledger', 'verify']);
    expect(verified.code === 0, `the ledger of ${seat} does not verify: ${verified.stderr}`);
  }
  stage.print('Both ledgers verify. Still owed:');
  const open = await stage.owed('smith', ['items']);
  stage.print(open.stdout.trimEnd());
  stage.print();
}
