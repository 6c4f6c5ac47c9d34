/** The forms of decisions: asking one (`/owed decide`), and words of one's own in place of an option (D3). */

import type { DecisionView } from '../../ledger/types.js';
import { section } from './blocks.js';
import type { RenderContext } from './context.js';
import { code } from './escape.js';
import type { View } from './home.js';
import { FIELD, VIEW } from './ids.js';
import { input, modal, textInput } from './modals.js';
import { said } from './names.js';

type Over = Pick<RenderContext, 'config'>;

/** Asks a question. Whoever is chosen may decide; nobody chosen is this seat's human. */
export function decideModal(ctx: Over): View {
  const { config } = ctx;
  const human = config.people.get(config.seats.get(config.seat)?.human ?? '');
  const deciders = {
    type: 'multi_users_select',
    ...(human ? { initial_users: [human.user] } : {}),
  };
  return modal({ id: VIEW.decide, title: 'Decide', submit: 'Ask' }, [
    input(FIELD.question, textInput(true, null, 'Ship the importer today?'), { label: 'What is to be decided?' }),
    input(FIELD.options, textInput(true, null, 'ship: customers see it today'), {
      label: 'Options',
      hint: 'One a line; what it leads to may follow after ": ".',
    }),
    input(FIELD.deciders, deciders, { label: 'Who may decide?', optional: true }),
    input(FIELD.task, textInput(false, null, 'leads/importer'), {
      label: 'Task',
      hint: 'What it belongs to; whoever holds that is told the answer.',
      optional: true,
    }),
    input(FIELD.waits, textInput(true), { label: 'What waits on it?', optional: true }),
  ]);
}

/** "Other…": an answer in one's own words. Its metadata names the decision. */
export function otherModal(view: DecisionView, ctx: Over): View {
  return modal({ id: VIEW.decideOther, title: 'Other…', submit: 'Decide', metadata: view.id }, [
    section(`*${said(view.question, ctx.config)}*\n${code(`decision:${view.id}`)}`),
    input(FIELD.answer, textInput(true), {
      label: 'What do you decide?',
      hint: 'It is recorded as your answer, and ends the question.',
    }),
  ]);
}

/** The options typed in the form, one a line. */
export const readOptionLines = (text: string | null): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.replace(/^\s*[-•*]\s+/, '').trim())
    .filter((line) => line !== '');
