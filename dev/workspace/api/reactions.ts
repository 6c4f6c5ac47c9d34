import { react, unreact } from '../messages.js';
import type { Message } from '../types.js';
import { Refusal } from '../types.js';
import { wireMessage } from '../wire.js';
import { type CallContext, type Family, joinedChannel, messageAt } from './method.js';

function target(context: CallContext): Message {
  const channel = joinedChannel(context);
  if (!context.args.has('timestamp')) throw new Refusal('no_item_specified');
  return messageAt(context, channel, context.args.ts('timestamp', 'bad_timestamp'));
}

function nameOf({ args }: CallContext): string {
  const name = args.string('name');
  if (name === undefined) throw new Refusal('no_reaction');
  return name;
}

export const reactions: Family = {
  'reactions.add': {
    token: 'bot',
    scope: 'reactions:write',
    run: (context) => {
      react(context.world, target(context), context.app.botUser, nameOf(context));
      return {};
    },
  },
  'reactions.remove': {
    token: 'bot',
    scope: 'reactions:write',
    run: (context) => {
      unreact(context.world, target(context), context.app.botUser, nameOf(context));
      return {};
    },
  },
  'reactions.get': {
    token: 'bot',
    scope: 'reactions:read',
    run: (context) => {
      const message = target(context);
      const wire = wireMessage(context.world.state, message);
      const permalink = context.world.permalink(message.channel, message.ts, message.thread_ts);
      return { type: 'message', channel: message.channel, message: { ...wire, permalink } };
    },
  },
};
