/**
 * Replies that promise a reply (A3). Only known phrases, and only when they are the whole text: "on it", "looking",
 * "will post the link". Anything with other words in it is a real reply.
 *
 *   placeholder := phrase { ("." | "," | "!" | "-" | "and" | "then") phrase }
 */

import { clean, decode } from './slack-text.js';

const THING =
  '(?:it|this|that|into it|into this|into that|at it|at this|at that|on it|on this|on that|the (?:link|answer|result|results|details|pr|report|update|log|logs|fix))';
const SOON =
  "(?:now|right now|right away|soon|shortly|asap|in a (?:bit|minute|moment|sec|second|few)|in a few minutes|today|later|when (?:i have|it is|it's|done)(?: it| ready| done)?|once (?:i have it|it prints|it's ready|it is ready|it's done|it is done|done|ready)|as soon as (?:i can|i have it|it prints|it's ready|possible)|here|for you|first)";
const I_WILL =
  "(?:i'll|i will|we'll|we will|will|let me|i'm going to|i am going to|going to|gonna|i'm|i am|we're|we are|am|i|we)";

const PHRASES = [
  `(?:${I_WILL} |i'm |already )?(?:on it|on this|on that|on the case)`,
  `(?:${I_WILL} )?(?:be |now |still |just )?(?:looking|checking|working|investigating|digging|reviewing|thinking|starting|started|processing|searching|reading|running)(?: ${THING})?`,
  `(?:${I_WILL} )?(?:take|have|taking|having) (?:a |another )?(?:quick )?(?:look|peek)(?: ${THING})?`,
  `(?:${I_WILL} )?(?:look|check|dig|see|investigate|find out|check back|circle back|follow up|get back|get back to you|come back|come back to you|report back|let you know|keep you posted|update you|update|reply|answer)(?: ${THING})?`,
  `(?:${I_WILL} )?(?:post|send|share|drop|paste|add|bring)(?: you| back)? ${THING}(?: ${THING})?(?: here)?`,
  `(?:${I_WILL} )?(?:do|handle|fix|get to|get on|sort|take|take care of|pick up) ${THING}`,
  '(?:got|heard|noted|ack|acked|acknowledged|received|understood|roger|copy|copy that|got it|heard you|i see|seen)(?: it| this| that)?',
  '(?:ok|okay|sure|yes|yep|yeah|thanks|thank you|thx|please|hi|hello|hey|will do|of course|right|great|alright|no problem|np|cool)',
  '(?:one|a|just a|just one|give me a|hold on|hang on|wait|please wait|stand by|standby)(?: (?:moment|minute|sec|second|bit|few minutes))?(?: please)?',
  '(?:in progress|wip|working|more soon|more later|more to come|tbd|stay tuned|brb|bear with me|update(?:s)? (?:soon|to follow|later)|details? (?:soon|to follow))',
];

const PHRASE = new RegExp(`^(?:and |then |so )?(?:${PHRASES.join('|')})(?: ${SOON}){0,2}$`, 'u');

/** Whether the whole text only promises a reply. Empty text, and emoji alone, promise as little. */
export function isPlaceholder(text: string): boolean {
  const plain = decode(clean(text))
    .toLowerCase()
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/<[@#!][^>]*>/g, ' ')
    .replace(/:[a-z0-9_+'-]+:/g, ' ')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d/gu, ' ')
    .replace(/[*_~"“”]/g, '');
  if (plain.length > 300) return false;
  return plain
    .split(/[.,;:!…()\n-]+|\b(?:and|then)\b/u)
    .map((phrase) => phrase.replace(/\s+/g, ' ').trim())
    .every((phrase) => phrase === '' || PHRASE.test(phrase) || new RegExp(`^${SOON}$`).test(phrase));
}
