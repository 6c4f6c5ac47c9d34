import type { Config } from '../../config/types.js';
import type { DueMark, ItemState, Ledger } from '../../ledger/index.js';
import { type ChaseAction, foldStorms, planChase, type StormAction } from './plan.js';

export interface ChaseCounts {
  walked: number;
  done: number;
  errors: string[];
}

export interface ChaseDeps {
  ledger: Ledger;
  config: Config;
  holder: string;
  now: () => number;
  /** Reads the item's proof right before a nudge or a page (S4); false where it is done by now. */
  stillOwed?: (item: ItemState) => Promise<boolean>;
  /** Runs a claimed ask again; nothing waits for it (A4). */
  rerun?: (key: string) => void;
}

const BATCH = 500;

/**
 * Walks the items that are due for something and does it, each once for its round (S1, S2, P6). Only what is due is read,
 * however much is open (S6). Pages come last, when it is known how many there are for one channel (O11).
 */
export async function runChase(deps: ChaseDeps): Promise<ChaseCounts> {
  const { ledger, config } = deps;
  const counts: ChaseCounts = { walked: 0, done: 0, errors: [] };
  const pages: ChaseAction[] = [];
  let mark: DueMark | null = null;
  do {
    const now = deps.now();
    const due: Awaited<ReturnType<Ledger['dueItems']>> = await ledger.dueItems(now, BATCH, mark ?? undefined);
    mark = due.last;
    counts.walked += due.items.length;
    const plan = planChase(due.items, now, config);
    for (const failure of plan.failures) await fail(failure.key, failure.error);
    const planned = new Set([...plan.failures, ...plan.actions].map((one) => one.key));
    for (const { key } of due.items) if (!planned.has(key)) await ledger.noteError(key, null, now);
    const items = new Map(due.items.map((item) => [item.key, item]));
    for (const action of plan.actions) {
      const owed = await tried(action.key, async () => stillOwed(action, items.get(action.key)));
      if (owed !== true) continue;
      if (action.do !== 'page') {
        await tried(action.key, () => carryOut(action));
        continue;
      }
      const page = await tried(action.key, () => asReadNow(action));
      if (page) pages.push(page);
    }
  } while (mark !== null);
  const id = `${deps.now()}-${deps.holder}`;
  for (const action of foldStorms(pages, config, id)) {
    const key = action.do === 'storm' ? (action.items[0]?.key ?? '') : action.key;
    await tried(key, () => carryOut(action));
  }
  return counts;

  /** Anything but a nudge or a page needs no look at the proof. */
  async function stillOwed(action: ChaseAction, item: ItemState | undefined): Promise<boolean> {
    if (!item || (action.do !== 'nudge' && action.do !== 'page' && action.do !== 'rerun')) return true;
    return deps.stillOwed?.(item) ?? true;
  }

  /** The proof that was read a moment ago may have added whom it is owed to: the page goes by that (O10). */
  async function asReadNow(action: ChaseAction): Promise<ChaseAction | undefined> {
    if (!deps.stillOwed) return action;
    const { actions, failures } = planChase([await ledger.itemState(action.key)], deps.now(), config);
    for (const failure of failures) throw new Error(failure.error);
    return actions.find((one) => one.do === 'page' && one.round === action.round);
  }

  async function carryOut(action: ChaseAction | StormAction): Promise<void> {
    const now = deps.now();
    const cause = 'post' in action ? `sweep:${action.post.effect}` : `sweep:${action.do}/${action.key}/${action.round}`;
    const act = { now, actor: { kind: 'process' as const, id: deps.holder }, cause };
    switch (action.do) {
      case 'nudge':
      case 'page':
        if (await ledger.raiseOnItem(act, action.key, action.round, action.do, action.post)) counts.done += 1;
        break;
      case 'line':
        if (await ledger.raiseLine(act, action.key, action.round, action.post)) counts.done += 1;
        break;
      case 'rerun':
        if (await ledger.claimRerun(act, action.key)) {
          counts.done += 1;
          deps.rerun?.(action.key);
        }
        break;
      case 'end-mute':
        if (await ledger.endMute(act, action.key)) counts.done += 1;
        break;
      case 'storm':
        counts.done += await ledger.raiseStorm(act, action.items, action.post);
        for (const { key } of action.items) await ledger.noteError(key, null, now);
        return;
    }
    await ledger.noteError(action.key, null, now);
  }

  /** One item's failure stops none of the others; it is recorded on the item (S2). */
  async function tried<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      await fail(key, (error as Error).message);
      return undefined;
    }
  }

  async function fail(key: string, error: string): Promise<void> {
    counts.errors.push(`${key}: ${error}`);
    await ledger.noteError(key, error, deps.now()).catch(() => {});
  }
}
