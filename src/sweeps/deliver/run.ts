import type { Config } from '../../config/types.js';
import type { Envelope, Ledger, PostClaim, PostMetadata, PostOutcome } from '../../ledger/index.js';
import { effectKind } from '../../ledger/index.js';
import type { DecisionView, ItemView, Rendered, RulingView, Saying } from '../../ledger/types.js';
import { trace } from '../trace.js';

/** The decision or the ruling that a post speaks of, as it is when it is said (P2). */
export interface Spoken {
  decision: DecisionView | null;
  ruling: RulingView | null;
}

/** What delivering needs of Slack and of `messages`; all of it is handed in. */
export interface DeliverDeps {
  ledger: Ledger;
  config: Config;
  holder: string;
  now: () => number;
  post: (claim: PostClaim, rendered: Rendered, metadata: PostMetadata) => Promise<PostOutcome>;
  render: (saying: Saying, item: ItemView | null, now: number, items?: ItemView[], spoken?: Spoken) => Rendered;
  /** The permalink of a message that was just posted; null where the workspace's address is not known. */
  linkOf: (channel: string, ts: string, thread: string | null) => string | null;
  /** The inbox envelope of a message that this seat posted, where it is one that is read like anybody's (H5). */
  ownEnvelope: (
    claim: PostClaim,
    posted: { channel: string; ts: string; message: Record<string, unknown> | null },
  ) => Envelope | null;
  onError: (where: string, error: unknown) => void;
}

/** Lines that the bot posts mechanically and that never count as a reply (spec §1, "machine line"). */
const SPOKEN: ReadonlySet<Saying['say']> = new Set(['handoff', 'claim', 'answer']);

const BATCH = 200;

export function metadataOf(claim: PostClaim, seat: string): PostMetadata {
  return {
    event_type: 'owed_post',
    event_payload: {
      key: claim.key,
      effect_kind: effectKind(claim.effect),
      machine: !SPOKEN.has(claim.saying.say),
      seat,
    },
  };
}

/**
 * Delivers one due post: claim, render over the item as it is now, post, settle (P1 to P3). Whatever fails after the claim
 * leaves the row claimed; its lease makes it unknown, and that is looked into (P5).
 * @returns whether it was posted.
 */
export async function deliverOne(deps: DeliverDeps, effect: string): Promise<boolean> {
  const { ledger, config, holder } = deps;
  const act = () => ({ now: deps.now(), actor: { kind: 'process' as const, id: holder }, cause: `deliver:${effect}` });
  trace('before-claim', effect);
  const claim = await ledger.claimPost(act(), effect);
  if (!claim) return false;
  trace('claimed', effect);
  const item = claim.itemKey === null ? null : await ledger.item(claim.itemKey);
  const about = claim.saying.say === 'storm' ? await ledger.items(claim.saying.items.map((one) => one.key)) : undefined;
  const { saying } = claim;
  const rendered = deps.render(saying, item, deps.now(), about, await spokenOf(ledger, saying));
  const outcome = await deps.post(claim, rendered, metadataOf(claim, config.seat));
  trace('posted', effect);
  const own = outcome.outcome === 'posted' ? deps.ownEnvelope(claim, outcome) : null;
  const thread = 'thread' in claim.place ? (claim.place.thread ?? null) : null;
  const link = outcome.outcome === 'posted' ? deps.linkOf(outcome.channel, outcome.ts, thread) : null;
  await ledger.settlePost(act(), claim, outcome, own, link);
  trace('settled', effect);
  return outcome.outcome === 'posted';
}

async function spokenOf(ledger: Ledger, saying: Saying): Promise<Spoken> {
  switch (saying.say) {
    case 'decision':
    case 'decision-answer':
      return { decision: await ledger.decisions.view(saying.id), ruling: null };
    case 'ruling':
      return { decision: await ledger.decisions.view(saying.decision), ruling: await ledger.rulings.view(saying.id) };
    default:
      return { decision: null, ruling: null };
  }
}

/**
 * Delivers everything that is due: pages beside all else (P7), one lane in order, lanes beside one another.
 * @returns how many were posted.
 */
export async function deliverDue(deps: DeliverDeps): Promise<number> {
  let posted = 0;
  let last = 0;
  for (;;) {
    // Each row once, also those that were raised meanwhile; what stays due keeps no others from their turn (S2).
    const due = await deps.ledger.duePosts(deps.now(), BATCH, last);
    if (due.length === 0) return posted;
    const lanes = new Map<string, string[]>();
    for (const row of due) {
      last = row.id;
      const lane = row.lane ?? row.effect;
      lanes.set(lane, [...(lanes.get(lane) ?? []), row.effect]);
    }
    const results = await Promise.all([...lanes.values()].map((effects) => deliverLane(deps, effects)));
    posted += results.reduce((sum, n) => sum + n, 0);
  }
}

async function deliverLane(deps: DeliverDeps, effects: readonly string[]): Promise<number> {
  let posted = 0;
  for (const effect of effects) {
    try {
      if (await deliverOne(deps, effect)) posted += 1;
    } catch (error) {
      // One post's failure stops none of the others (S2); its claim runs out and it is looked into.
      deps.onError(`delivering ${effect}`, error);
    }
  }
  return posted;
}
