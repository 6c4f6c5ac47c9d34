/** The views in which a person says what is missing: close, mute, take, hand off, track (U1, U2, H15). */

import type { ItemView } from '../../ledger/types.js';
import { type Block, plainText, section } from './blocks.js';
import type { RenderContext } from './context.js';
import { code, oneLine } from './escape.js';
import type { View } from './home.js';
import { buttonValue, FIELD, type FieldId, VIEW } from './ids.js';
import { clipShort, LIMITS } from './limits.js';
import { said } from './names.js';
import { messageView } from './views.js';

type Over = Pick<RenderContext, 'config'>;

interface ModalWords {
  id: string;
  title: string;
  submit: string;
  metadata?: string;
}

/** A form. Its private metadata is carried through to the submission. */
export function modal({ id, title, submit, metadata }: ModalWords, blocks: Block[]): View {
  return {
    type: 'modal',
    callback_id: id,
    title: plainText(clipShort(title, LIMITS.modalTitle)),
    submit: plainText(submit),
    close: plainText('Cancel'),
    ...(metadata === undefined ? {} : { private_metadata: clipShort(metadata, LIMITS.metadata) }),
    blocks,
  };
}

interface InputWords {
  label: string;
  hint?: string;
  optional?: boolean;
}

export function input(field: FieldId, element: Record<string, unknown>, { label, hint, optional }: InputWords): Block {
  return {
    type: 'input',
    block_id: field.block,
    optional: optional ?? false,
    label: plainText(label),
    element: { action_id: field.action, ...element },
    ...(hint === undefined ? {} : { hint: plainText(hint) }),
  };
}

export const textInput = (multiline: boolean, initial?: string | null, placeholder?: string) => ({
  type: 'plain_text_input',
  multiline,
  ...(initial ? { initial_value: clipShort(initial, LIMITS.initialValue) } : {}),
  ...(placeholder ? { placeholder: plainText(clipShort(placeholder, 150)) } : {}),
});

const option = (text: string, value: string) => ({ text: plainText(clipShort(text, LIMITS.optionText)), value });

/** Which item a form is about: named when it is known, else chosen from the open ones. */
export type About = { item: ItemView } | { choices: ItemView[] };

function about(which: About, ctx: Over): { blocks: Block[]; metadata?: string } {
  if ('item' in which) {
    const { item } = which;
    return { blocks: [section(`${said(item.what, ctx.config)}\n${code(item.key)}`)], metadata: buttonValue(item) };
  }
  // Slack takes 75 characters for an option's value and a hundred options: a longer key has to be typed.
  const options = which.choices
    .filter((item) => item.key.length <= 75)
    .slice(0, 100)
    .map((item) => option(`${oneLine(item.key)}: ${oneLine(item.what)}`, item.key));
  if (options.length === 0) return { blocks: [input(FIELD.key, textInput(false), { label: 'Key of the item' })] };
  return { blocks: [input(FIELD.key, { type: 'static_select', options }, { label: 'Item' })] };
}

/** Close by hand: the proof has no default (O1). */
export function closeModal(which: About, ctx: Over, proof: string | null = null): View {
  const { blocks, metadata } = about(which, ctx);
  return modal({ id: VIEW.close, title: 'Close', submit: 'Close', metadata }, [
    ...blocks,
    input(FIELD.proof, textInput(true, proof), {
      label: 'What shows that it is done?',
      hint: 'A fact that others can check: a link, a call and its time.',
    }),
  ]);
}

/** How long a mute lasts; `good` is for good. Values are what `readMuteFor` reads. */
export const MUTE_FOR = [
  { text: '4 hours', value: '4h', ms: 4 * 3_600_000 },
  { text: '1 day', value: '1d', ms: 86_400_000 },
  { text: '3 days', value: '3d', ms: 3 * 86_400_000 },
  { text: '1 week', value: '1w', ms: 7 * 86_400_000 },
  { text: 'for good', value: 'good', ms: null },
] as const;

/** Milliseconds, null for good; undefined where it is none of the choices. */
export function readMuteFor(value: string | null): number | null | undefined {
  return MUTE_FOR.find((each) => each.value === value)?.ms;
}

/** Mute: a reason, and for how long (O8). */
export function muteModal(which: About, ctx: Over, why: string | null = null): View {
  const { blocks, metadata } = about(which, ctx);
  const options = MUTE_FOR.map(({ text, value }) => option(text, value));
  return modal({ id: VIEW.mute, title: 'Mute', submit: 'Mute', metadata }, [
    ...blocks,
    input(FIELD.why, textInput(true, why), { label: 'Why?', hint: 'The item closes with your name and this reason.' }),
    input(FIELD.muteFor, { type: 'static_select', options, initial_option: options[1] }, { label: 'For how long?' }),
  ]);
}

/** Take, where the command named no item (O12). */
export function takeModal(choices: ItemView[], ctx: Over): View {
  return modal({ id: VIEW.take, title: 'Take', submit: 'Take' }, about({ choices }, ctx).blocks);
}

export interface HandoffDraft {
  origin: string | null;
  to?: string | null;
  lane?: string | null;
  item?: string | null;
  why?: string | null;
  /** Carried through: where the shortcut was used. */
  metadata?: string;
}

/** Hand off (H15): the same fields as the grammar's. Seats are this configuration's, without our own. */
export function handoffModal(draft: HandoffDraft, ctx: Over): View {
  const { config } = ctx;
  const seats = [...config.seats.values()].filter((seat) => seat.key !== config.seat);
  const options = seats.map((seat) => option(oneLine(seat.name), seat.key));
  const chosen = options.find((each) => each.value === draft.to);
  const customer = [option('work it out', 'auto'), option('yes', 'yes'), option('no', 'no')];
  if (options.length === 0) return messageView('Hand off', 'There is no other seat to hand work to.');
  const select = { type: 'static_select', options, ...(chosen ? { initial_option: chosen } : {}) };
  return modal({ id: VIEW.handoff, title: 'Hand off', submit: 'Hand off', metadata: draft.metadata }, [
    input(FIELD.to, select, { label: 'To which seat?' }),
    input(FIELD.lane, textInput(false, draft.lane, 'leads'), { label: 'Lane', hint: 'The stream of work.' }),
    input(FIELD.item, textInput(false, draft.item, 'western-slope-alert'), { label: 'Item', hint: 'The thing in it.' }),
    input(FIELD.why, textInput(true, draft.why, 'the call has to come from her number'), {
      label: 'Why that seat?',
      hint: 'More than whose area it is.',
    }),
    input(
      FIELD.customer,
      { type: 'static_select', options: customer, initial_option: customer[0] },
      { label: 'Is a customer waiting?' },
    ),
    input(FIELD.origin, textInput(false, draft.origin, 'https://…'), {
      label: 'Where it began',
      hint: 'The link of the message; its thread hears how it goes.',
      optional: true,
    }),
    input(FIELD.subtasks, textInput(true), { label: 'Subtasks', hint: 'One a line.', optional: true }),
  ]);
}

/** The subtasks typed in the form, one a line. */
export function readSubtasks(text: string | null): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => oneLine(line.replace(/^\s*(?:[-•*]\s+)?(?:\[[ xX]?\]\s*)?/, '')))
    .filter((line) => line !== '');
}

/** How long until a tracked message pages. Values are what `readTrackBound` reads. */
export const TRACK_BOUNDS = [
  { text: '1 hour', value: '1h', ms: 3_600_000 },
  { text: '4 hours', value: '4h', ms: 4 * 3_600_000 },
  { text: '1 day', value: '1d', ms: 86_400_000 },
  { text: '3 days', value: '3d', ms: 3 * 86_400_000 },
  { text: '1 week', value: '1w', ms: 7 * 86_400_000 },
] as const;

/** Milliseconds; undefined where it is none of the choices. */
export function readTrackBound(value: string | null): number | undefined {
  return TRACK_BOUNDS.find((each) => each.value === value)?.ms;
}

/** The message that the shortcut was used on, carried through the form. */
export interface TrackedMessage {
  channel: string;
  ts: string;
  /** The first message of its thread; null where it stands at the top level. */
  thread: string | null;
}

/** Reads a view's private metadata; null where it is not one of ours. */
export function readTracked(metadata: string | undefined): TrackedMessage | null {
  try {
    const read = JSON.parse(metadata ?? '') as Partial<TrackedMessage> | null;
    const { channel, ts, thread } = read ?? {};
    if (typeof channel !== 'string' || typeof ts !== 'string') return null;
    return { channel, ts, thread: typeof thread === 'string' ? thread : null };
  } catch {
    return null;
  }
}

/** "Owed: track this…" (U2): what is owed, to whom, until when, and what would prove it. */
export function trackModal(draft: { what: string | null; metadata?: string }): View {
  const options = TRACK_BOUNDS.map(({ text, value }) => option(text, value));
  return modal({ id: VIEW.track, title: 'Track this', submit: 'Track', metadata: draft.metadata }, [
    input(FIELD.what, textInput(true, draft.what), { label: 'What is owed?' }),
    input(FIELD.owedTo, { type: 'users_select' }, { label: 'To whom?' }),
    input(
      FIELD.bound,
      { type: 'static_select', options, initial_option: options[2] },
      { label: 'When does it page?', hint: 'Once, when nothing has closed it by then.' },
    ),
    input(FIELD.pullRequest, textInput(false, null, 'https://github.com/org/app/pull/12'), {
      label: 'Which pull request proves it?',
      hint: 'Its merge closes the item. Without one a person closes it, or a later DONE line.',
      optional: true,
    }),
  ]);
}
