import { kindOfLabel } from '../ledger/index.js';
import { subjectKey, TERMINAL_WORDS, type TerminalWord, terminalFault } from '../messages/parse/terminal.js';
import { actorOf, byOf, type Request, refused, usage, type VerbContext, type VerbResult } from './context.js';
import { personNamed, unknownPerson } from './people.js';

export interface TerminalRequest {
  word: string;
  label: string;
  subject: string;
  link: string | null;
  /** Where the line is posted; the first of `terminal.channels` unless given. */
  channel: string | null;
  thread: string | null;
  owedTo: string[];
  /** Makes the post's own key. */
  id: string;
}

export interface TerminalSaid {
  key: string | null;
  effect: string;
  sentence: string;
}

/** Posts a terminal line and records it, in one act (O5): no workflow calls the ledger by another way. */
export async function sayTerminal(
  ctx: VerbContext,
  request: Request,
  asked: TerminalRequest,
): Promise<VerbResult<TerminalSaid>> {
  const { config } = ctx;
  const word = TERMINAL_WORDS.find((known) => known === asked.word.toUpperCase()) as TerminalWord | undefined;
  if (!word) return usage(`"${asked.word}" is no terminal word; write one of ${TERMINAL_WORDS.join(', ')}.`);
  const { label, subject, link } = asked;
  const fault = terminalFault({ label, subject, link });
  if (fault) return usage(fault);
  const channel = asked.channel ?? config.terminal.channels[0] ?? null;
  if (!channel)
    return refused(
      'No channel takes terminal lines: give --channel or --thread, or write terminal.channels in the configuration.',
    );
  const owedTo: string[] = [];
  for (const name of asked.owedTo) {
    const person = personNamed(name, config);
    if (!person) return refused(unknownPerson(name, config));
    owedTo.push(person.key);
  }
  const kind = kindOfLabel(config, label);
  const line = {
    word,
    label,
    subject,
    keySubject: subjectKey(kind ?? label, label, subject, link),
    link,
    at: ctx.now(),
    lineLink: null,
    by: byOf(request.asker),
    owedTo: owedTo.length > 0 ? owedTo : null,
  };
  const effect = `terminal/${asked.id}`;
  const place = { channel, thread: asked.thread };
  const post = { effect, place, saying: { say: 'terminal' as const, word, label, subject, link } };
  const act = { now: ctx.now(), actor: actorOf(request.asker), cause: request.cause };
  const applied = await ctx.ledger.sayTerminal(act, line, post);
  if (!applied.applied)
    return { ok: true, value: { key: null, effect: '', sentence: 'That line was said by this request before.' } };
  const recorded = applied.value;
  if (recorded.recorded === 'unmapped') {
    const sentence = `Said; the label "${label}" means no kind, so it opens nothing (map it under terminal.labels).`;
    return { ok: true, value: { key: null, effect, sentence } };
  }
  const became = {
    opened: 'is open',
    kept: 'stays open',
    suppressed: 'is muted; it was counted',
    closed: 'is closed',
    'nothing-open': 'was not open',
  }[recorded.recorded];
  return { ok: true, value: { key: recorded.key, effect, sentence: `Said; ${recorded.key} ${became}.` } };
}
