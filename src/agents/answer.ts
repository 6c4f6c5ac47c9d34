/**
 * Reads what an agent's command printed (A2). Grammar:
 *
 *   answer := text | "{" [reply] [placeholder] [handoff] [decision] [session_link] [close] "}"
 *
 * An answer that does not fit is no answer, whole: half of it carried out would be worse. Pure.
 */

import { z } from 'zod';
import { clip, LIMITS } from '../messages/render/limits.js';
import { plainLine, plainText } from './said.js';
import type { AgentAnswer } from './types.js';

const said = z.string().refine((text) => plainText(text) !== '', 'is empty');
const text = said.transform(plainText);
const maybeText = z
  .string()
  .nullish()
  .transform((given) => plainText(given ?? '') || null);
const texts = z
  .array(said.transform((each) => plainLine(each, 1000)))
  .nullish()
  .transform((given) => given ?? []);
const YES_NO = new Map<string | boolean, boolean>([
  [true, true],
  ['yes', true],
  [false, false],
  ['no', false],
]);
const yesNo = z
  .union([z.boolean(), z.enum(['yes', 'no'])])
  .nullish()
  .transform((given) => YES_NO.get(given ?? '') ?? null);

const PARTS = {
  handoff: z.object({
    to: text,
    lane: text,
    item: text,
    why: text,
    origin: maybeText,
    customer: yesNo,
    subtasks: texts,
    refs: texts,
    owed_to: maybeText,
  }),
  decision: z.object({ question: text, options: z.array(text).min(1, 'is empty'), task: maybeText, deciders: texts }),
  session_link: z.object({ session: text, link: maybeText }),
  close: z.object({ key: text, link: maybeText, proof: maybeText }),
};
const schema = z.object({
  reply: maybeText,
  placeholder: maybeText,
  handoff: PARTS.handoff.nullish(),
  decision: PARTS.decision.nullish(),
  session_link: PARTS.session_link.nullish(),
  close: PARTS.close.nullish(),
});

/** Reads the standard output of a run that ended well; `name` is how the command is called in a sentence. */
export function readAnswer(stdout: string, name: string): AgentAnswer {
  const printed = plainText(stdout);
  if (printed === '') return none(`${name} printed no reply`);
  if (!printed.startsWith('{')) return withReply({ reply: printed }, []);
  let json: unknown;
  try {
    json = JSON.parse(printed);
  } catch {
    return none(`${name} began its answer with { and printed no JSON object`);
  }
  const read = schema.safeParse(json);
  if (!read.success) return none(`${name} gave an answer that does not fit: ${faultOf(read.error)}`);
  const { reply, placeholder, handoff, decision, session_link, close } = read.data;
  if (![reply, placeholder, handoff, decision, session_link, close].some(Boolean)) return none(`${name} gave no reply`);
  return withReply(
    read.data,
    unknownKeys(json as object).map((key) => `${name} gave ${key}, which nobody knows.`),
  );
}

function withReply(data: Partial<z.output<typeof schema>>, warnings: string[]): AgentAnswer {
  const bounded = (given: string | null | undefined) => (given ? clip(given, LIMITS.text) : null);
  const { handoff, decision, session_link: sessionLink, close } = data;
  if ((data.reply?.length ?? 0) > LIMITS.text) warnings.push('The reply was too long for one message and was cut.');
  return {
    ok: true,
    reply: bounded(data.reply),
    placeholder: bounded(data.placeholder),
    handoff: handoff ? { ...without(handoff, 'owed_to'), owedTo: handoff.owed_to } : null,
    decision: decision ?? null,
    sessionLink: sessionLink ?? null,
    close: close ?? null,
    warnings,
  };
}

function without<T extends object, K extends keyof T>(from: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = from;
  return rest;
}

/** The first thing that does not fit, such as `handoff.why is missing`. */
function faultOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'it cannot be read';
  const missing = issue.message.endsWith('received undefined');
  const wanted = issue.code === 'invalid_type' ? `is no ${WANTED[issue.expected] ?? issue.expected}` : issue.message;
  return plainLine(`${issue.path.join('.') || 'it'} ${missing ? 'is missing' : lower(wanted)}`);
}

const WANTED: Record<string, string> = { string: 'text', array: 'list' };
const lower = (sentence: string) => sentence.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());

/** Keys that the contract does not have, as `key` or `part.key`. */
function unknownKeys(json: object): string[] {
  return Object.entries(json).flatMap(([key, value]) => {
    if (!Object.hasOwn(schema.shape, key)) return [quoted(key)];
    if (!Object.hasOwn(PARTS, key) || typeof value !== 'object' || value === null) return [];
    const { shape } = PARTS[key as keyof typeof PARTS];
    const unknown = Object.keys(value).filter((each) => !Object.hasOwn(shape, each));
    return unknown.map((each) => quoted(`${key}.${each}`));
  });
}

const quoted = (key: string) => `"${plainLine(key, 60)}"`;
const none = (words: string): AgentAnswer => ({ ok: false, sentence: `${words}.` });
