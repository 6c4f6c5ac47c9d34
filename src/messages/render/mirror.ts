/**
 * The lines in the origin thread (H12) and the nudge on the bridge (H14). Machine lines: seats, a time, a link. Never the
 * why, never lane or item in the origin thread, never a detail of a customer.
 */

import type { Rendered } from '../../ledger/types.js';
import { message } from './blocks.js';
import { claimKey } from './bridge-lines.js';
import type { RenderContext } from './context.js';
import { bareLink, code, link, mention } from './escape.js';
import { nameOf } from './names.js';
import { length, time } from './times.js';

type Moved = { from: string; to: string; link: string };

const onBridge = (url: string) => link(url, 'on the bridge');

/** `Trinity accepted this at 15:56`, in each reader's own zone, with the link of the line that said so. */
export function renderAccepted(said: { seat: string; at: number; link: string }, ctx: RenderContext): Rendered {
  return message(`${nameOf(said.seat, ctx.config)} accepted this at ${time(said.at)} (${onBridge(said.link)})`);
}

/** `Trinity finished it: <link>`. */
export function renderFinished(said: { seat: string; link: string }, ctx: RenderContext): Rendered {
  return message(`${nameOf(said.seat, ctx.config)} finished it: ${bareLink(said.link)}`);
}

export function renderReleased(moved: Moved, ctx: RenderContext): Rendered {
  return message(`${seats(moved, ctx, 'released this to')} (${onBridge(moved.link)})`);
}

export function renderHandedOn(moved: Moved, ctx: RenderContext): Rendered {
  return message(`${seats(moved, ctx, 'handed this on to')} (${onBridge(moved.link)})`);
}

export function renderHandedBack(moved: Moved, ctx: RenderContext): Rendered {
  return message(`${seats(moved, ctx, 'handed this back to')} (${onBridge(moved.link)})`);
}

function seats({ from, to }: Moved, { config }: RenderContext, did: string): string {
  return `${nameOf(from, config)} ${did} ${nameOf(to, config)}`;
}

/**
 * One reminder to the taker's bot, with the lines that would settle it. They stand in a quotation: quoted lines are never
 * read, so the reminder claims nothing itself (H2).
 */
export function renderNudge({ takerUser }: { takerUser: string }, ctx: RenderContext): Rendered {
  const { item } = ctx;
  const tag = mention(takerUser) ?? nameOf(takerUser, ctx.config);
  const handoff = item?.handoff ?? null;
  if (item === null || handoff === null) return message(`${tag} a handoff to you is still open.`);
  const key = item.subject || `${handoff.lane}/${handoff.item}`;
  const state = handoff.acceptedAt === null ? 'and not accepted' : 'and not done';
  const lines = [`${tag} ${code(key)} has been open for ${length(ctx.now - item.opened)} ${state}.`];
  const open = item.subtasks.filter((subtask) => subtask.state === 'open');
  if (handoff.acceptedAt === null) lines.push('If it is yours, post:', `> BRIDGE CLAIM ${claimKey(key)} accepted`);
  if (open.length > 0) {
    const many = open.length === 1 ? 'One subtask is' : `${open.length} subtasks are`;
    lines.push(`${many} open; mark each one first.`);
  }
  lines.push(
    'When it is done, post this line with the link of the result:',
    `> BRIDGE CLAIM ${claimKey(key)} done https://…`,
  );
  lines.push('If it cannot be done by you:', `> BRIDGE CLAIM ${claimKey(key)} handed back why: REASON`);
  return message(lines.join('\n'));
}
