import type { ProcessFacts } from './events.js';

/** What the process table of this host says of one process id. */
export type Seen =
  | { seen: 'absent' }
  /** `startedAt`: milliseconds UTC; null where the table does not tell. */
  | { seen: 'present'; startedAt: number | null }
  | { seen: 'unreadable'; why: string };

export interface LivenessFacts {
  process: ProcessFacts | null;
  /** The last sign of life, milliseconds UTC. */
  heartbeat: number | null;
  /** The host that the table was read on, and what it says; null where no table was read. */
  host: string;
  table: Seen | null;
  now: number;
}

export interface Liveness {
  alive: 'alive' | 'dead' | 'unknown';
  why: string;
}

/** A heartbeat of this age still shows life. */
export const HEARTBEAT_FRESH = 15 * 60_000;

/** Start times are told in hundredths of a second here and in whole seconds there; the boot time itself is a rounded one. */
const SAME_START = 2_000;

/**
 * Whether the process of a claim lives (W4). Dead is a positive reading of the table: its id is gone, or belongs to another
 * process by now. Whatever cannot be read is unknown, unless a heartbeat shows life. Pure.
 */
export function liveness({ process, heartbeat, host, table, now }: LivenessFacts): Liveness {
  const beats = heartbeat !== null && now - heartbeat <= HEARTBEAT_FRESH;
  const unknown = (why: string): Liveness =>
    beats ? { alive: 'alive', why: `its heartbeat is fresh (${why})` } : { alive: 'unknown', why };
  if (process === null) return unknown(heartbeat === null ? 'no process was recorded' : 'its heartbeat is old');
  if (process.host === null) return unknown('the host of its process was not recorded');
  if (process.host !== host) return unknown(`its process is on another host, ${process.host}`);
  if (table === null) return unknown('the process table was not read');
  switch (table.seen) {
    case 'unreadable':
      return unknown(`the process table could not be read: ${table.why}`);
    case 'absent':
      return { alive: 'dead', why: `process ${process.pid} is gone` };
    case 'present': {
      if (process.startedAt === null || table.startedAt === null) {
        return unknown(`process ${process.pid} lives, and nothing tells whether it is the same one`);
      }
      return Math.abs(process.startedAt - table.startedAt) <= SAME_START
        ? { alive: 'alive', why: `process ${process.pid} lives` }
        : { alive: 'dead', why: `process id ${process.pid} belongs to another process by now` };
    }
    default: {
      const never: never = table;
      throw new Error(`no such reading: ${JSON.stringify(never)}`);
    }
  }
}
