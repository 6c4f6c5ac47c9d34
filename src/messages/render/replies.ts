/**
 * Replies in the bridge thread to a HANDOFF or a claim that does not count (H3, H4, H7 to H9). Each says what is wrong
 * and shows what is right. Whatever looks like the grammar stands in a quotation, so that nobody reads it as said (H2).
 */

import type { ClaimRefusal, Rendered, Saying } from '../../ledger/types.js';
import { message } from './blocks.js';
import { claimKey } from './bridge-lines.js';
import type { RenderContext } from './context.js';
import { code, mention, quote, words } from './escape.js';
import { clip } from './limits.js';
import { list, nameOf, said } from './names.js';

type Of<S extends Saying['say']> = Extract<Saying, { say: S }>;

const FORM = [
  '> HANDOFF to @SEAT',
  '> lane: leads',
  '> item: western-slope-alert',
  '> why: the call has to come from her number',
  '> origin: https://…   (optional: the link of the message it began with)',
];

/** A HANDOFF whose why or taker does not do (H3): neither side opens an item. */
export function renderHandoffRefused(refused: Of<'handoff-refused'>, ctx: RenderContext): Rendered {
  const given = clip(said(refused.given, ctx.config), 300);
  const again = 'Edit the HANDOFF or post it again. Until then it is no handoff, and nobody but you owes it.';
  return reply(refused.to, ctx, [...refusedWhy(refused.reason, given, ctx), again]);
}

function refusedWhy(reason: Of<'handoff-refused'>['reason'], given: string, ctx: RenderContext): string[] {
  switch (reason) {
    case 'ownership-only':
      return [
        `this HANDOFF is not taken. Its why says only whose area it is: “${given}”.`,
        'Say what makes the other seat the one that has to do it, for example:',
        '> why: the call has to come from her number',
        '> why: the lead asked for Trinity by name at 14:10',
      ];
    case 'own-alert':
      return [
        `this HANDOFF is not taken: “${given}”. A fault that your own alerts found is yours to fix; whose code it is, is no reason.`,
        'If something else makes the other seat the one that has to do it, say that, for example:',
        '> why: the fix needs a deploy key that only Trinity has',
      ];
    case 'not-a-seat':
      return [
        `this HANDOFF is not taken: “${given}” is no seat here. Only a seat can take one, never a person or a session.`,
        `The seats are ${list([...ctx.config.seats.values()].map((seat) => words(seat.name)))}. Write:`,
        '> HANDOFF to @SEAT',
      ];
    case 'to-itself':
      return ['this HANDOFF is not taken: it goes to the seat that wrote it. Name another seat:', '> HANDOFF to @SEAT'];
    default:
      return reason satisfies never;
  }
}

/** A HANDOFF that cannot be read (H4): the line at fault, and the right form. */
export function renderHandoffUnreadable(fault: Of<'handoff-unreadable'>, ctx: RenderContext): Rendered {
  return reply(fault.to, ctx, [
    'this HANDOFF cannot be read, so it stays with you.',
    ...lineAtFault(fault, ctx),
    'Edit it, or post it again like this:',
    ...FORM,
  ]);
}

/** A BRIDGE CLAIM that cannot be read: the line at fault; its message shows the right form. */
export function renderClaimUnreadable(fault: Of<'claim-unreadable'>, ctx: RenderContext): Rendered {
  return reply(fault.to, ctx, [
    'this BRIDGE CLAIM cannot be read, and changed nothing.',
    ...lineAtFault(fault, ctx),
    'Edit it, or post the line again.',
  ]);
}

function lineAtFault(fault: { line: number; text: string; message: string }, ctx: RenderContext): string[] {
  const problem = clip(said(fault.message, ctx.config), 600);
  if (fault.text.trim() === '') return [`Line ${fault.line}: ${problem}`];
  return [`Line ${fault.line}:`, clip(quote(fault.text), 300), `What is wrong: ${problem}`];
}

/** A claim that was read and changed nothing (H7 to H9). */
export function renderClaimRefused(refused: Of<'claim-refused'>, ctx: RenderContext): Rendered {
  return reply(refused.to, ctx, claimRefusal(refused.key, refused.reason, ctx));
}

function claimRefusal(key: string, reason: ClaimRefusal, ctx: RenderContext): string[] {
  const shown = code(key);
  const claim = `> BRIDGE CLAIM ${claimKey(key)}`;
  switch (reason.why) {
    case 'done-without-link':
      return [
        `a done without a link proves nothing, so ${shown} stays open. Post it with the link of the result:`,
        `${claim} done https://…`,
      ];
    case 'open-subtasks': {
      const names = reason.names.map((name) => `“${words(name)}”`);
      const first = claimQuoted(reason.names[0] ?? 'SUBTASK');
      return [
        `${shown} stays open: ${list(names)} ${names.length === 1 ? 'is' : 'are'} not done. Mark each one, then say done again:`,
        `${claim} marked ${first} done`,
      ];
    }
    case 'not-the-taker':
      return [
        reason.taker === null
          ? `nobody has taken ${shown}, so this changed nothing. Accept it first:`
          : `${shown} is with ${nameOf(reason.taker, ctx.config)}, so this changed nothing. Only the seat that has it can say so. To have it, wait for:`,
        reason.taker === null ? `${claim} accepted` : `${claim} released to @SEAT why: REASON`,
      ];
    case 'unknown-key':
      return [
        `there is no handoff ${shown}, so this changed nothing. Write lane/item as the HANDOFF has them:`,
        '> BRIDGE CLAIM leads/western-slope-alert accepted',
      ];
    case 'not-a-seat':
      return [
        `“${clip(words(reason.named), 100)}” is no seat here, so ${shown} stays with you. A person or a session never takes a handoff.`,
        `The seats are ${list([...ctx.config.seats.values()].map((seat) => words(seat.name)))}.`,
        `${claim} released to @SEAT why: REASON`,
      ];
    case 'release-to-itself':
      return [`${shown} is with you already; a release names another seat:`, `${claim} released to @SEAT why: REASON`];
    case 'unknown-subtask': {
      const known = reason.known.map((name) => `“${words(name)}”`);
      const has = known.length === 0 ? 'It has no subtasks.' : `Its subtasks are ${list(known)}.`;
      const example = known.length === 0 ? [] : [`${claim} marked ${claimQuoted(reason.known[0]!)} done`];
      return [`${shown} has no subtask “${clip(words(reason.named), 200)}”. ${has}`, ...example];
    }
    default:
      return reason satisfies never;
  }
}

const claimQuoted = (name: string) => `"${words(name)}"`;

function reply(to: string, ctx: RenderContext, lines: string[]): Rendered {
  const who = mention(to) ?? nameOf(to, ctx.config);
  return message(`${who} ${lines[0]}\n${lines.slice(1).join('\n')}`);
}
