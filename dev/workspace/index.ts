import type { WorkspaceDefinition, WorkspaceOptions } from './definition.js';
import { devRoutes } from './dev-routes.js';
import { pageRoutes } from './page-routes.js';
import { serve } from './server.js';
import { Workspace } from './workspace.js';
import { World } from './world.js';

export type { Call, Outcome } from './api/calls.js';
export type { DisconnectReason } from './connections.js';
export type * from './definition.js';
export type { FaultHandle, FaultKind, FaultSpec } from './faults.js';
export type { Phase } from './hooks.js';
export type { MessageQuery, WaitOptions } from './observe.js';
export type { Given } from './people/answers.js';
export type { Interaction, SlashResult } from './people/interactions.js';
export type { FormValues, Submission } from './people/modals.js';
export type { Person, PostOptions } from './people/person.js';
export type { Delivery } from './sockets.js';
export { BOT_EVENTS, BOT_SCOPES, twoSeatWorkspace } from './standard.js';
export type { Change } from './state.js';
export { type Block, type Ephemeral, type Message, type Metadata, Refusal, type View } from './types.js';
export type { AppPostOptions, Workspace } from './workspace.js';

/**
 * Starts a local workspace on 127.0.0.1: Slack's Web API under `apiUrl`, Socket Mode, and the page under `url`.
 * Throws when the definition names a member nobody knows, or the port is taken. End it with `stop()`.
 */
export async function startWorkspace(
  definition: WorkspaceDefinition,
  options: WorkspaceOptions = {},
): Promise<Workspace> {
  const world = new World(definition, options);
  let workspace: Workspace;
  const close = await serve(world, options.port ?? 0, (app) => {
    workspace = new Workspace(definition, world, () => close());
    devRoutes(app, world, workspace);
    pageRoutes(app);
  });
  return workspace!;
}
