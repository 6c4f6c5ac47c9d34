import { afterEach, beforeEach } from 'vitest';
import { type LocalGitHub, startGitHub } from '../../../dev/github/index.js';
import { createGitHub, type GitHub, type GitHubOptions } from '../../../src/proofs/github/index.js';
import type { ReaderMemory } from '../../../src/proofs/types.js';

export const TOKEN = 'ghp_local0000000000000000000000000000';
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const START = Date.UTC(2026, 10, 2, 9, 0, 0);

export const PEOPLE = [
  { key: 'gera', github: null },
  { key: 'fede', github: 'fede-dev' },
];

export interface Rig {
  github: LocalGitHub;
  /** One time for both sides. */
  clock: { now: number };
  /** Everything that was logged, as text. */
  logged: string[];
  reader(options?: Partial<GitHubOptions>): GitHub;
}

/** A local GitHub with a private `org/app` and our token, fresh for each test. */
export function rig(): Rig {
  const clock = { now: START };
  const logged: string[] = [];
  const made: Rig = {
    github: undefined as unknown as LocalGitHub,
    clock,
    logged,
    reader: (options = {}) =>
      createGitHub({
        apiUrl: made.github.url,
        token: TOKEN,
        now: () => clock.now,
        timeout: 5000,
        second: 1,
        log: {
          debug: (fields, message) => void logged.push(`${JSON.stringify(fields)} ${message}`),
          warn: (fields, message) => void logged.push(`${JSON.stringify(fields)} ${message}`),
        },
        ...options,
      }),
  };
  beforeEach(async () => {
    clock.now = START;
    logged.length = 0;
    made.github = await startGitHub({ now: () => clock.now });
    made.github.token(TOKEN);
    made.github.repo('org/app', { private: true }).commit({ message: 'First' });
  });
  afterEach(() => made.github.stop());
  return made;
}

export const request = (number = 12, expectedBase: string | null = null) => ({
  repo: 'org/app',
  number,
  expectedBase,
  people: PEOPLE,
});

/** What is kept of a reader, as the ledger keeps it: JSON. */
export const stored = (memory: ReaderMemory): ReaderMemory => JSON.parse(JSON.stringify(memory)) as ReaderMemory;
