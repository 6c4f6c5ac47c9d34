import { Refusal } from '../types.js';
import { wireView } from '../wire.js';
import type { CallContext, Family } from './method.js';

function viewOf({ args }: CallContext): unknown {
  const view = args.json('view', 'invalid_arguments');
  if (view === undefined) {
    const messages = ['[ERROR] missing required field: view'];
    throw new Refusal('invalid_arguments', { response_metadata: { messages } });
  }
  return view;
}

/** Opens or pushes; the trigger is used up only when the view was accepted. */
function withTrigger(context: CallContext, how: 'open' | 'push') {
  const { world, app, args } = context;
  const trigger = args.string('trigger_id');
  const user = world.triggers.check(trigger, app.appId);
  const view = world.views[how](app.appId, user, viewOf(context));
  world.triggers.spend(trigger ?? '');
  return { view: wireView(world.state, view) };
}

function update(context: CallContext) {
  const { world, app, args } = context;
  const by = { id: args.string('view_id'), externalId: args.string('external_id'), hash: args.string('hash') };
  if (!by.id && !by.externalId) {
    const messages = ['[ERROR] missing required field: view_id or external_id'];
    throw new Refusal('invalid_arguments', { response_metadata: { messages } });
  }
  return { view: wireView(world.state, world.views.update(app.appId, by, viewOf(context))) };
}

function publish(context: CallContext) {
  const { world, app, args } = context;
  const user = args.string('user_id') ?? '';
  if (!world.state.person(user)) throw new Refusal('user_not_found');
  const view = world.views.publish(app.appId, user, viewOf(context), args.string('hash'));
  return { view: wireView(world.state, view) };
}

export const viewMethods: Family = {
  'views.open': { token: 'bot', run: (context) => withTrigger(context, 'open') },
  'views.push': { token: 'bot', run: (context) => withTrigger(context, 'push') },
  'views.update': { token: 'bot', run: update },
  'views.publish': { token: 'bot', run: publish },
};
