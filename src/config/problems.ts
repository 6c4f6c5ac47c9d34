/** What is wrong with a configuration, in words that say the fix (X4), and never with a secret in them (X2). */
import { distance } from 'fastest-levenshtein';

export type PathPart = string | number;

export interface Problem {
  /** Line in the file, from 1; null for a problem of the environment or of the file as a whole. */
  line: number | null;
  /** Where: `kinds.ask.page`, `checks[0].name`, `OWED_SEAT`; empty for the file as a whole. */
  path: string;
  /** One sentence, with the fix. */
  message: string;
}

/** Slack's and GitHub's own token prefixes: at the start of a text, or inside one with a token's length after it. */
const TOKEN =
  /^\s*(?:xox[a-z](?:\.xox[a-z])?-|xapp-|gh[oprsu]_|github_pat_)|(?:xox[a-z]-|xapp-|gh[oprsu]_|github_pat_)[\w-]{6,}/;
const TOKEN_TEXT = /(?:xox[a-z]-|xapp-|gh[oprsu]_|github_pat_)[\w.-]*/g;
const URL_PASSWORD = /(\/\/[^\s/:@"]*):[^\s/"]*@/g;

/** Whether a text is, or holds, a token that belongs in the environment (X2). */
export function looksLikeToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Takes tokens and the passwords of URLs out of a text that will be shown (X2). */
export function withoutSecrets(text: string): string {
  return text.replace(TOKEN_TEXT, '(hidden)').replace(URL_PASSWORD, '$1:(hidden)@');
}

/** A value as a message shows it: quoted and shortened text, plain numbers, `a list`, `a map`, `nothing`. */
export function show(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 59)}…` : value);
}

/** The known word that a mistyped one was probably meant to be; null when none is near. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const wanted = word.toLowerCase();
  const reach = Math.max(2, Math.floor(word.length / 3));
  let best: { word: string; far: number } | null = null;
  for (const candidate of known) {
    const far = distance(wanted, candidate.toLowerCase());
    if (far <= reach && far < candidate.length && (best === null || far < best.far)) best = { word: candidate, far };
  }
  return best?.word ?? null;
}

/** `; did you mean "gera"?`, or the known words where none is near and there are few; empty otherwise. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  if (near !== null) return `; did you mean ${JSON.stringify(near)}?`;
  return known.length > 0 && known.length <= 12 ? `; known: ${known.join(', ')}` : '';
}

/** `['checks', 0, 'name']` as `checks[0].name`. */
export function pathText(path: readonly PathPart[]): string {
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');
}

/**
 * The problems of one file, a line each: `owed.yml:12: kinds.ask.page: …` (X4).
 * @param file as the person knows it; it is printed as given.
 */
export function formatProblems(file: string, problems: readonly Problem[]): string {
  return problems
    .map(({ line, path, message }) => {
      const where = line === null ? file : `${file}:${line}`;
      return path === '' ? `${where}: ${message}` : `${where}: ${path}: ${message}`;
    })
    .join('\n');
}
