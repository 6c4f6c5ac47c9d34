/** YAML text → plain values and the line of each, with what is wrong with the YAML itself. Pure. */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLError } from 'yaml';
import { looksLikeToken, type PathPart, type Problem, pathText, show } from './problems.js';

export interface Source {
  /** The file's content as plain values. */
  value: Record<string, unknown>;
  /** Line of a key or list item, or of the nearest thing around it that is written in the file. */
  lineOf: (path: readonly PathPart[]) => number | null;
  /** Problems that do not keep the rest from being checked: keys written twice, tokens. */
  problems: Problem[];
  /** Whether a token stands at this path, so that nothing else is said about it (X2). */
  isSecret: (path: readonly PathPart[]) => boolean;
}

const START = 'start from owed.example.yml';
const TOKEN_SENTENCE =
  'this looks like a token; take it out of the file (and replace it where it was issued, if the file was shared): ' +
  'secrets come from the environment only, such as SLACK_BOT_TOKEN and SLACK_APP_TOKEN';

/** @returns the source, or the problems that leave nothing to check: no YAML, empty, not a map. */
export function readSource(text: string): { source: Source } | { problems: Problem[] } {
  const lines = new LineCounter();
  // Duplicate keys are found by the walk below, so that they do not hide the other problems (X4).
  const doc = parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false });
  const broken = [...doc.errors, ...doc.warnings];
  if (broken.length > 0) return { problems: onePerLine(broken.map((error) => syntaxProblem(error, lines))) };

  if (doc.contents === null || (isScalar(doc.contents) && doc.contents.value === null)) {
    return { problems: [{ line: null, path: '', message: `the file is empty; ${START}` }] };
  }
  if (!isMap(doc.contents)) {
    const what = isSeq(doc.contents) ? 'a list' : 'a single value';
    const message = `the file has to be a map of keys such as "seats:" and "people:", and it is ${what}; ${START}`;
    return { problems: [{ line: 1, path: '', message }] };
  }

  let value: Record<string, unknown>;
  try {
    value = doc.toJS({ maxAliasCount: 100 }) as Record<string, unknown>;
    JSON.stringify(value); // an alias inside its own anchor makes a ring
  } catch {
    return {
      problems: [
        {
          line: null,
          path: '',
          message: 'an alias (*name) refers to nothing, to itself, or far too often; write the value out',
        },
      ],
    };
  }
  return { source: { value, ...walk(doc, lines) } };
}

function walk(doc: Document, lines: LineCounter): Omit<Source, 'value'> {
  const lineByPath = new Map<string, number>();
  const secrets = new Set<string>();
  const problems: Problem[] = [];

  const lineOf = (path: readonly PathPart[]): number | null => {
    for (let length = path.length; length > 0; length--) {
      const line = lineByPath.get(JSON.stringify(path.slice(0, length)));
      if (line !== undefined) return line;
    }
    return null;
  };
  const place = (path: readonly PathPart[], node: unknown): void => {
    const range = (node as { range?: [number, number, number] | null } | null)?.range;
    if (range) lineByPath.set(JSON.stringify(path), lines.linePos(range[0]).line);
  };
  const lineAt = (node: unknown): number | null => {
    const range = (node as { range?: [number, number, number] | null } | null)?.range;
    return range ? lines.linePos(range[0]).line : null;
  };

  const visit = (given: unknown, path: PathPart[]): void => {
    const node = isAlias(given) ? given.resolve(doc) : given;
    if (isMap(node)) {
      const seen = new Map<string, number | null>();
      for (const { key, value } of node.items) {
        if (!isScalar(key)) {
          problems.push({
            line: lineAt(key),
            path: pathText(path),
            message: 'a key has to be a plain word, not a list or a map',
          });
          continue;
        }
        const name = String(key.value);
        const before = seen.get(name);
        if (seen.has(name)) {
          const message = `${show(name)} is written twice (first on line ${before ?? '?'}); keep one of the two`;
          problems.push({ line: lineAt(key), path: pathText([...path, name]), message });
        } else seen.set(name, lineAt(key));
        if (looksLikeToken(name)) problems.push({ line: lineAt(key), path: pathText(path), message: TOKEN_SENTENCE });
        place([...path, name], key);
        visit(value, [...path, name]);
      }
    } else if (isSeq(node)) {
      node.items.forEach((item, i) => {
        place([...path, i], item);
        visit(item, [...path, i]);
      });
    } else if (isScalar(node) && typeof node.value === 'string' && looksLikeToken(node.value)) {
      secrets.add(JSON.stringify(path));
      problems.push({ line: lineOf(path), path: pathText(path), message: TOKEN_SENTENCE });
    }
  };
  visit(doc.contents, []);
  return { lineOf, problems, isSecret: (path) => secrets.has(JSON.stringify(path)) };
}

function syntaxProblem(error: YAMLError, lines: LineCounter): Problem {
  const line = lines.linePos(error.pos[0]).line;
  return { line, path: '', message: `this is not readable as YAML: ${sentence(error)}` };
}

/** The codes that people meet, in our words; the library's own first line otherwise. */
function sentence(error: YAMLError): string {
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return 'a tab stands where spaces have to; indent with spaces';
    case 'BAD_INDENT':
      return 'the indentation does not fit the lines around it';
    case 'MULTIPLE_DOCS':
      return 'there is more than one document; take out the "---" line';
    case 'MISSING_CHAR':
      return 'a colon, a comma, a closing quote or a closing bracket is missing, here or just before';
    default:
      return firstLine(error.message);
  }
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? text).trim().replace(/[.:]$/, '');
}

/** One slip often makes several errors on its line; the first says enough. */
function onePerLine(problems: Problem[]): Problem[] {
  const seen = new Set<number | null>();
  return problems.filter(({ line }) => !seen.has(line) && seen.add(line));
}
