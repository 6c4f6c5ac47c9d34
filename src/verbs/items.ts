import {
  actorOf,
  atUtc,
  byOf,
  formsOf,
  type Request,
  refused,
  usage,
  type VerbContext,
  type VerbResult,
} from './context.js';
import { findItem } from './find.js';
import type { ItemView, Proof } from './ledger.js';

/** What a person may do to an item by hand (O1, O8, O12). X1 is checked by whoever carries the request. */

export interface ItemDone {
  item: ItemView;
  /** One sentence for the person. */
  sentence: string;
}

type OnItem = Parameters<VerbContext['ledger']['onItem']>[2];

async function carryOut(
  ctx: VerbContext,
  request: Request,
  item: ItemView,
  command: OnItem,
  sentence: string,
): Promise<VerbResult<ItemDone>> {
  const act = { now: ctx.now(), actor: actorOf(request.asker), cause: request.cause };
  const applied = await ctx.ledger.onItem(act, item.key, command);
  const after = (await ctx.ledger.item(item.key)) ?? item;
  if (applied.applied && 'refused' in applied.value) return refused(refusalOf(ctx, after, applied.value));
  return { ok: true, value: { item: after, sentence } };
}

type Refusal = Extract<
  Extract<Awaited<ReturnType<VerbContext['ledger']['onItem']>>, { applied: true }>['value'],
  { refused: string }
>;

function refusalOf(ctx: VerbContext, item: ItemView, refusal: Refusal): string {
  switch (refusal.refused) {
    case 'not-open':
      return closedSentence(ctx, item);
    case 'already-open':
      return `${item.key} is open already.`;
    case 'not-muted':
      return `${item.key} is not muted.`;
    case 'taken-before':
      return `${item.key} was taken by ${nameOf(ctx, refusal.by)} at ${atUtc(refusal.at)}; a take holds the page once.`;
    default: {
      const never: never = refusal;
      throw new Error(`no such refusal: ${JSON.stringify(never)}`);
    }
  }
}

/** How a person is called in a sentence: by the configuration's name, else as they were recorded. */
export function nameOf(ctx: Pick<VerbContext, 'config'>, who: string): string {
  return ctx.config.people.get(who)?.name ?? ctx.config.seats.get(who)?.name ?? who;
}

function closedSentence(ctx: VerbContext, item: ItemView): string {
  if (!item.proof) return `${item.key} is not open.`;
  const by = item.proof.by ? ` by ${nameOf(ctx, item.proof.by)}` : '';
  return `${item.key} was closed already${by} at ${atUtc(item.proof.at)}: ${item.proof.text}.`;
}

/** Refuses a button of an earlier round: the item has moved on since (hermes-agent#100408). */
function stale(ctx: VerbContext, item: ItemView, round: number | undefined): string | null {
  if (item.state === 'closed') return closedSentence(ctx, item);
  return round !== undefined && round !== item.round
    ? `That button belongs to round ${round} of ${item.key}, which is in round ${item.round} now; ${formsOf(ctx).show(item.key)} shows it.`
    : null;
}

/** A person closes by hand, with a name and a proof text; neither has a default (O1). */
export async function closeItem(
  ctx: VerbContext,
  request: Request,
  args: { key: string; proof: string; link?: string | null; round?: number },
): Promise<VerbResult<ItemDone>> {
  const text = args.proof.trim();
  if (!text)
    return usage('A close needs a proof: say what shows that it is done, for example --proof "called her at 16:10".');
  const found = await findItem(ctx, args.key);
  if (!found.ok) return found;
  const old = stale(ctx, found.value, args.round);
  if (old) return refused(old);
  const proof: Proof = { kind: 'by-hand', text, link: args.link ?? null, by: byOf(request.asker), at: ctx.now() };
  return carryOut(ctx, request, found.value, { do: 'close', proof }, `${found.value.key} is closed: ${text}`);
}

/** A mute is by a person, with a reason, for a time or for good (O8). `for` is milliseconds; null is for good. */
export async function muteItem(
  ctx: VerbContext,
  request: Request,
  args: { key: string; why: string; for: number | null; round?: number },
): Promise<VerbResult<ItemDone>> {
  const why = args.why.trim();
  if (!why) return usage('A mute needs a reason, for example --why "vendor is closed until Monday".');
  const found = await findItem(ctx, args.key);
  if (!found.ok) return found;
  const old = stale(ctx, found.value, args.round);
  if (old) return refused(old);
  const now = ctx.now();
  const until = args.for === null ? null : now + args.for;
  const command = { do: 'mute' as const, mute: { by: byOf(request.asker), why, until }, at: now };
  const how = until === null ? 'for good' : `until ${atUtc(until)}`;
  return carryOut(ctx, request, found.value, command, `${found.value.key} is muted ${how}: ${why}`);
}

export async function unmuteItem(
  ctx: VerbContext,
  request: Request,
  args: { key: string },
): Promise<VerbResult<ItemDone>> {
  const found = await findItem(ctx, args.key);
  if (!found.ok) return found;
  const { key } = found.value;
  const act = { now: ctx.now(), actor: actorOf(request.asker), cause: request.cause };
  const applied = await ctx.ledger.unmute(act, key, byOf(request.asker));
  const item = (await ctx.ledger.item(key)) ?? found.value;
  if (applied.applied && 'refused' in applied.value) return refused(refusalOf(ctx, item, applied.value));
  const reopened = applied.applied && 'reopened' in applied.value && applied.value.reopened;
  const since = reopened ? ` It is open: ${item.what}, since it was muted.` : '';
  return { ok: true, value: { item, sentence: `${key} is no longer muted.${since}` } };
}

/** A person takes an item: it shows who and since when, holds the page once, and closes nothing (O12). */
export async function takeItem(
  ctx: VerbContext,
  request: Request,
  args: { key: string; round?: number },
): Promise<VerbResult<ItemDone>> {
  const found = await findItem(ctx, args.key);
  if (!found.ok) return found;
  const item = found.value;
  const old = stale(ctx, item, args.round);
  if (old) return refused(old);
  const hold = ctx.config.kinds.get(item.kind)?.taken ?? 4 * 3_600_000;
  const now = ctx.now();
  const command = { do: 'take' as const, by: byOf(request.asker), at: now, for: hold };
  const page = item.pagedAt === null ? `its page is held until ${atUtc(now + hold)}` : 'it was paged before';
  const sentence = `${item.key} is taken by ${request.asker.name}; ${page}. It stays open until proof closes it.`;
  return carryOut(ctx, request, item, command, sentence);
}

/** A note about an item; it changes no state (L2). */
export async function noteItem(
  ctx: VerbContext,
  request: Request,
  args: { key: string; text: string },
): Promise<VerbResult<ItemDone>> {
  const text = args.text.trim();
  if (!text) return usage('A note needs a text.');
  const found = await findItem(ctx, args.key);
  if (!found.ok) return found;
  const note = { text, by: byOf(request.asker), at: ctx.now() };
  return carryOut(
    ctx,
    request,
    found.value,
    { do: 'annotate', delta: { notes: [note] } },
    `Noted on ${found.value.key}.`,
  );
}
