/** owed.example.yml as it is in the repository, and files as they are found on a disk. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isMap, isScalar, parseDocument } from 'yaml';
import { findConfigPath, formatProblems, loadConfig } from '../../src/config/index.js';
import { fileSchema } from '../../src/config/schema.js';
import { accepted, MINIMAL } from './builders.js';

const example = join(import.meta.dirname, '..', '..', 'owed.example.yml');
const text = readFileSync(example, 'utf8');
/** With the settings that are off, such as `#agent:`, switched on. */
const everything = text.replace(/^( *)#(?=[a-z])/gm, '$1');
const folder = mkdtempSync(join(tmpdir(), 'owed-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('owed.example.yml', () => {
  it('loads as it is', () => {
    const result = loadConfig(example, {});
    expect(result.ok ? [] : formatProblems(example, result.problems)).toEqual([]);
  });

  it('shows the defaults: without its optional values the configuration is the same', () => {
    const shown = accepted(text);
    const plain = accepted(MINIMAL);
    for (const key of [
      'bridgeLookback',
      'lanes',
      'sweep',
      'posts',
      'kinds',
      'github',
      'http',
      'agent',
      'allowed',
    ] as const) {
      expect(shown[key], key).toEqual(plain[key]);
    }
    expect(shown.ledger).toEqual(plain.ledger);
    expect([...shown.seats.values()].map(({ command, name }) => [command, name])).toEqual([
      ['/owed-smith', 'Smith'],
      ['/owed-trinity', 'Trinity'],
    ]);
    const bare = accepted(`${MINIMAL}checks: [{ name: nightly-e2e, repo: org/app, workflow: nightly.yml }]\n`);
    expect(shown.checks).toEqual(bare.checks);
  });

  it('loads with every setting switched on that it shows as off', () => {
    const config = accepted(everything);
    expect(config.agent).toEqual({ command: ['my-agent', '--stdin'], timeout: 600_000 });
    expect(config.allowed).toEqual(['gera', 'fede']);
    expect(config.kinds.get('vendor-ticket')?.read).toBe(600_000);
  });

  it('has every key that the file may have', () => {
    const shown = keysIn(everything);
    const known = Object.keys(fileSchema.shape);
    expect(known.filter((key) => !shown.has(key))).toEqual([]);
    const inside = [
      ...[
        'bot_user',
        'human',
        'command',
        'name',
        'user',
        'pages',
        'github',
        'bridge',
        'alerts',
        'decisions',
        'customer_alerts',
      ],
      ...[
        'internal',
        'customer_words',
        'channels',
        'bots',
        'labels',
        'url',
        'every',
        'storm',
        'timeout',
        'lease',
        'settle',
        'retry',
      ],
      ...[
        'rerun',
        'page',
        'nudge',
        'customer',
        'line',
        'read',
        'taken',
        'owed_to',
        'proof',
        'api_url',
        'token_env',
        'repo',
      ],
      ...['workflow', 'branch', 'red_runs', 'host', 'port'],
    ];
    expect(inside.filter((key) => !shown.has(key))).toEqual([]);
  });
});

describe('the file', () => {
  it('is OWED_CONFIG, else owed.yml in the working folder', () => {
    expect(findConfigPath({}, '/srv')).toBe('/srv/owed.yml');
    expect(findConfigPath({ OWED_CONFIG: '' }, '/srv')).toBe('/srv/owed.yml');
    expect(findConfigPath({ OWED_CONFIG: 'etc/a.yml' }, '/srv')).toBe('/srv/etc/a.yml');
    expect(findConfigPath({ OWED_CONFIG: '/etc/a.yml' }, '/srv')).toBe('/etc/a.yml');
  });

  it('[X4] that is missing is told with both ways to give one', () => {
    const path = join(folder, 'owed.yml');
    const message = `there is no file ${path}; copy owed.example.yml to ./owed.yml, or name your file in OWED_CONFIG`;
    expect(loadConfig(path, {})).toEqual({ ok: false, problems: [{ line: null, path: '', message }] });
  });

  it('[X4] that is a folder is told as such', () => {
    const path = join(folder, 'etc');
    mkdirSync(path);
    expect(loadConfig(path, {})).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('is a folder') }],
    });
  });

  it('[L6] keeps its ledger beside it, wherever the process was started', () => {
    const path = join(folder, 'beside.yml');
    writeFileSync(path, `﻿${MINIMAL.replaceAll('\n', '\r\n')}`);
    expect(loadConfig(path, {})).toMatchObject({
      ok: true,
      config: { path, ledger: { url: `sqlite:${folder}/owed-smith.db` } },
    });
  });
});

function keysIn(yaml: string): Set<string> {
  const keys = new Set<string>();
  const visit = (node: unknown): void => {
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        if (isScalar(key)) keys.add(String(key.value));
        visit(value);
      }
    } else if (typeof node === 'object' && node !== null && 'items' in node)
      for (const item of node.items as unknown[]) visit(item);
  };
  visit(parseDocument(yaml).contents);
  return keys;
}
