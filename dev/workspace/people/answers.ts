import { elementsOf } from '../blocks/blocks.js';
import { type Block, isRecord, type StateValue } from '../types.js';
import { answerField } from '../views.js';
import type { World } from '../world.js';

/** What a person gives to an input element: text, the value or label of an option, an id, or several of them. */
export type Given = string | number | null | (string | number)[];

type Option = { text: { text: string }; value: string };

function optionsOf(element: Block): Option[] {
  const groups = Array.isArray(element.option_groups) ? (element.option_groups as { options: Option[] }[]) : [];
  return [...((element.options as Option[] | undefined) ?? []), ...groups.flatMap((group) => group.options)];
}

function option(element: Block, wanted: string | number): Option {
  const found = optionsOf(element).find(({ value, text }) => value === String(wanted) || text.text === wanted);
  if (!found) {
    const all = optionsOf(element).map(({ value }) => value);
    throw new Error(`${element.action_id} has no option ${wanted}; it has ${all.join(', ')}`);
  }
  return found;
}

function known(world: World, field: string, id: string | number): string {
  const exists = field.startsWith('selected_user') ? world.state.userExists : world.state.channels.has;
  const on = field.startsWith('selected_user') ? world.state : world.state.channels;
  if (!exists.call(on, String(id))) throw new Error(`${id} is not in this workspace`);
  return String(id);
}

/** The state value of an element for what a person gives it. Throws for an unknown option, person or channel. */
export function answer(world: World, element: Block, given: Given): StateValue {
  const field = answerField(element.type);
  if (!field) throw new Error(`${element.type} takes no answer`);
  const list = Array.isArray(given) ? given : given === null ? [] : [given];
  const [first] = list;
  const one = (make: (item: string | number) => unknown) => (first === undefined ? null : make(first));
  const value = {
    selected_option: () => one((item) => option(element, item)),
    selected_options: () => list.map((item) => option(element, item)),
    selected_user: () => one((item) => known(world, field, item)),
    selected_channel: () => one((item) => known(world, field, item)),
    selected_conversation: () => one((item) => known(world, field, item)),
    selected_users: () => list.map((item) => known(world, field, item)),
    selected_channels: () => list.map((item) => known(world, field, item)),
  }[field];
  return {
    type: element.type,
    [field]: value ? value() : one((item) => (field === 'selected_date_time' ? item : `${item}`)),
  };
}

/** An interactive element with the block around it. */
export interface Found {
  block: Block;
  element: Block;
}

/**
 * The element with this action id; `value` tells buttons of the same action apart. Throws with what there is instead.
 */
export function findElement(blocks: Block[] | undefined, actionId: string, value?: Given): Found {
  const all = (blocks ?? []).flatMap((block) => elementsOf(block).map((element) => ({ block, element })));
  const named = all.filter(({ element }) => element.action_id === actionId);
  const found = named.find(
    ({ element }) => element.type !== 'button' || value === undefined || element.value === value,
  );
  if (found) return found;
  const there = all.map(({ element }) => `${element.action_id}${element.value ? `=${element.value}` : ''}`);
  const wanted = named.length > 0 ? `${actionId} with the value ${value}` : actionId;
  throw new Error(`nothing to press with action id ${wanted}; there is: ${there.join(', ') || 'nothing'}`);
}

/** The entry of `actions` in a block_actions payload. */
export function actionOf(world: World, { block, element }: Found, given?: Given): Record<string, unknown> {
  const shared = {
    type: element.type,
    action_id: element.action_id,
    block_id: block.block_id,
    action_ts: world.state.nextTs(),
  };
  if (element.type === 'button') {
    const { text, value, style, url } = element;
    return {
      ...shared,
      text,
      ...(value !== undefined ? { value } : {}),
      ...(style ? { style } : {}),
      ...(url ? { url } : {}),
    };
  }
  if (element.type === 'overflow') {
    if (typeof given !== 'string') throw new Error(`say which option of ${element.action_id}`);
    return { ...shared, selected_option: option(element, given) };
  }
  if (given === undefined) throw new Error(`say what to choose in ${element.action_id}`);
  return { ...answer(world, element, given), ...shared };
}

/** The input or element that a person means by its block id, action id or label. Throws when there is none. */
export function fieldNamed(blocks: Block[], name: string): Found {
  for (const block of blocks) {
    const label = isRecord(block.label) ? block.label.text : undefined;
    for (const element of elementsOf(block)) {
      if ([label, block.block_id, element.action_id].includes(name)) return { block, element };
    }
  }
  const labels = blocks.map((block) => (isRecord(block.label) ? block.label.text : block.block_id));
  throw new Error(`the modal has no field ${name}; it has ${labels.join(', ')}`);
}
