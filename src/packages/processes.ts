import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Liveness, PackageView, Seen } from '../ledger/index.js';
import { liveness } from '../ledger/index.js';

/** Where the table is read from; `/proc` unless a test says otherwise. */
const PROC = '/proc';
/** The kernel's unit of start times for programs, on every Linux that Node runs on. */
const TICKS = 100;

/** Reads one process id from this host's table (W4): Linux by /proc, macOS by ps, others cannot be read. */
export function seeProcess(pid: number, platform: NodeJS.Platform = process.platform, proc = PROC): Seen {
  try {
    if (platform === 'linux') return seeInProc(pid, proc);
    if (platform === 'darwin') return seeByPs(pid);
    return { seen: 'unreadable', why: `there is no reader for ${platform}` };
  } catch (error) {
    return { seen: 'unreadable', why: (error as Error).message };
  }
}

function seeInProc(pid: number, proc: string): Seen {
  // Read before the process: without the table itself a missing process would look like a dead one.
  const boot = /^btime (\d+)$/m.exec(readFileSync(`${proc}/stat`, 'utf8'))?.[1];
  let stat: string;
  try {
    stat = readFileSync(`${proc}/${pid}/stat`, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return { seen: 'absent' };
    throw error;
  }
  // The name, in brackets, may hold spaces and brackets; the fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return { seen: 'absent' };
  const ticks = Number(fields[19]);
  if (boot === undefined || !Number.isFinite(ticks)) return { seen: 'present', startedAt: null };
  return { seen: 'present', startedAt: Number(boot) * 1000 + Math.round((ticks * 1000) / TICKS) };
}

function seeByPs(pid: number): Seen {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  let out: string;
  try {
    out = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8', env, timeout: 5_000 });
  } catch (error) {
    // ps ends with 1 and says nothing when there is no such process.
    const { status, stdout } = error as { status?: number; stdout?: string };
    if (status === 1 && !stdout?.trim()) return { seen: 'absent' };
    throw error;
  }
  const [, state = '', started = ''] = /^\s*(\S+)\s+(.+?)\s*$/m.exec(out) ?? [];
  if (state === '' || state.startsWith('Z')) return { seen: 'absent' };
  const at = Date.parse(`${started} UTC`);
  return { seen: 'present', startedAt: Number.isNaN(at) ? null : at };
}

/** Whether the process of a package's claim lives; null where there is no claim (W4). */
export function livenessOf(view: PackageView, now: number, host = hostname(), see = seeProcess): Liveness | null {
  const { claim } = view.actual;
  if (claim === null) return null;
  const here = claim.process !== null && claim.process.host === host;
  const table = here && claim.process ? see(claim.process.pid) : null;
  return liveness({ process: claim.process, heartbeat: claim.heartbeat, host, table, now });
}
