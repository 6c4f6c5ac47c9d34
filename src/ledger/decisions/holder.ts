import type { Db } from '../db/open.js';
import type { BoardState } from '../handoffs/evolve.js';
import type { PackageState } from '../packages/evolve.js';
import { boardKeyOf, packageIdOf } from './table.js';

/** Who holds a task now (D5): never the session that asked, unless nobody holds it or the row has no task. */
export type Holder =
  /** A seat's claim on the handoff of that name, or on one that names the work package of that name. */
  | { by: 'seat'; seat: string; handoff: string; channel: string; thread: string }
  /** A claim on the work package of that name, by somebody whom no handoff leads to. */
  | { by: 'package'; name: string; package: string };

/** The holder as `told` names them; `asker` where nobody holds the task. */
export function holderKey(holder: Holder | null): string {
  if (holder === null) return 'asker';
  return holder.by === 'seat' ? `seat:${holder.seat}` : `package:${holder.name}`;
}

const HELD = ['accepted', 'working'] as const;

/** Resolves row → task → current holder. Null where the row has no task, or nobody holds it. */
export async function holderOf(db: Db, task: string | null): Promise<Holder | null> {
  return (await seatOf(db, boardKeyOf(task))) ?? (await packageHolder(db, packageIdOf(task)));
}

async function seatOf(db: Db, key: string | null): Promise<Holder | null> {
  if (key === null) return null;
  const row = await db
    .selectFrom('board')
    .selectAll()
    .where('key', '=', key)
    .where('state', 'in', HELD)
    .executeTakeFirst();
  return row ? seatHolder(JSON.parse(row.state_json) as BoardState) : null;
}

function seatHolder(board: BoardState): Holder | null {
  const seat = board.claim?.seat ?? board.taker;
  const line = board.handoff?.line;
  return seat && line ? { by: 'seat', seat, handoff: board.key, channel: line.channel, thread: line.ts } : null;
}

async function packageHolder(db: Db, id: string | null): Promise<Holder | null> {
  if (id === null) return null;
  const row = await db.selectFrom('packages').select('state_json').where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  // A handoff that names the package leads to the seat that took it over (W7).
  const boards = await db
    .selectFrom('board')
    .select('state_json')
    .where('state', 'in', HELD)
    .where('state_json', 'like', `%"package":"%${id.slice(id.indexOf('/') + 1)}"%`)
    .execute();
  for (const each of boards) {
    const board = JSON.parse(each.state_json) as BoardState;
    if (board.handoff?.package?.replace(/^package:/i, '').trim() !== id) continue;
    const seat = seatHolder(board);
    if (seat) return seat;
  }
  const claimed = JSON.parse(row.state_json) as PackageState;
  const held = !['genesis', 'planned', 'done', 'canceled'].includes(claimed.state);
  return held && claimed.claimedBy ? { by: 'package', name: claimed.claimedBy, package: id } : null;
}
