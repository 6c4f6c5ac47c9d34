import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import type { Problem } from './problems.js';

/** A Markdown file with front matter, split; nothing of it is interpreted yet. */
export interface MarkdownFile {
  path: string;
  /** SHA-256 of the normalised bytes (W1). */
  hash: string;
  /** Null where there is none, or it cannot be read; then `problems` says so. */
  front: Record<string, unknown> | null;
  /** The line of a front-matter key, 1 where it is not there. */
  lineOf: (key: string) => number;
  /** The lines after the front matter. */
  body: string[];
  problems: Problem[];
}

/** Line ends become LF, and the text ends with exactly one: what editors and git change on their own is no change (W1). */
export const normalised = (text: string): string =>
  `${text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')}\n`;

export const contentHash = (text: string): string => createHash('sha256').update(normalised(text)).digest('hex');

/** Opens a file for reading, and for nothing else. @throws when it is not there. */
export const readText = (path: string): string => readFileSync(path, { encoding: 'utf8', flag: 'r' });

export function readMarkdown(path: string): MarkdownFile {
  return splitMarkdown(path, readText(path));
}

/** Pure part of `readMarkdown`. */
export function splitMarkdown(path: string, raw: string): MarkdownFile {
  const text = normalised(raw);
  const lines = text.split('\n');
  const file: MarkdownFile = {
    path,
    hash: createHash('sha256').update(text).digest('hex'),
    front: null,
    lineOf: () => 1,
    body: lines,
    problems: [],
  };
  const wrong = (line: number, message: string) => file.problems.push({ file: path, line, message });
  if (lines[0]?.trimEnd() !== '---') {
    wrong(1, 'has no front matter: the first line is not ---');
    return file;
  }
  const end = lines.findIndex((line, i) => i > 0 && /^(---|\.\.\.)\s*$/.test(line));
  if (end < 0) {
    wrong(1, 'its front matter has no end: a second --- is missing');
    return file;
  }
  file.body = lines.slice(end + 1);
  const counter = new LineCounter();
  // `- [ ] T001 text` in a list is a flow sequence with a word behind it to YAML; to its author it is a check box.
  const front = lines.slice(1, end).map((line) => line.replace(BOX, (_, lead, box) => `${lead}${JSON.stringify(box)}`));
  const document = parseDocument(front.join('\n'), { lineCounter: counter, prettyErrors: false, logLevel: 'silent' });
  for (const error of document.errors) wrong(counter.linePos(error.pos[0]).line + 1, error.message);
  if (document.errors.length > 0) return file;
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    wrong(2, 'its front matter is no list of fields');
    return file;
  }
  file.front = value as Record<string, unknown>;
  file.lineOf = (key) => Math.max(1, front.findIndex((line) => line.startsWith(`${key}:`)) + 2);
  return file;
}

const BOX = /^(\s*-\s+)(\[[ xX]\]\s+\S.*)$/;
