import type { Authored } from '../ledger/index.js';
import { checkBoxes, subtaskHeadings } from './body.js';
import type { MarkdownFile } from './file.js';
import type { Problem } from './problems.js';

/** What a package's file intends (W1): nothing that happened is read here. */
export interface AuthoredFile {
  id: string;
  authored: Authored;
}

const TEXT = 'is to be a text';

/**
 * Reads what was intended from a package's file: title, role, profile, model, requirements, dependencies, and subtasks as
 * ids or as check boxes. Pure.
 * @returns the problems with file and line, and null where there is no front matter to read.
 */
export function readAuthored(
  file: MarkdownFile,
  named: { id: string; path: string },
): { read: AuthoredFile | null; problems: Problem[] } {
  const problems = [...file.problems];
  const { front } = file;
  if (front === null) return { read: null, problems };
  const wrong = (key: string, message: string) =>
    problems.push({ file: file.path, line: file.lineOf(key), message: `${key} ${message}` });
  const text = (key: string): string | null => {
    const value = front[key];
    if (value === undefined || value === null) return null;
    if (typeof value === 'object') {
      wrong(key, TEXT);
      return null;
    }
    return String(value).trim() || null;
  };
  const list = (...keys: string[]): string[] => {
    const key = keys.find((name) => front[name] !== undefined && front[name] !== null);
    const value = key === undefined ? [] : front[key];
    if (key !== undefined && typeof value === 'string') return value.split(/[\s,]+/).filter(Boolean);
    if (key !== undefined && (!Array.isArray(value) || value.some((v) => typeof v === 'object' && v !== null))) {
      wrong(key, 'is to be a list of texts');
      return [];
    }
    return (value as unknown[]).map(String).filter(Boolean);
  };
  const title = text('title');
  if (title === null) problems.push({ file: file.path, line: 1, message: 'title is missing' });
  const authored: Authored = {
    title: title ?? named.id,
    role: text('role'),
    profile: text('agent_profile'),
    model: text('model'),
    requirements: list('requirement_refs', 'requirements'),
    dependencies: list('dependencies', 'depends_on'),
    subtasks: subtasksOf(file, (message) => wrong('subtasks', message)),
    path: named.path,
    hash: file.hash,
  };
  return { read: { id: text('work_package_id')?.toUpperCase() ?? named.id, authored }, problems };
}

const TICK = /^\s*(?:[-*+]\s+)?\[[ xX]\]\s+/;
const ID = /^`?\*{0,2}([A-Z]{1,4}\d{1,5}[a-z]?)\*{0,2}`?(?=[\s:.)–—-]|$)[\s:.)–—-]*/;

/** `T001 call the lead back` is the subtask T001; words without an id are one by their words. */
export function subtaskOf(words: string): { id: string; title: string | null } {
  const plain = words.replace(TICK, '').trim();
  const [lead = '', id] = ID.exec(plain) ?? [];
  return id === undefined ? { id: plain, title: null } : { id, title: plain.slice(lead.length).trim() || null };
}

function subtasksOf(file: MarkdownFile, wrong: (message: string) => void): Authored['subtasks'] {
  const value = file.front?.subtasks;
  let found: { id: string; title: string | null }[] = [];
  if (typeof value === 'string') {
    found = value
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(subtaskOf);
  } else if (Array.isArray(value)) {
    for (const entry of value) {
      const named = entry as { id?: unknown; title?: unknown; name?: unknown };
      if (typeof entry !== 'object' || entry === null) found.push(subtaskOf(String(entry)));
      else if (named.id !== undefined) found.push({ id: String(named.id), title: titleOf(named.title ?? named.name) });
      else wrong('has an entry that is neither an id, a check box, nor a field id');
    }
  } else if (value !== undefined && value !== null) {
    wrong('is to be a list of ids or of check boxes');
  } else {
    found = checkBoxes(file.body, /subtask/i).map((box) => subtaskOf(box.words));
  }
  const titles = subtaskHeadings(file.body);
  const seen = new Set<string>();
  return found
    .filter(({ id }) => id !== '' && !seen.has(id) && seen.add(id))
    .map(({ id, title }) => ({ id, title: title ?? titles.get(id) ?? null }));
}

const titleOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null);
