/**
 * DELIVERED, a signal of its own (R5): that rulings are obtained says nothing about whether they reach whoever is parked on
 * the question. Pure.
 */

export const DELIVERY_WINDOW = 3 * 86_400_000;
/** So many attempts, or so long, and an undelivered ruling is past its retries. */
export const RETRIES = 3;
export const RETRY_TIME = 3_600_000;

export interface RulingFacts {
  obtainedAt: number;
  deliveredAt: number | null;
  /** How often its post was attempted; 0 where it has no place yet. */
  attempts: number;
  /** Whether its post stands: then only the reading back is left. */
  posted: boolean;
}

export interface Deliveries {
  signal: 'green' | 'red' | 'grey';
  /** Milliseconds. */
  window: number;
  obtained: number;
  delivered: number;
  /** Undelivered past their retries, however old. */
  overdue: number;
}

const isOverdue = (ruling: RulingFacts, now: number): boolean =>
  ruling.deliveredAt === null &&
  (now - ruling.obtainedAt >= RETRY_TIME || (!ruling.posted && ruling.attempts >= RETRIES));

/** Red while any ruling is undelivered past its retries, or when some were obtained and none delivered; grey when none was. */
export function deliveries(rulings: readonly RulingFacts[], now: number): Deliveries {
  const recent = rulings.filter((ruling) => now - ruling.obtainedAt < DELIVERY_WINDOW);
  const delivered = recent.filter((ruling) => ruling.deliveredAt !== null).length;
  const overdue = rulings.filter((ruling) => isOverdue(ruling, now)).length;
  const red = overdue > 0 || (recent.length > 0 && delivered === 0);
  const signal = red ? 'red' : recent.length === 0 ? 'grey' : 'green';
  return { signal, window: DELIVERY_WINDOW, obtained: recent.length, delivered, overdue };
}
