/** The middle value; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

/** The value that a part `p` (0 to 1) of the sorted values does not exceed. */
export function percentile(sorted: ArrayLike<number>, p: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN;
}

/** What the rounds gave, of the one and of the other. */
export interface Rounds<T> {
  ours: T[];
  other: T[];
}

/**
 * Runs both in turns, `rounds` times after one turn each that does not count; who begins changes from round to round, so
 * that a machine that grows slower or faster favours neither.
 */
export async function interleave<T>(
  rounds: number,
  ours: () => Promise<T>,
  other: () => Promise<T>,
): Promise<Rounds<T>> {
  const result: Rounds<T> = { ours: [], other: [] };
  await ours();
  await other();
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) result.ours.push(await ours());
    result.other.push(await other());
    if (round % 2 === 1) result.ours.push(await ours());
  }
  return result;
}
