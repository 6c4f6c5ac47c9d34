import { nearest } from '../messages/parse/index.js';
import {
  type Asker,
  actorOf,
  atUtc,
  byOf,
  notFound,
  type Request,
  refused,
  usage,
  type VerbContext,
  type VerbResult,
} from './context.js';
import { sameLabel } from './decision-options.js';
import { nameOf } from './items.js';
import { APPLICATION_WORDS, type DecisionRefused, type DecisionView } from './ledger.js';

/** What people and agents may do about a decision that was asked. Answering is a person's (D8, X1). */

export interface DecisionDone {
  view: DecisionView;
  /** One sentence for whoever asked. */
  sentence: string;
}

/** Finds the one decision that was meant: its id, with or without its kind, or the beginning of one. */
export async function findDecision(ctx: VerbContext, typed: string): Promise<VerbResult<DecisionView>> {
  const id = typed.trim().replace(/^decision:/i, '');
  const exact = id === '' ? null : await ctx.ledger.decisions.view(id);
  if (exact) return { ok: true, value: exact };
  const ids = await ctx.ledger.decisions.ids();
  const begun = id.length < 3 ? [] : ids.filter((each) => each.startsWith(id.toLowerCase()));
  if (begun.length > 1)
    return refused(`"${typed}" begins several decisions; write one of ${begun.slice(0, 10).join(', ')}.`);
  const one = begun[0] === undefined ? null : await ctx.ledger.decisions.view(begun[0]);
  if (one) return { ok: true, value: one };
  const near = nearest(id, ids);
  const hint = near ? `Did you mean ${near}?` : '`owed decision list` lists them.';
  return notFound(`There is no decision "${typed}". ${hint}`);
}

export interface Answering {
  id: string;
  /** An option's name; null with `other`. */
  choice: string | null;
  /** Words of one's own, in place of an option. */
  other: string | null;
  /** The option's place, where a button was pressed: its name has to be there still. */
  option?: number | null;
  how: 'click' | 'modal' | 'command-line';
}

/** A person's answer (D3, D8): the first allowed one wins, and everybody after is told so. */
export async function answerDecision(
  ctx: VerbContext,
  request: Request,
  answer: Answering,
): Promise<VerbResult<DecisionDone>> {
  if (request.asker.kind !== 'human') return refused('Only a person answers a decision; nothing was changed.');
  const found = await findDecision(ctx, answer.id);
  if (!found.ok) return found;
  const { id, options } = found.value;
  const said = (answer.other ?? answer.choice ?? '').replace(/\s+/g, ' ').trim();
  if (!said) return usage('An answer names one of the options, for example --choice ship, or gives --other "…".');
  let option: number | null = null;
  if (answer.other === null) {
    option = answer.option ?? options.findIndex((each) => sameLabel(each.label) === sameLabel(said));
    if (option < 0 || sameLabel(options[option]?.label ?? '') !== sameLabel(said)) {
      return refused(
        noSuchOption(
          id,
          said,
          options.map((each) => each.label),
        ),
      );
    }
  }
  const choice = option === null ? said : (options[option]?.label as string);
  const act = { now: ctx.now(), actor: actorOf(request.asker), cause: request.cause };
  const decided = { choice, option, by: byOf(request.asker), name: request.asker.name, how: answer.how };
  const applied = await ctx.ledger.decisions.answer(act, id, decided);
  if (applied.applied && 'refused' in applied.value) return refused(refusalOf(ctx, id, applied.value));
  return done(ctx, id, (view) => `decision:${id} is decided: ${view.answer?.choice ?? choice}.`);
}

/** Whether a person may decide on it now; the sentence says why not. The answer itself is held against the row again. */
export async function mayDecide(ctx: VerbContext, asker: Asker, id: string): Promise<VerbResult<DecisionView>> {
  const found = await findDecision(ctx, id);
  if (!found.ok) return found;
  const { answer, facts, deciders, supersededBy } = found.value;
  if (facts.decision === 'superseded') {
    return refused(refusalOf(ctx, found.value.id, { refused: 'superseded', by: supersededBy }));
  }
  if (answer) return refused(refusalOf(ctx, found.value.id, { refused: 'answered', ...answer }));
  if (!deciders.includes(byOf(asker))) {
    return refused(refusalOf(ctx, found.value.id, { refused: 'not-a-decider', deciders }));
  }
  return found;
}

const noSuchOption = (id: string, said: string, labels: string[]): string => {
  const near = nearest(said, labels);
  const known = labels.map((label) => `"${label}"`).join(', ');
  return `decision:${id} has no option "${said}"${near ? `; did you mean "${near}"` : ''}; its options are ${known}. Nothing was changed.`;
};

async function done(
  ctx: VerbContext,
  id: string,
  sentence: (view: DecisionView) => string,
): Promise<VerbResult<DecisionDone>> {
  const view = await ctx.ledger.decisions.view(id);
  if (view === null) return notFound(`There is no decision "${id}".`);
  return { ok: true, value: { view, sentence: sentence(view) } };
}

export interface Applying {
  id: string;
  state: string;
  needs: string | null;
  why: string | null;
  /** Who executes it; whoever holds its task unless given. */
  holder: string | null;
}

/** How far the application has come (D4, D9). A word that is none of ours is refused here; a reader shows it as unknown (D2). */
export async function applyDecision(
  ctx: VerbContext,
  request: Request,
  asked: Applying,
): Promise<VerbResult<DecisionDone>> {
  const state = APPLICATION_WORDS.find((word) => word === asked.state.trim().toLowerCase());
  if (!state) {
    const near = nearest(asked.state, APPLICATION_WORDS);
    const hint = near ? ` Did you mean ${near}?` : '';
    return usage(
      `"${asked.state}" is no state of an application; write one of ${APPLICATION_WORDS.join(', ')}.${hint}`,
    );
  }
  const [needs, why] = [asked.needs?.trim() || null, asked.why?.trim() || null];
  if (state === 'blocked' && (needs === null || why === null)) {
    return usage('blocked names what it needs and why: --needs human-identity --why "the form takes no bot".');
  }
  if (state !== 'blocked' && (needs !== null || why !== null)) {
    return usage(`--needs and --why belong to blocked, not to ${state}.`);
  }
  const found = await findDecision(ctx, asked.id);
  if (!found.ok) return found;
  const { id } = found.value;
  const given = asked.holder?.trim() || null;
  if (given !== null && (state === 'queued' || state === 'applied') && found.value.facts.application !== 'executing') {
    return usage('--holder says who executes it; it belongs to executing, or to what is executing now.');
  }
  const holder = given ?? (state === 'executing' ? await holderName(ctx, request.asker, found.value) : null);
  const act = { now: ctx.now(), actor: actorOf(request.asker), cause: request.cause };
  const applied = await ctx.ledger.decisions.apply(act, id, { state, needs, why, holder });
  if (applied.applied && 'refused' in applied.value) return refused(refusalOf(ctx, id, applied.value));
  return done(ctx, id, () => appliedSentence(id, state, needs, holder));
}

/** Whoever holds the task, else the session that asked, else whoever says so (D5). */
async function holderName(ctx: VerbContext, asker: Asker, view: DecisionView): Promise<string> {
  const holder = await ctx.ledger.decisions.holder(view.task);
  if (holder) return holder.by === 'seat' ? holder.seat : holder.name;
  return view.asker.session ?? byOf(asker);
}

function appliedSentence(id: string, state: string, needs: string | null, holder: string | null): string {
  switch (state) {
    case 'blocked':
      return `decision:${id} stays decided; its application is blocked and needs ${needs}.`;
    case 'executing':
      return `decision:${id} is executing by ${holder}.`;
    case 'applied':
      return `decision:${id} is applied; it is owed until \`owed decision verified ${id} --revision … --evidence …\`.`;
    default:
      return `decision:${id} is queued.`;
  }
}

export interface Verifying {
  id: string;
  revision: string;
  evidence: string;
  failed: boolean;
}

/** A verification names what it was taken against and what was seen (D7); only a deliberate act records a failure. */
export async function verifyDecision(
  ctx: VerbContext,
  request: Request,
  asked: Verifying,
): Promise<VerbResult<DecisionDone>> {
  const [revision, evidence] = [asked.revision.trim(), asked.evidence.trim()];
  if (!revision || !evidence) {
    return usage('A verification names both: --revision org/app@a1b2c3 --evidence "saw it live at 16:10".');
  }
  const found = await findDecision(ctx, asked.id);
  if (!found.ok) return found;
  const { id } = found.value;
  const act = { now: ctx.now(), actor: actorOf(request.asker), cause: request.cause };
  const state = asked.failed ? ('failed' as const) : ('passed' as const);
  const verified = { state, revision, evidence, by: byOf(request.asker) };
  const applied = await ctx.ledger.decisions.verify(act, id, verified);
  if (applied.applied && 'refused' in applied.value) return refused(refusalOf(ctx, id, applied.value));
  const sentence = asked.failed
    ? `decision:${id} failed against ${revision}; it is queued again.`
    : `decision:${id} passed against ${revision}; nothing of it is owed any more.`;
  return done(ctx, id, () => sentence);
}

/** Why nothing was changed, in one sentence (U6). */
export function refusalOf(ctx: VerbContext, id: string, refusal: DecisionRefused): string {
  const key = `decision:${id}`;
  switch (refusal.refused) {
    case 'no-such-decision':
      return `There is no decision "${id}".`;
    case 'exists':
      return `${key} was asked before; nothing was changed.`;
    case 'answered':
      return `${key} was answered already: ${nameOf(ctx, refusal.by)} chose "${refusal.choice}" at ${atUtc(refusal.at)}. Nothing was changed; a changed mind is a new question that supersedes it.`;
    case 'superseded':
      return `${key} was superseded by decision:${refusal.by ?? '?'}; nothing was changed.`;
    case 'not-a-decider': {
      const names = refusal.deciders.map((who) => nameOf(ctx, who)).join(', ') || 'nobody';
      return `Only ${names} may decide ${key}; nothing was changed.`;
    }
    case 'no-such-option':
      return noSuchOption(id, refusal.choice, refusal.options);
    case 'not-decided':
      return refusal.facts.decision === 'pending'
        ? `${key} is not decided yet, so there is nothing to apply or verify.`
        : `${key} reads ${refusal.facts.decision}; nothing was changed.`;
    case 'already':
      return `${key} is ${refusal.state} already${refusal.holder ? `, by ${nameOf(ctx, refusal.holder)}` : ''}.`;
    case 'held':
      return `${key} is executing by ${nameOf(ctx, refusal.holder)} since ${atUtc(refusal.since)}; two never apply one decision.`;
    case 'applied':
      return `${key} is applied; only a failed verification opens it again.`;
    case 'not-applied':
      return `${key} is ${refusal.facts.application ?? 'not decided'}, not applied; there is nothing to verify yet.`;
    case 'failed-before':
      return `${key} failed its verification before, and is queued again.`;
    default:
      return refusal satisfies never;
  }
}

/** Whom the last words of a row went to, for people: `Trinity: delivered`. */
export function driveWords(ctx: VerbContext, drive: DecisionView['drives'][number]): string {
  const who = drive.holder.startsWith('seat:')
    ? nameOf(ctx, drive.holder.slice(5))
    : drive.holder.replace(/^package:/, '');
  return `${who}: ${drive.outcome}`;
}
