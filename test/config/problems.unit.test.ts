import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { FILE, MINIMAL, refused, TWO_SEATS, told } from './builders.js';

/** The one problem of the two-seat file with these lines after it; its first line is number 10. */
function only(lines: string, env = {}): string {
  const problems = told(TWO_SEATS + lines, env);
  expect(problems).toHaveLength(1);
  return problems[0]!;
}

/** The one problem of the two-seat file with one text in place of another. */
function swapped(from: string, to: string): string {
  expect(TWO_SEATS).toContain(from);
  const problems = told(TWO_SEATS.replace(from, to));
  expect(problems).toHaveLength(1);
  return problems[0]!;
}

describe('[X4] a wrong configuration', () => {
  it('[X4] every problem is reported at once with its line', () => {
    const text = `seat: smit
seats:
  smith: { bot_user: U0SMITH, human: gerra, comand: /x }
people:
  gera: { user: gera }
overseer: gera
channels:
  bridge: "#bridge"
kinds:
  ask:
    rerun: 15m
    page: 15 minutes
posts: { lease: 5s }
`;
    expect(told(text)).toEqual([
      'owed.yml:1: seat: "smit" is not one of the seats; did you mean "smith"?',
      'owed.yml:3: seats.smith.comand: "comand" is not a known key; did you mean "command"?',
      'owed.yml:3: seats.smith.human: "gerra" is not one of the people; did you mean "gera"?',
      `owed.yml:5: people.gera.user: "gera" is not a Slack user's id; write the id, U… or W… (in Slack: the profile, ⋮, Copy member ID)`,
      "owed.yml:7: channels.alerts: is missing; write a Slack channel's id, C… or G… or D… (in Slack: the channel's name, About, at the bottom)",
      `owed.yml:8: channels.bridge: "#bridge" is not a Slack channel's id; write the id, C… or G… or D… (in Slack: the channel's name, About, at the bottom)`,
      'owed.yml:12: kinds.ask.page: "15 minutes" is not a duration; write a number and a unit, such as 500ms, 2s, 30m, 4h or 3d',
      'owed.yml:13: posts.lease: the lease (5s) has to be longer than the timeout (10s, the default), or a slow post is taken for a lost one',
    ]);
  });

  it.each([
    ['an empty file', '', 'owed.yml: the file is empty; start from owed.example.yml'],
    ['a file of comments', '# nothing yet\n', 'owed.yml: the file is empty; start from owed.example.yml'],
    [
      'a list',
      '- a\n- b\n',
      'owed.yml:1: the file has to be a map of keys such as "seats:" and "people:", and it is a list; start from owed.example.yml',
    ],
    [
      'a word',
      'hello',
      'owed.yml:1: the file has to be a map of keys such as "seats:" and "people:", and it is a single value; start from owed.example.yml',
    ],
    [
      'a tab',
      'seats:\n\tsmith: {}\n',
      'owed.yml:2: this is not readable as YAML: a tab stands where spaces have to; indent with spaces',
    ],
    [
      'an open quote',
      'a: 1\nseat: "smith\n',
      'owed.yml:3: this is not readable as YAML: a colon, a comma, a closing quote or a closing bracket is missing, here or just before',
    ],
    [
      'two documents',
      'a: 1\n---\nb: 2\n',
      'owed.yml:2: this is not readable as YAML: there is more than one document; take out the "---" line',
    ],
    [
      'an alias in a ring',
      'a: &a\n  b: *a\n',
      'owed.yml: an alias (*name) refers to nothing, to itself, or far too often; write the value out',
    ],
  ])('%s gets one sentence', (_what, text, sentence) => {
    expect(told(text)).toEqual([sentence]);
  });

  it('a key written twice is told with both lines, and the rest is checked all the same', () => {
    expect(told(`${TWO_SEATS}overseer: fede\nstorm: 3\n`)).toEqual([
      'owed.yml:10: overseer: "overseer" is written twice (first on line 8); keep one of the two',
      expect.stringContaining('owed.yml:11: storm: "storm" is not a known key'),
    ]);
  });

  it('missing sections say what to write', () => {
    expect(told('bridge_lookback: 1h\n')).toEqual([
      'owed.yml: seats: is missing; write at least one seat under it, such as smith: { bot_user: U0SMITH, human: gera }',
      'owed.yml: people: is missing; write who is owed things, such as gera: { user: U01GERA, name: Gera, pages: dm }',
      'owed.yml: overseer: is missing; write the key of the person who is tagged on every page in a channel',
      'owed.yml: channels: is missing; write the channels as { bridge: C02BRIDGE, alerts: C01ALERTS }',
    ]);
  });

  it('an unknown key is told with the nearest known one, or with those there are', () => {
    expect(only('bridge_lookbak: 1h\n')).toBe(
      'owed.yml:10: bridge_lookbak: "bridge_lookbak" is not a known key; did you mean "bridge_lookback"?',
    );
    expect(only('sweep: { evry: 5m }\n')).toBe(
      'owed.yml:10: sweep.evry: "evry" is not a known key; did you mean "every"?',
    );
    expect(only('sweep:\n  cadence: 5m\n')).toBe(
      'owed.yml:11: sweep.cadence: "cadence" is not a known key; known here: every, storm',
    );
    expect(only('kinds: { task: { nudge: 5m } }\n')).toContain('known here: page, read, taken, owed_to');
  });
});

describe('who is who', () => {
  it('a seat has to be said where there are several', () => {
    expect(told(TWO_SEATS.replace('seat: smith\n', ''))).toEqual([
      'owed.yml: seat: is missing; write which of the seats this process is (smith, trinity), or set OWED_SEAT',
    ]);
  });

  it('a wrong OWED_SEAT is told as such, with the nearest', () => {
    expect(told(TWO_SEATS, { OWED_SEAT: 'trinty' })).toEqual([
      `owed.yml: OWED_SEAT: the environment's OWED_SEAT is "trinty", which is not one of the seats; did you mean "trinity"?`,
    ]);
  });

  it('every name that refers to a person has to be one', () => {
    expect(swapped('overseer: gera', 'overseer: gerra')).toBe(
      'owed.yml:8: overseer: "gerra" is not one of the people; did you mean "gera"?',
    );
    expect(swapped('human: fede', 'human: fedo')).toContain(
      'owed.yml:4: seats.trinity.human: "fedo" is not one of the people; did you mean "fede"?',
    );
    expect(only('kinds:\n  ask: { owed_to: [gera, bob] }\n')).toBe(
      'owed.yml:11: kinds.ask.owed_to[1]: "bob" is not one of the people; known: gera, fede',
    );
    expect(
      only('checks:\n  - name: a\n    repo: o/r\n    workflow: a.yml\n    owed_to:\n      - gera\n      - fedee\n'),
    ).toContain('owed.yml:16: checks[0].owed_to[1]: "fedee"');
    expect(only('allowed: [gera, 7]\n')).toContain('allowed[1]: "7" is not one of the people');
    expect(only('allowed: []\n')).toContain('nobody could close or decide');
  });

  it('a Slack id belongs to one seat or one person', () => {
    expect(swapped('user: U02FEDE', 'user: U0SMITH')).toBe(
      'owed.yml:7: people.fede.user: "U0SMITH" is the Slack id of seats.smith too; each seat and each person has their own',
    );
    expect(swapped('bot_user: U0TRINITY', 'bot_user: U0SMITH')).toContain('owed.yml:4: seats.trinity.bot_user');
  });

  it('ids look like what they are for', () => {
    expect(swapped('bot_user: U0SMITH', 'bot_user: A0SMITH')).toContain(`"A0SMITH" is not a Slack user's id`);
    expect(only('terminal: { bots: [U09RUNNER] }\n')).toContain(
      `terminal.bots[0]: "U09RUNNER" is not an app's or bot's id; write the id, A… or B…`,
    );
    expect(only('terminal: { channels: [runs] }\n')).toContain(
      `terminal.channels[0]: "runs" is not a Slack channel's id`,
    );
    expect(swapped('alerts: C01ALERTS', 'alerts: c01alerts')).toContain('channels.alerts: "c01alerts"');
  });

  it('[U1] commands have their shape, and no two seats share one', () => {
    expect(swapped('human: gera }', 'human: gera, command: owed }')).toContain(
      'owed.yml:3: seats.smith.command: "owed" is not a slash command: "/" and at most 31 of a-z, 0-9, - and _',
    );
    expect(swapped('human: gera }', 'human: gera, command: /Owed }')).toContain('is not a slash command');
    expect(swapped('human: gera }', `human: gera, command: /${'x'.repeat(32)} }`)).toContain('is not a slash command');
    expect(swapped('human: gera }', 'human: gera, command: /owed-trinity }')).toBe(
      'owed.yml:4: seats.trinity.command: "/owed-trinity" is the command of "smith" too; each seat needs its own',
    );
    const long = 'a'.repeat(30);
    expect(told(TWO_SEATS.replaceAll('trinity', long))).toEqual([
      expect.stringContaining('is too long for a slash command'),
    ]);
  });

  it('a name or a GitHub login means one person only', () => {
    expect(swapped('user: U02FEDE', 'user: U02FEDE, name: Gera')).toContain(
      'people.fede.name: "Gera" would mean "gera" too',
    );
    const logins = TWO_SEATS.replace('pages: dm', 'github: Dev').replace('user: U02FEDE', 'user: U02FEDE, github: dev');
    expect(told(logins)).toEqual(['owed.yml:7: people.fede.github: "dev" is the GitHub login of "gera" too']);
  });

  it('keys that could not be used in a command or a file name are refused', () => {
    expect(told(TWO_SEATS.replaceAll('trinity', '../x'))[0]).toContain(`"../x" cannot be a seat's key`);
    expect(told(TWO_SEATS.replaceAll('trinity', '2nd'))[0]).toContain('begin with a letter');
    expect(told(TWO_SEATS.replaceAll('fede', '__proto__'))[0]).toContain('owed.yml:7: people.__proto__');
  });
});

describe('policies', () => {
  it('[H14] the nudge comes before the page, given or by default', () => {
    expect(only('kinds: { handoff: { customer: { nudge: 60m, page: 60m } } }\n')).toBe(
      'owed.yml:10: kinds.handoff.customer.nudge: the nudge (1h) has to come before the page (1h)',
    );
    expect(only('kinds: { handoff: { customer: { page: 20m } } }\n')).toBe(
      'owed.yml:10: kinds.handoff.customer.page: the nudge (30m, the default) has to come before the page (20m)',
    );
    expect(only('kinds: { handoff: { internal: { nudge: 5h } } }\n')).toContain('internal.nudge: the nudge (5h)');
  });

  it('[P5] the lease is longer than the timeout', () => {
    expect(only('posts: { timeout: 30s }\n')).toContain(
      'posts.timeout: the lease (30s, the default) has to be longer than the timeout (30s)',
    );
  });

  it('[O4] a kind of its own needs a proof, a page and a name that is free', () => {
    expect(only('kinds:\n  asks: { page: 1d }\n')).toBe(
      'owed.yml:11: kinds.asks: "asks" is not a built-in kind (did you mean "ask"?), and a kind of your own needs "proof:"',
    );
    expect(only('kinds:\n  vendor: { owed_to: [gera] }\n')).toContain('needs "proof:" and "page:"');
    expect(only('kinds:\n  task: { proof: { command: [x] } }\n')).toBe(
      'owed.yml:11: kinds.task.proof: "task" is built in and has its own proof; give your kind another name',
    );
    expect(only('kinds:\n  Pull_Request: { page: 1d }\n')).toContain(
      'cannot name a kind (did you mean "pull-request"?)',
    );
    expect(only('kinds:\n  package: { page: 1d, proof: { command: [x] } }\n')).toContain('give your kind another name');
  });

  it('[O4] a proof is one source', () => {
    const proof = (text: string) => only(`kinds:\n  vendor: { page: 1d, proof: ${text} }\n`);
    expect(proof('{}')).toContain('kinds.vendor.proof: names no source');
    expect(proof('{ command: [x], check: "{subject}" }')).toContain(
      'names command and check; one source proves a kind',
    );
    expect(proof('{ command: [] }')).toContain('is empty; write the program');
    expect(proof('{ check: nightly }')).toContain('"nightly" is not one of the checks');
  });

  it('[O4] an http proof asks over https or on this machine, and the subject never chooses the host', () => {
    const url = (text: string) =>
      only(`kinds:\n  v: { page: 1d, proof: { http: { url: "${text}", pointer: /a, equals: 1 } } }\n`);
    expect(url('http://x.example/{subject}')).toContain('has to be https');
    expect(url('https://{subject}/x')).toContain('lets the subject choose the host');
    expect(url('https://x.{subject}.example/')).toContain('lets the subject choose the host');
    expect(url('ftp://x.example/')).toContain('has to be https');
    expect(url('x')).toContain('is not a URL');
  });

  it('[O5] labels map to known kinds', () => {
    expect(only('terminal:\n  labels:\n    pr-drive: pull-requst\n')).toBe(
      'owed.yml:12: terminal.labels.pr-drive: "pull-requst" is not a kind; did you mean "pull-request"?',
    );
    expect(only('terminal:\n  labels:\n    bridge-work: handoff\n')).toBe(
      'owed.yml:12: terminal.labels.bridge-work: no terminal line opens or closes the kind "handoff"; write pull-request, prompt, task or a kind of your own',
    );
  });

  it('checks have their own names and watch different things', () => {
    const check = (name: string, workflow: string) => `  - { name: ${name}, repo: o/r, workflow: ${workflow} }\n`;
    expect(only(`checks:\n${check('a', 'a.yml')}${check('A', 'b.yml')}`)).toContain(
      'owed.yml:12: checks[1].name: "A" is the name of checks[0] too',
    );
    expect(only(`checks:\n${check('a', 'a.yml')}${check('b', 'a.yml')}`)).toContain('watched as "a" already');
    expect(only(`checks:\n${check('a', '.github/workflows/a.yml')}`)).toContain('without its folder');
    expect(only('checks: { name: a }\n')).toContain('checks: a map is not a list');
  });

  it('numbers and times are in their range', () => {
    expect(only('sweep: { storm: 0 }\n')).toContain('sweep.storm: 0 is not a whole number from 1 up');
    expect(only('sweep: { every: 0s }\n')).toContain('"0s" is no time at all');
    expect(only('sweep: { every: 25d }\n')).toContain('is too long; this may be 24d at most');
    expect(only('http: { port: 65536 }\n')).toContain('65536 is not a whole number from 0 to 65535');
    expect(only('checks: [{ name: a, repo: o/r, workflow: a.yml, red_runs: 1.5 }]\n')).toContain(
      '1.5 is not a whole number',
    );
    expect(only('posts: { retry: 30 }\n')).toContain('posts.retry: 30 is not a duration');
  });

  it('[G1] health is served on this machine alone', () => {
    expect(only('http: { host: 0.0.0.0 }\n')).toContain('http.host: "0.0.0.0" is not this machine');
    expect(only('http: { host: 127.0.0.1.example.com }\n')).toContain('is not this machine');
    expect(only('http: { host: 127.0.0.256 }\n')).toContain('is not this machine');
    for (const host of ['127.8.0.1', '"::1"', '"[::1]"', 'localhost']) {
      expect(parseConfig(`${MINIMAL}http: { host: ${host} }\n`, FILE, {}).ok).toBe(true);
    }
  });

  it('the GitHub address is https or this machine', () => {
    expect(only('github: { api_url: "http://ghe.example/api/v3" }\n')).toContain(
      'github.api_url: "http://ghe.example/api/v3" has to be https',
    );
    expect(parseConfig(`${MINIMAL}github: { api_url: "http://127.0.0.1:3999/" }\n`, FILE, {})).toMatchObject({
      config: { github: { apiUrl: 'http://127.0.0.1:3999' } },
    });
  });

  it('[L6] a ledger is SQLite or PostgreSQL', () => {
    expect(only('ledger: { url: "mysql://db/x" }\n')).toContain(
      'ledger.url: "mysql://db/x" is not a ledger; write sqlite:PATH',
    );
    expect(only('ledger: { url: "sqlite:" }\n')).toContain('names no file');
    expect(only('ledger: { url: "sqlite://owed.db" }\n')).toContain('names no file');
    expect(only('', { OWED_LEDGER_URL: './owed.db' })).toContain(
      'owed.yml: OWED_LEDGER_URL: "./owed.db" is not a ledger',
    );
  });
});

describe('secrets', () => {
  const TOKENS = [
    'xoxb-1234567890-abcdef',
    'xapp-1-A0-123-deadbeef',
    'xoxp-12-34',
    'ghp_abcdefghijklmnop',
    'github_pat_11ABC',
  ];

  it('[X2] a token in the file is refused without being shown, wherever it stands', () => {
    const places = [
      (token: string) => `${TWO_SEATS}slack_token: ${token}\n`,
      (token: string) => `${TWO_SEATS}github: { token_env: ${token} }\n`,
      (token: string) => `${TWO_SEATS}agent: { command: [x, "--token=${token}"] }\n`,
      (token: string) => `${TWO_SEATS}sweep: { every: ${token} }\n`,
      (token: string) => `${TWO_SEATS}kinds: { ask: { owed_to: [${token}] } }\n`,
      (token: string) => `${TWO_SEATS}${token}: 1\n`,
      (token: string) => TWO_SEATS.replace('seat: smith', `seat: ${token}`),
    ];
    for (const token of TOKENS.slice(0, 2)) {
      for (const place of places) {
        const problems = told(place(token)).join('\n');
        expect(problems).toContain('secrets come from the environment only');
        expect(problems).not.toContain(token);
        expect(problems).not.toContain(token.slice(0, 8));
      }
    }
    for (const token of TOKENS) expect(told(places[0]!(token)).join('\n')).not.toContain(token);
  });

  it('[X2] a token beside broken YAML, or in OWED_SEAT, is not shown either', () => {
    for (const token of TOKENS) {
      expect(told(`a: [${token}\nb: "${token}`).join('\n')).not.toContain(token);
      expect(told(TWO_SEATS, { OWED_SEAT: token }).join('\n')).not.toContain(token);
      expect(told(`*${token}`).join('\n')).not.toContain(token);
    }
  });

  it('[X2] the password of a ledger is not shown', () => {
    const env = { OWED_LEDGER_URL: 'mysql://owed:hunter22@db/owed' };
    expect(told(TWO_SEATS, env).join('\n')).not.toContain('hunter22');
  });
});

describe('whatever the text', () => {
  it('[X4] the loader answers, and never throws', () => {
    const keys = fc.constantFrom(
      'seat',
      'seats',
      'people',
      'kinds',
      'checks',
      'channels',
      'terminal',
      'labels',
      'ask',
      'proof',
      'page',
      '__proto__',
      'constructor',
      'x',
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>('gera', 'U01GERA', '5m', 3, null, true, ''),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
      ),
    }));
    const answers = (text: string): void => {
      expect(parseConfig(text, FILE, {}).ok).toBe(false);
    };
    fc.assert(
      fc.property(tree, (value) => answers(JSON.stringify(value))),
      { numRuns: 300 },
    );
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), answers));
  });

  it('[X4] an unknown key has the line that it stands on', () => {
    expect(refused(`${TWO_SEATS}x: 1\n`).every(({ line }) => line === 10)).toBe(true);
  });
});
