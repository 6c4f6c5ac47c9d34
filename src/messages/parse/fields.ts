/**
 * The fields of a HANDOFF. Grammar:
 *
 *   field := label ":" value
 *   label := to | lane | item | why | origin | customer | owed to | role | profile | model | package | refs | subtasks
 *
 * Labels in any case, in bold or not (`*lane:* leads`, `*lane: leads*`), `owed to` with a space, `-` or `_`.
 */

import type { Line } from './lines.js';
import { isNear, swapped } from './near.js';
import { LABEL } from './tokens.js';

export const REQUIRED_FIELDS = ['to', 'lane', 'item', 'why'] as const;

export const FIELDS = [
  ...REQUIRED_FIELDS,
  'origin',
  'customer',
  'owed to',
  'role',
  'profile',
  'model',
  'package',
  'refs',
  'subtasks',
] as const;

export type Field = (typeof FIELDS)[number];

const SINGULAR: Record<string, Field> = { ref: 'refs', subtask: 'subtasks', owedto: 'owed to' };

/** A copied template keeps its remark: `customer: yes   (optional)`. */
const OPTIONAL_REMARK = /\s+\(optional\b[^()]*\)$/i;

export interface Labelled {
  /** In lower case, words apart by one space. */
  label: string;
  /** In Slack's encoding, without the marks that belong to the label. */
  value: string;
}

/** Reads `label: value`; null for a line of another shape. */
export function readLabel(line: Line): Labelled | null {
  const match = LABEL.exec(line.body);
  if (!match) return null;
  const [, open = '', label = '', close = '', rest = ''] = match;
  let value = rest;
  const closing = [...open].reverse().join('');
  if (open !== '' && close === '') {
    if (value.startsWith(closing)) value = value.slice(closing.length);
    else if (value.endsWith(closing)) value = value.slice(0, -closing.length);
  }
  const name = label
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
  return { label: name, value: value.trim().replace(OPTIONAL_REMARK, '') };
}

/** The field that a label names, or null. */
export function knownField(label: string): Field | null {
  return FIELDS.find((field) => field === label) ?? SINGULAR[label] ?? null;
}

/**
 * The field that a label is a slip of the pen for, among those that are still missing. A short optional label is only
 * near when two letters are swapped: `rule:` and `mode:` are prose.
 */
export function nearField(label: string, missing: ReadonlySet<Field>): Field | null {
  for (const field of FIELDS) {
    if (!missing.has(field) || field === 'to') continue;
    const strict = field.length < 6 && !REQUIRED_FIELDS.some((required) => required === field);
    if (strict ? swapped(label, field) : isNear(label, field)) return field;
  }
  return null;
}
