import { eachLine, sections } from './body.js';
import type { MarkdownFile } from './file.js';
import { type Moment, readMoment, readStart } from './moment.js';

/**
 * What an older tool wrote INTO the authored files: runtime, not intent (README of the format). Only the backfill of an
 * import may read it, once, into events that say so (W3, W6); an architecture test holds every other module away from it.
 */
export interface Leftovers {
  lane: string | null;
  agent: string | null;
  assignee: string | null;
  process: { pid: number; startedAt: number | null; host: null } | null;
  baseline: string | null;
  refs: string[];
  created: Moment | null;
  notes: OldNote[];
  reviews: OldReview[];
}

export interface OldNote {
  text: string;
  by: string;
  written: Moment | null;
  /** What else its line said: the lane, the process id. */
  rest: Record<string, unknown>;
  /** The line or entry as it stood, which its id is made from. */
  raw: string;
}

export interface OldReview {
  verdict: string | null;
  by: string;
  reference: string | null;
  text: string | null;
  written: Moment | null;
  raw: string;
}

/** Nothing, and what a template left to be filled in. */
const PLACEHOLDER = /^(null|none|~|__[A-Z_]+__|\{\{.*\}\}|\[.*\]|<.*>)$/i;

const word = (value: unknown): string | null => {
  if (value === null || value === undefined || typeof value === 'object') return null;
  const text = String(value).trim();
  return text === '' || PLACEHOLDER.test(text) ? null : text;
};

export function readLeftovers(file: MarkdownFile): Leftovers {
  const front = file.front ?? {};
  const pid = Number(word(front.shell_pid));
  const base = word(front.base_commit);
  const refs = Array.isArray(front.tracker_refs) ? front.tracker_refs.map(word).filter((ref) => ref !== null) : [];
  return {
    lane: word(front.lane),
    agent: word(front.agent),
    assignee: word(front.assignee),
    process:
      Number.isInteger(pid) && pid > 0 ? { pid, startedAt: readStart(front.shell_pid_created_at), host: null } : null,
    baseline: base === 'unknown' ? null : base,
    refs,
    created: readMoment(front.created_at),
    notes: [...history(front.history), ...activity(file.body)],
    reviews: [...frontReviews(front), ...reviewSections(file.body, word(front.reviewed_by))],
  };
}

/** `history:` of two shapes, and what else a list may hold: each entry is a note. */
function history(value: unknown): OldNote[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry): OldNote[] => {
    if (typeof entry !== 'object' || entry === null) {
      const text = word(entry);
      return text === null ? [] : [{ text, by: 'unknown', written: null, rest: {}, raw: text }];
    }
    const { timestamp, at, date, agent, actor, by, action, note, event, message, ...rest } = entry as Record<
      string,
      unknown
    >;
    const said = [action, note, message, event].map(word).filter((text) => text !== null);
    const raw = JSON.stringify(entry);
    return [
      {
        text: said.join(': ') || raw,
        by: word(agent) ?? word(actor) ?? word(by) ?? 'unknown',
        written: readMoment(timestamp ?? at ?? date),
        rest: Object.fromEntries(Object.entries(rest).filter(([, v]) => word(v) !== null || typeof v === 'object')),
        raw,
      },
    ];
  });
}

/** `- TIME – AGENT – shell_pid=N – lane=L – TEXT`, its dashes of any length, its middle parts optional. */
const ENTRY =
  /^\s{0,3}[-*+]\s+\[?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}[\d:.,]*\s*(?:Z|[+-]\d{2}:?\d{2})?)?)\]?\s+[-–—]+\s+(.*)$/i;
const PART = /\s+[-–—]+\s+/;

/** Lines of an activity log wherever they stand: the older tool wrote at the end of the file, whatever came there last. */
function activity(body: readonly string[]): OldNote[] {
  const notes = new Map<number, OldNote>();
  const lines = new Map<number, string>();
  eachLine(body, (line, index) => lines.set(index, line));
  const log = logLines(body);
  for (const [index, line] of lines) {
    const [, time, said] = ENTRY.exec(line) ?? [];
    if (time !== undefined && said !== undefined) notes.set(index, entry(line, time, said));
    else if (log.has(index) && /^\s{0,3}[-*+]\s+\S/.test(line) && !/^\s*[-*+]\s+\[[ xX]\]/.test(line)) {
      const text = line.replace(/^\s*[-*+]\s+/, '').trim();
      notes.set(index, { text, by: 'unknown', written: null, rest: {}, raw: line });
    }
  }
  // What is indented under an entry belongs to it.
  for (const [index, note] of notes) {
    for (let next = index + 1; next < body.length && !notes.has(next); next += 1) {
      const line = body[next] ?? '';
      if (!/^\s{2,}\S/.test(line)) break;
      note.text += `\n${line.trim()}`;
      note.raw += `\n${line}`;
    }
  }
  return [...notes].sort(([a], [b]) => a - b).map(([, note]) => note);
}

function entry(raw: string, time: string, said: string): OldNote {
  const rest: Record<string, unknown> = {};
  const [by = '', ...parts] = said.split(PART);
  let words = parts;
  while (words.length > 0) {
    const [, name, value] = /^(shell_pid|lane|pid)\s*=\s*(\S*)$/i.exec(words[0]?.trim() ?? '') ?? [];
    if (name === undefined) break;
    if (value) rest[name.toLowerCase()] = value;
    words = words.slice(1);
  }
  // The text is cut out of the line as it stands: its own dashes are not ours to change.
  const text = words.length === 0 ? '' : said.slice(said.length - tail(said, words.length)).trim();
  return { text: text || said.trim(), by: by.trim() || 'unknown', written: readMoment(time), rest, raw };
}

/** The length of the last `count` parts of a line, with the dashes between them. */
function tail(said: string, count: number): number {
  const cuts = [...said.matchAll(new RegExp(PART, 'g'))];
  const cut = cuts[cuts.length - count];
  return cut === undefined ? said.length : said.length - (cut.index + cut[0].length);
}

/** The lines of sections that are logs, as far as their first heading or rule. */
function logLines(body: readonly string[]): Set<number> {
  const found = new Set<number>();
  for (const section of sections(body, (title) =>
    /^(activity log|history|change log|changelog|work log)\b/i.test(title),
  )) {
    for (const [offset, line] of section.lines.entries()) {
      if (/^#{1,6}\s/.test(line) || /^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) break;
      found.add(section.start + offset);
    }
  }
  return found;
}

const NOT_A_REVIEW =
  /guid|checklist|instruction|criteria|requirement|how to|prompt|process|focus|expectation|plan|status|strategy|steps/i;
const REVIEW_TITLE =
  /^\W*(code |peer |final |re-?|self-?)?review(er)?('s)?\b(\s*(report|feedback|notes?|records?|results?|findings?|summary|comments?|history|outcome|verdict|decision|log|round|cycle|pass|status)?\b.*)?$/i;

/** Headings that a reviewer makes inside of a review, at its own level. */
const PART_OF_A_REVIEW =
  /^\W*(issue|finding|problem|block|verdict|recommend|positive|strength|weakness|required|minor|major|critical|high|medium|low|nit|conclusion|summary of (the )?review|previous|new issue|what (is|was|i)|fix(es)? (needed|required))/iu;

function reviewSections(body: readonly string[], reviewedBy: string | null): OldReview[] {
  return sections(
    body,
    (title) => REVIEW_TITLE.test(title) && !NOT_A_REVIEW.test(title),
    (title) => PART_OF_A_REVIEW.test(title),
  ).flatMap(({ title, lines }): OldReview[] => {
    const said = trimmed(lines.filter((line) => !isPlaceholder(line) && !ENTRY.test(line)));
    if (said.every((line) => line.trim() === '' || /^\s*[-*_]{3,}\s*$/.test(line))) return [];
    const text = said.join('\n');
    const named = /\*{0,2}(?:reviewed by|reviewer(?: agent)?)\*{0,2}\s*:\s*\*{0,2}\s*([^\n*(]+)/i
      .exec(text)?.[1]
      ?.trim();
    const dated = /\*{0,2}(?:review(?:ed)? (?:date|at|on)|date)\*{0,2}\s*:\s*\*{0,2}\s*(\S+)/i.exec(text)?.[1];
    return [
      {
        verdict: verdictOf(`${title}\n${text}`),
        by: named || reviewedBy || 'unknown',
        reference: null,
        text,
        written: readMoment(dated),
        raw: `${title}\n${text}`,
      },
    ];
  });
}

/** What a template left for a reviewer to replace. */
const isPlaceholder = (line: string): boolean =>
  /^\s*[*_]?\[.*\][*_]?\s*$/.test(line) ||
  /^\s*>?\s*\*{0,2}populated by\b/i.test(line) ||
  /^\s*<!--.*-->\s*$/.test(line);

function trimmed(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '' && !/^\s*-{3,}\s*$/.test(line));
  if (first < 0) return [];
  const last = lines.findLastIndex((line) => line.trim() !== '' && !/^\s*-{3,}\s*$/.test(line));
  return lines.slice(first, last + 1);
}

const LABELLED = /\*{0,2}(?:status|outcome|verdict|decision|result|conclusion)\*{0,2}\s*:\s*\*{0,2}\s*([^\n]+)/i;

/** The verdict that a text gives, in one of the two known words; null where it gives none, or both without a label. Pure. */
export function verdictOf(text: string): 'approved' | 'changes_requested' | null {
  const inWords = (words: string) => ({
    no: /changes? (?:were |are )?requested|changes?_requested|needs? (?:changes|work|rework)|request(?:ed|s|ing)? changes|has_feedback|not approved|rejected|returned (?:for|to)|❌/i.test(
      words,
    ),
    yes: /(?<!not )\bapproved?\b|\bpass(?:ed|es)?\b|\bLGTM\b|✅|\baccepted\b/i.test(words),
  });
  const labelled = LABELLED.exec(text)?.[1];
  for (const words of [labelled?.split(/[;.,(]/)[0], labelled, text]) {
    if (words === undefined) continue;
    const { yes, no } = inWords(words);
    if (yes !== no) return yes ? 'approved' : 'changes_requested';
  }
  return null;
}

function frontReviews(front: Record<string, unknown>): OldReview[] {
  const found: OldReview[] = [];
  const status = word(front.review_status);
  const by = word(front.reviewed_by) ?? word(front.reviewer) ?? word(front.reviewer_agent);
  if (status !== null || (by !== null && word(front.reviewed_by) !== null)) {
    const feedback = word(front.review_feedback) ?? word(front.review_feedback_file);
    found.push({
      verdict: status === null ? null : (verdictOf(status) ?? status),
      by: by ?? 'unknown',
      reference: feedback,
      text: null,
      written: readMoment(front.reviewed_at),
      raw: JSON.stringify({ status, by, feedback }),
    });
  }
  const reason = word(front.review_artifact_override_reason);
  const over = word(front.review_artifact_override_actor);
  if (reason !== null || over !== null) {
    found.push({
      verdict: 'override',
      by: over ?? 'unknown',
      reference: null,
      text: reason,
      written: readMoment(front.review_artifact_override_at),
      raw: JSON.stringify({ reason, over, at: word(front.review_artifact_override_at) }),
    });
  }
  return found;
}
