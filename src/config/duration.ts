/**
 * Durations as the configuration and the command line write them: one number and one unit, without a space.
 * There is no sum of units (`1h30m`), so that a reader never has to guess which way it is read.
 */

const UNIT_MS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;
type Unit = keyof typeof UNIT_MS;

const DURATION = /^(\d{1,13}(?:\.\d{1,3})?)(ms|s|m|h|d)$/;

/** A century: anything longer is a slip of the finger, and is beyond what a Date can be added to safely. */
const LONGEST_MS = 36_525 * UNIT_MS.d;

/** What to write instead; ends the sentence of every message about a duration. */
export const DURATION_HINT = 'write a number and a unit, such as 500ms, 2s, 30m, 4h or 3d';

/**
 * Reads `500ms`, `2s`, `30m`, `1.5h` or `3d`.
 * @returns whole milliseconds, zero included; null when the text is not a duration or is longer than a century.
 */
export function parseDuration(text: string): number | null {
  const found = DURATION.exec(text);
  if (!found) return null;
  const ms = Math.round(Number(found[1]) * UNIT_MS[found[2] as Unit]);
  return ms <= LONGEST_MS ? ms : null;
}

/**
 * Writes milliseconds in the largest unit that loses nothing (`90m`, not `1.5h`), so that what a message
 * shows can be pasted back into the file: `parseDuration(formatDuration(ms)) === ms`.
 */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0s';
  const unit = (Object.keys(UNIT_MS) as Unit[]).find((name) => ms % UNIT_MS[name] === 0) ?? 'ms';
  return `${Math.round(ms / UNIT_MS[unit])}${unit}`;
}
