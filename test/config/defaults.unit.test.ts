import { describe, expect, it } from 'vitest';
import { formatDuration, type KindPolicy } from '../../src/config/index.js';
import { accepted, MINIMAL, TWO_SEATS } from './builders.js';

/** A policy in the words of the file, without what is null. */
function words(kind: KindPolicy | undefined): Record<string, string> {
  const { bounds, customerBounds, rerun, line, read, taken } = kind!;
  const times = {
    nudge: bounds.nudge,
    page: bounds.page,
    customerNudge: customerBounds.nudge,
    customerPage: customerBounds.page,
    rerun,
    line,
    read,
    taken,
  };
  const given = Object.entries(times).filter((entry): entry is [string, number] => entry[1] !== null);
  return Object.fromEntries(given.map(([key, ms]) => [key, formatDuration(ms)]));
}

describe('a minimal configuration', () => {
  const config = accepted(MINIMAL);

  it('has the defaults that the contract shows', () => {
    expect(config).toMatchObject({
      path: '/srv/owed/owed.yml',
      seat: 'smith',
      overseer: 'gera',
      channels: { bridge: 'C02BRIDGE', alerts: 'C01ALERTS', decisions: null, customerAlerts: [] },
      bridgeLookback: 86_400_000,
      lanes: { internal: ['infra', 'ci'], customerWords: ['lead', 'prospect', 'resident', 'tenant'] },
      terminal: { channels: [], bots: [], labels: new Map() },
      sweep: { every: 300_000, storm: 5 },
      posts: { timeout: 10_000, lease: 30_000, settle: 60_000, retry: 30_000 },
      github: { apiUrl: 'https://api.github.com', tokenEnv: 'GITHUB_TOKEN' },
      checks: [],
      agent: null,
      http: { host: '127.0.0.1', port: 9464 },
      allowed: null,
    });
  });

  it('[U1] gives its one seat /owed, and whoever has no name the key with a capital', () => {
    expect(config.seats.get('smith')).toEqual({
      key: 'smith',
      name: 'Smith',
      botUser: 'U0SMITH',
      human: 'gera',
      command: '/owed',
    });
    expect(config.people.get('gera')).toEqual({
      key: 'gera',
      user: 'U01GERA',
      name: 'Gera',
      pages: 'channel',
      github: null,
    });
  });

  it('[L6] keeps its ledger in one file beside it', () => {
    expect(config.ledger.url).toBe('sqlite:/srv/owed/owed-smith.db');
  });

  it('[O4] has every built-in kind with the bounds of the table', () => {
    expect(Object.fromEntries([...config.kinds.keys()].map((name) => [name, words(config.kinds.get(name))]))).toEqual({
      ask: { rerun: '15m', page: '15m', customerPage: '15m', taken: '4h' },
      handoff: { page: '4h', customerNudge: '30m', customerPage: '1h', taken: '4h' },
      'handoff-received': { taken: '4h' },
      held: { page: '4h', customerPage: '1h', taken: '4h' },
      'handoff-unparsed': { page: '30m', customerPage: '30m', taken: '4h' },
      'pull-request': { page: '6h', customerPage: '6h', read: '1h', taken: '4h' },
      check: { page: '12h', customerPage: '12h', read: '1h', taken: '1d' },
      prompt: { page: '2h', customerPage: '2h', read: '1h', taken: '4h' },
      task: { page: '6h', customerPage: '6h', read: '1h', taken: '4h' },
      decision: { page: '6h', customerPage: '6h', read: '1h', taken: '4h' },
      'session-link': { line: '30m', page: '30m', customerPage: '30m', read: '0s', taken: '4h' },
    });
  });
});

describe('a configuration', () => {
  it('[H4] keeps the seats in the order of the file', () => {
    expect([...accepted(TWO_SEATS).seats.keys()]).toEqual(['smith', 'trinity']);
    const turned = TWO_SEATS.replace('smith:  ', 'zion:   ').replace('seat: smith', 'seat: zion');
    expect([...accepted(turned).seats.keys()]).toEqual(['zion', 'trinity']);
  });

  it('[U1] gives each of several seats a command of its own', () => {
    expect([...accepted(TWO_SEATS).seats.values()].map(({ command }) => command)).toEqual([
      '/owed-smith',
      '/owed-trinity',
    ]);
  });

  it('changes a built-in kind key by key', () => {
    const config = accepted(
      `${TWO_SEATS}kinds:\n  handoff: { customer: { nudge: 2s }, internal: { page: 5s }, owed_to: [fede] }\n  session-link: { line: 3s }\n  check: { taken: 1h }\n`,
    );
    expect(words(config.kinds.get('handoff'))).toEqual({
      page: '5s',
      customerNudge: '2s',
      customerPage: '1h',
      taken: '4h',
    });
    expect(config.kinds.get('handoff')?.owedTo).toEqual(['fede']);
    expect(words(config.kinds.get('session-link'))).toMatchObject({ line: '3s', page: '3s' });
    expect(words(config.kinds.get('check'))).toMatchObject({ page: '12h', taken: '1h' });
  });

  it('[O4] takes kinds of its own, each with its proof', () => {
    const config = accepted(`${TWO_SEATS}kinds:
  vendor-ticket: { page: 1d, read: 10m, owed_to: [gera], proof: { http: { url: "https://x.example/{subject}", pointer: /state, equals: closed } } }
  backup: { page: 2d, proof: { command: [check-backup, "{subject}"] } }
  upstream: { page: 3d, proof: { pull-request: "org/app#{subject}" } }
  soak: { page: 3d, proof: { check: "{subject}" } }
  choice: { page: 3d, proof: { decision: "{subject}" } }
  errand: { page: 3d, proof: { later-done: { label: errand } } }
  empty: { page: 3d, proof: { http: { url: "http://127.0.0.1:8080/{subject}", pointer: "", equals: null } } }
`);
    expect(config.kinds.get('vendor-ticket')).toEqual({
      name: 'vendor-ticket',
      lines: true,
      bounds: { nudge: null, page: 86_400_000 },
      customerBounds: { nudge: null, page: 86_400_000 },
      rerun: null,
      line: null,
      read: 600_000,
      taken: 14_400_000,
      owedTo: ['gera'],
      proof: { http: { url: 'https://x.example/{subject}', pointer: '/state', equals: 'closed', allow: [] } },
    });
    expect(
      ['backup', 'upstream', 'soak', 'choice', 'errand', 'empty'].map((name) => config.kinds.get(name)?.proof),
    ).toEqual([
      { command: ['check-backup', '{subject}'] },
      { 'pull-request': 'org/app#{subject}' },
      { check: '{subject}' },
      { decision: '{subject}' },
      { 'later-done': { label: 'errand' } },
      { http: { url: 'http://127.0.0.1:8080/{subject}', pointer: '', equals: null, allow: [] } },
    ]);
  });

  it('[O5] maps labels to kinds, its own included', () => {
    const text = `${TWO_SEATS}terminal: { channels: [C06RUNS], bots: [A09RUNNER, B01X], labels: { pr-drive: pull-request, v: vendor } }
kinds: { vendor: { page: 1d, proof: { command: [x] } } }\n`;
    expect([...accepted(text).terminal.labels]).toEqual([
      ['pr-drive', 'pull-request'],
      ['v', 'vendor'],
    ]);
  });

  it("a check is owed to its own people, else its kind's, else the human of the seat", () => {
    const checks =
      'checks:\n  - { name: a, repo: o/r, workflow: a.yml, owed_to: [fede] }\n  - { name: b, repo: o/r, workflow: b.yml }\n';
    expect(accepted(TWO_SEATS + checks).checks.map(({ owedTo }) => owedTo)).toEqual([['fede'], ['gera']]);
    const byKind = accepted(`${TWO_SEATS}${checks}kinds: { check: { owed_to: [fede, gera] } }\n`);
    expect(byKind.checks[1]).toEqual({
      name: 'b',
      repo: 'o/r',
      workflow: 'b.yml',
      branch: 'main',
      redRuns: 3,
      owedTo: ['fede', 'gera'],
    });
  });

  it('[H13] reads lanes and customer words as the classifier will', () => {
    const { lanes } = accepted(
      `${TWO_SEATS}lanes: { internal: ["CI builds", infra], customer_words: [Ｌead, Tenant] }\n`,
    );
    expect(lanes).toEqual({ internal: ['ci-builds', 'infra'], customerWords: ['lead', 'tenant'] });
  });

  it('takes a key that was left empty for one that is absent', () => {
    expect(accepted(`${TWO_SEATS}checks:\nkinds:\n  ask:\nterminal:\nagent:\n`).agent).toBeNull();
  });

  it('runs an agent for ten minutes unless told otherwise', () => {
    expect(accepted(`${TWO_SEATS}agent: { command: [my-agent] }\n`).agent).toEqual({
      command: ['my-agent'],
      timeout: 600_000,
    });
  });

  it('[L6] resolves a ledger beside the file, and lets OWED_LEDGER_URL say otherwise', () => {
    const at = (url: string, env = {}) => accepted(`${TWO_SEATS}ledger: { url: "${url}" }\n`, env).ledger.url;
    expect(at('sqlite:data/{seat}.db')).toBe('sqlite:/srv/owed/data/smith.db');
    expect(at('sqlite:/var/lib/owed.db')).toBe('sqlite:/var/lib/owed.db');
    expect(at('sqlite:///var/lib/owed.db')).toBe('sqlite:/var/lib/owed.db');
    expect(at('postgresql://db.internal/owed_{seat}')).toBe('postgresql://db.internal/owed_smith');
    expect(at('sqlite:a.db', { OWED_LEDGER_URL: 'postgres://db/owed' })).toBe('postgres://db/owed');
    expect(at('sqlite:a.db', { OWED_LEDGER_URL: 'sqlite:../{seat}.db' })).toBe('sqlite:/srv/smith.db');
  });

  it('lets OWED_SEAT say which seat it is, so that seats can share one file', () => {
    const config = accepted(TWO_SEATS, { OWED_SEAT: 'trinity' });
    expect(config.seat).toBe('trinity');
    expect(config.ledger.url).toBe('sqlite:/srv/owed/owed-trinity.db');
    expect(accepted(TWO_SEATS, { OWED_SEAT: '' }).seat).toBe('smith');
  });

  it('follows aliases', () => {
    const text = `${TWO_SEATS}kinds:\n  one: &own { page: 1d, proof: { command: [x] } }\n  two: *own\n`;
    expect(accepted(text).kinds.get('two')?.bounds.page).toBe(86_400_000);
  });
});
