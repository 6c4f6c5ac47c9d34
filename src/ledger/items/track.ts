import type { Config } from '../../config/types.js';
import { itemKey } from '../keys.js';
import type { Place } from '../types.js';
import type { Unit } from '../unit.js';
import type { Opening } from './decide.js';

/** What a person asked to be tracked with "Owed: track this…" (U2). */
export interface Tracking {
  kind: 'pull-request' | 'task';
  /** As keys have it: `org/app#12`; for a task `LABEL/SUBJECT`. */
  subject: string;
  what: string;
  /** A person's key, or a Slack id. */
  owedTo: string;
  /** Milliseconds from now until it pages. */
  bound: number;
  /** The message, and its permalink. */
  message: { channel: string; ts: string };
  link: string;
  /** Who asked for it, as recorded and as shown. */
  by: string;
  name: string;
  place: Place;
}

export type TrackResult = { key: string; tracked: 'opened' | 'joined' };

/** Opens it; where it is owed already, whoever it is owed to now is added and no bound moves. */
export async function track(unit: Unit, config: Config, tracking: Tracking): Promise<TrackResult> {
  const { now } = unit.ctx;
  const { link, owedTo, message, by, name, place, what } = tracking;
  const key = itemKey(tracking.kind, tracking.subject);
  const item = await unit.item(key);
  if (item.state === 'open') {
    const delta = { owedTo: [owedTo], refs: [link], notes: [{ text: what, by, at: now }] };
    await unit.onItem(key, { do: 'annotate', delta });
    return { key, tracked: 'joined' };
  }
  const opening: Opening = {
    openedAt: now,
    nudgeAt: null,
    pageAt: now + tracking.bound,
    owedTo: [owedTo],
    owedBy: config.seat,
    link,
    noLinkWhy: null,
    what,
    handoff: null,
    snapshot: null,
    tracked: { ...message, by },
  };
  await unit.onItem(key, { do: 'open', opening });
  const { round } = await unit.item(key);
  const saying = { say: 'tracked' as const, by: name, link };
  await unit.raise({ effect: `tracked/${key}/${round}`, place, saying, itemKey: key, round });
  return { key, tracked: 'opened' };
}
