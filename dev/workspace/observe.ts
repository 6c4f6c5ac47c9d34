import type { State } from './state.js';
import type { Ephemeral, Message } from './types.js';

export interface WaitOptions {
  /** Deadline in ms; 10000 unless given. */
  timeoutMs?: number;
  /** What is waited for, for the error. */
  what?: string;
}

const LOOK_EVERY_MS = 15;

function line(state: State, { ts, user, text, thread_ts, app_id }: Message): string {
  const name = state.person(user)?.name ?? state.appOfBotUser(user)?.name ?? user;
  const indent = thread_ts && thread_ts !== ts ? '      ↳ ' : '    ';
  return `${indent}${ts} ${name}${app_id ? ' (app)' : ''}: ${text.split('\n').join(' ⏎ ').slice(0, 200)}`;
}

/** The last messages of every conversation that has any, as text for an error message. */
export function describeChannels(state: State, last = 12): string {
  const parts: string[] = [];
  for (const channel of state.channels.values()) {
    const messages = state.in(channel.id);
    if (messages.length === 0) continue;
    const whose = channel.im ? ` (${channel.im.appId} and ${channel.im.user})` : '';
    const lines = messages.slice(-last).map((message) => line(state, message));
    parts.push(`  #${channel.name} ${channel.id}${whose}, ${messages.length} messages`, ...lines);
  }
  for (const { user, channel, text } of state.ephemerals.slice(-last)) {
    parts.push(`  only ${user} in ${channel}: ${text.split('\n').join(' ⏎ ').slice(0, 200)}`);
  }
  for (const [user, stack] of state.modals) {
    for (const view of stack) parts.push(`  modal of ${user}: ${view.title?.text} (${view.callback_id})`);
  }
  return parts.join('\n') || '  nothing was posted';
}

/**
 * Looks until `look` gives something other than undefined, null or false, and returns that. Throws at the deadline, with
 * what was waited for and the state of the channels; what `look` throws meanwhile counts as not yet, and is told then.
 */
export async function waitFor<T>(
  state: State,
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  { timeoutMs = 10_000, what = 'a condition' }: WaitOptions = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let failure: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined && found !== null && found !== false) return found;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    if (Date.now() >= deadline) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  const why = failure === undefined ? '' : `\nlooking failed with: ${String(failure)}`;
  throw new Error(`waited ${timeoutMs} ms in vain for ${what}${why}\n${describeChannels(state)}`);
}

/** What to look for in messages; everything absent matches all. */
export interface MessageQuery {
  channel?: string;
  user?: string;
  app?: string;
  /** A part of the text, or a pattern. */
  text?: string | RegExp;
  /** Replies of this thread, its parent included. */
  thread?: string;
  metadata?: string;
}

/** Messages that match, in the order of their posting, in all channels unless one is named. */
export function findMessages(state: State, query: MessageQuery): Message[] {
  const { channel, user, app, text, thread, metadata } = query;
  const all = channel ? state.in(channel) : [...state.messages.values()].flat();
  return all
    .filter(
      (message) =>
        (user === undefined || message.user === user) &&
        (app === undefined || message.app_id === app) &&
        (thread === undefined || message.thread_ts === thread || message.ts === thread) &&
        (metadata === undefined || message.metadata?.event_type === metadata) &&
        (text === undefined || (typeof text === 'string' ? message.text.includes(text) : text.test(message.text))),
    )
    .sort((a, b) => (a.ts < b.ts ? -1 : 1));
}

export function isTopLevel({ thread_ts, ts }: Message): boolean {
  return thread_ts === undefined || thread_ts === ts;
}

export function ephemeralsOf(state: State, user: string): Ephemeral[] {
  return state.ephemerals.filter((each) => each.user === user);
}
