/**
 * A length of time as people write it: `2d`, `90 min`, `1 week`, `3 days`.
 *
 *   duration := number [space] unit
 */

const UNITS: [RegExp, number][] = [
  [/^(?:ms)$/, 1],
  [/^(?:s|secs?|seconds?)$/, 1000],
  [/^(?:m|mins?|minutes?)$/, 60_000],
  [/^(?:h|hrs?|hours?)$/, 3_600_000],
  [/^(?:d|days?)$/, 86_400_000],
  [/^(?:w|weeks?)$/, 604_800_000],
];
const TEN_YEARS = 3650 * 86_400_000;

/** Milliseconds, or null where it is no length of time, is zero, or is longer than ten years. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)\s*([a-z]+)$/i.exec(text.trim());
  if (!match) return null;
  const unit = UNITS.find(([word]) => word.test(match[2]!.toLowerCase()))?.[1];
  const length = unit === undefined ? 0 : Math.round(Number(match[1]) * unit);
  return length > 0 && length <= TEN_YEARS ? length : null;
}
