/**
 * Process groups: a command runs in one of its own, so that whatever it started ends with it. Groups that still run when
 * this process exits are killed with it; they are not in our terminal's group and would outlive a Ctrl-C.
 */

import { setTimeout as delay } from 'node:timers/promises';

/** How long a group may take to end by itself after SIGTERM. */
const GRACE = 2_000;
const LOOK_EVERY = 25;

const running = new Set<number>();
let hooked = false;

/** Remembers a group until `leaveGroup`. */
export function enterGroup(leader: number): void {
  running.add(leader);
  if (hooked) return;
  hooked = true;
  process.on('exit', () => {
    for (const each of running) signalGroup(each, 'SIGKILL');
  });
}

export function leaveGroup(leader: number): void {
  running.delete(leader);
}

/** Ends a group: SIGTERM, then SIGKILL for whoever is left after the grace. Resolves when nobody is left. */
export async function endGroup(leader: number, grace = GRACE): Promise<void> {
  if (!signalGroup(leader, 'SIGTERM')) return;
  if (await emptied(leader, grace)) return;
  signalGroup(leader, 'SIGKILL');
  // Bounded: what hangs in the kernel, or is dead and not yet waited for, keeps the group's name and does nothing more.
  await emptied(leader, 500);
}

async function emptied(leader: number, within: number): Promise<boolean> {
  for (let waited = 0; waited < within; waited += LOOK_EVERY) {
    await delay(LOOK_EVERY);
    if (!signalGroup(leader, 0)) return true;
  }
  return false;
}

/** False when the group has no process left. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
