/** Ids that renderers write and handlers read. One place, so that neither guesses. */

/** Buttons on pages, on the Home tab and in `show`. Their value is `{key, round}` (see `buttonValue`). */
export const ACTION = {
  take: 'owed_take',
  close: 'owed_close',
  mute: 'owed_mute',
  history: 'owed_history',
  handoff: 'owed_handoff',
  refresh: 'owed_refresh',
} as const;

/** Callback ids of views. */
export const VIEW = {
  close: 'owed_close',
  mute: 'owed_mute',
  take: 'owed_take',
  handoff: 'owed_handoff',
  decide: 'owed_decide',
  decideOther: 'owed_decide_other',
  track: 'owed_track',
  loading: 'owed_loading',
  message: 'owed_message',
  history: 'owed_history',
  home: 'owed_home',
} as const;

/** Inputs: `state.values[block][action]`. */
export const FIELD = {
  key: { block: 'key', action: 'key' },
  proof: { block: 'proof', action: 'proof' },
  why: { block: 'why', action: 'why' },
  muteFor: { block: 'mute_for', action: 'mute_for' },
  to: { block: 'to', action: 'to' },
  lane: { block: 'lane', action: 'lane' },
  item: { block: 'item', action: 'item' },
  customer: { block: 'customer', action: 'customer' },
  origin: { block: 'origin', action: 'origin' },
  subtasks: { block: 'subtasks', action: 'subtasks' },
  what: { block: 'what', action: 'what' },
  owedTo: { block: 'owed_to', action: 'owed_to' },
  question: { block: 'question', action: 'question' },
  options: { block: 'options', action: 'options' },
  task: { block: 'task', action: 'task' },
  deciders: { block: 'deciders', action: 'deciders' },
  waits: { block: 'waits', action: 'waits' },
  answer: { block: 'answer', action: 'answer' },
  bound: { block: 'bound', action: 'bound' },
  pullRequest: { block: 'pull_request', action: 'pull_request' },
} as const;

export type FieldId = (typeof FIELD)[keyof typeof FIELD];

/** What a button carries: the item and the round it was shown for, so that a stale click can be told apart. */
export interface ButtonValue {
  key: string;
  round: number;
}

export function buttonValue(item: { key: string; round: number }): string {
  return JSON.stringify({ key: item.key, round: item.round });
}

/** Reads a button's value, or a view's private metadata; null where it is not one of ours. */
export function readButtonValue(value: string | undefined): ButtonValue | null {
  try {
    const read: unknown = JSON.parse(value ?? '');
    if (typeof read !== 'object' || read === null || !('key' in read) || !('round' in read)) return null;
    return typeof read.key === 'string' && typeof read.round === 'number' ? { key: read.key, round: read.round } : null;
  } catch {
    return null;
  }
}

/** A submitted view's `state.values`. */
export type ViewValues = Record<string, Record<string, Record<string, unknown>>>;

/** What was typed or chosen in one input; null where nothing was. */
export function readField(values: ViewValues, field: FieldId): string | null {
  const element = values[field.block]?.[field.action];
  const chosen = element?.selected_option as { value?: string } | null | undefined;
  const read = element?.value ?? chosen?.value ?? element?.selected_user ?? element?.selected_users;
  const text = Array.isArray(read) ? read.join(',') : typeof read === 'string' ? read.trim() : '';
  return text === '' ? null : text;
}
