/** A decision in Slack: its question with one button an option, how it was answered, and what its holder is told (§8). */

import type { DecisionView, Rendered } from '../../ledger/types.js';
import { actions, type Block, message, sections } from './blocks.js';
import type { RenderConfig, RenderContext } from './context.js';
import { code, mention, words } from './escape.js';
import { LIMITS } from './limits.js';
import { list, nameOf, namesOf, said } from './names.js';
import { dayTime } from './times.js';

/** Buttons of a decision: `owed_decide_0`, …, and `owed_decide_other`. */
export const DECIDE = { option: 'owed_decide_', other: 'owed_decide_other' } as const;
export const DECIDE_PATTERN = /^owed_decide_(?:\d+|other)$/;

/** What a button of a decision carries. */
export interface DecideValue {
  id: string;
  /** The option's place in the list; null is "Other…". */
  option: number | null;
  label: string;
}

export const decideValue = (value: DecideValue): string => JSON.stringify(value);

/** Reads a button's value; null where it is none of ours. */
export function readDecideValue(value: string | undefined): DecideValue | null {
  try {
    const read = JSON.parse(value ?? '') as Partial<DecideValue> | null;
    if (typeof read?.id !== 'string' || typeof read.label !== 'string') return null;
    return { id: read.id, label: read.label, option: typeof read.option === 'number' ? read.option : null };
  } catch {
    return null;
  }
}

const GONE = 'A question was asked here, and its record cannot be read.';

/** The question as it stands now: open with its buttons, or who chose what, when (D3). */
export function renderDecision(saying: { tags: string[] }, ctx: RenderContext): Rendered {
  const view = ctx.decision ?? null;
  if (view === null) return message(GONE);
  const { config } = ctx;
  if (view.facts.decision !== 'pending') {
    const lines = settledLines(view, config);
    return message(lines.join('\n'), sections(lines));
  }
  const tags = saying.tags.map(mention).filter((tag) => tag !== null);
  const start = tags.length === 0 ? '' : `${tags.join(' ')} `;
  const lines = [
    `${start}*To decide: ${said(view.question, config)}*`,
    ...optionLines(view, config),
    ...factLines(view, config),
  ];
  const labels = [...view.options.map((option) => words(option.label)), 'Other…'];
  const blocks: Block[] = [...sections(lines), ...buttons(view)];
  return message([...lines, `Buttons: ${list(labels)}.`].join('\n'), blocks);
}

const optionLines = (view: DecisionView, config: RenderConfig): string[] =>
  view.options.map(
    ({ label, consequence }) => `• *${words(label)}*${consequence === null ? '' : `: ${said(consequence, config)}`}`,
  );

function factLines(view: DecisionView, config: RenderConfig): string[] {
  const lines: string[] = [];
  if (view.task !== null) lines.push(`*Task:* ${code(view.task)}`);
  if (view.waits !== null) lines.push(`*Waiting on it:* ${said(view.waits, config)}`);
  lines.push(`*May decide:* ${namesOf(view.deciders, config)}`);
  if (view.supersedes !== null) lines.push(`*Replaces:* ${code(`decision:${view.supersedes}`)}`);
  lines.push(...rulingLines(view));
  const why = cameBecause(view, config);
  if (why !== null) lines.push(why);
  lines.push(
    `Asked by ${nameOf(view.asker.user ?? view.asker.id, config)}, ${dayTime(view.raisedAt)} · ${code(`decision:${view.id}`)}`,
  );
  return lines;
}

/** Why it comes to a person, where rungs are configured (R6). */
function cameBecause(view: DecisionView, config: RenderConfig): string | null {
  if (view.ladder?.said === 'refused')
    return `It comes to you because a rung refused: ${said(view.ladder.why, config)}`;
  if (view.ladder?.said === 'disagreed')
    return `It comes to you because the rungs disagreed: ${said(view.ladder.why, config)}`;
  return config.rungs && !view.rungs ? 'It is human-only: whoever asked lets no rung be asked.' : null;
}

const rulingLines = (view: DecisionView): string[] =>
  view.rulings.map(
    (receipt) => `A ruling was delivered (receipt ${code(receipt)}); it is nobody's answer, and decides nothing.`,
  );

function buttons(view: DecisionView): Block[] {
  const found = view.options.map((option, index) => ({
    id: `${DECIDE.option}${index}`,
    text: option.label,
    value: decideValue({ id: view.id, option: index, label: option.label }),
  }));
  const other = { id: DECIDE.other, text: 'Other…', value: decideValue({ id: view.id, option: null, label: '' }) };
  return actions(null, [...found.filter((each) => each.value.length <= LIMITS.value), other]);
}

/** By whom, and by what means: a click is a click, and an answer by command line never shows as one (D8). */
export function answeredBy(view: DecisionView, config: RenderConfig): string {
  if (view.answer === null) return 'by nobody whose name was recorded';
  const name = nameOf(view.answer.by, config);
  switch (view.answer.how) {
    case 'click':
      return `chosen by ${name} with a click, ${dayTime(view.answer.at)}`;
    case 'modal':
      return `written by ${name} in the form, ${dayTime(view.answer.at)}`;
    case 'command-line':
      return `by command line, in the name of ${name}, ${dayTime(view.answer.at)}`;
    default:
      return view.answer.how satisfies never;
  }
}

function settledLines(view: DecisionView, config: RenderConfig): string[] {
  const { facts } = view;
  const question = said(view.question, config);
  const lines: string[] = [];
  if (facts.decision === 'superseded') {
    lines.push(`*Superseded: ${question}*`, `Replaced by ${code(`decision:${view.supersededBy ?? '?'}`)}`);
  } else if (facts.decision === 'decided') lines.push(`*Decided: ${question}*`);
  else
    lines.push(`*Unknown: ${question}*`, 'Nobody wrote down what its state means, so it is neither open nor decided.');
  if (view.answer !== null) lines.push(`*${words(view.answer.choice)}*, ${answeredBy(view, config)}`);
  if (facts.decision === 'decided') lines.push(`*Application:* ${applicationWords(view, config)}`);
  if (facts.verified !== null && facts.application === 'applied')
    lines.push(`*Verification:* ${said(facts.verified, config)}`);
  if (facts.verification === 'failed') lines.push(`*Verification:* ${said(facts.verified ?? 'failed', config)}`);
  lines.push(...rulingLines(view));
  lines.push(code(`decision:${view.id}`));
  return lines;
}

/** How far its application has come, in words. */
export function applicationWords(view: DecisionView, config: RenderConfig): string {
  const { application, needs, why, holder } = view.facts;
  if (application === 'blocked')
    return `blocked: needs ${words(needs ?? '')}${why === null ? '' : `: ${said(why, config)}`}`;
  if (application === 'executing') return `executing by ${holder === null ? 'somebody' : nameOf(holder, config)}`;
  return application ?? 'nothing to apply yet';
}

/** To whoever holds the task, else to where it was asked: what was decided, and that it is theirs to go on with (D9). */
export function renderDecisionAnswer(
  saying: { to: string | null; holds: string | null },
  ctx: RenderContext,
): Rendered {
  const view = ctx.decision ?? null;
  if (view === null) return message(GONE);
  const { config } = ctx;
  const tag = saying.to === null ? null : mention(saying.to);
  const start = tag === null ? '' : `${tag} `;
  const lines = [
    `${start}*Decided: ${words(view.answer?.choice ?? '?')}* on “${said(view.question, config)}” (${code(`decision:${view.id}`)}), ${answeredBy(view, config)}.`,
  ];
  if (view.facts.verification === 'failed')
    lines.push(`It was applied, and its verification ${said(view.facts.verified ?? 'failed', config)}.`);
  const task = view.task === null ? null : code(view.task);
  if (saying.holds !== null)
    lines.push(
      `${nameOf(saying.holds, config)} holds ${task ?? 'it'}: please go on with it, and say when it is applied or what blocks it.`,
    );
  else if (task !== null)
    lines.push(`Nobody holds ${task} now, so this comes to where it was asked; whoever asked goes on with it.`);
  else lines.push('It belongs to no task, so this comes to where it was asked; whoever asked goes on with it.');
  return message(lines.join('\n'));
}
