import type { Envelope, Ledger, Look, PostClaim, UnknownPost } from '../../ledger/index.js';
import type { Place } from '../../ledger/types.js';

/** A message read back, as reconciliation needs it. */
export interface SeenMessage {
  channel: string;
  ts: string;
  user: string | null;
  botId: string | null;
  metadata: { event_payload: Record<string, unknown> } | null;
  raw: Record<string, unknown>;
}

type Read<T> = { ok: true; value: T } | { ok: false; reason: string };

export interface ReconcileDeps {
  ledger: Ledger;
  holder: string;
  now: () => number;
  /** Our own bot: only its messages count (P4). */
  self: { user: string; botId: string | null };
  resolve: (place: Place) => Promise<Read<{ channel: string; thread: string | null }>>;
  /** Every page of the channel's top level, or of the thread, from `oldest` (a Slack ts) on, with metadata. */
  readBack: (channel: string, thread: string | null, oldest: string) => Promise<Read<SeenMessage[]>>;
  ownEnvelope: (
    claim: PostClaim,
    posted: { channel: string; ts: string; message: Record<string, unknown> },
  ) => Envelope | null;
  linkOf: (channel: string, ts: string, thread: string | null) => string | null;
  onError: (where: string, error: unknown) => void;
}

/** Read from this long before the first attempt: Slack's clock is not ours. Milliseconds. */
const MARGIN = 5 * 60_000;

/** Finds the message that carries the claim's key and was posted by our own bot; pure (P4). */
export function findOwn(
  messages: readonly SeenMessage[],
  key: string,
  self: ReconcileDeps['self'],
): SeenMessage | null {
  const ours = (m: SeenMessage) => m.user === self.user || (self.botId !== null && m.botId === self.botId);
  return messages.find((m) => m.metadata?.event_payload.key === key && ours(m)) ?? null;
}

/** Looks into every unknown post whose turn it is, before anything is posted again (P4). Returns how many were looked at. */
export async function reconcileUnknown(deps: ReconcileDeps): Promise<number> {
  const unknown = await deps.ledger.unknownPosts(deps.now());
  for (const post of unknown) {
    try {
      await reconcileOne(deps, post);
    } catch (error) {
      deps.onError(`reconciling ${post.claim.effect}`, error);
    }
  }
  return unknown.length;
}

async function reconcileOne(deps: ReconcileDeps, { claim, since }: UnknownPost): Promise<void> {
  const { look, own } = await lookFor(deps, claim, since);
  const actor = { kind: 'process' as const, id: deps.holder };
  const thread = 'thread' in claim.place ? (claim.place.thread ?? null) : null;
  const link = 'found' in look ? deps.linkOf(look.found.channel, look.found.ts, thread) : null;
  await deps.ledger.reconcilePost(
    { now: deps.now(), actor, cause: `reconcile:${claim.effect}` },
    claim.effect,
    look,
    own,
    link,
  );
}

async function lookFor(
  deps: ReconcileDeps,
  claim: PostClaim,
  since: number,
): Promise<{ look: Look; own: Envelope | null }> {
  const at = await deps.resolve(claim.place);
  if (!at.ok) return { look: { unreadable: at.reason }, own: null };
  const oldest = ((since - MARGIN) / 1000).toFixed(6);
  const read = await deps.readBack(at.value.channel, at.value.thread, oldest);
  if (!read.ok) return { look: { unreadable: read.reason }, own: null };
  const found = findOwn(read.value, claim.key, deps.self);
  if (!found) return { look: { absent: true }, own: null };
  const posted = { channel: at.value.channel, ts: found.ts };
  return { look: { found: posted }, own: deps.ownEnvelope(claim, { ...posted, message: found.raw }) };
}
