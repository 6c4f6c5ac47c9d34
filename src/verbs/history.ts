import { type EventView, effectKind, type PostView } from '../ledger/index.js';
import type { VerbContext } from './context.js';
import { nameOf } from './items.js';
import type { ItemView } from './ledger.js';

export interface Happened {
  /** Milliseconds UTC. */
  at: number;
  text: string;
}

/** An item with all that happened to it, in words: for `show` and the History button. */
export async function historyOf(
  ctx: VerbContext,
  item: ItemView,
): Promise<{ item: ItemView; events: Happened[]; posts: Happened[] }> {
  const [events, posts] = [await ctx.ledger.eventsOf(item.key), await ctx.ledger.postsOf(item.key)];
  return {
    item,
    events: events.map((event) => ({ at: event.at, text: eventWords(ctx, event) })),
    posts: posts.map((post) => ({ at: post.createdAt, text: postWords(post) })),
  };
}

/** One event in words. An event type that this version does not know is named as it is. */
export function eventWords(ctx: Pick<VerbContext, 'config'>, event: EventView): string {
  const who = event.actor.name ?? nameOf(ctx, event.actor.id);
  const p = event.payload as Record<string, unknown>;
  const name = (field: string) => nameOf(ctx, String(p[field] ?? '?'));
  switch (event.type) {
    case 'Opened':
      return `opened, round ${p.round}`;
    case 'Closed':
      return `closed: ${(p.proof as { text?: string } | undefined)?.text ?? ''} (${who})`;
    case 'HandedOff':
      return `${name('by')} handed it to ${name('to')}: ${p.why}`;
    case 'Accepted':
      return `${name('seat')} accepted it`;
    case 'Working':
      return `${name('seat')} is working on it${p.note ? `: ${p.note}` : ''}`;
    case 'Done':
      return `${name('seat')} finished it: ${p.link}`;
    case 'Released':
      return `${name('seat')} ${p.how === 'handed-on' ? 'handed it on' : 'released it'} to ${name('to')}: ${p.why}`;
    case 'HandedBack':
      return `${name('seat')} handed it back: ${p.why}`;
    case 'Withdrawn':
      return `${name('by')} withdrew it to hand it over again`;
    case 'Annotated':
      return annotationWords(ctx, p, who);
    default:
      return `${event.type} (${who})`;
  }
}

function annotationWords(ctx: Pick<VerbContext, 'config'>, delta: Record<string, unknown>, who: string): string {
  const words: string[] = [];
  const taken = delta.taken as { by: string } | null | undefined;
  if (taken) words.push(`taken by ${nameOf(ctx, taken.by)}`);
  if (delta.muted === null) words.push(`unmuted by ${who}`);
  if (delta.acceptedAt) words.push('its acceptance counts');
  const pending = (delta.pending as { to: string } | null | undefined)?.to ?? delta.pendingTo;
  if (typeof pending === 'string') words.push(`waits for ${nameOf(ctx, pending)} to claim it`);
  for (const [kind, said] of Object.entries((delta.said ?? {}) as Record<string, { state: string }>)) {
    words.push(said.state === 'raised' ? `${kind} is due` : `${kind} ${said.state}`);
  }
  for (const [task, state] of Object.entries((delta.subtasks ?? {}) as Record<string, string>)) {
    words.push(`subtask "${task}" is ${state}`);
  }
  for (const note of (delta.notes ?? []) as { text: string }[]) words.push(`note by ${who}: ${note.text}`);
  return words.length > 0 ? words.join('; ') : `${Object.keys(delta).join(', ')} noted (${who})`;
}

function postWords(post: PostView): string {
  const kind = effectKind(post.effect);
  return `${kind}: ${post.state}${post.reason ? ` (${post.reason})` : ''}`;
}
