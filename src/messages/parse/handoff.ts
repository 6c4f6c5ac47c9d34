/**
 * HANDOFF (spec §4, H3, H4). Grammar:
 *
 *   handoff  := "HANDOFF" "to" named newline { field }
 *   field    := see fields.ts; in any order, blank lines between
 *   why      := text, and the lines directly below it that are no field
 *   refs     := ref { "," ref } | { bullet ref newline }
 *   subtasks := { bullet box name newline }
 *
 * In capitals the first line is enough to make it a HANDOFF; in any other case one known field must follow, so that
 * prose which begins with the word is left alone. One message holds one HANDOFF.
 */

import { type Field, knownField, nearField, readLabel } from './fields.js';
import { faultOf, readFields } from './handoff-fields.js';
import type { Line } from './lines.js';
import { asNamed, mentions, trimMarks } from './slack-text.js';
import { HANDOFF_WORD, MENTION, TO_WORD } from './tokens.js';
import type { BridgeMessage } from './types.js';

interface Header {
  line: Line;
  /** What follows `to`, in Slack's encoding. */
  to: string;
}

/** A field as written: its line, its value, and the lines below it that belong to it. */
export interface Written {
  field: Field;
  line: Line;
  value: string;
  below: Line[];
}

/** Reads the one HANDOFF of a message; null where there is none. */
export function parseHandoff(lines: Line[]): BridgeMessage | null {
  const start = lines.findIndex((line, index) => readHeader(line, lines.slice(index + 1)) !== null);
  if (start < 0) return null;
  const rest = lines.slice(start + 1);
  const header = readHeader(lines[start]!, rest)!;
  const written = collect(header, rest);
  const handoff = readFields(header.line, written);
  const slip = slipIn(rest, written);
  const second = rest.find((line, index) => readHeader(line, rest.slice(index + 1)) !== null);
  const again = second
    ? { line: second, message: 'One message holds one HANDOFF. Post the second one as a message of its own.' }
    : null;
  const crowd =
    mentions(header.to) > 1
      ? { line: header.line, message: 'A HANDOFF goes to one seat. Name one after “HANDOFF to”.' }
      : null;
  const problem = faultOf(header.line, written, handoff, [crowd, slip, again]);
  if (problem !== null) {
    const readable = { to: handoff.to, lane: handoff.lane, item: handoff.item };
    return { kind: 'handoff-unparsed', problem, readable };
  }
  const { to, lane, item, why, ...optional } = handoff;
  return { kind: 'handoff', handoff: { to: to!, lane: lane!, item: item!, why: why!, ...optional } };
}

function readHeader(line: Line, below: Line[]): Header | null {
  if (line.quoted) return null;
  const match = HANDOFF_WORD.exec(line.body);
  if (!match) return null;
  const capitals = match[2] === 'HANDOFF';
  const rest = line.body.slice(match[0].length);
  const to = TO_WORD.exec(rest);
  const hasField = () => below.some((other) => fieldOf(other) !== null);
  if (to) return capitals || hasField() ? { line, to: trimMarks(rest.slice(to[0].length)) } : null;
  // `HANDOFF` alone over `to:`, or with `to` forgotten: only with fields below is it more than prose.
  const forgotten = trimMarks(rest) === '' || MENTION.exec(rest)?.index === 0;
  return capitals && forgotten && hasField() ? { line, to: '' } : null;
}

function fieldOf(line: Line): Field | null {
  if (line.quoted || line.box !== null) return null;
  const labelled = readLabel(line);
  return labelled === null ? null : knownField(labelled.label);
}

/** Gathers the fields, and under each the lines that may belong to it: up to the next field or quoted line. */
function collect(header: Header, rest: Line[]): Written[] {
  const written: Written[] = [];
  if (header.to !== '' && asNamed(header.to) !== null) {
    written.push({ field: 'to', line: header.line, value: header.to, below: [] });
  }
  let current: Written | null = null;
  for (const line of rest) {
    const field = fieldOf(line);
    if (field !== null) {
      current = { field, line, value: readLabel(line)!.value, below: [] };
      written.push(current);
    } else if (line.quoted || readHeader(line, [])) current = null;
    else if (current !== null) current.below.push(line);
    // A ticked or empty box is a subtask wherever it stands: to lose one would let a done pass over it (H8).
    if (line.box !== null && !line.quoted && current?.field !== 'subtasks') {
      current?.below.pop();
      written.push({ field: 'subtasks', line, value: '', below: [line] });
      current = null;
    }
  }
  return mergeBoxes(written);
}

/** Stray boxes are one list with those under `subtasks:`; they are no second `subtasks:` line. */
function mergeBoxes(written: Written[]): Written[] {
  const stray = written.filter((each) => each.below[0] === each.line);
  const kept = written.filter((each) => each.below[0] !== each.line);
  if (stray.length === 0) return written;
  const boxes = stray.flatMap((each) => each.below);
  const list = kept.find((each) => each.field === 'subtasks');
  if (!list) return [...kept, { field: 'subtasks', line: stray[0]!.line, value: '', below: boxes }];
  return kept.map((each) => (each === list ? { ...each, below: [...each.below, ...boxes] } : each));
}

function slipIn(rest: Line[], written: Written[]): { line: Line; message: string } | null {
  const missing = new Set<Field>(
    (['lane', 'item', 'why', 'origin', 'customer', 'owed to', 'role', 'profile', 'model'] as Field[]).concat([
      'package',
      'refs',
      'subtasks',
    ]),
  );
  for (const each of written) missing.delete(each.field);
  for (const line of rest) {
    if (line.quoted || line.box !== null) continue;
    const labelled = readLabel(line);
    const meant = labelled === null ? null : nearField(labelled.label, missing);
    if (meant) return { line, message: `There is no field “${labelled!.label}:”. Did you mean “${meant}:”?` };
  }
  return null;
}
