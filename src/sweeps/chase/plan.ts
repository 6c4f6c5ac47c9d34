import type { Config } from '../../config/types.js';
import { type DuePost, type ItemState, nudgeDue, pageDue } from '../../ledger/index.js';
import { route } from './route.js';

/** One thing to be done about one item; the run claims it before anything is posted (S1, P1). */
export interface ChaseAction {
  key: string;
  round: number;
  kind: 'nudge' | 'page';
  post: DuePost;
}

export type ChaseConfig = Pick<Config, 'seat' | 'seats' | 'people' | 'overseer' | 'channels'>;

/**
 * What the items that are due call for at `now` (milliseconds UTC): a nudge, or a page, never both in one breath (S3). Each
 * item stands by itself: one that throws is returned as a failure and stops none of the others (S2). Pure.
 */
export function planChase(
  items: readonly ItemState[],
  now: number,
  config: ChaseConfig,
): { actions: ChaseAction[]; failures: { key: string; error: string }[] } {
  const actions: ChaseAction[] = [];
  const failures: { key: string; error: string }[] = [];
  for (const item of items) {
    try {
      const action = planItem(item, now, config);
      if (action) actions.push(action);
    } catch (error) {
      failures.push({ key: item.key, error: (error as Error).message });
    }
  }
  return { actions, failures };
}

const past = (due: number | null, now: number) => due !== null && due <= now;

function planItem(item: ItemState, now: number, config: ChaseConfig): ChaseAction | null {
  const { key, round } = item;
  if (past(pageDue(item), now)) {
    const { place, tags, customer } = route(item, config);
    const effect = `page/${key}/${round}`;
    const saying = { say: 'page' as const, tags, customer };
    return { key, round, kind: 'page', post: { effect, place, saying, itemKey: key, round } };
  }
  if (past(nudgeDue(item), now)) {
    const taker = item.handoff?.taker ? config.seats.get(item.handoff.taker) : undefined;
    const bridge = item.handoff?.bridge;
    if (!taker || !bridge) return null;
    const effect = `nudge/${key}/${round}`;
    const place = { channel: bridge.channel, thread: bridge.ts };
    const saying = { say: 'nudge' as const, takerUser: taker.botUser };
    return { key, round, kind: 'nudge', post: { effect, place, saying, itemKey: key, round } };
  }
  return null;
}
