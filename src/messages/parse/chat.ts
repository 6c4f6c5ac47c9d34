/**
 * What a person asks the built-in agent (A2). Words are recognised, never concluded from absence: a sentence counts only
 * when the whole of it is one of these, after greetings, politeness and mentions are taken off. Grammar:
 *
 *   owed   := "what do you owe me" | "what am I owed" | "what is owed to me" | "what is open for me" | …
 *   open   := "what is open" ["in" lane] | "list [everything] open [in lane]" | …
 *   why    := "why is" item ["still"] ("open" | "not done" | …) | "what is blocking" item | "status of" item
 *   who    := "who has" item | "who is working on" item | "who owns" item | …
 *   close  := "close" item [("because" | "since" | "proof" | ":" | "-") proof]
 *   item   := key | quote text quote | text        for `close`: one word or quoted, and "it", "this", "that"
 */

import { asName, asText, clean, says } from './slack-text.js';

export type Intent =
  | { intent: 'owed-to-me' }
  /** `lane` null: everywhere. */
  | { intent: 'open'; lane: string | null }
  | { intent: 'why-open' | 'who-has'; what: string }
  /** `what` null: "it", "this". `proof` null: none was given, and none is made up (O1). */
  | { intent: 'close'; what: string | null; proof: string | null }
  | { intent: 'help' | 'greeting' | 'thanks' }
  | { intent: 'unknown' };

const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|yo|good (?:morning|afternoon|evening|day)|greetings)(?: (?:there|all|team|again))?$/i;
const THANKS = /^(?:thanks|thank you|thx|ty|cheers)(?: (?:a lot|so much|very much|again|for (?:that|this)))?$/i;
const HELP =
  /^(?:help(?: me)?|what (?:can|do) you (?:do|know|understand)|what can i (?:ask|say|do)(?: (?:you|here))?|how do(?:es)? (?:you|this|it) work|commands?)$/i;

const OWED = [
  /^what(?: all)? (?:do|are|does) (?:you|the seat|this seat)(?: (?:still|currently|now))? (?:owe|owing) me$/i,
  /^what(?: am i|'s| is| are)(?: still)?(?: being)? owed(?: to me)?$/i,
  /^do you (?:still )?owe me(?: anything| something)?$/i,
  /^what(?:'s| is| are)(?: still)? (?:open|outstanding|pending|due) (?:for|to) me$/i,
  /^(?:(?:list|show)(?: me)? )?(?:(?:all )?my (?:open )?items|what you(?: still)? owe me|what (?:i'm|i am|am i) owed)$/i,
  /^what are my (?:open )?items$/i,
];

const IN_LANE = '(?: (?:in|on|for) (?:the )?(?:lane |channel )?(?<lane>.+?)(?: (?:lane|channel))?)?';
const STILL = '(?: (?:still|currently|now|right now))?';
const OPEN = [
  `what(?:'s| is| are|'re)${STILL} (?:open|outstanding)${STILL}${IN_LANE}`,
  `what (?:items|things) are${STILL} (?:open|outstanding)${IN_LANE}`,
  `(?:list|show)(?: me)? (?:(?:everything|all|all items|items|all things|what) )?(?:that is |that's |that are |is |are )?open(?: items| things)?${IN_LANE}`,
  `(?:(?:is |is there )?anything)${STILL} open${IN_LANE}`,
].map(whole);

const DONE = '(?:done|closed|finished)';
const NOT_DONE = `(?:(?:still |yet )?(?:open|owed|pending|outstanding)|(?:still )?not (?:yet )?${DONE}(?: yet)?)`;
const WHY = [
  `(?:why|how come)(?: is|'s| are) (?<what>.+?) ${NOT_DONE}`,
  `(?:why|how come) (?:isn't|is not|aren't) (?<what>.+?) ${DONE}(?: yet)?`,
  `(?:why|how come) (?<what>.+?) (?:is|are) ${NOT_DONE}`,
  "what(?:'s| is) (?:blocking|holding up|missing for) (?<what>.+)",
  "(?:what(?:'s| is) )?(?:the )?(?:status|state) (?:of|on|for) (?<what>.+)",
  '(?:show(?: me)?|explain) (?<what>\\S+[/:#]\\S+)',
].map(whole);

const WHO = [
  "who(?: has|'s)? got (?<what>.+)",
  'who (?:is holding|has|holds|owns|took) (?<what>.+)',
  "who(?:'s| is)(?: currently| now)? (?:on|doing|working on|handling|responsible for|the owner of) (?<what>.+)",
  'who owes(?: me| us)? (?<what>.+)',
  '(?:with whom is|whose is) (?<what>.+)',
].map(whole);

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, 'i');
}

/** Begins and ends of sentences that ask for nothing. */
const POLITE_START =
  /^(?:(?:hi|hello|hey|ok|okay|so|well|and|um|uh|right|please|pls|plz|kindly|thanks|thank you|good (?:morning|afternoon|evening)|sorry|excuse me|quick question)(?: there| again| all)?(?:[\s,.!:;–—-]+)|(?:can|could|would|will) you (?:please |kindly )?(?:tell me |let me know |show me |remind me )?|(?:please )?(?:tell|remind) me |(?:do you know|i(?:'d| would) like to know|i want to know) )/i;
const POLITE_END =
  /[\s,.!?;:–—-]+(?:please|pls|plz|thanks|thank you|thx|for me please|right now|at the moment|today)$/i;
const END = /[\s.!?,;:…–—-]+$/;

const LONGEST = 500;

/**
 * Understands one message to the seat. Pure; never throws.
 * @param names what the seat is called, so that "Smith, what do you owe me?" is the question alone.
 */
export function understand(text: string, names: readonly string[] = []): Intent {
  const said = withoutNames(text, names);
  const close = readClose(said);
  if (close) return close;
  const plain = sentenceOf(said);
  if (plain === '' || plain.length > LONGEST) return { intent: 'unknown' };
  const asked = askedIn(withoutPoliteness(plain)) ?? askedIn(plain.replace(END, ''));
  return asked ?? { intent: 'unknown' };
}

function withoutNames(text: string, names: readonly string[]): string {
  const known = names
    .filter((name) => name.trim() !== '')
    .map((name) => name.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (known.length === 0) return text;
  const name = `@?(?:${known.join('|')})`;
  return text
    .replace(
      new RegExp(`^(\\s*(?:(?:hi|hello|hey|ok|okay|thanks|thank you)[\\s,]+)?)${name}(?=[\\s,:.!?]|$)[\\s,:]*`, 'iu'),
      '$1',
    )
    .replace(new RegExp(`[\\s,]+${name}\\s*([.!?]*)\\s*$`, 'iu'), '$1');
}

function askedIn(plain: string): Intent | null {
  if (GREETING.test(plain)) return { intent: 'greeting' };
  if (THANKS.test(plain)) return { intent: 'thanks' };
  if (HELP.test(plain)) return { intent: 'help' };
  if (OWED.some((each) => each.test(plain))) return { intent: 'owed-to-me' };
  const open = firstOf(OPEN, plain);
  if (open) return { intent: 'open', lane: named(open.lane) };
  const why = named(firstOf(WHY, plain)?.what);
  if (why) return { intent: 'why-open', what: why };
  const who = named(firstOf(WHO, plain)?.what);
  return who ? { intent: 'who-has', what: who } : null;
}

function firstOf(patterns: readonly RegExp[], text: string): Partial<Record<'lane' | 'what', string>> | null {
  for (const each of patterns) {
    const match = each.exec(text);
    if (match) return match.groups ?? {};
  }
  return null;
}

const THING = /^(?:the )?(?:item |handoff |ask |task |check |pull request |pr |decision )?(?=\S)/i;

function named(text: string | undefined): string | null {
  if (text === undefined) return null;
  return (
    asName(
      text
        .trim()
        .replace(THING, '')
        .replace(/^#(?=\p{L})/u, ''),
    ) || null
  );
}

/** On one line, without mentions, emoji and emphasis, with straight apostrophes; the case stays, for it counts in keys. */
function sentenceOf(text: string): string {
  return withoutMentions(text)
    .replace(/[‘’‚‛´]/g, "'")
    .replace(/[*~]|(?<!\w)_+|_+(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Mentions of users are taken off wherever they stand; channels and links become the name a reader sees. */
function withoutMentions(text: string): string {
  return clean(text)
    .replace(/<@[UWB][A-Z0-9]+(?:\|[^<>]*)?>[,:]?/g, ' ')
    .replace(/<[^<>\n]*>|&(?:amp|lt|gt);/g, (token) => asName(token))
    .replace(/(?<=^|\s):[a-z][a-z0-9_+-]*:(?=\s|[.,!?]|$)/g, ' ')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/gu, ' ');
}

function withoutPoliteness(sentence: string): string {
  let text = sentence;
  for (;;) {
    const less = text.replace(POLITE_START, '').replace(POLITE_END, '').replace(END, '').trim();
    if (less === text || less === '') return text;
    text = less;
  }
}

const QUOTED = /^["“”„«‘'`]([^"“”„«»`]{1,200})["“”»’'`](?=[\s,.:;!?–—-]|$)/;
const POINTS = new Set(['it', 'this', 'that', 'this one', 'that one']);
/** What leads from the key to the proof: a word that gives a reason, or a colon or a dash and no question. */
const BECAUSE = /^[\s,:;–—-]+(?:because|since|with proof|the proof is|proof)\b\s*[:,]?\s*/i;
const COLON = /^(?:\s*[:–—]+\s*|\s+-+\s+)(?=\S)(?!.*\?\s*$)/s;

/** `close KEY because PROOF`, in the person's own words: the proof keeps its case and its links. */
function readClose(text: string): Intent | null {
  const said = withoutMentionsKept(text);
  const match =
    /^(?:(?:hi|hello|hey|ok|okay|please|pls)[\s,.!]+)*(?:(?:can|could|would|will) you[\s,]+)?(?:(?:please|pls|now)[\s,]+)*close\s+(.+)$/is.exec(
      said,
    );
  if (!match) return null;
  const rest = match[1]!.replace(/^(?:the )?(?:item|handoff|ask|task|check|pull request|pr|decision)\s+(?=\S)/i, '');
  const [what, after] = target(rest);
  if (what === null) return null;
  const polite = after.replace(/[,.!;]\s*(?:please|pls|thanks|thank you)[\s.!]*$/i, '');
  if (/^[\s.,!?]*(?:please|pls|now|thanks|thank you)?[\s.!?]*$/i.test(polite))
    return { intent: 'close', what: pointed(what), proof: null };
  const lead = BECAUSE.exec(polite) ?? COLON.exec(polite);
  if (!lead) return null;
  const proof = asText(polite.slice(lead[0].length).replace(/^["“](.*)["”][.!]?$/s, '$1'));
  return { intent: 'close', what: pointed(what), proof: says(proof) ? proof : null };
}

/** What is to be closed, and what follows it; null where it is no key: "close the door". */
function target(rest: string): [string | null, string] {
  const quoted = QUOTED.exec(rest);
  if (quoted) return [asName(quoted[1]!), rest.slice(quoted[0].length)];
  const points = /^(?:this one|that one|it|this|that)(?![\p{L}\p{N}/:#-])/iu.exec(rest);
  if (points) return [points[0], rest.slice(points[0].length)];
  const word = /^(?:<[^<>]*>|\S)+/.exec(rest)?.[0] ?? '';
  const key = word.replace(/[,:;.!?–—]+$/, '');
  const name = asName(key);
  return [/[\p{L}\p{N}]/u.test(name) ? name : null, rest.slice(key.length)];
}

const pointed = (what: string) => (POINTS.has(what.toLowerCase()) ? null : what);

/** Leading mentions of the seat are taken off; everything else stays as it was written. */
function withoutMentionsKept(text: string): string {
  return clean(text)
    .replace(/^(?:\s*<@[UWB][A-Z0-9]+(?:\|[^<>]*)?>[\s,:]*)+/, '')
    .replace(/^[\s*_~]+/, '')
    .trim();
}
