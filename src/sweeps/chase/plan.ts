import type { Config } from '../../config/types.js';
import { type DuePost, type ItemState, lineDue, muteEnds, nudgeDue, pageDue, rerunDue } from '../../ledger/index.js';
import { route } from './route.js';

/** One thing to be done about one item; the run claims it before anything is posted (S1, P1). */
export type ChaseAction =
  | { do: 'nudge' | 'page'; key: string; round: number; post: DuePost }
  /** An unanswered ask is run again, once (A4). */
  | { do: 'rerun'; key: string; round: number }
  /** The thread of a session link gets its line (O7). */
  | { do: 'line'; key: string; round: number; post: DuePost }
  /** A mute ended whose source would have opened the item meanwhile (O8). */
  | { do: 'end-mute'; key: string; round: number };

/** Several pages for one channel as one (O11). */
export interface StormAction {
  do: 'storm';
  items: { key: string; round: number; tags: string[] }[];
  post: DuePost;
}

export type ChaseConfig = Pick<Config, 'seat' | 'seats' | 'people' | 'overseer' | 'channels' | 'sweep' | 'posts'>;

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
  if (past(muteEnds(item), now)) return { do: 'end-mute', key, round };
  // An ask found late is run again first, and pages after that (A4).
  if (past(rerunDue(item), now)) return { do: 'rerun', key, round };
  if (past(lineDue(item), now)) return { do: 'line', key, round, post: line(item) };
  if (past(pageDue(item), now) && mayPage(item, now, config)) {
    const { place, tags, customer } = route(item, config);
    const effect = `page/${key}/${round}`;
    const saying = { say: 'page' as const, tags, customer };
    return { do: 'page', key, round, post: { effect, place, saying, itemKey: key, round } };
  }
  if (past(nudgeDue(item), now)) {
    const taker = item.handoff?.taker ? config.seats.get(item.handoff.taker) : undefined;
    const bridge = item.handoff?.bridge;
    if (!taker || !bridge) return null;
    const effect = `nudge/${key}/${round}`;
    const place = { channel: bridge.channel, thread: bridge.ts };
    const saying = { say: 'nudge' as const, takerUser: taker.botUser };
    return { do: 'nudge', key, round, post: { effect, place, saying, itemKey: key, round } };
  }
  return null;
}

/** A session link pages only when its line could not be posted, not while it is being posted (O7). */
function mayPage(item: ItemState, now: number, { posts }: ChaseConfig): boolean {
  if (!item.session) return true;
  const said = item.said.line;
  return said !== undefined && said.at + posts.timeout + posts.settle <= now;
}

function line(item: ItemState): DuePost {
  const { key, round, session, sessionLink } = item;
  const place = { channel: session?.channel ?? '', thread: session?.thread ?? null };
  const saying =
    sessionLink === null
      ? { say: 'session-never-started' as const }
      : { say: 'session-link' as const, link: sessionLink };
  return { effect: `line/${key}/${round}`, place, saying, itemKey: key, round };
}

/**
 * Folds pages into storms: more than `sweep.storm` for one channel in one sweep become one page that lists them and tags
 * nobody who is owed none of them; customer handoffs are never folded (O11). Pure; `id` names the storm.
 */
export function foldStorms(
  actions: readonly ChaseAction[],
  config: Pick<Config, 'sweep'>,
  id: string,
): (ChaseAction | StormAction)[] {
  const groups = new Map<string, Extract<ChaseAction, { do: 'nudge' | 'page' }>[]>();
  const alone: ChaseAction[] = [];
  for (const action of actions) {
    const saying = action.do === 'page' ? action.post.saying : null;
    if (action.do === 'page' && saying?.say === 'page' && !saying.customer) {
      const place = JSON.stringify(action.post.place);
      groups.set(place, [...(groups.get(place) ?? []), action]);
    } else alone.push(action);
  }
  const out: (ChaseAction | StormAction)[] = [...alone];
  let count = 0;
  for (const pages of groups.values()) {
    const first = pages[0];
    if (!first || pages.length <= config.sweep.storm) {
      out.push(...pages);
      continue;
    }
    count += 1;
    const items = pages.map(({ key, round, post }) => {
      return { key, round, tags: post.saying.say === 'page' ? post.saying.tags : [] };
    });
    const tags = [...new Set(items.flatMap((item) => item.tags))];
    const saying = { say: 'storm' as const, tags, items: items.map(({ key, round }) => ({ key, round })) };
    out.push({ do: 'storm', items, post: { effect: `storm/${id}/${count}`, place: first.post.place, saying } });
  }
  return out;
}
