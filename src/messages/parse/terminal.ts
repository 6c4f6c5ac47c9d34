/**
 * Terminal lines (O5): the last line of a piece of automated work. Grammar, one line each, several to a message:
 *
 *   terminal := word label ":" subject [link]
 *   word     := "DONE" | "FAILED" | "EXPIRED" | "ESCALATED"        in capitals
 *   link     := an http or https address, anywhere after the label
 *
 * Emphasis, bullets, a leading emoji, code marks, quotes around a name and Slack's own links are taken off. A quoted line
 * is never read (H2). A subject that names a pull request is written `org/repo#12`, whichever way it was named.
 */

import { oneLine, words } from '../render/escape.js';
import { type Line, toLines } from './lines.js';
import { asName, asUrls, decode, hasName, isLink, trimQuotes, trimStrayMarks } from './slack-text.js';
import type { LineProblem } from './types.js';

export const TERMINAL_WORDS = ['DONE', 'FAILED', 'EXPIRED', 'ESCALATED'] as const;
export type TerminalWord = (typeof TERMINAL_WORDS)[number];

export interface TerminalLine {
  word: TerminalWord;
  /** As it was written; the configuration maps it to a kind. */
  label: string;
  subject: string;
  link: string | null;
}

export type TerminalRead = { ok: true; terminal: TerminalLine } | { ok: false; problem: LineProblem };

const WORD = /^([*_~`]*)(DONE|FAILED|EXPIRED|ESCALATED)(?![\p{L}\p{N}_/.-])([*_~`]*)\s*(.*)$/u;
const EMOJI = /^(?::[a-z0-9_+'-]+:|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d)+\s*/u;
/** Punctuation at the end of a line belongs to no name. */
const ENDING = /[\s–—|:：,;.!-]+$/u;
/** The label ends at the first colon that is in none of Slack's `<…>`. */
const LABEL = /^((?:<[^<>]*>|[^<:：])*)[:：](.*)$/u;
const FORM = 'DONE pr-drive: org/app#12 https://…';

/** Reads every terminal line of a message, in order; empty where there is none. Never throws. */
export function parseTerminal(text: string): TerminalRead[] {
  return toLines(text).flatMap((line) => readLine(line) ?? []);
}

function readLine(line: Line): TerminalRead | null {
  const match = line.quoted ? null : WORD.exec(line.body.replace(EMOJI, ''));
  if (!match) return null;
  const [, open = '', word, close = '', after = ''] = match;
  const fail = (message: string): TerminalRead => ({
    ok: false,
    problem: { line: line.number, text: line.seen, message: `${message} Write: ${FORM}` },
  });
  const closing = close === '' ? [...open].reverse().join('') : '';
  const split = LABEL.exec(after);
  if (!split) return fail(`After ${word} come a label, a colon and a subject, and there is no colon.`);
  const label = bareName(withoutEnd(split[1]!.trim(), closing));
  if (!hasName(label)) return fail(`There is no label between ${word} and the colon.`);
  const { subject, link } = readSubject(withoutMark(split[2]!.trim(), closing));
  if (subject === null) return fail(`There is no subject after “${label}:”.`);
  return { ok: true, terminal: { word: word as TerminalWord, label, subject, link } };
}

/** Emphasis that opened before the word may close behind the colon or at the end of the line. */
function withoutMark(text: string, closing: string): string {
  if (closing !== '' && text.startsWith(closing)) return text.slice(closing.length).trim();
  return withoutEnd(text, closing);
}

const withoutEnd = (text: string, mark: string) =>
  mark !== '' && text.endsWith(mark) ? text.slice(0, -mark.length).trim() : text;

/** A Slack link with a label, one without, or an address as typed with the brackets around it. */
const ADDRESS = /<(https?:[^<>|]*)(?:\|([^<>]*))?>|[([]?https?:\/\/[^\s<>|"“”]+/gi;

/**
 * The subject without the addresses in it, so that a run's own address does not make it another subject; a labelled link
 * is its label. Where nothing else is left the address is the subject.
 */
function readSubject(encoded: string): { subject: string | null; link: string | null; urls: string[] } {
  const urls = asUrls(encoded);
  const link = urls.at(-1) ?? null;
  // `<https://…|run 9>` at the end is the line's link; anywhere else its label is part of the subject.
  const text = encoded.replace(/(?<=\S\s+)<https?:[^<>|]*\|[^<>]*>[.,;)\s]*$/i, '');
  const plain = text.replace(ADDRESS, (_, url: string | undefined, label: string | undefined) =>
    url === undefined || label === undefined || isLink(decode(label)) ? ' ' : label,
  );
  const seen = bareName(plain);
  if (hasName(seen)) return { subject: pullRequestOf(seen, urls, 'whole') ?? seen, link, urls };
  const first = urls[0];
  return { subject: first === undefined ? null : (pullRequestOf(first, [], 'whole') ?? first), link, urls };
}

/** What a reader takes for the name: without empty brackets, and what encloses it or ends it, however often. */
function bareName(encoded: string): string {
  let text = asName(encoded.replace(/\(\s*\)|\[\s*\]/g, ' '));
  for (;;) {
    const inner = trimQuotes(trimStrayMarks(text.replace(ENDING, '')));
    if (inner === text) return text;
    text = inner;
  }
}

/**
 * The subject's part of an item's key: the pull request for `pull-request`, `LABEL/SUBJECT` for `task`, else the subject.
 * A later DONE of the same label and subject finds the item by it (O1).
 * @param link the line's link, which may name the pull request where the subject does not.
 * @param repos known repositories as `org/repo`, for a subject that names its repository alone.
 */
export function subjectKey(
  kind: string,
  label: string,
  subject: string,
  link: string | null = null,
  repos: readonly string[] = [],
): string {
  const read = readSubject(words(subject));
  const plain = asKey(read.subject ?? subject);
  const beside = [...read.urls, ...(link === null ? [] : [link])];
  const pull = pullRequestOf(plain, beside, kind === 'pull-request' ? 'anywhere' : 'whole', repos);
  // GitHub takes `Org/App#12` and `org/app#12` for one: so does the key.
  const key = pull?.toLowerCase() ?? plain;
  return kind === 'task' ? `${asKey(label)}/${key}` : key;
}

/** The pull request that a text or a link names, as keys have it; null where it names none. */
export function pullRequestKey(text: string): string | null {
  const { subject } = readSubject(words(text));
  const key = pullRequestOf(asKey(subject ?? text), [], 'whole')?.toLowerCase() ?? null;
  return key !== null && /^[\w.-]+\/[\w.-]+#\d+$/.test(key) ? key : null;
}

const asKey = (text: string) => bareName(words(text.normalize('NFKC')));

/** Why a terminal line of these parts could not be read back, in one sentence; null where it can. */
export function terminalFault({ label, subject, link }: Omit<TerminalLine, 'word'>): string | null {
  if (!hasName(label)) return 'A terminal line needs a label, such as pr-drive.';
  if (/[:：]/.test(label)) return `The label “${oneLine(label)}” has a colon in it; the first colon ends the label.`;
  if (!hasName(subject)) return 'A terminal line needs a subject, such as org/app#12.';
  if (link !== null && !isLink(link)) return `“${oneLine(link)}” is no http or https link.`;
  return null;
}

/** The line as Slack is given it: one line, escaped, so that nobody's subject is a second line or a mention (P9). */
export function terminalText({ word, label, subject, link }: TerminalLine): string {
  const address =
    link === null
      ? ''
      : ` <${link
          .trim()
          .replace(/&/g, '&amp;')
          .replace(/[|<>\s]/g, encodeURIComponent)}>`;
  return `${word} ${words(label)}: ${words(subject)}${address}`;
}

const PULL_ADDRESS = /^https?:\/\/[^/\s]+\/([\w.-]+)\/([\w.-]+)\/pull\/(\d{1,9})(?!\w)\S*$/i;
/** `org/repo#12`, `repo#12` or `#12`. */
const PULL_NAME = /(?<![\w./#-])(?:([\w.-]+)\/)?([\w.-]+)?#(\d{1,9})(?![\w#])/;
const PULL_WORD = /^(?:the )?(?:pull request|pr)[\s:]+/i;

interface PullRequest {
  org: string;
  repo: string;
  number: string;
}

/**
 * The pull request that a text names, as `org/repo#12`; null where it names none, or one whose repository is not known.
 * `beside` are addresses that may say the repository of `repo#12` and `#12`. `whole`: the text is a name and nothing else;
 * `anywhere`: a name in it counts, else an address beside it.
 */
function pullRequestOf(
  text: string,
  beside: readonly string[],
  how: 'whole' | 'anywhere',
  repos: readonly string[] = [],
): string | null {
  const address = ofAddress(text);
  if (address) return written(address);
  const plain = text.trim().replace(PULL_WORD, '');
  const linked = beside.flatMap((each) => ofAddress(each) ?? []);
  const match = PULL_NAME.exec(plain);
  if (match && (how === 'anywhere' || match[0].length === plain.length)) {
    const [, org, repo, number = ''] = match;
    if (org !== undefined && repo !== undefined) return written({ org, repo, number });
    const same = linked.find((each) => each.number === number && (repo === undefined || sameName(each.repo, repo)));
    const known = repos.filter((each) => repo !== undefined && sameName(each.split('/')[1] ?? '', repo));
    return same ? written(same) : known.length === 1 ? `${known[0]}#${Number(number)}` : null;
  }
  return how === 'anywhere' && linked[0] ? written(linked[0]) : null;
}

function ofAddress(url: string): PullRequest | null {
  const match = PULL_ADDRESS.exec(url.trim());
  return match ? { org: match[1]!, repo: match[2]!, number: match[3]! } : null;
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const written = ({ org, repo, number }: PullRequest) => `${org}/${repo}#${Number(number)}`;
