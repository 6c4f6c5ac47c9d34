/** A time to the microsecond, as the logs of others tell it: milliseconds UTC, and the part below. */
export interface Moment {
  at: number;
  micros: number;
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Reads `2026-07-19T09:35:31.691241+00:00` and its shorter forms; a time without a zone is UTC. Null for anything else. */
export function readMoment(text: unknown): Moment | null {
  if (typeof text !== 'string') return null;
  const [, day, clock = '00:00:00', fraction = '', zone = 'Z'] = ISO.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  const offset = /^z$/i.test(zone) ? 'Z' : zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const digits = fraction.padEnd(6, '0');
  const whole = Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}.${digits.slice(0, 3)}${offset}`);
  return Number.isNaN(whole) ? null : { at: whole, micros: Number(digits.slice(3, 6)) };
}

export const compareMoments = (a: Moment, b: Moment): number => a.at - b.at || a.micros - b.micros;
export const laterOf = (a: Moment, b: Moment): Moment => (compareMoments(a, b) < 0 ? b : a);

/** Seconds since the epoch, as process tables give a start time, or an ISO time: milliseconds UTC, or null. */
export function readStart(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (/^\d{9,11}(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  return readMoment(text)?.at ?? null;
}
