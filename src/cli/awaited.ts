import type { Config, ProofSource } from '../config/index.js';
import type { ItemView } from '../ledger/types.js';
import { nameIn } from './text.js';

/** What would close an open item (spec O4), in words, beside a person's close or mute. Pure. */
export function awaited(item: ItemView, config: Config): string {
  const taker = item.handoff?.taker ? nameIn(config, item.handoff.taker) : 'the taker';
  switch (item.kind) {
    case 'handoff':
      return waitsForRelease(item, config) ?? `${taker}'s own done on the bridge, with a link, in this round`;
    case 'handoff-received':
      return waitsForRelease(item, config) ?? "this seat's own done with a link, or handing it on or back";
    case 'held':
      return 'a new handoff of it that is accepted';
    case 'handoff-unparsed':
      return 'the corrected HANDOFF: an edit, or a new post';
    case 'ask':
      return 'a real reply by the seat in the thread';
    case 'pull-request':
      return 'the pull request merged, or closed by a person; or a later DONE';
    case 'check':
      return 'a green run';
    case 'prompt':
      return 'the decision answered; or a later DONE';
    case 'task':
      return 'a later DONE for the same label and subject';
    case 'decision':
      return 'its verification, passed';
    case 'session-link':
      return 'the line with the link, posted';
    default: {
      const proof = config.kinds.get(item.kind)?.proof;
      return proof ? ofSource(proof) : "a person's close";
    }
  }
}

function waitsForRelease(item: ItemView, config: Config): string | null {
  const pending = item.handoff?.pending;
  if (!pending) return null;
  const how = pending.how === 'released' ? 'released' : 'handed on';
  const to = nameIn(config, pending.to);
  return `${to}'s own claim: it was ${how} to ${to} and is not taken up yet`;
}

function ofSource(proof: ProofSource): string {
  if ('http' in proof) return `${proof.http.pointer} at ${proof.http.url} being ${JSON.stringify(proof.http.equals)}`;
  if ('command' in proof) return `the command ${proof.command[0] ?? ''} saying that it is proved`;
  if ('pull-request' in proof) return `the pull request ${proof['pull-request']} merged or closed`;
  if ('check' in proof) return `a green run of ${proof.check}`;
  if ('decision' in proof) return `the decision ${proof.decision} answered`;
  return `a later DONE for ${proof['later-done'].label}`;
}
