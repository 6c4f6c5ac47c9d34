import type { Config } from '../../config/types.js';
import type { Opening } from '../items/decide.js';
import { boundsFrom } from '../items/source.js';
import { itemKey } from '../keys.js';
import { rulingsOfPosted } from '../rulings/record.js';
import type { Actor, Place, Proof } from '../types.js';
import type { Unit } from '../unit.js';
import { type DecisionCommand, type DecisionRefused, decideDecision, isDecisionRefused } from './decide.js';
import type { ApplicationMoved, Decided, DecisionDelta, Raised, Verified } from './events.js';
import { type DecisionState, exists, factsOf } from './evolve.js';
import { holderKey, holderOf } from './holder.js';
import { decisionStream } from './table.js';

/** Acts on a decision, each in one transaction with its item, its posts and its edits (D9, P8). */

export type OnDecision = { decision: DecisionState } | DecisionRefused;

export const decisionKey = (id: string): string => itemKey('decision', id);

async function carryOut(unit: Unit, id: string, command: DecisionCommand): Promise<OnDecision> {
  const outcome = decideDecision((await unit.load(decisionStream, id)).state, command);
  if (isDecisionRefused(outcome)) return outcome;
  return { decision: await unit.append(decisionStream, id, outcome) };
}

export const annotateDecision = (unit: Unit, id: string, delta: DecisionDelta): Promise<OnDecision> =>
  carryOut(unit, id, { do: 'annotate', delta });

/** Asks a question: its row, and the message with its buttons, in one act (D3). An older one that it replaces is superseded. */
export async function raiseDecision(unit: Unit, id: string, raised: Raised, tags: string[]): Promise<OnDecision> {
  if (raised.supersedes !== null) {
    const old = await supersede(unit, raised.supersedes, id);
    if ('refused' in old) return old;
  }
  const done = await carryOut(unit, id, { do: 'raise', raised });
  if ('refused' in done) return done;
  await unit.raise({
    effect: `decision/${id}`,
    place: raised.place,
    saying: { say: 'decision', id, tags },
    lane: laneOf(id),
  });
  return done;
}

const laneOf = (id: string): string => `decision/${id}`;

/**
 * A changed mind: what was decided is no longer driven nor counted. What was owed stays owed until a person answers the
 * new question (O1), and says so.
 */
async function supersede(unit: Unit, id: string, by: string): Promise<OnDecision> {
  const done = await carryOut(unit, id, { do: 'supersede', by });
  if ('refused' in done) return done;
  const blocking = `superseded by ${decisionKey(by)}, which is not answered yet`;
  await onOpenItem(unit, id, { do: 'annotate', delta: { blocking } });
  await editMessage(unit, id);
  return done;
}

async function onOpenItem(unit: Unit, id: string, command: Parameters<Unit['onItem']>[1]): Promise<void> {
  if ((await unit.item(decisionKey(id))).state === 'open') await unit.onItem(decisionKey(id), command);
}

/**
 * A person's answer (D8). The first that finds the row pending wins, by the stream's version (L4); its item opens, whoever
 * holds the task is told, and the message says who chose what, all in the click's own transaction (D9).
 */
export async function answerDecision(unit: Unit, config: Config, id: string, answer: Decided): Promise<OnDecision> {
  const done = await carryOut(unit, id, { do: 'answer', answer });
  if ('refused' in done) return done;
  const { decision } = done;
  const { now } = unit.ctx;
  await unit.onItem(decisionKey(id), { do: 'open', opening: openingOf(config, decision, now) });
  await tellHolder(unit, config, id);
  await editMessage(unit, id);
  const proof: Proof = {
    kind: 'decision-answered',
    text: `${decisionKey(id)} was answered: ${answer.choice}`,
    link: decision.message?.link ?? null,
    by: answer.by,
    at: now,
  };
  const { supersedes, task } = decision.raised as Raised;
  if (supersedes !== null) {
    const text = `superseded by ${decisionKey(id)}, which ${answer.name} answered: ${answer.choice}`;
    await onOpenItem(unit, supersedes, { do: 'close', proof: { ...proof, kind: 'superseded', text } });
  }
  for (const key of await provedByAnswer(unit, config, id, task)) await unit.onItem(key, { do: 'close', proof });
  return done;
}

function openingOf(config: Config, decision: DecisionState, now: number): Opening {
  const { raised, decided, message } = decision;
  const bounds = boundsFrom(config, 'decision', now);
  const configured = config.kinds.get('decision')?.owedTo ?? [];
  const link = message?.link ?? null;
  return {
    openedAt: now,
    nudgeAt: bounds.nudgeAt,
    pageAt: raised?.bound ? now + raised.bound : bounds.pageAt,
    owedTo: configured.length > 0 ? configured : [decided?.by ?? config.overseer],
    owedBy: config.seat,
    link,
    noLinkWhy: link === null ? 'its message is not posted yet' : null,
    what: `Decided: ${decided?.choice ?? '?'} (${raised?.question ?? ''}); it is not applied yet`,
    handoff: null,
    snapshot: null,
  };
}

/** Open items that the answer of this decision proves: prompts, and kinds of the configuration that name it (O1, O4). */
async function provedByAnswer(unit: Unit, config: Config, id: string, task: string | null): Promise<string[]> {
  const names = new Set([id, decisionKey(id), ...(task === null ? [] : [task])]);
  const kinds = [...config.kinds.values()].filter(
    (kind) => kind.name === 'prompt' || (kind.proof !== null && 'decision' in kind.proof),
  );
  const rows = await unit.db
    .selectFrom('items')
    .select(['key', 'kind', 'subject'])
    .where('state', '=', 'open')
    .where(
      'kind',
      'in',
      kinds.map((kind) => kind.name),
    )
    .execute();
  const keys: string[] = [];
  for (const row of rows) {
    const proof = config.kinds.get(row.kind)?.proof;
    const pattern = proof && 'decision' in proof ? proof.decision : '{subject}';
    const named = pattern.replaceAll('{subject}', row.subject);
    const label = named.slice(named.indexOf('/') + 1);
    if (names.has(named) || (row.kind === 'prompt' && names.has(label))) keys.push(row.key);
  }
  return keys;
}

/**
 * Tells whoever holds the task now to go on, once per holder and round (D9): the bridge thread of the handoff that they
 * hold, else where the question was asked. Only a queued row is driven (D4). Returns whether somebody was told anew.
 */
export async function tellHolder(unit: Unit, config: Config, id: string): Promise<boolean> {
  const { state } = await unit.load(decisionStream, id);
  if (!factsOf(state).driven) return false;
  const holder = await holderOf(unit.db, state.raised?.task ?? null);
  const key = holderKey(holder);
  if (state.told[key]?.round === state.round) return false;
  const effect = `decision-answer/${id}/${state.round}/${key}`;
  const toSeat = holder?.by === 'seat';
  const { asker } = state.raised as Raised;
  const to = toSeat ? (config.seats.get(holder.seat)?.botUser ?? null) : asker.kind === 'human' ? asker.user : null;
  const holds = holder === null ? null : holder.by === 'seat' ? holder.seat : holder.name;
  const place: Place = toSeat ? { channel: holder.channel, thread: holder.thread } : backTo(state);
  // The question first, where both stand in one place.
  const lane = toSeat || state.message !== null ? null : laneOf(id);
  await unit.raise({ effect, place, saying: { say: 'decision-answer', id, to, holds }, lane });
  await annotateDecision(unit, id, { told: { [key]: { round: state.round, at: unit.ctx.now, effect } } });
  return true;
}

/** The thread of the question, or where it is to be posted. */
function backTo(state: DecisionState): Place {
  const { message } = state;
  if (message === null) return (state.raised as Raised).place;
  return { channel: message.channel, thread: message.thread ?? message.ts };
}

/** The message of the question shows how it stands now; an edit pings nobody (D3, O9). Nothing where it does not stand yet. */
export async function editMessage(unit: Unit, id: string): Promise<void> {
  const { state, version } = await unit.load(decisionStream, id);
  if (state.message === null) return;
  const { channel, ts } = state.message;
  await unit.raise({
    effect: `decision-edit/${id}/${version}`,
    place: { channel },
    saying: { say: 'decision', id, tags: [] },
    edits: { channel, ts },
    lane: laneOf(id),
  });
}

/** How far the application has come (D4, D9); it touches nothing of the decision. */
export async function moveApplication(unit: Unit, id: string, move: ApplicationMoved): Promise<OnDecision> {
  const done = await carryOut(unit, id, { do: 'apply', move });
  if ('refused' in done) return done;
  const facts = factsOf(done.decision);
  const blocking = facts.application === 'blocked' ? `needs ${facts.needs}: ${facts.why}` : null;
  const notDone = facts.application === 'applied' ? 'it was applied, and no verification has passed' : null;
  await onOpenItem(unit, id, { do: 'annotate', delta: { blocking, notDone } });
  await editMessage(unit, id);
  return done;
}

/** A verification (D7): passed closes the item; failed opens an applied row again, and its item with it (O3). */
export async function verifyDecision(unit: Unit, config: Config, id: string, verified: Verified): Promise<OnDecision> {
  const done = await carryOut(unit, id, { do: 'verify', verified });
  if ('refused' in done) return done;
  const { now } = unit.ctx;
  const key = decisionKey(id);
  if (verified.state === 'passed') {
    const link = /^https?:\/\/\S+$/.test(verified.revision) ? verified.revision : null;
    const text = `verified against ${verified.revision}: ${verified.evidence}`;
    await onOpenItem(unit, id, { do: 'close', proof: { kind: 'verified', text, link, by: verified.by, at: now } });
  } else {
    const item = await unit.item(key);
    const notDone = `its verification failed against ${verified.revision}: ${verified.evidence}`;
    if (item.state === 'open') await unit.onItem(key, { do: 'annotate', delta: { notDone } });
    else {
      const opening = openingOf(config, done.decision, now);
      await unit.onItem(key, { do: 'open', opening: { ...opening, what: `${opening.what} (${notDone})` } });
    }
    await tellHolder(unit, config, id);
  }
  await editMessage(unit, id);
  return done;
}

/** The message of the question stands in Slack: what happened meanwhile is shown in it, and its item has its link. */
export async function decisionPosted(
  unit: Unit,
  id: string,
  at: { channel: string; ts: string; link: string | null },
  thread: string | null,
): Promise<void> {
  const { state } = await unit.load(decisionStream, id);
  if (!exists(state) || state.message !== null) return;
  await annotateDecision(unit, id, { message: { ...at, thread } });
  if (at.link !== null) await onOpenItem(unit, id, { do: 'annotate', delta: { link: at.link, noLinkWhy: null } });
  await rulingsOfPosted(unit, id);
  if (factsOf(state).decision !== 'pending') await editMessage(unit, id);
}

/** Who acted, as a decision records it. */
export const actedBy = (actor: Actor): string => actor.id;
