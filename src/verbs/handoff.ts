import { parsePermalink } from '../messages/parse/index.js';
import { judgeReason } from '../messages/parse/reason.js';
import { actorOf, formsOf, type Request, refused, usage, type VerbContext, type VerbResult } from './context.js';
import { nameOf } from './items.js';
import { type HandoffWords, handoffKey, type SayRefusal, type SeatClaim } from './ledger.js';
import { personNamed, seatNamed, unknownPerson, unknownSeat } from './people.js';

/** What is asked for when this seat hands work to another (H3, H5, H15); names as a person or agent writes them. */
export interface HandoffRequest {
  to: string;
  lane: string;
  item: string;
  why: string;
  origin?: string | null;
  customer?: boolean | null;
  owedTo?: string | null;
  role?: string | null;
  profile?: string | null;
  model?: string | null;
  package?: string | null;
  refs?: string[];
  subtasks?: string[];
}

export interface Said {
  key: string;
  /** The outbox row that says it. */
  effect: string;
  sentence: string;
}

const blank = (text: string | null | undefined): string | null => (text?.trim() ? text.trim() : null);

/** Hands work to another seat: refused before anything is posted when the bridge would refuse it (H3, H4). */
export async function handOff(ctx: VerbContext, request: Request, asked: HandoffRequest): Promise<VerbResult<Said>> {
  const { config } = ctx;
  const taker = seatNamed(asked.to, config);
  if (!taker)
    return refused(`${unknownSeat(asked.to, config)} A handoff is taken by a seat, never by a session or a person.`);
  if (taker.key === config.seat) return refused(`${taker.name} is this seat; a handoff names another.`);
  const why = asked.why.trim();
  if (!why)
    return usage('A handoff needs a why: the reason that it has to be the other seat, beyond whose area it is.');
  const key = handoffKey(asked.lane, asked.item);
  if (!key)
    return usage(
      'Lane and item need at least one letter or digit each, for example --lane leads --item western-slope-alert.',
    );
  const verdict = judgeReason(why, { takerName: taker.name, takerUser: taker.botUser });
  if (!verdict.ok) return refused(reasonSentence(verdict.reason, why, taker.name));
  const origin = blank(asked.origin);
  if (origin && !parsePermalink(origin)) {
    return usage(
      `The origin "${origin}" is not a link to a Slack message; copy one with "Copy link" from the message's menu.`,
    );
  }
  const owedTo = blank(asked.owedTo);
  const person = owedTo ? personNamed(owedTo, config) : null;
  if (owedTo && !person) return refused(unknownPerson(owedTo, config));
  const words: HandoffWords = {
    toUser: taker.botUser,
    lane: asked.lane.trim(),
    item: asked.item.trim(),
    why,
    origin,
    customer: asked.customer ?? null,
    owedToUser: person?.user ?? null,
    role: blank(asked.role),
    profile: blank(asked.profile),
    model: blank(asked.model),
    package: blank(asked.package),
    refs: (asked.refs ?? []).map((r) => r.trim()).filter(Boolean),
    subtasks: (asked.subtasks ?? []).map((s) => s.trim()).filter(Boolean),
  };
  const act = { now: ctx.now(), actor: actorOf(request.asker), cause: request.cause };
  const applied = await ctx.ledger.sayHandoff(act, key, words, taker.key);
  if (!applied.applied)
    return { ok: true, value: { key, effect: '', sentence: `${key} was handed over by this request before.` } };
  if (!applied.value.ok) return refused(sayRefusal(ctx, key, applied.value.refusal));
  return {
    ok: true,
    value: { key, effect: applied.value.effect, sentence: `Handing ${key} to ${taker.name} on the bridge.` },
  };
}

/** Why a reason was refused, and what one looks like (H3). */
export function reasonSentence(reason: 'ownership-only' | 'own-alert', given: string, taker: string): string {
  const shown = 'A reason says what only the taker can do, for example "the call has to come from her number".';
  return reason === 'ownership-only'
    ? `"${given}" only says whose area it is. ${shown}`
    : `"${given}" hands over a fault that this seat's own alerts found; the finding seat mends it, whoever's code it is. ${shown} (${taker} may still be asked for help.)`;
}

export interface ClaimRequest {
  key: string;
  act: 'accepted' | 'working' | 'done' | 'released' | 'handed-back' | 'marked';
  link?: string | null;
  to?: string | null;
  why?: string | null;
  /** Milliseconds UTC. */
  until?: number | null;
  note?: string | null;
  subtask?: string | null;
  state?: 'done' | 'open';
}

/** This seat's own claim on a handoff, said on the bridge in the HANDOFF's thread (H7 to H9). */
export async function claimHandoff(ctx: VerbContext, request: Request, asked: ClaimRequest): Promise<VerbResult<Said>> {
  const slash = asked.key.indexOf('/');
  const key = slash > 0 ? handoffKey(asked.key.slice(0, slash), asked.key.slice(slash + 1)) : null;
  if (!key)
    return usage(`"${asked.key}" is not a handoff's key; write LANE/ITEM, for example leads/western-slope-alert.`);
  const said = words(ctx, asked);
  if (!said.ok) return said;
  const act = { now: ctx.now(), actor: actorOf(request.asker), cause: request.cause };
  const applied = await ctx.ledger.sayClaim(act, key, said.value.claim, said.value.words);
  if (!applied.applied)
    return { ok: true, value: { key, effect: '', sentence: `That was said about ${key} by this request before.` } };
  if (!applied.value.ok) {
    const { refusal } = applied.value;
    const sentence = sayRefusal(ctx, key, refusal);
    return refusal.why === 'unknown-key' ? { ok: false, code: 'not-found', sentence } : refused(sentence);
  }
  return {
    ok: true,
    value: { key, effect: applied.value.effect, sentence: `Saying on the bridge: ${key} ${asked.act}.` },
  };
}

type Spoken = { claim: SeatClaim; words: Parameters<VerbContext['ledger']['sayClaim']>[3] };

function words(ctx: VerbContext, asked: ClaimRequest): VerbResult<Spoken> {
  const why = blank(asked.why);
  switch (asked.act) {
    case 'accepted':
    case 'working': {
      const said = { act: asked.act, until: asked.until ?? null, note: blank(asked.note) };
      return { ok: true, value: { claim: said, words: said } };
    }
    case 'done': {
      const link = blank(asked.link);
      if (!link) return usage('Done needs a link that proves it: --link https://…');
      if (!/^https?:\/\/[^\s<>|]+$/i.test(link))
        return usage(`"${link}" is not a link; write one that starts with https://.`);
      return { ok: true, value: { claim: { act: 'done', link }, words: { act: 'done', link } } };
    }
    case 'released': {
      if (!asked.to || !why) return usage('A release names a seat and a why: --to SEAT --why "…".');
      const seat = seatNamed(asked.to, ctx.config);
      if (!seat)
        return refused(
          `${unknownSeat(asked.to, ctx.config)} A handoff is released to a seat, never to a session or a person.`,
        );
      const verdict = judgeReason(why, { takerName: seat.name, takerUser: seat.botUser });
      if (!verdict.ok) return refused(reasonSentence(verdict.reason, why, seat.name));
      return {
        ok: true,
        value: { claim: { act: 'released', to: seat.key, why }, words: { act: 'released', toUser: seat.botUser, why } },
      };
    }
    case 'handed-back':
      if (!why) return usage('Handing back needs a why: --why "…".');
      return { ok: true, value: { claim: { act: 'handed-back', why }, words: { act: 'handed-back', why } } };
    case 'marked': {
      const subtask = blank(asked.subtask);
      if (!subtask || !asked.state) return usage('A mark names a subtask and done or open.');
      const said = { act: 'marked' as const, subtask, state: asked.state };
      return { ok: true, value: { claim: said, words: said } };
    }
    default: {
      const never: never = asked.act;
      throw new Error(`no such claim: ${String(never)}`);
    }
  }
}

/** Why the bridge would not take it, in one sentence. */
export function sayRefusal(ctx: VerbContext, key: string, refusal: SayRefusal): string {
  switch (refusal.why) {
    case 'same-again':
      return `${key} is with ${nameOf(ctx, refusal.taker)} already, for the same reason; ${formsOf(ctx).show(`handoff:${key}`)} shows how far it is.`;
    case 'not-ours':
    case 'not-the-taker':
      return refusal.taker
        ? `${key} is with ${nameOf(ctx, refusal.taker)}; only the seat that has it may say that, until it releases it.`
        : `${key} is with nobody who could say that: it was handed back.`;
    case 'unknown-key':
      return `There is no handoff ${key} on the bridge; ${formsOf(ctx).list} lists what this seat was handed.`;
    case 'done-without-link':
      return 'Done needs a link that proves it: --link https://…';
    case 'open-subtasks':
      return `${key} cannot be done while subtasks are open: ${refusal.names.map((n) => `"${n}"`).join(', ')}.`;
    case 'not-a-seat':
      return `${refusal.named} is not a seat of the configuration.`;
    case 'release-to-itself':
      return 'A release names another seat.';
    case 'unknown-subtask':
      return refusal.known.length > 0
        ? `${key} has no subtask "${refusal.named}"; it has ${refusal.known.map((n) => `"${n}"`).join(', ')}.`
        : `${key} has no subtasks.`;
    default: {
      const never: never = refusal;
      throw new Error(`no such refusal: ${JSON.stringify(never)}`);
    }
  }
}
