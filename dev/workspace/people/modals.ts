import { isRecord, Refusal, type StateValue, type View } from '../types.js';
import { answerField } from '../views.js';
import { wireView } from '../wire.js';
import type { World } from '../world.js';
import { answer, fieldNamed, type Given } from './answers.js';
import { envelope, type Interaction, send } from './interactions.js';

/** By block id and action id, or flat by label, block id or action id. */
export type FormValues = Record<string, Given | Record<string, Given>>;

export interface Submission {
  /** By block id: what stands under the fields, from Slack's own checks or from the app. The modal stays open. */
  errors?: Record<string, string>;
  /** Slack's "trouble connecting": `no_socket`, `timeout`, or why the app's answer was thrown away. */
  error?: string;
}

function topView(world: World, user: string): View {
  const view = world.views.stack(user).at(-1);
  if (!view) throw new Error(`${user} has no modal open`);
  return view;
}

/** Gives answers to the open modal. Throws for a field or an option that is not there. */
export function fill(world: World, user: string, values: FormValues): void {
  const view = topView(world, user);
  const set = (name: string, given: Given) => {
    const { block, element } = fieldNamed(view.blocks, name);
    const blockId = String(block.block_id);
    const answers = { ...view.values[blockId], [String(element.action_id)]: answer(world, element, given) };
    view.values[blockId] = answers;
  };
  for (const [name, given] of Object.entries(values)) {
    if (given !== null && typeof given === 'object' && !Array.isArray(given)) {
      for (const [actionId, inner] of Object.entries(given)) {
        const { block } = fieldNamed(view.blocks, actionId);
        if (block.block_id !== name) throw new Error(`${actionId} is in the block ${block.block_id}, not ${name}`);
        set(actionId, inner);
      }
    } else set(name, given);
  }
  world.state.changed({ what: 'view', user });
}

function isEmpty(value: StateValue | undefined): boolean {
  const given = value ? value[answerField(value.type) ?? ''] : undefined;
  return given === undefined || given === null || given === '' || (Array.isArray(given) && given.length === 0);
}

/** What Slack itself refuses before the app hears of it. */
function ownErrors(view: View): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const block of view.blocks) {
    if (block.type !== 'input' || !isRecord(block.element)) continue;
    const { action_id, min_length, max_length } = block.element;
    const blockId = String(block.block_id);
    const value = view.values[blockId]?.[String(action_id)];
    if (isEmpty(value)) {
      if (block.optional !== true) errors[blockId] = 'Please complete this required field.';
      continue;
    }
    const length = typeof value?.value === 'string' ? value.value.length : undefined;
    if (length === undefined) continue;
    const max = typeof max_length === 'number' ? max_length : 3000;
    if (length > max) errors[blockId] = `Please use at most ${max} characters.`;
    if (typeof min_length === 'number' && length < min_length)
      errors[blockId] = `Please use at least ${min_length} characters.`;
  }
  return errors;
}

/** Submits the open modal and does what the app's acknowledgement says: close, errors, update, push or clear. */
export async function submit(world: World, user: string): Promise<Submission> {
  const view = topView(world, user);
  if (!view.submit) throw new Error('the open modal has nothing to submit');
  const errors = ownErrors(view);
  if (Object.keys(errors).length > 0) return { errors };
  const app = world.state.appById(view.app_id);
  const ack = await world.sockets.request(app.appId, 'interactive', {
    ...envelope(world, app, user, 'view_submission'),
    trigger_id: world.triggers.issue(app.appId, user),
    view: wireView(world.state, view),
    response_urls: [],
  });
  if (!ack.acked) return { error: ack.reason };
  try {
    return apply(world, user, view, isRecord(ack.payload) ? ack.payload : {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: error.message };
  }
}

function apply(world: World, user: string, view: View, payload: Record<string, unknown>): Submission {
  const { response_action: action } = payload;
  switch (action) {
    case undefined: {
      if (Object.keys(payload).length > 0) return { error: 'invalid_acknowledgement' };
      if (world.views.stack(user).at(-1)?.id === view.id) world.views.close(user);
      return {};
    }
    case 'errors': {
      const errors = isRecord(payload.errors) ? (payload.errors as Record<string, string>) : {};
      const inputs = view.blocks.filter(({ type }) => type === 'input').map(({ block_id }) => block_id);
      const unknown = Object.keys(errors).find((blockId) => !inputs.includes(blockId));
      if (unknown !== undefined || Object.keys(errors).length === 0)
        return { error: `invalid_errors: ${unknown ?? 'none'} is not an input block` };
      return { errors };
    }
    case 'update':
      world.views.update(view.app_id, { id: view.id }, payload.view);
      return {};
    case 'push':
      world.views.push(view.app_id, user, payload.view);
      return {};
    case 'clear':
      world.views.close(user, true);
      return {};
    default:
      return { error: `invalid_response_action: ${String(action)}` };
  }
}

/** Cancels the open modal; the app hears of it when the view asked for that. Closes all when the view says so. */
export async function closeModal(world: World, user: string): Promise<Interaction[]> {
  const view = topView(world, user);
  const app = world.state.appById(view.app_id);
  const gone = world.views.close(user, view.clear_on_close);
  const told = gone.filter(({ notify_on_close }) => notify_on_close);
  return Promise.all(
    told.map((each) =>
      send(world, app, {
        ...envelope(world, app, user, 'view_closed'),
        view: wireView(world.state, each),
        is_cleared: view.clear_on_close,
      }),
    ),
  );
}
