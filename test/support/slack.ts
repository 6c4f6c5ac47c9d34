import type { Config } from '../../src/config/index.js';
import type { Ledger, PostClaim, PostOutcome } from '../../src/ledger/index.js';
import type { ItemView, Rendered, Saying } from '../../src/ledger/types.js';
import { type ChaseDeps, runChase } from '../../src/sweeps/chase/run.js';
import { type DeliverDeps, deliverDue } from '../../src/sweeps/deliver/run.js';

/** What was posted, as a channel would show it. */
export interface Posted {
  channel: string;
  thread: string | null;
  ts: string;
  effect: string;
  key: string;
  say: Saying['say'];
  edits: string | null;
}

type Answer = (claim: PostClaim) => PostOutcome | 'posted' | Promise<PostOutcome | 'posted'>;

/** Slack's side of posting, answering as the test says: everything is posted unless told otherwise. */
export class FakeSlack {
  readonly posted: Posted[] = [];
  answer: Answer = () => 'posted';
  #n = 0;

  readonly post = async (claim: PostClaim): Promise<PostOutcome> => {
    const answer = await this.answer(claim);
    if (answer !== 'posted') return answer;
    return { ...this.store(claim), outcome: 'posted', message: null };
  };

  /** Stores the message, whatever its sender hears of it. */
  store(claim: PostClaim): { channel: string; ts: string } {
    this.#n += 1;
    const { place, edits } = claim;
    const channel = edits?.channel ?? ('dm' in place ? `D-${place.dm}` : place.channel);
    const thread = 'dm' in place ? null : (place.thread ?? null);
    const ts = edits?.ts ?? `1793700000.${String(this.#n).padStart(6, '0')}`;
    const { effect, key, saying } = claim;
    this.posted.push({ channel, thread, ts, effect, key, say: saying.say, edits: edits?.ts ?? null });
    return { channel, ts };
  }

  effects(): string[] {
    return this.posted.map((one) => one.effect);
  }
}

/** Chases what is due at `now`, through the real sweep; no proof is read unless the test says how. */
export function chases(ledger: Ledger, config: Config, now: number, more: Partial<ChaseDeps> = {}) {
  return runChase({
    ledger,
    config,
    holder: 'p1',
    now: () => now,
    stillOwed: async () => true,
    rerun: () => {},
    ...more,
  });
}

/** Delivers what is due at `now`, through the real deliverer. */
export function delivers(
  ledger: Ledger,
  config: Config,
  slack: FakeSlack,
  now: number,
  more: Partial<DeliverDeps> = {},
): Promise<number> {
  return deliverDue({
    ledger,
    config,
    holder: 'p1',
    now: () => now,
    post: slack.post,
    render: (_saying: Saying, _item: ItemView | null): Rendered => ({ text: 'said' }),
    ownEnvelope: () => null,
    linkOf: () => null,
    onError: (_where, error) => {
      throw error;
    },
    ...more,
  });
}
