/** Reading the lines of a Markdown body: headings, check boxes, logs. Pure; fenced code is skipped. */

export interface Box {
  words: string;
  ticked: boolean;
  /** The headings that it stands under, the nearest last. */
  under: string[];
}

export interface Section {
  title: string;
  /** The index of its first line in the body. */
  start: number;
  lines: string[];
}

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const FENCE = /^\s*(`{3,}|~{3,})/;
const CHECK = /^\s*[-*+]\s+\[([ xX])\]\s+(.*\S)\s*$/;

/** Calls back with every line outside of fences. */
export function eachLine(body: readonly string[], see: (line: string, index: number) => void): void {
  let fence: string | null = null;
  for (const [index, line] of body.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === null || (mark[0] === fence[0] && mark.length >= fence.length))) {
      fence = fence === null ? mark : null;
      continue;
    }
    if (fence === null) see(line, index);
  }
}

/** The check boxes; under headings that `within` matches, or all. */
export function checkBoxes(body: readonly string[], within: RegExp | null = null): Box[] {
  const boxes: Box[] = [];
  let under: { level: number; title: string }[] = [];
  eachLine(body, (line) => {
    const heading = HEADING.exec(line);
    if (heading) {
      const level = heading[1]?.length ?? 1;
      under = [...under.filter((h) => h.level < level), { level, title: heading[2] ?? '' }];
      return;
    }
    const [, tick, words] = CHECK.exec(line) ?? [];
    if (words === undefined) return;
    const titles = under.map((h) => h.title);
    if (within === null || titles.some((title) => within.test(title))) {
      boxes.push({ words, ticked: tick !== ' ', under: titles });
    }
  });
  return boxes;
}

const SUBTASK_HEADING = /^#{2,6}\s+(?:Subtask\s+)?`?([A-Z]{1,4}\d{1,5}[a-z]?)`?\s*[:–—-]+\s*(.+?)\s*#*$/i;

/** `### Subtask T001 – Title`: titles by id. */
export function subtaskHeadings(body: readonly string[]): Map<string, string> {
  const titles = new Map<string, string>();
  eachLine(body, (line) => {
    const [, id, title] = SUBTASK_HEADING.exec(line) ?? [];
    if (id !== undefined && title !== undefined && !titles.has(id)) titles.set(id, title);
  });
  return titles;
}

/**
 * The sections whose heading `titled` accepts, each to the next heading of its own level or a higher one, but for those that
 * `goesOn` takes for a part of it.
 */
export function sections(
  body: readonly string[],
  titled: (title: string) => boolean,
  goesOn: (title: string) => boolean = () => false,
): Section[] {
  const found: Section[] = [];
  let open: { level: number; section: Section } | null = null;
  const headings = new Map<number, { level: number; title: string }>();
  eachLine(body, (line, index) => {
    const heading = HEADING.exec(line);
    if (heading) headings.set(index, { level: heading[1]?.length ?? 1, title: heading[2] ?? '' });
  });
  for (const [index, line] of body.entries()) {
    const heading = headings.get(index);
    if (
      heading &&
      (open === null || (heading.level <= open.level && !(heading.level === open.level && goesOn(heading.title))))
    ) {
      open = titled(heading.title)
        ? { level: heading.level, section: { title: heading.title, start: index + 1, lines: [] } }
        : null;
      if (open) found.push(open.section);
      continue;
    }
    open?.section.lines.push(line);
  }
  return found;
}
