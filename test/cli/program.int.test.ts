import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { program } from '../../src/cli/program.js';
import { manifestFor } from '../../src/config/index.js';
import { CONFIG, Desk, KEY, MINUTE, T0, ts } from './support.js';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => desk.end());

const ledgerFile = () => join(desk.dir, 'owed-smith.db');

describe('the command line', () => {
  it('[U3] has every verb of the contract that is built', () => {
    const verbs = program(() => {}).commands.map((command) => command.name());
    const contract = [
      ...['run', 'demo', 'doctor', 'status', 'items', 'show', 'close', 'mute', 'unmute', 'take', 'handoff', 'claim'],
      ...['mark', 'note', 'terminal', 'session-link', 'ledger', 'manifest'],
    ];
    expect(verbs).toEqual(expect.arrayContaining(contract));
  });

  it('[U3] every verb has help with one example, on standard output', async () => {
    for (const command of program(() => {}).commands) {
      const inner =
        command.commands.length > 0
          ? command.commands.map((each) => [command.name(), each.name()])
          : [[command.name()]];
      for (const words of inner) {
        const { code, stdout, stderr } = await desk.owed([...words, '--help']);
        expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
        expect(stdout.match(new RegExp(`Example:\n {2}\\$ owed ${words.join(' ')}`, 'g'))).toHaveLength(1);
      }
    }
  });

  it('[U3] every example is one that the command line takes', async () => {
    for (const command of program(() => {}).commands) {
      const { stdout } = await desk.owed([command.name(), '--help']);
      const line = /\$ owed (.*?)(?: >.*)?$/m.exec(stdout)?.[1];
      if (!line || ['run', 'demo', 'doctor'].includes(command.name())) continue;
      const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      expect({ line, code: (await desk.owed(words)).code }).not.toEqual({ line, code: 2 });
    }
  });

  it.each([
    [['itmes'], '(Did you mean items?)'],
    [['items', '--opne'], '(Did you mean --open?)'],
    [['ledger', 'verfy'], '(Did you mean verify?)'],
    [['show'], "missing required argument 'key'"],
    [['show', 'a', 'b'], 'too many arguments'],
    [['handoff', '--customer', 'perhaps'], 'Allowed choices are yes, no'],
  ])('[U6] %j is wrong usage, with the right form', async (words, sentence) => {
    expect(await desk.owed(words)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
  });

  it('without a word shows the help, as wrong usage', async () => {
    expect(await desk.owed([])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage: owed') });
    expect(await desk.owed(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Exit codes: 0 done'),
    });
  });

  it('[X4] a faulty configuration is wrong usage: every problem, with its line', async () => {
    writeFileSync(
      join(desk.dir, 'owed.yml'),
      CONFIG.replace('overseer: gera', 'overser: gera').replace('human: fede', 'human: feda'),
    );
    const ran = await desk.owed(['items']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('owed.yml:4: seats.trinity.human: ');
    expect(ran.stderr).toContain('owed.yml:8: overser: "overser" is not a known key; did you mean "overseer"?');
  });

  it('[X4] --config and --seat stand before or after the verb, and win over the environment', async () => {
    const other = join(desk.dir, 'other.yml');
    writeFileSync(other, CONFIG);
    const env = { OWED_CONFIG: '/nowhere/owed.yml', OWED_SEAT: 'smith' };
    await desk.owed(['--config', 'other.yml', '--seat', 'trinity', 'ledger', 'migrate'], env);
    for (const words of [
      ['--config', 'other.yml', '--seat', 'trinity', 'status', '--json'],
      ['status', '--json', '--seat', 'trinity', '--config', other],
    ]) {
      expect(JSON.parse((await desk.owed(words, env)).stdout)).toMatchObject({ seat: 'trinity' });
    }
    expect(await desk.owed(['status'], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no file /nowhere'),
    });
    expect(await desk.owed(['status', '--seat', 'trinty'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean "trinity"?'),
    });
  });

  it('[L6] a ledger that cannot be opened is unreachable, in one sentence without a stack', async () => {
    const url = `sqlite:${join(desk.dir, 'owed.yml', 'owed.db')}`;
    const ran = await desk.owed(['ledger', 'migrate'], { OWED_LEDGER_URL: url });
    expect(ran).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(/^The ledger .* cannot be opened .*\n$/),
    });
    writeFileSync(ledgerFile(), 'this is no database, and long enough to be read as one by nobody at all');
    expect(await desk.owed(['items'])).toMatchObject({ code: 4, stderr: expect.stringMatching(/^.*\n$/) });
  });

  it('[L6, X2] a PostgreSQL that does not answer is unreachable, and its password is not shown', async () => {
    const ran = await desk.owed(['items'], { OWED_LEDGER_URL: 'postgres://owed:hunter2@127.0.0.1:1/owed' });
    expect(ran).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(/^The ledger's database cannot be reached.*\n$/),
    });
    expect(ran.stderr).not.toContain('hunter2');
  });

  it('[L6, U6] a ledger that is not there is told as such, and none is made', async () => {
    for (const words of [['items'], ['status'], ['ledger', 'verify'], ['show', 'leads/x']]) {
      const ran = await desk.owed(words, { OWED_LEDGER_URL: 'sqlite:/tmp/owed-mistyped/owed.db' });
      expect(ran).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('There is no ledger at') });
    }
    expect(existsSync('/tmp/owed-mistyped')).toBe(false);
  });

  it('[L6] a ledger of a newer Owed is left alone, exit 4', async () => {
    await desk.owed(['ledger', 'migrate']);
    const db = new Sqlite(ledgerFile());
    db.exec("insert into kysely_migration (name, timestamp) values ('2999_01_01_0001_later', '2999')");
    db.close();
    expect(await desk.owed(['items'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('written by a newer Owed'),
    });
  });
});

describe('owed status', () => {
  it('[G1, S5] gives the contract', async () => {
    await desk.handsOff();
    await desk.heartbeat({ lastEventAt: T0 - MINUTE });
    await desk.withLedger(async (ledger) => {
      const id = await ledger.startSweep('here:1', T0);
      await ledger.endSweep(id, { endedAt: T0 + 200, walked: 1, read: 0, done: 0, errors: [] });
    });
    expect(await desk.json(['status'])).toStrictEqual({
      seat: 'smith',
      socket: 'connected',
      last_event_at: '2026-11-02T14:50:00.000Z',
      last_sweep: {
        started_at: '2026-11-02T14:51:00.000Z',
        ended_at: '2026-11-02T14:51:00.200Z',
        walked: 1,
        read: 0,
        done: 0,
        errors: [],
      },
      open: { handoff: 1 },
      posts: { due: 0, claimed: 0, unknown: 0, waiting: 0 },
      backlog: { total: 0, by_application: {}, capabilities: {}, oldest_age_s: null },
      deliveries: { signal: 'grey', window_s: 259_200, obtained: 0, delivered: 0, overdue: 0 },
      sessions: null,
      parked: 0,
      not_driven: [],
      unmapped_labels: [],
    });
  });

  it('[P3] lists held posts with their reason, sources that cannot be read, and that nothing runs', async () => {
    await desk.handsOff();
    await desk.owed(['handoff', '--to', 'trinity', '--lane', 'ci', '--item', 'flaky', '--why', 'only she has the key']);
    await desk.withLedger(async (ledger) => {
      const act = { now: T0, actor: { kind: 'process' as const, id: 'here:1' }, cause: 'deliver' };
      const [due] = await ledger.duePosts(T0);
      const claim = await ledger.claimPost(act, due?.effect ?? '');
      if (!claim) throw new Error('nothing was due');
      await ledger.settlePost(act, claim, {
        outcome: 'stays',
        what: 'place',
        code: 'is_archived',
        reason: 'the channel is archived',
      });
      await ledger.sourceFailed('bridge', 'not_in_channel', T0);
    });
    const { code, stdout } = await desk.owed(['status']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Smith \(seat smith\), ledger sqlite:/);
    expect(stdout).toContain('No process of this seat runs');
    expect(stdout).toContain('Last sweep: none yet');
    expect(stdout).toContain('Open: handoff 1 (oldest 0 s ago)');
    expect(stdout).toMatch(/handoff\/ci\/flaky\/\S+: held, until 2026-11-02 14:51 UTC: the channel is archived/);
    expect(stdout).toContain('Source bridge: could not be read (0 s ago): not_in_channel; never read');
  });
});

describe('owed ledger', () => {
  beforeEach(() => desk.handsOff());

  it('[L4] verify names the first difference and ends with 1', async () => {
    expect(await desk.json(['ledger', 'verify'])).toEqual({ events: 2, streams: 2, difference: null });
    const db = new Sqlite(ledgerFile());
    db.exec("update items set owed_to = '[]'");
    db.close();
    const ran = await desk.owed(['ledger', 'verify']);
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`item:handoff:${KEY}`) });
    expect(ran.stderr).toContain('owed_to');
  });

  it('[L1] rebuild writes the projections anew', async () => {
    const db = new Sqlite(ledgerFile());
    db.exec('delete from items');
    db.close();
    expect(await desk.owed(['ledger', 'rebuild'])).toMatchObject({
      code: 0,
      stdout: 'Written anew from the events of 2 streams.\n',
    });
    expect(await desk.owed(['ledger', 'verify'])).toMatchObject({ code: 0 });
  });

  it('[L8] export writes every event as a line of JSON, to a new file of its owner or to the output', async () => {
    const { stdout } = await desk.owed(['ledger', 'export']);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    expect(events.map(({ type }) => type).sort()).toEqual(['HandedOff', 'Opened']);
    expect(await desk.owed(['ledger', 'export', '--out', 'all.jsonl'])).toMatchObject({ code: 0, stdout: '' });
    const file = join(desk.dir, 'all.jsonl');
    expect(readFileSync(file, 'utf8')).toBe(stdout);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await desk.owed(['ledger', 'export', '--out', 'all.jsonl']);
    expect(again).toEqual({ code: 1, stdout: '', stderr: `${file} is there already; name a new file.\n` });
  });

  it('[L8] import takes an export back into an empty ledger with the same hashes, and into no other', async () => {
    expect(await desk.owed(['ledger', 'export', '--out', 'to-import.jsonl'])).toMatchObject({ code: 0 });
    const full = await desk.owed(['ledger', 'import', 'to-import.jsonl']);
    expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining('needs an empty one') });
    const empty = { OWED_LEDGER_URL: `sqlite:${join(desk.dir, 'empty.db')}` };
    expect(await desk.owed(['ledger', 'import', 'nowhere.jsonl'], empty)).toMatchObject({ code: 3 });
    expect(await desk.owed(['ledger', 'import', 'to-import.jsonl'], empty)).toMatchObject({ code: 0 });
    const again = await desk.owed(['ledger', 'export'], empty);
    expect(again.stdout).toBe(readFileSync(join(desk.dir, 'to-import.jsonl'), 'utf8'));
    expect(await desk.owed(['ledger', 'verify'], empty)).toMatchObject({ code: 0 });
  });

  it('[L8] backup makes a copy that is a ledger, and overwrites nothing', async () => {
    const file = join(desk.dir, 'copy.db');
    expect(await desk.owed(['ledger', 'backup', 'copy.db'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(file),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const copied = await desk.owed(['ledger', 'verify', '--json'], { OWED_LEDGER_URL: `sqlite:${file}` });
    expect(JSON.parse(copied.stdout)).toMatchObject({ events: 2, difference: null });
    expect(await desk.owed(['ledger', 'backup', 'copy.db'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already'),
    });
    expect(await desk.owed(['ledger', 'backup', 'owed-smith.db'])).toMatchObject({ code: 1 });
    expect(await desk.owed(['ledger', 'backup', 'no/folder.db'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ENOENT'),
    });
  });

  it('[L6] migrate makes the ledger where there is none', async () => {
    expect(await desk.owed(['ledger', 'migrate', '--seat', 'trinity'])).toMatchObject({ code: 0 });
    expect(existsSync(join(desk.dir, 'owed-trinity.db'))).toBe(true);
  });
});

describe('owed manifest', () => {
  it("[U3] prints a seat's manifest, as YAML or JSON", async () => {
    const wanted = manifestFor({ name: 'Trinity', command: '/owed-trinity' }, false);
    expect(parse((await desk.owed(['manifest', '--seat', 'trinity'])).stdout)).toEqual(wanted);
    expect(await desk.json(['manifest', '--seat', 'trinity'])).toEqual(wanted);
  });

  it('[U3] without a configuration prints that of one seat', async () => {
    const empty = new Desk(null);
    const { code, stdout } = await empty.owed(['manifest']);
    expect({ code, manifest: parse(stdout) as unknown }).toEqual({
      code: 0,
      manifest: manifestFor({ name: 'Owed', command: '/owed' }, true),
    });
    expect(await empty.owed(['manifest', '--seat', 'smith'])).toMatchObject({ code: 2, stdout: '' });
    expect(await empty.owed(['manifest', '--config', 'none.yml'])).toMatchObject({ code: 2, stdout: '' });
    empty.end();
  });
});

describe('what is said of an item later', () => {
  it('[U3] a key without its kind is taken when it is unambiguous', async () => {
    await desk.handsOff('one', ts(1));
    expect(await desk.owed(['show', 'leads/one'])).toMatchObject({ code: 0 });
    expect(await desk.owed(['show', 'Leads/One'])).toMatchObject({ code: 0 });
  });
});
