import { median, type Rounds } from './stats.js';

/** One line of the table: medians, and the ratio with its bound; null where nothing is promised. */
export interface Row {
  name: string;
  ours: number;
  other: number;
  /** What the other is. */
  against: string;
  unit: 'acks/s' | 'rows/s' | 'ms';
  /** The median of the rounds' own ratios, ours to the other's: what both met in one round goes out of it. */
  ratio: number;
  bound: { atLeast: number } | { atMost: number } | null;
}

/** A row that could not be measured, and why. */
export interface Skipped {
  name: string;
  skipped: string;
}

/** One row out of interleaved rounds; `of` takes the figure out of a round. */
export function row<T>(
  named: Pick<Row, 'name' | 'against' | 'unit' | 'bound'>,
  rounds: Rounds<T>,
  of: (round: T) => number,
): Row {
  const ours = rounds.ours.map(of);
  const other = rounds.other.map(of);
  const ratios = ours.map((value, i) => value / (other[i] ?? Number.NaN));
  return { ...named, ours: median(ours), other: median(other), ratio: median(ratios) };
}

/** Whether the row keeps its bound; a row without one does. */
export function holds({ ratio, bound }: Row): boolean {
  if (bound === null) return true;
  return 'atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost;
}

const HEAD = ['row', 'ours', 'other', 'the other is', 'ratio', 'bound', ''];

/** The table as text, one line a row. */
export function render(rows: readonly (Row | Skipped)[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((line) => (line[column] ?? '').length)));
  const lines = cells.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [lines[0], widths.map((w) => '-'.repeat(w)).join('  '), ...lines.slice(1)].join('\n');
}

function cellsOf(row: Row | Skipped): string[] {
  if ('skipped' in row) return [row.name, `skipped: ${row.skipped}`];
  const { name, ours, other, against, unit, ratio, bound } = row;
  const bounded = bound === null ? '' : 'atLeast' in bound ? `>= ${bound.atLeast}` : `<= ${bound.atMost}`;
  const verdict = bound === null ? '' : holds(row) ? 'ok' : 'missed';
  return [name, figure(ours, unit), figure(other, unit), against, ratio.toFixed(2), bounded, verdict];
}

function figure(value: number, unit: Row['unit']): string {
  return unit === 'ms' ? `${value.toFixed(value < 10 ? 2 : 1)} ms` : `${Math.round(value)} ${unit}`;
}
