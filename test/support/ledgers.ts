import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, inject } from 'vitest';
import type { Config } from '../../src/config/index.js';
import { type OpenDb, openDatabase } from '../../src/ledger/db/open.js';
import { type Ledger, openLedger } from '../../src/ledger/index.js';
import { type TestConfigOptions, testConfig } from './config.js';

/** Every ledger test runs on both (L6): `describe.each(engines)('… on %s', (engine) => …)`. */
export const engines = ['sqlite', 'postgres'] as const;
export type TestEngine = (typeof engines)[number];

export interface TestLedger {
  ledger: Ledger;
  config: Config;
  /** Another process's view of the same ledger. */
  again(): Promise<Ledger>;
  /** The database itself, for what no verb can do: tampering, seeding, plans. */
  raw(): OpenDb;
}

const closing: (() => unknown)[] = [];

/** Runs at the end of the test, last first. */
export const atEnd = (work: () => unknown) => void closing.push(work);

afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
});

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'owed-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty database: a file of its own, or one in this run's PostgreSQL. */
export async function freshUrl(engine: TestEngine): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${join(tempFolder(), 'owed.db')}`;
  const answer = await fetch(inject('postgresBroker'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

export async function openTestLedger(engine: TestEngine, options: TestConfigOptions = {}): Promise<TestLedger> {
  const config = testConfig({ ...options, ledger: options.ledger ?? (await freshUrl(engine)) });
  const open = async () => {
    const ledger = await openLedger(config);
    atEnd(() => ledger.close());
    return ledger;
  };
  return {
    config,
    ledger: await open(),
    again: open,
    raw: () => {
      const db = openDatabase(config.ledger.url);
      atEnd(() => db.close());
      return db;
    },
  };
}
