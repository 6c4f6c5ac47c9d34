import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HEARTBEAT_FRESH, type Liveness, liveness, type ProcessFacts, reconstruct } from '../../src/ledger/index.js';
import { initialPackage } from '../../src/ledger/packages/evolve.js';
import { livenessOf, seeProcess } from '../../src/packages/processes.js';
import { atEnd, tempFolder } from '../support/ledgers.js';
import { ID } from './support.js';

const here = hostname();

async function child(): Promise<ChildProcess & { pid: number }> {
  const one = spawn(process.execPath, ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1000)']);
  atEnd(() => one.kill('SIGKILL'));
  await once(one.stdout, 'data');
  return one as ChildProcess & { pid: number };
}

const startOf = (pid: number): number => {
  const seen = seeProcess(pid);
  if (seen.seen !== 'present' || seen.startedAt === null) throw new Error(JSON.stringify(seen));
  return seen.startedAt;
};

function now(process: ProcessFacts | null, heartbeat: number | null = null, at = Date.now()): Liveness | null {
  const state = { ...initialPackage(ID), agent: 'claude', claimedAt: 1, process, heartbeat };
  return livenessOf(reconstruct(state), at);
}

describe('whether a claim lives, with real processes', () => {
  it('[W4] a process that runs is alive, and dead once it is gone', async () => {
    const one = await child();
    const facts = { pid: one.pid, startedAt: startOf(one.pid), host: here };
    expect(now(facts)).toEqual({ alive: 'alive', why: `process ${one.pid} lives` });
    expect(now(facts, 1)?.alive).toBe('alive');
    one.kill('SIGKILL');
    await once(one, 'exit');
    expect(now(facts)).toEqual({ alive: 'dead', why: `process ${one.pid} is gone` });
  });

  it('[W4] the start time that the table tells is when it was started', async () => {
    const before = Date.now();
    const one = await child();
    // The boot time, which the table counts from, is told in whole seconds.
    expect(startOf(one.pid)).toBeGreaterThan(before - 2_500);
    expect(startOf(one.pid)).toBeLessThan(Date.now() + 2_500);
  });

  it('[W4] an id that another process has by now is dead: its start time tells', async () => {
    const one = await child();
    const facts = { pid: one.pid, startedAt: startOf(one.pid) - 3_600_000, host: here };
    expect(now(facts)).toEqual({ alive: 'dead', why: `process id ${one.pid} belongs to another process by now` });
  });

  it('[W4] another host, an unknown host and an unknown start are unknown, not dead', async () => {
    const one = await child();
    const startedAt = startOf(one.pid);
    expect(now({ pid: one.pid, startedAt, host: 'a-mill-far-away' })?.alive).toBe('unknown');
    expect(now({ pid: one.pid, startedAt, host: null })?.alive).toBe('unknown');
    expect(now({ pid: one.pid, startedAt: null, host: here })?.alive).toBe('unknown');
    expect(now(null)?.alive).toBe('unknown');
  });

  it('[W4] a fresh heartbeat shows life where the table cannot; an old one shows nothing', () => {
    const at = Date.now();
    const far = { pid: 1, startedAt: 1, host: 'a-mill-far-away' };
    expect(now(far, at - HEARTBEAT_FRESH, at)?.alive).toBe('alive');
    expect(now(far, at - HEARTBEAT_FRESH - 1, at)?.alive).toBe('unknown');
    expect(now(null, at, at)?.alive).toBe('alive');
    expect(now(null, 1, at)).toEqual({ alive: 'unknown', why: 'its heartbeat is old' });
  });

  it('[W4] a table that cannot be read is unknown, not dead', () => {
    const empty = tempFolder();
    expect(seeProcess(4711, 'linux', join(empty, 'none')).seen).toBe('unreadable');
    expect(seeProcess(4711, 'aix').seen).toBe('unreadable');
    // The table is there, and one row of it is no file to read.
    writeFileSync(join(empty, 'stat'), 'cpu 1\nbtime 1772442000\n');
    mkdirSync(join(empty, '4711', 'stat'), { recursive: true });
    expect(seeProcess(4711, 'linux', empty).seen).toBe('unreadable');
    expect(seeProcess(4712, 'linux', empty)).toEqual({ seen: 'absent' });
    const facts = { process: { pid: 4711, startedAt: 1, host: here }, heartbeat: null, host: here, now: 2 };
    expect(liveness({ ...facts, table: { seen: 'unreadable', why: 'EACCES' } }).alive).toBe('unknown');
    expect(liveness({ ...facts, table: null }).alive).toBe('unknown');
  });

  it('[W4] a name with brackets and spaces does not shift the fields, and a zombie is gone', () => {
    const proc = tempFolder();
    writeFileSync(join(proc, 'stat'), 'cpu 1\nbtime 1772442000\n');
    for (const [pid, state] of [
      ['10', 'S'],
      ['11', 'Z'],
    ] as const) {
      mkdirSync(join(proc, pid));
      const rest = `${state} ${Array.from({ length: 18 }, () => '0').join(' ')} 250 0`;
      writeFileSync(join(proc, pid, 'stat'), `${pid} (a) odd (name) ${rest}\n`);
    }
    expect(seeProcess(10, 'linux', proc)).toEqual({ seen: 'present', startedAt: 1_772_442_002_500 });
    expect(seeProcess(11, 'linux', proc)).toEqual({ seen: 'absent' });
  });

  it('[W4] nobody claims it: there is nothing to be alive', () => {
    expect(livenessOf(reconstruct(initialPackage(ID)), 1)).toBeNull();
  });
});
