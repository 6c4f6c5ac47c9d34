import type { Db } from './db/open.js';
import { type AppendContext, append, type Loaded, load } from './events/store.js';
import type { StreamDef } from './events/stream.js';
import { type Decision, decideItem, type ItemCommand, isRefused, type Refused } from './items/decide.js';
import type { ClosedPayload } from './items/events.js';
import type { ItemState } from './items/evolve.js';
import { itemStream } from './items/table.js';
import { type DuePost, dropDue, raise } from './posts/raise.js';
import { readNext } from './reads.js';
import type { Proof, Saying } from './types.js';

/**
 * One transaction of the ledger: streams are loaded once, appended to, projected; what has to be said is raised beside
 * them (L1, P8).
 */
export class Unit {
  readonly #loaded = new Map<string, Loaded<unknown>>();

  constructor(
    readonly db: Db,
    readonly ctx: AppendContext,
    readonly isRead: (kind: string) => boolean = () => false,
  ) {}

  async load<S>(def: StreamDef<S>, id: string): Promise<Loaded<S>> {
    const name = `${def.prefix}:${id}`;
    const known = this.#loaded.get(name) as Loaded<S> | undefined;
    if (known) return known;
    const loaded = await load(this.db, def, id);
    this.#loaded.set(name, loaded);
    return loaded;
  }

  async append<S>(def: StreamDef<S>, id: string, events: Parameters<typeof append>[3]): Promise<S> {
    const after = await append(this.db, def, await this.load(def, id), events, this.ctx);
    this.#loaded.set(`${def.prefix}:${id}`, after);
    return after.state;
  }

  async item(key: string): Promise<ItemState> {
    return (await this.load(itemStream, key)).state;
  }

  /**
   * Carries out a command on an item. When it closes, its nudge and page are cancelled where they are only due, and a page
   * that was posted is edited to say by what proof (O9).
   */
  async onItem(key: string, command: ItemCommand): Promise<{ item: ItemState } | Refused> {
    const before = await this.item(key);
    const decision: Decision = decideItem(before, command);
    if (isRefused(decision)) return decision;
    const item = await this.append(itemStream, key, decision);
    if (item.state === 'open' && item.round !== before.round && this.isRead(item.kind)) {
      await readNext(this.db, key, this.ctx.now);
    }
    const closing = decision.find((event) => event.type === 'Closed');
    if (closing) {
      if (item.state === 'closed') await readNext(this.db, key, null);
      await dropDue(this.db, key, this.ctx.now, 'its item closed before it was posted');
      await this.db.deleteFrom('item_errors').where('item_key', '=', key).execute();
      const page = before.said.page;
      const { proof } = closing.payload as ClosedPayload;
      if (page?.state === 'posted' && page.channel && page.ts) {
        const at = { channel: page.channel, ts: page.ts };
        if (page.storm) await this.raise(await stormEdit(this.db, page.storm, key, before.round, at));
        else await this.raise(pageEdit(key, before.round, proof, at));
      }
    }
    return { item };
  }

  raise(post: DuePost): Promise<boolean> {
    return raise(this.db, post, this.ctx);
  }
}

/** The one page of a storm, edited when one of its items closed (O11): the others stay as they are. */
export async function stormEdit(
  db: Db,
  storm: string,
  key: string,
  round: number,
  at: { channel: string; ts: string },
): Promise<DuePost> {
  const row = await db.selectFrom('posts').select('saying').where('effect', '=', storm).executeTakeFirstOrThrow();
  const saying = JSON.parse(row.saying) as Extract<Saying, { say: 'storm' }>;
  return {
    effect: `storm-edit/${storm}/${key}/${round}`,
    place: { channel: at.channel },
    saying: { ...saying, tags: [] },
    edits: at,
    lane: storm,
  };
}

/** The edit of a page whose item closed: it says by what proof, and pings nobody (O9). */
export function pageEdit(key: string, round: number, proof: Proof, page: { channel: string; ts: string }): DuePost {
  return {
    effect: `page-closed/${key}/${round}`,
    place: { channel: page.channel },
    saying: { say: 'page-closed', tags: [], customer: false, proof },
    itemKey: key,
    round,
    edits: page,
  };
}
