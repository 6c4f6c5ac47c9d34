/** What each field of a HANDOFF means, and the first thing that is wrong with one (H4). */

import { type Field, REQUIRED_FIELDS } from './fields.js';
import type { Written } from './handoff.js';
import type { Line } from './lines.js';
import { asName, asNamed, asText, asUrls, decode, hasName, says } from './slack-text.js';
import type { LineProblem, Named, ParsedHandoff, Subtask } from './types.js';

/** A HANDOFF whose required fields may be missing. */
export type MaybeHandoff = Omit<ParsedHandoff, 'to' | 'lane' | 'item' | 'why'> & {
  to: Named | null;
  lane: string | null;
  item: string | null;
  why: string | null;
};

export interface Fault {
  line: Line;
  message: string;
}

const YES = new Set(['yes', 'y', 'true']);
const NO = new Set(['no', 'n', 'false']);

/** Reads every field that can be read; what cannot be is null, or empty. */
export function readFields(header: Line, written: Written[]): MaybeHandoff {
  const first = (field: Field) => written.find((each) => each.field === field);
  const name = (field: Field) => {
    const text = asName(first(field)?.value ?? '');
    return says(text) ? text : null;
  };
  const key = (field: Field) => {
    const text = asName(first(field)?.value ?? '');
    return hasName(text) ? text : null;
  };
  const to = first('to');
  return {
    to: to && (to.line === header || to.value !== '') ? asNamed(to.value) : null,
    lane: key('lane'),
    item: key('item'),
    why: whyOf(first('why')),
    origin: asUrls(first('origin')?.value ?? '')[0] ?? null,
    customer: customerOf(first('customer')?.value ?? ''),
    owedTo: name('owed to') === null ? null : asNamed(first('owed to')!.value),
    role: name('role'),
    profile: name('profile'),
    model: name('model'),
    package: name('package'),
    refs: refsOf(first('refs')),
    subtasks: subtasksOf(first('subtasks')),
  };
}

/** The why and the lines directly below it, up to a blank one; a why that begins on the next line counts. */
function whyOf(written: Written | undefined): string | null {
  if (!written) return null;
  const parts = written.value === '' ? [] : [written.value];
  for (const line of written.below) {
    if (line.blank && parts.length > 0) break;
    if (!line.blank) parts.push(line.body);
  }
  const text = asText(parts.join(' '));
  return says(text) ? text : null;
}

function customerOf(value: string): boolean | null {
  const word = /^[\p{L}]+(?=$|[\s]*[.,;(!])/u.exec(asName(value).toLowerCase())?.[0] ?? '';
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

/** References: apart by commas, or one on each bulleted line below. A link with a comma in it stays whole. */
function refsOf(written: Written | undefined): string[] {
  if (!written) return [];
  const bullets = written.below.filter((line) => line.bulleted).map((line) => line.body);
  const pieces = [written.value, ...bullets].flatMap((text) => text.split(/,(?=\s|$)(?![^<]*>)/));
  return pieces
    .flatMap((piece) => (/[<]|:\/\//.test(piece) ? [piece] : piece.split(',')))
    .map((piece) => asUrls(piece)[0] ?? asText(piece))
    .filter(says);
}

/** Boxes, bullets and indented lines; a name given twice is one subtask, done when both are ticked. */
function subtasksOf(written: Written | undefined): Subtask[] {
  if (!written) return [];
  const found = new Map<string, Subtask>();
  const add = (encoded: string, done: boolean) => {
    const name = asText(encoded);
    if (!hasName(name)) return;
    const known = found.get(name);
    found.set(name, { name, done: done && (known?.done ?? true) });
  };
  if (says(asText(written.value))) add(written.value, false);
  let listed = true;
  for (const line of written.below) {
    if (line.blank) continue;
    if (line.box !== null) add(line.body, line.box === 'done');
    else if (listed && (line.bulleted || line.indented)) add(line.body, false);
    else listed = false;
  }
  return [...found.values()];
}

/** The first fault from the top; a missing field comes after every line that is there and wrong. */
export function faultOf(
  header: Line,
  written: Written[],
  handoff: MaybeHandoff,
  others: (Fault | null)[],
): LineProblem | null {
  const faults = [
    ...others.filter((fault) => fault !== null),
    ...written.flatMap((each) => faultsIn(each, written, handoff)),
  ];
  faults.sort((a, b) => a.line.number - b.line.number);
  const fault = faults[0];
  if (fault) return { line: fault.line.number, text: fault.line.seen, message: fault.message };
  return missingField(header, written);
}

function faultsIn(each: Written, written: Written[], handoff: MaybeHandoff): Fault[] {
  const { field, line } = each;
  const before = written.find((other) => other.field === field)!;
  if (before !== each) {
    return [{ line, message: `“${field}:” is given twice, first in line ${before.line.number}. Keep one.` }];
  }
  const message = faultOfValue(each, handoff);
  return message === null ? [] : [{ line, message }];
}

const RIGHT: Record<(typeof REQUIRED_FIELDS)[number], string> = {
  to: 'name the seat that takes it: “HANDOFF to @seat”',
  lane: 'name the stream of work: “lane: leads”',
  item: 'name the thing in the lane: “item: western-slope-alert”',
  why: 'say why that seat has to do it: “why: the call has to come from her number”',
};

function faultOfValue({ field, value }: Written, handoff: MaybeHandoff): string | null {
  switch (field) {
    case 'to':
    case 'lane':
    case 'item':
    case 'why':
      return handoff[field] === null ? `“${field}:” says nothing; ${RIGHT[field]}.` : null;
    case 'origin':
      return handoff.origin === null && says(decode(value))
        ? '“origin:” takes the link of the message it began with, https://…; leave the line out where there is none.'
        : null;
    case 'customer':
      return handoff.customer === null && value !== '' ? '“customer:” is yes or no; leave it out if unsure.' : null;
    case 'owed to':
      return handoff.owedTo === null && says(asText(value)) ? '“owed to:” names one person: “owed to: @name”.' : null;
    default:
      return null;
  }
}

/** A field that is not there was expected on the line after the last required one that is. */
function missingField(header: Line, written: Written[]): LineProblem | null {
  let expected = header.number;
  for (const field of REQUIRED_FIELDS) {
    const there = written.find((each) => each.field === field);
    if (!there) {
      const line = field === 'to' ? header.number : expected + 1;
      return { line, text: field === 'to' ? header.seen : '', message: `“${field}:” is missing; ${RIGHT[field]}.` };
    }
    expected = there.line.number;
  }
  return null;
}
