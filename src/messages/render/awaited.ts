/** Which proof closes an item, in words (O1, O9). */

import type { ProofSource } from '../../config/types.js';
import type { ItemView } from '../../ledger/types.js';
import type { RenderConfig } from './context.js';
import { words } from './escape.js';
import { list, nameOf } from './names.js';

/** What is awaited, as the end of "Proof awaited: …". */
export function awaited(item: ItemView, config: RenderConfig): string {
  const open = item.subtasks.filter((subtask) => subtask.state === 'open').map((subtask) => words(subtask.name));
  const first = open.length > 0 ? `; before that, the open subtasks: ${list(open)}` : '';
  return `${proofOf(item, config)}${first}`;
}

function proofOf(item: ItemView, config: RenderConfig): string {
  const taker = item.handoff?.taker ? nameOf(item.handoff.taker, config) : 'the taker';
  switch (item.kind) {
    case 'ask':
      return 'a real reply in the thread, or a word from the asker that it is settled';
    case 'handoff': {
      const pending = item.handoff?.pending;
      if (pending) return `${nameOf(pending.to, config)}'s own claim on it; then a done with a link`;
      return `${taker}'s own done on the bridge, with a link`;
    }
    case 'handoff-received':
      return 'our own done on the bridge with a link, or a release or hand-back with a why';
    case 'held':
      return 'a new handoff that is accepted, or a person closing it with proof';
    case 'handoff-unparsed':
      return 'the HANDOFF, edited or posted again so that it can be read';
    case 'pull-request':
      return 'the pull request merged, or closed by a person, or a later DONE for it';
    case 'check':
      return 'a green run, or the check retired';
    case 'prompt':
      return 'the decision answered, or a later DONE for it';
    case 'task':
      return 'a later DONE for the same task';
    case 'decision':
      return item.blocking === null
        ? 'it applied, and a verification that passed'
        : 'what blocks it solved, then it applied and a verification that passed';
    case 'session-link':
      return 'the session’s link posted in the thread, or the line that it never started';
    default: {
      const source = config.kinds.get(item.kind)?.proof ?? null;
      return source === null ? 'a person closing it with proof' : ofSource(source, item);
    }
  }
}

function ofSource(source: ProofSource, item: ItemView): string {
  const filled = (text: string) => words(text.replaceAll('{subject}', item.subject));
  if ('http' in source) {
    const { url, pointer, equals } = source.http;
    const host = URL.canParse(url.replaceAll('{subject}', 'x')) ? new URL(url.replaceAll('{subject}', 'x')).host : url;
    return `${words(host)} saying that ${words(pointer)} is ${words(String(equals))}`;
  }
  if ('command' in source) return `the command ${words(source.command[0] ?? '')} saying that it is proved`;
  if ('pull-request' in source)
    return `the pull request ${filled(source['pull-request'])} merged, or closed by a person`;
  if ('check' in source) return `a green run of ${filled(source.check)}`;
  if ('decision' in source) return `the decision ${filled(source.decision)} answered`;
  if ('later-done' in source) return `a later DONE ${filled(source['later-done'].label)}: ${words(item.subject)}`;
  return source satisfies never;
}
