/**
 * The built-in agent, where no command is configured (A2): it answers from the ledger, says plainly what it cannot do, and
 * lists what it can. Pure: the facts are handed in, and what it says is plain text, escaped by whoever renders it.
 */

import { normalisePart } from '../ledger/index.js';
import type { ItemView } from '../ledger/types.js';
import type { Intent } from '../messages/parse/chat.js';
import { asText } from '../messages/parse/slack-text.js';
import { awaited } from '../messages/render/awaited.js';
import type { RenderConfig } from '../messages/render/context.js';
import { clip, LIMITS } from '../messages/render/limits.js';
import { list, nameOf, said } from '../messages/render/names.js';
import { whyOpen } from '../messages/render/show.js';
import { dueWords, marks, nextBound, proofWords } from '../messages/render/state.js';
import { length } from '../messages/render/times.js';
import { type AgentReplied, replied } from './types.js';

/** What the ledger finds for the words of a question; as `ledger.matchKey` has it, with the item itself. */
export type Found = { item: ItemView } | { ambiguous: string[] } | { nearest: string | null };

export interface BuiltinFacts {
  now: number;
  config: RenderConfig;
  /** The slash command, `/owed`. */
  command: string;
  asker: {
    /** The asker's key in the configuration, and Slack id; what an item is owed to is one of these. */
    key: string | null;
    user: string;
    /** Why the asker may close nothing (X1); null where they may. */
    mayNot: 'guest' | 'external' | 'not-listed' | null;
  };
  /** For `owed-to-me`: the open items owed to the asker, without this very ask. */
  owedToAsker: ItemView[];
  /** For `open`: the open items of the lane, or all of them; see `inLane`. */
  open: ItemView[];
  /** For `why-open`, `who-has` and `close`: what the words mean. Null where the question named nothing. */
  found: Found | null;
}

/** Answers as `askAgent` does. A close is an action for the caller to carry out as the asker (X1), never done here. */
export function builtinAnswer(intent: Intent, facts: BuiltinFacts): AgentReplied {
  if (intent.intent === 'close') return answerClose(intent, facts);
  return replied(clip(answerFrom(intent, facts), LIMITS.text));
}

/** What the built-in agent says to any question but a close. */
export function answerFrom(intent: Exclude<Intent, { intent: 'close' }>, facts: BuiltinFacts): string {
  switch (intent.intent) {
    case 'owed-to-me':
      return listed(facts.owedToAsker, 'is owed to you', facts);
    case 'open':
      return listed(facts.open, intent.lane === null ? 'is open' : `is open in ${intent.lane}`, facts);
    case 'why-open':
      return onItem(intent.what, facts, whySentence);
    case 'who-has':
      return onItem(intent.what, facts, whoSentence);
    case 'greeting':
      return `Hello. ${abilities(facts)}`;
    case 'thanks':
      return 'You are welcome.';
    case 'help':
      return abilities(facts);
    case 'unknown':
      return `I cannot answer that: I only know what the ledger holds, and no agent is configured behind me. ${abilities(facts)}`;
    default:
      return intent satisfies never;
  }
}

const SHOWN = 15;

function abilities({ command }: BuiltinFacts): string {
  return [
    'I can answer these:',
    '• what do you owe me?',
    '• what is open? what is open in LANE?',
    '• why is KEY open?',
    '• who has KEY?',
    '• close KEY because PROOF (an item that is owed to you)',
    `${command} help lists what else can be done here.`,
  ].join('\n');
}

function listed(items: ItemView[], what: string, facts: BuiltinFacts): string {
  if (items.length === 0) return `Nothing ${what}.`;
  const lines = items.slice(0, SHOWN).map((item) => itemLine(item, facts));
  const more = items.length - lines.length;
  return [
    `${items.length} ${items.length === 1 ? 'item' : 'items'} ${items.length === 1 ? what : what.replace(/^is/, 'are')}:`,
    ...lines,
    ...(more > 0 ? [`… and ${more} more; ${facts.command} list shows them.`] : []),
  ].join('\n');
}

function itemLine(item: ItemView, { now, config }: BuiltinFacts): string {
  const found = [dueWords(item, now), ...marks(item, { now, config })].map(asText).join(', ');
  return `• ${item.key}: ${shown(item.what, config)} (${found})`;
}

function onItem(what: string, facts: BuiltinFacts, say: (item: ItemView, facts: BuiltinFacts) => string): string {
  const { found } = facts;
  return found && 'item' in found ? say(found.item, facts) : notFound(what, facts);
}

function notFound(what: string, { found, command }: BuiltinFacts): string {
  if (found && 'ambiguous' in found) return `“${short(what)}” means more than one item: ${list(found.ambiguous)}.`;
  const near = found && 'nearest' in found && found.nearest !== null ? ` Did you mean ${found.nearest}?` : '';
  return `I know no item “${short(what)}”.${near} ${command} list shows what is open.`;
}

function whySentence(item: ItemView, { now, config }: BuiltinFacts): string {
  const over = { now, config };
  if (item.state === 'closed') {
    return `${item.key} is not open. It closed: ${item.proof === null ? 'without a proof on record' : plain(proofWords(item.proof, config))}.`;
  }
  return [
    `${item.key} has been open for ${length(now - item.opened)}: ${plain(whyOpen(item, over) ?? 'no proof has closed it')}.`,
    `What it is: ${shown(item.what, config)}`,
    ...(item.blocking === null ? [] : [`What blocks it: ${shown(item.blocking, config)}`]),
    ...(item.unknown.length === 0
      ? []
      : [`What could not be read: ${item.unknown.map((each) => shown(each, config)).join('; ')}`]),
    `Proof awaited: ${plain(awaited(item, config))}.`,
    `Next: ${plain(nextBound(item, over))}.`,
    ...(item.link === null ? [] : [`Record: ${item.link}`]),
  ].join('\n');
}

function whoSentence(item: ItemView, { now, config }: BuiltinFacts): string {
  const name = (who: string) => plain(nameOf(who, config));
  if (item.state === 'closed') {
    const by = item.proof?.by ? ` by ${name(item.proof.by)}` : '';
    return `Nobody: ${item.key} was closed${by}.`;
  }
  const owed = `owed by ${name(item.owedBy)} to ${list(item.owedTo.map(name))}`;
  const { handoff, taken } = item;
  const has =
    handoff?.pending != null
      ? `${name(handoff.pending.to)} was named for ${item.key} and has not claimed it yet`
      : handoff?.taker && handoff.acceptedAt !== null
        ? `${name(handoff.taker)} has ${item.key} (accepted ${length(now - handoff.acceptedAt)} ago)`
        : handoff?.taker
          ? `${item.key} was handed to ${name(handoff.taker)}, who has not accepted it yet`
          : `${name(item.owedBy)} has ${item.key}`;
  const by = taken && taken.until > now ? ` ${name(taken.by)} took it ${length(now - taken.at)} ago.` : '';
  return `${has}. It is ${owed}.${by}`;
}

const MAY_NOT = {
  guest: 'Only full members of this workspace can close an item, so nothing was changed.',
  external: 'Only people of this workspace can close an item, so nothing was changed.',
  'not-listed': 'You are not on the list of people who can close an item here, so nothing was changed.',
} as const;

/** X1: an asker's own close of that asker's item; nothing is made up where the proof or the key is missing (O1). */
function answerClose(intent: Extract<Intent, { intent: 'close' }>, facts: BuiltinFacts): AgentReplied {
  const { asker, found, command } = facts;
  if (asker.mayNot !== null) return replied(MAY_NOT[asker.mayNot]);
  if (intent.what === null) {
    return replied('Which item? Write close KEY because PROOF; “what do you owe me?” lists the keys.');
  }
  if (found === null || !('item' in found)) return replied(notFound(intent.what, facts));
  const { item } = found;
  if (item.state === 'closed') return replied(whySentence(item, facts).replace('is not open', 'is closed already'));
  const theirs = item.owedTo.some((who) => who === asker.key || who === asker.user);
  if (!theirs) {
    const whom = list(item.owedTo.map((who) => plain(nameOf(who, facts.config))));
    return replied(
      `${item.key} is owed to ${whom}, so I cannot close it on your word here. ${command} close ${item.key} PROOF does it in your own name.`,
    );
  }
  if (intent.proof === null) {
    return replied(`What shows that it is done? Write: close ${item.key} because PROOF`);
  }
  return { ...replied(null), close: { key: item.key, link: null, proof: intent.proof } };
}

/** Whether an item belongs to a lane, or is of a kind, of that name: what "open in …" means. */
export function inLane(item: Pick<ItemView, 'kind' | 'subject' | 'handoff'>, lane: string): boolean {
  const wanted = normalisePart(lane);
  if (wanted === '') return false;
  if (item.handoff) return normalisePart(item.handoff.lane) === wanted;
  return item.kind === wanted || `${item.kind}s` === wanted;
}

/**
 * The keys of items that words without a kind or a lane may mean: "western slope alert" is `handoff:leads/western-slope-alert`.
 * For words that `ledger.matchKey` does not find.
 */
export function keysMeant(words: string, items: readonly Pick<ItemView, 'key' | 'subject'>[]): string[] {
  const wanted = normalisePart(words);
  if (wanted === '') return [];
  const names = (subject: string) => [subject, subject.slice(subject.lastIndexOf('/') + 1)].map(normalisePart);
  return items.filter((item) => names(item.subject).includes(wanted)).map((item) => item.key);
}

/** What a renderer wrote, as its reader sees it: it is escaped again when the answer is rendered. */
const plain = (rendered: string) => asText(rendered);

/** Somebody's words, shortened, with names in the place of mentions. */
function shown(text: string, config: RenderConfig): string {
  return short(plain(said(text, config)));
}

const LONGEST = 200;

function short(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
