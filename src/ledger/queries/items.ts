import type { Db } from '../db/open.js';
import type { ItemRow, PostRow } from '../db/schema.js';
import type { BoardState } from '../handoffs/evolve.js';
import { type ItemState, initialItem } from '../items/evolve.js';
import { handoffKey } from '../keys.js';
import { effectKind } from '../posts/raise.js';
import type { ItemView } from '../types.js';

export interface ItemFilter {
  state?: 'open' | 'closed' | 'all';
  kind?: string;
  /** A person's key or Slack id. */
  owedTo?: string;
  limit?: number;
}

export const BRIDGE_SOURCE = 'bridge';
const readsBridge = new Set(['handoff', 'handoff-received', 'held', 'handoff-unparsed']);

/** Rows of items as the fold left them; a field that an older writer did not know has its initial value. */
export const stateOfRow = (row: Pick<ItemRow, 'key' | 'state_json'>): ItemState => ({
  ...initialItem(row.key),
  ...(JSON.parse(row.state_json) as ItemState),
});

/** Items in the order in which they opened, as readers see them. */
export async function listItems(db: Db, filter: ItemFilter): Promise<ItemView[]> {
  let query = db.selectFrom('items').selectAll().orderBy('opened_at').orderBy('key');
  const state = filter.state ?? 'open';
  if (state !== 'all') query = query.where('state', '=', state);
  if (filter.kind) query = query.where('kind', '=', filter.kind);
  // A wildcard in the name lets a row too many through; the filter below is exact.
  if (filter.owedTo) query = query.where('owed_to', 'like', `%${JSON.stringify(filter.owedTo)}%`);
  if (filter.limit) query = query.limit(filter.limit);
  const rows = await query.execute();
  const views = await viewsOf(db, rows);
  return filter.owedTo ? views.filter((v) => v.owedTo.includes(filter.owedTo as string)) : views;
}

/** One item by its whole key; null when there is none. */
export async function findItem(db: Db, key: string): Promise<ItemView | null> {
  const row = await db.selectFrom('items').selectAll().where('key', '=', key).executeTakeFirst();
  return row ? ((await viewsOf(db, [row]))[0] ?? null) : null;
}

/** Several items by their whole keys; those that do not exist are left out. */
export async function findItems(db: Db, keys: readonly string[]): Promise<ItemView[]> {
  if (keys.length === 0) return [];
  return viewsOf(db, await db.selectFrom('items').selectAll().where('key', 'in', keys).execute());
}

export type KeyMatch = { found: string } | { ambiguous: string[] } | { nearest: string[] };

/**
 * Finds an item by what a person typed: its whole key, or its key without the kind when that is unambiguous (design,
 * "Commands take a key without its kind"). Open items win over closed ones.
 */
export async function matchKey(db: Db, typed: string): Promise<KeyMatch> {
  const text = typed.trim();
  const exact = await db.selectFrom('items').select('key').where('key', '=', text).executeTakeFirst();
  if (exact) return { found: exact.key };
  const colon = text.indexOf(':');
  const [kind, subject] = colon > 0 ? [text.slice(0, colon), text.slice(colon + 1)] : [null, text];
  const slash = subject.indexOf('/');
  const normal = slash > 0 ? handoffKey(subject.slice(0, slash), subject.slice(slash + 1)) : null;
  let query = db.selectFrom('items').select(['key', 'kind', 'state', 'closed_at']);
  // A pull request's key is in small letters, however its repository is written.
  const pull = /^[\w.-]+\/[\w.-]+#\d+$/.test(subject) ? subject.toLowerCase() : null;
  query = query.where('subject', 'in', [text, subject, ...(normal ? [normal] : []), ...(pull ? [pull] : [])]);
  const rows = (await query.execute()).filter((r) => kind === null || r.kind === kind);
  const open = rows.filter((r) => r.state === 'open');
  const pool = open.length > 0 ? open : rows;
  // Where all are closed, the one that closed last is meant.
  if (open.length === 0) pool.sort((a, b) => (b.closed_at ?? 0) - (a.closed_at ?? 0)).splice(1);
  if (pool.length === 1 && pool[0]) return { found: pool[0].key };
  if (pool.length > 1) return { ambiguous: pool.map((r) => r.key).sort() };
  const all = await db.selectFrom('items').select('key').where('state', '=', 'open').limit(500).execute();
  return { nearest: all.map((r) => r.key) };
}

async function viewsOf(db: Db, rows: readonly ItemRow[]): Promise<ItemView[]> {
  if (rows.length === 0) return [];
  const keys = rows.map((r) => r.key);
  const few = keys.length <= 500;
  let posts = db.selectFrom('posts').selectAll().where('state', 'in', ['due', 'unknown', 'claimed']);
  if (few) posts = posts.where((e) => e.or([e('item_key', 'in', keys), e('effect', 'like', 'storm/%')]));
  const held = await posts.execute();
  const subjects = [...new Set(rows.filter((r) => readsBridge.has(r.kind)).map((r) => r.subject))];
  let boardQuery = db.selectFrom('board').select(['key', 'state_json']);
  if (few && subjects.length > 0) boardQuery = boardQuery.where('key', 'in', subjects);
  const boards = new Map(
    (subjects.length > 0 ? await boardQuery.execute() : []).map((b) => [b.key, JSON.parse(b.state_json) as BoardState]),
  );
  const bridge = await db.selectFrom('sources').selectAll().where('name', '=', BRIDGE_SOURCE).executeTakeFirst();
  let readsQuery = db.selectFrom('reads').selectAll();
  if (few) readsQuery = readsQuery.where('item_key', 'in', keys);
  const reads = new Map((await readsQuery.execute()).map((r) => [r.item_key, r]));
  const errors = await db.selectFrom('item_errors').selectAll().execute();
  const errorOf = new Map(errors.map((e) => [e.item_key, e.error]));
  return rows.map((row) => {
    const unknown: string[] = [];
    if (readsBridge.has(row.kind) && row.state === 'open' && bridge?.last_error) {
      unknown.push(`the bridge could not be read: ${bridge.last_error}`);
    }
    const read = reads.get(row.key);
    if (read?.last_error && row.state === 'open') unknown.push(`its proof could not be read: ${read.last_error}`);
    const storm = stateOfRow(row).said.page?.storm;
    const mine = held.filter((p) => p.item_key === row.key || (storm !== undefined && p.effect === storm));
    for (const post of mine) if (post.state === 'unknown' && post.reason) unknown.push(saidOf(post, post.reason));
    const error = errorOf.get(row.key);
    if (error) unknown.push(`the last sweep met an error on it: ${error}`);
    const board = readsBridge.has(row.kind) ? (boards.get(row.subject) ?? null) : null;
    const lastRead = readsBridge.has(row.kind) ? (bridge?.last_ok_at ?? null) : (read?.last_ok_at ?? null);
    return view(row, board, mine, unknown, lastRead);
  });
}

const saidOf = (post: PostRow, text: string) => `${effectKind(post.effect)}: ${text}`;

/** Whoever accepted a handoff owes it (H7); until then it stays with the seat that handed it over. */
function responsible(s: ItemState): string {
  return s.kind === 'handoff' && s.handoff?.taker && s.acceptedAt !== null ? s.handoff.taker : s.owedBy;
}

function view(
  row: ItemRow,
  board: BoardState | null,
  posts: PostRow[],
  unknown: string[],
  lastRead: number | null,
): ItemView {
  const s = stateOfRow(row);
  const page = s.said.page;
  const sameRound = board !== null && board.handoff !== null;
  return {
    key: row.key,
    kind: row.kind,
    subject: row.subject,
    round: s.round,
    state: row.state,
    opened: s.openedAt,
    due: s.pageAt === null ? null : Math.max(s.pageAt, s.taken?.until ?? 0),
    bound: s.pageAt,
    nudgeBound: s.nudgeAt,
    owedTo: s.owedTo,
    owedBy: responsible(s),
    link: s.link,
    noLinkWhy: s.noLinkWhy,
    what: s.what,
    blocking: s.blocking,
    proof: s.proof,
    nudgedAt: s.said.nudge?.state === 'posted' ? s.said.nudge.at : null,
    pagedAt: page?.state === 'posted' ? page.at : null,
    page: page?.channel && page.ts ? { channel: page.channel, ts: page.ts } : null,
    lastRead,
    unknown,
    waiting: posts
      .filter((p) => p.state === 'due' && p.reason !== null)
      .map((p) => ({ reason: saidOf(p, p.reason as string), until: p.not_before })),
    taken: s.taken,
    muted: s.muted,
    handoff: s.handoff
      ? {
          lane: s.handoff.lane,
          item: s.handoff.item,
          sender: s.handoff.sender,
          taker: s.handoff.taker,
          why: s.handoff.why,
          class: s.handoff.class,
          acceptedAt: s.acceptedAt,
          pending: s.pending,
          bridge: s.handoff.bridge,
          origin: s.handoff.origin,
        }
      : null,
    subtasks: sameRound
      ? board.subtaskNames.map((name) => ({ name, state: board.subtasks[name] ?? ('open' as const) }))
      : [],
    notes: [...s.notes, ...(board?.notes ?? [])].sort((a, b) => a.at - b.at),
    refs: [...new Set([...s.refs, ...(board?.refs ?? [])])],
    notDone: s.notDone,
    ask: s.ask,
    rerunAt: s.rerun?.at ?? null,
    session: s.session,
    suppressed: s.suppressed,
  };
}
