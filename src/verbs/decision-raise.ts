import { createHash } from 'node:crypto';
import type { Config } from '../config/types.js';
import { actorOf, byOf, type Request, refused, usage, type VerbContext, type VerbResult } from './context.js';
import { findDecision, refusalOf } from './decision.js';
import { readOptions } from './decision-options.js';
import type { DecisionView, Place } from './ledger.js';
import { personNamed, unknownPerson } from './people.js';

export interface DecisionRequest {
  question: string;
  /** Each `LABEL`, or `LABEL: what it leads to`. */
  options: string[];
  task: string | null;
  /** Names, keys or Slack ids; this seat's human where nobody is named. */
  deciders: string[];
  waits: string | null;
  /** How long it may stay unapplied once it is decided, milliseconds; null is the kind's bound. */
  bound: number | null;
  channel: string | null;
  thread: string | null;
  session: string | null;
  /** The decision that it replaces: a changed mind (D3). */
  supersedes: string | null;
  /** Whether rungs may be asked about it meanwhile (R6). */
  rungs: boolean;
}

export interface DecisionRaised {
  view: DecisionView;
  /** The row of the outbox with the question. */
  effect: string;
  sentence: string;
}

const LONGEST_QUESTION = 2000;

/** Puts a question to people (D3): its row and its message, in one act. */
export async function raiseDecision(
  ctx: VerbContext,
  request: Request,
  asked: DecisionRequest,
): Promise<VerbResult<DecisionRaised>> {
  const { config } = ctx;
  const question = asked.question.trim();
  if (!question) return usage('A decision asks a question: --question "Ship the importer today?".');
  if (question.length > LONGEST_QUESTION) return usage(`A question has at most ${LONGEST_QUESTION} characters.`);
  if (asked.rungs && config.rungs === null) {
    return refused('No rungs are configured (rungs.ask), so none can be asked; nothing was asked.');
  }
  const options = readOptions(asked.options);
  if (typeof options === 'string') return usage(options);
  const deciders = decidersOf(asked.deciders, config);
  if (!deciders.ok) return deciders;
  let supersedes: string | null = null;
  if (asked.supersedes !== null) {
    const old = await findDecision(ctx, asked.supersedes);
    if (!old.ok) return old;
    supersedes = old.value.id;
  }
  const { asker } = request;
  const raised = {
    question,
    options,
    task: asked.task?.trim() || null,
    deciders: deciders.value,
    waits: asked.waits?.trim() || null,
    bound: asked.bound,
    asker: { kind: asker.kind, id: byOf(asker), name: asker.name, user: asker.user, session: asked.session },
    place: placeOf(asked, deciders.value, config),
    supersedes,
    rungs: asked.rungs,
  };
  const id = idOf(`${config.seat}:${request.cause}`);
  const act = { now: ctx.now(), actor: actorOf(asker), cause: request.cause };
  const tags = 'dm' in raised.place ? [] : deciders.value.map((who) => config.people.get(who)?.user ?? who);
  const applied = await ctx.ledger.decisions.raise(act, id, raised, tags);
  if (applied.applied && 'refused' in applied.value) {
    return refused(refusalOf(ctx, supersedes ?? id, applied.value));
  }
  const view = await ctx.ledger.decisions.view(id);
  if (view === null) return refused('That request was used for something else before; nothing was asked.');
  const old = supersedes === null ? '' : ` It replaces decision:${supersedes}.`;
  const who = deciders.value.map((each) => config.people.get(each)?.name ?? each).join(', ');
  return {
    ok: true,
    value: { view, effect: `decision/${id}`, sentence: `decision:${id} is asked; ${who} may decide.${old}` },
  };
}

/** The same request makes the same id, so that repeating it asks nothing twice (L5). */
const idOf = (cause: string): string => {
  const bytes = createHash('sha256').update(cause).digest();
  return `d${[...bytes.subarray(0, 9)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
};
/** Without letters and digits that look alike: people type these. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';

function decidersOf(named: readonly string[], config: Config): VerbResult<string[]> {
  const human = config.seats.get(config.seat)?.human ?? config.overseer;
  if (named.length === 0) return { ok: true, value: [human] };
  const deciders: string[] = [];
  for (const name of named) {
    const person = personNamed(name, config);
    const id = /^(?:<@)?([UW][A-Z0-9]{2,})(?:\|[^>]*)?>?$/.exec(name.trim())?.[1];
    if (!person && !id) return refused(unknownPerson(name, config));
    if (config.allowed && !(person && config.allowed.includes(person.key))) {
      const names = config.allowed.map((key) => config.people.get(key)?.name ?? key).join(', ');
      return refused(`${person?.name ?? id} may not decide; the configuration allows ${names}.`);
    }
    deciders.push(person?.key ?? (id as string));
  }
  return { ok: true, value: [...new Set(deciders)] };
}

/**
 * Where a question is posted (D3): where it was asked for, else the decisions channel, else the sole decider's DM when it is
 * this seat's own human and takes DMs, else alerts. Pure.
 */
export function placeOf(
  asked: Pick<DecisionRequest, 'channel' | 'thread'>,
  deciders: readonly string[],
  config: Pick<Config, 'channels' | 'people' | 'seats' | 'seat'>,
): Place {
  if (asked.channel !== null) return { channel: asked.channel, thread: asked.thread };
  if (config.channels.decisions !== null) return { channel: config.channels.decisions };
  const [only, ...others] = deciders;
  const person = only === undefined || others.length > 0 ? undefined : config.people.get(only);
  if (person && person.key === config.seats.get(config.seat)?.human && person.pages === 'dm')
    return { dm: person.user };
  return { channel: config.channels.alerts };
}
