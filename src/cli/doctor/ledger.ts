import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Config, withoutSecrets } from '../../config/index.js';
import { type LedgerStatus, NewerSchema, openLedger } from '../../ledger/index.js';
import { ledgerFault } from '../session.js';
import { bad, type Finding, good, lost, unsure } from './finding.js';

/** Below this the ledger may soon have no room: megabytes. */
const ROOM = 200;
const SQLITE = 'sqlite:';

export interface LedgerSeen {
  findings: Finding[];
  /** Null where the ledger could not be read, or is not there yet. */
  status: LedgerStatus | null;
  /** Posts that are due for over a minute. */
  overdue: number;
}

/** Opens it, writes to it, and reads how the seat is. A ledger that is not there yet is not made. */
export async function checkLedger(config: Config, now: number, deep: boolean): Promise<LedgerSeen> {
  const { url } = config.ledger;
  const file = url.startsWith(SQLITE) ? url.slice(SQLITE.length) : null;
  const findings: Finding[] = [];
  if (file !== null) {
    findings.push(disk(file));
    if (!existsSync(file)) return { findings: [notThere(file), ...findings], status: null, overdue: 0 };
    // Before it is opened: opening it sets the mode right.
    findings.unshift(mode(file));
  }
  try {
    const ledger = await openLedger(config);
    try {
      // Deletes nothing, and needs the right to write as any delete does.
      await ledger.pruneInbox(0);
      findings.unshift(good('ledger', `${withoutSecrets(url)} opens, has this version's schema, and can be written`));
      if (deep) findings.push(verified(await ledger.verify()));
      const overdue = (await ledger.duePosts(now - 60_000)).length;
      return { findings, status: await ledger.status(), overdue };
    } finally {
      await ledger.close();
    }
  } catch (error) {
    const sentence = ledgerFault(error);
    if (sentence === null) throw error;
    const fix =
      error instanceof NewerSchema
        ? 'Install the version that wrote it.'
        : 'Mend what the sentence names; nothing works without the ledger.';
    findings.unshift(lost('ledger', sentence, fix));
    return { findings, status: null, overdue: 0 };
  }
}

function verified({
  events,
  streams,
  difference,
}: {
  events: number;
  streams: number;
  difference: string | null;
}): Finding {
  if (difference === null) return good('ledger verify', `${events} events in ${streams} streams`);
  const fix =
    'If only a projection differs, `owed ledger rebuild` mends it; if an event was changed, restore a backup.';
  return bad('ledger verify', difference, fix);
}

/** The nearest folder that exists. */
function folderOf(file: string): string {
  let folder = dirname(file);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function notThere(file: string): Finding {
  try {
    const folder = folderOf(file);
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file`);
    accessSync(folder, constants.W_OK);
    return unsure('ledger', `${file} is not there yet; the first start makes it`);
  } catch {
    const fix = 'Make its folder writable for this user, or set ledger.url to another place.';
    return lost('ledger', `${file} is not there, and this user may not make it`, fix);
  }
}

function mode(file: string): Finding {
  const bits = statSync(file).mode & 0o777;
  const shown = bits.toString(8).padStart(4, '0');
  if ((bits & 0o077) === 0) return good('ledger file', `mode ${shown}: its owner's alone`);
  return bad(
    'ledger file',
    `mode was ${shown}: others could read or write it`,
    'It was set to 0600 now; look who had access.',
  );
}

function disk(file: string): Finding {
  const { bavail, bsize } = statfsSync(folderOf(file));
  const megabytes = Math.floor((bavail * bsize) / 1_000_000);
  const found = megabytes >= 10_000 ? `${Math.floor(megabytes / 1000)} GB free` : `${megabytes} MB free`;
  return megabytes >= ROOM ? good('disk', found) : bad('disk', found, `Make room where ${file} lies.`);
}
