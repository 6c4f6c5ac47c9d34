import { createHash } from 'node:crypto';
import { elementsOf, fillIn } from './blocks/blocks.js';
import { checkView } from './blocks/views.js';
import type { State } from './state.js';
import { type Block, Refusal, type StateValue, type StateValues, type View } from './types.js';

const MAX_VIEW_JSON = 250_000;
/** A modal and the views pushed on it. */
const MAX_STACK = 3;

/** Throws `invalid_arguments` with the reasons, or `view_too_large`. */
export function acceptView(view: unknown, type: 'modal' | 'home'): Partial<View> & { blocks: Block[] } {
  const messages = checkView(view, type);
  if (messages.length > 0) throw new Refusal('invalid_arguments', { response_metadata: { messages } });
  if (JSON.stringify(view).length > MAX_VIEW_JSON) throw new Refusal('view_too_large');
  return view as Partial<View> & { blocks: Block[] };
}

const FIRST: Record<string, { field: string; from: string }> = {
  static_select: { field: 'selected_option', from: 'initial_option' },
  radio_buttons: { field: 'selected_option', from: 'initial_option' },
  users_select: { field: 'selected_user', from: 'initial_user' },
  channels_select: { field: 'selected_channel', from: 'initial_channel' },
  conversations_select: { field: 'selected_conversation', from: 'initial_conversation' },
  datepicker: { field: 'selected_date', from: 'initial_date' },
  timepicker: { field: 'selected_time', from: 'initial_time' },
  datetimepicker: { field: 'selected_date_time', from: 'initial_date_time' },
  checkboxes: { field: 'selected_options', from: 'initial_options' },
  multi_static_select: { field: 'selected_options', from: 'initial_options' },
  multi_users_select: { field: 'selected_users', from: 'initial_users' },
  multi_channels_select: { field: 'selected_channels', from: 'initial_channels' },
};
const LISTS = new Set(['selected_options', 'selected_users', 'selected_channels']);

/** The field of a state value that holds the answer for this type of element; undefined for buttons and the like. */
export function answerField(type: string): string | undefined {
  if (FIRST[type]) return FIRST[type].field;
  return /_input$/.test(type) ? 'value' : undefined;
}

/** The answers of a view before anybody touches it, or, for the same ids and types, those given already. */
export function initialValues(blocks: Block[], kept: StateValues = {}): StateValues {
  const values: StateValues = {};
  for (const block of blocks) {
    for (const element of elementsOf(block)) {
      const field = answerField(element.type);
      if (!field) continue;
      const blockId = String(block.block_id);
      const actionId = String(element.action_id);
      const before = kept[blockId]?.[actionId];
      const initial = element[FIRST[element.type]?.from ?? 'initial_value'] ?? (LISTS.has(field) ? [] : null);
      const value: StateValue = before?.type === element.type ? before : { type: element.type, [field]: initial };
      values[blockId] = { ...values[blockId], [actionId]: value };
    }
  }
  return values;
}

/** Everything done to views: modals in a stack for each person, and one Home tab for each app and person. */
export class Views {
  constructor(private readonly state: State) {}

  private build(appId: string, given: Partial<View> & { blocks: Block[] }, base: Partial<View>): View {
    const { state } = this;
    if (given.external_id && this.byExternal(appId, given.external_id, base.id))
      throw new Refusal('duplicate_external_id');
    const blocks = fillIn(given.blocks, () => state.nextId(''));
    const id = base.id ?? state.nextId('V');
    return {
      id,
      app_id: appId,
      type: given.type ?? 'modal',
      ...(given.type === 'home'
        ? {}
        : { title: given.title, submit: given.submit ?? null, close: given.close ?? null }),
      blocks,
      private_metadata: given.private_metadata ?? '',
      callback_id: given.callback_id ?? '',
      external_id: given.external_id ?? '',
      hash: `${state.seconds()}.${createHash('md5').update(state.nextId('')).digest('hex').slice(0, 8)}`,
      clear_on_close: given.clear_on_close ?? false,
      notify_on_close: given.notify_on_close ?? false,
      root_view_id: base.root_view_id ?? id,
      previous_view_id: base.previous_view_id ?? null,
      values: initialValues(blocks, base.values),
    };
  }

  private byExternal(appId: string, externalId: string, except?: string): View | undefined {
    const all = [...this.state.modals.values()].flat();
    return all.find((view) => view.app_id === appId && view.external_id === externalId && view.id !== except);
  }

  stack(user: string): View[] {
    return this.state.modals.get(user) ?? [];
  }

  private set(user: string, stack: View[]): void {
    this.state.modals.set(user, stack);
    this.state.changed({ what: 'view', user });
  }

  /** A modal in place of whatever this person had open. */
  open(appId: string, user: string, given: unknown): View {
    const view = this.build(appId, acceptView(given, 'modal'), {});
    this.set(user, [view]);
    return view;
  }

  /** A modal on top of the app's open one. Throws `push_limit_reached`, or `not_found` when nothing is open. */
  push(appId: string, user: string, given: unknown): View {
    const stack = this.stack(user);
    const top = stack.at(-1);
    if (!top || top.app_id !== appId) throw new Refusal('not_found');
    if (stack.length >= MAX_STACK) throw new Refusal('push_limit_reached');
    const base = { root_view_id: top.root_view_id, previous_view_id: top.id };
    const view = this.build(appId, acceptView(given, 'modal'), base);
    this.set(user, [...stack, view]);
    return view;
  }

  /** New content for an open modal. Throws `not_found`, or `hash_conflict` when it changed meanwhile. */
  update(appId: string, by: { id?: string; externalId?: string; hash?: string }, given: unknown): View {
    for (const [user, stack] of this.state.modals) {
      const old = stack.find(({ id, external_id, app_id }) => {
        return app_id === appId && (by.id ? id === by.id : external_id !== '' && external_id === by.externalId);
      });
      if (!old) continue;
      const accepted = acceptView(given, 'modal');
      if (by.hash && by.hash !== old.hash) throw new Refusal('hash_conflict');
      const view = this.build(appId, accepted, old);
      this.set(
        user,
        stack.map((each) => (each.id === old.id ? view : each)),
      );
      return view;
    }
    throw new Refusal('not_found');
  }

  publish(appId: string, user: string, given: unknown, hash?: string): View {
    const key = `${appId}:${user}`;
    const old = this.state.homes.get(key);
    const accepted = acceptView(given, 'home');
    if (hash && old && hash !== old.hash) throw new Refusal('hash_conflict');
    const view = this.build(appId, accepted, old ?? {});
    this.state.homes.set(key, view);
    this.state.changed({ what: 'home', user });
    return view;
  }

  /** Takes the top view away; all of them when `everything` is set. Returns those that went, the top one first. */
  close(user: string, everything = false): View[] {
    const stack = this.stack(user);
    const gone = everything ? [...stack].reverse() : stack.slice(-1);
    this.set(user, everything ? [] : stack.slice(0, -1));
    return gone;
  }
}
