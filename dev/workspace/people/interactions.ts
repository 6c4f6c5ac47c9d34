import type { AppDefinition } from '../definition.js';
import { homeOpened } from '../events.js';
import { respond, showEphemeral } from '../respond.js';
import type { Channel } from '../state.js';
import { type Block, type Ephemeral, isRecord, Refusal, type View } from '../types.js';
import { initialValues } from '../views.js';
import { wireMessage, wireTeam, wireUser, wireView } from '../wire.js';
import type { World } from '../world.js';
import { actionOf, findElement, type Given } from './answers.js';

/** How an interaction went: `no_socket` and `timeout` are what a person sees as a warning sign. */
export type Interaction = { ok: true } | { ok: false; error: 'no_socket' | 'timeout' };

export interface SlashResult {
  /** What the command answered to the person in its acknowledgement, or Slack's own line about a failure. */
  ephemerals: Ephemeral[];
  /** `operation_timeout`, `dispatch_failed`, or the reason for which Slack threw the answer away. */
  error?: string;
}

function envelope(world: World, app: AppDefinition, user: string, type: string) {
  return {
    type,
    team: wireTeam(world.state),
    user: wireUser(world.state, user),
    api_app_id: app.appId,
    token: 'local-verification-token',
    enterprise: null,
    is_enterprise_install: false,
  };
}

function channelOf(channel: Channel) {
  return { id: channel.id, name: channel.name };
}

async function send(world: World, app: AppDefinition, payload: Record<string, unknown>): Promise<Interaction> {
  const ack = await world.sockets.request(app.appId, 'interactive', payload);
  return ack.acked ? { ok: true } : { ok: false, error: ack.reason };
}

/** Runs a slash command in a channel. Never in a thread: Slack has no such thing. */
export async function slash(
  world: World,
  user: string,
  channel: Channel,
  command: string,
  text: string,
): Promise<SlashResult> {
  const { state } = world;
  const app = state.apps.find(({ commands }) => commands.includes(command));
  const target = { appId: app?.appId ?? '', user, channel: channel.id };
  const say = (line: string) => showEphemeral(world, target, { text: line });
  if (!app?.scopes.includes('commands'))
    return { ephemerals: [say(`\`${command}\` is not a valid command.`)], error: 'not_a_command' };
  const { team } = state;
  const ack = await world.sockets.request(app.appId, 'slash_commands', {
    token: 'local-verification-token',
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: channel.kind === 'group' ? 'privategroup' : channel.name,
    user_id: user,
    user_name: state.person(user)?.name ?? user,
    command,
    text,
    api_app_id: app.appId,
    is_enterprise_install: 'false',
    response_url: world.url + world.responseUrls.issue('commands', target),
    trigger_id: world.triggers.issue(app.appId, user),
  });
  if (!ack.acked) {
    const error = ack.reason === 'timeout' ? 'operation_timeout' : 'dispatch_failed';
    return { ephemerals: [say(`${command} failed with the error "${error}"`)], error };
  }
  if (!isRecord(ack.payload) || Object.keys(ack.payload).length === 0) return { ephemerals: [] };
  const before = state.ephemerals.length;
  try {
    respond(world, target, ack.payload);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ephemerals: [say(`${command} failed with the error "${error.code}"`)], error: error.message };
  }
  return { ephemerals: state.ephemerals.slice(before) };
}

/** Presses or chooses something on a message, an ephemeral one too. Throws when it is not there. */
export async function press(
  world: World,
  user: string,
  channel: Channel,
  ts: string,
  actionId: string,
  given?: Given,
): Promise<Interaction> {
  const { state } = world;
  const ephemeral = state.ephemerals.find((each) => each.ts === ts && each.user === user);
  const message = ephemeral ?? state.find(channel.id, ts);
  if (!message?.app_id) throw new Error(`no message of an app at ${channel.name} ${ts}`);
  const app = state.appById(message.app_id);
  const found = findElement(message.blocks, actionId, given);
  const source = { ts, ephemeral: ephemeral !== undefined };
  const { thread_ts } = message;
  return send(world, app, {
    ...envelope(world, app, user, 'block_actions'),
    container: {
      type: 'message',
      message_ts: ts,
      channel_id: channel.id,
      is_ephemeral: source.ephemeral,
      ...(thread_ts ? { thread_ts } : {}),
    },
    trigger_id: world.triggers.issue(app.appId, user),
    channel: channelOf(channel),
    ...('reactions' in message ? { message: wireMessage(state, message) } : {}),
    state: { values: stateWith(world, message.blocks ?? [], actionId, given) },
    response_url:
      world.url +
      world.responseUrls.issue('actions', { appId: app.appId, user, channel: channel.id, message: source, thread_ts }),
    actions: [actionOf(world, found, given)],
  });
}

function stateWith(world: World, blocks: Block[], actionId: string, given?: Given) {
  const values = initialValues(blocks);
  const { block, element } = findElement(blocks, actionId, given);
  const blockValues = values[String(block.block_id)];
  if (blockValues?.[actionId] && given !== undefined) {
    const { action_id: _, block_id: __, action_ts: ___, ...rest } = actionOf(world, { block, element }, given);
    blockValues[actionId] = { ...rest, type: element.type };
  }
  return values;
}

/** Presses or chooses something in an open modal or a Home tab. */
export function pressInView(world: World, user: string, view: View, actionId: string, given?: Given) {
  const app = world.state.appById(view.app_id);
  const found = findElement(view.blocks, actionId, given);
  const action = actionOf(world, found, given);
  const answers = view.values[String(found.block.block_id)];
  if (answers?.[actionId]) {
    const { action_id: _, block_id: __, action_ts: ___, ...rest } = action;
    answers[actionId] = { ...rest, type: found.element.type };
  }
  return send(world, app, {
    ...envelope(world, app, user, 'block_actions'),
    container: { type: 'view', view_id: view.id },
    trigger_id: world.triggers.issue(app.appId, user),
    view: wireView(world.state, view),
    actions: [action],
  });
}

/** Uses a message shortcut. Throws when no app has it, or when several have and `appId` does not say which. */
export function openShortcut(
  world: World,
  user: string,
  callbackId: string,
  channel: Channel,
  ts: string,
  appId?: string,
): Promise<Interaction> {
  const { state } = world;
  const apps = state.apps.filter(
    (app) => (!appId || app.appId === appId) && app.shortcuts.some((each) => each.callback_id === callbackId),
  );
  const [app] = apps;
  if (!app) throw new Error(`no app has the message shortcut ${callbackId}`);
  if (apps.length > 1)
    throw new Error(`${apps.map((each) => each.name).join(' and ')} have ${callbackId}: say which app`);
  const message = state.find(channel.id, ts);
  if (!message) throw new Error(`no message at ${channel.name} ${ts}`);
  const { thread_ts } = message;
  const target = { appId: app.appId, user, channel: channel.id, message: { ts, ephemeral: false }, thread_ts };
  return send(world, app, {
    ...envelope(world, app, user, 'message_action'),
    callback_id: callbackId,
    trigger_id: world.triggers.issue(app.appId, user),
    response_url: world.url + world.responseUrls.issue('actions', target),
    action_ts: state.nextTs(),
    message_ts: ts,
    channel: channelOf(channel),
    message: wireMessage(state, message),
  });
}

/** Opens an app's Home tab: the app hears of it, and may publish. */
export function openHome(world: World, user: string, appId: string): View | undefined {
  const app = world.state.appById(appId);
  const view = world.state.homes.get(`${appId}:${user}`);
  homeOpened(world, app, user, view && wireView(world.state, view));
  return view;
}

export { envelope, send };
