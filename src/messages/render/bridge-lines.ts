/** What the seat itself writes on the bridge: HANDOFF and BRIDGE CLAIM, in the grammar that parse/ reads back (H15). */

import type { ClaimWords, HandoffWords, Rendered } from '../../ledger/types.js';
import { hasName, says } from '../parse/slack-text.js';
import { bareLink, mention, oneLine, words } from './escape.js';
import { clip } from './limits.js';
import { grammarTime } from './times.js';

/** A field's room; a HANDOFF as a whole is never cut, for a line lost in the middle would be a fact lost. */
const FIELD = 500;
const WHY = 2500;

/** A HANDOFF. Each field is one line, so that nobody's words can become a line of the grammar (P9). */
export function renderHandoff({ handoff }: { handoff: HandoffWords }): Rendered {
  const { customer, owedToUser, origin } = handoff;
  const lines = [
    `HANDOFF to ${who(handoff.toUser)}`,
    `lane: ${field(handoff.lane)}`,
    `item: ${field(handoff.item)}`,
    `why: ${clip(words(handoff.why), WHY)}`,
  ];
  if (origin !== null) lines.push(`origin: ${bareLink(origin)}`);
  if (customer !== null) lines.push(`customer: ${customer ? 'yes' : 'no'}`);
  if (owedToUser !== null) lines.push(`owed to: ${who(owedToUser)}`);
  for (const name of ['role', 'profile', 'model', 'package'] as const) {
    const value = handoff[name];
    if (value !== null && says(oneLine(value))) lines.push(`${name}: ${field(value)}`);
  }
  const refs = handoff.refs.map(oneLine).filter(says);
  if (refs.length > 0) lines.push(`refs: ${refs.map((ref) => clip(bareLink(ref), FIELD)).join(', ')}`);
  const subtasks = handoff.subtasks.map(oneLine).filter(hasName);
  if (subtasks.length > 0) lines.push('subtasks:', ...subtasks.map((name) => `- [ ] ${field(name)}`));
  return { text: lines.join('\n') };
}

/** A BRIDGE CLAIM. */
export function renderClaim({ key, claim }: { key: string; claim: ClaimWords }): Rendered {
  return { text: `BRIDGE CLAIM ${claimKey(key)} ${actOf(claim)}` };
}

/** A handoff's key as a claim names it: in quotes where it has spaces. */
export function claimKey(key: string): string {
  const plain = oneLine(key).replace(/["“”]/g, '');
  return /\s/.test(plain) ? `"${words(plain)}"` : words(plain);
}

function actOf(claim: ClaimWords): string {
  switch (claim.act) {
    case 'accepted':
    case 'working': {
      const until = claim.until === null ? '' : ` until ${grammarTime(claim.until)}`;
      const note = claim.note === null || oneLine(claim.note) === '' ? '' : ` note ${clip(words(claim.note), WHY)}`;
      return `${claim.act}${until}${note}`;
    }
    case 'done':
      return `done ${bareLink(claim.link)}`;
    case 'released':
      return `released to ${who(claim.toUser)} why: ${clip(words(claim.why), WHY)}`;
    case 'handed-back':
      return `handed back why: ${clip(words(claim.why), WHY)}`;
    case 'marked':
      return `marked "${field(claim.subtask)}" ${claim.state}`;
    default:
      return claim satisfies never;
  }
}

const field = (text: string) => clip(words(text), FIELD);
const who = (user: string) => mention(user) ?? words(user);
