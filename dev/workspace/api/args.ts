import { Refusal } from '../types.js';

/** Arguments of one call. Form bodies carry everything as strings, JSON bodies do not: both are read here. */
export class Args {
  constructor(readonly raw: Record<string, unknown>) {}

  has(name: string): boolean {
    const value = this.raw[name];
    return value !== undefined && value !== null && value !== '';
  }

  string(name: string): string | undefined {
    const value = this.raw[name];
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  boolean(name: string): boolean {
    const value = this.raw[name];
    return value === true || value === 1 || value === 'true' || value === '1';
  }

  /** A whole number from `min` to `max`; `fallback` when absent; throws `code` otherwise. */
  integer(name: string, fallback: number, min: number, max: number, code: string): number {
    if (!this.has(name)) return fallback;
    const value = Number(this.raw[name]);
    if (!Number.isInteger(value) || value < min || value > max) throw new Refusal(code);
    return value;
  }

  /** A structure, given as such or as JSON text; undefined when absent; throws `code` when it is not JSON. */
  json(name: string, code: string): unknown {
    if (!this.has(name)) return undefined;
    const value = this.raw[name];
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      throw new Refusal(code);
    }
  }

  /** A message timestamp; undefined when absent; throws `code` when it does not look like one. */
  ts(name: string, code: string): string | undefined {
    const value = this.string(name);
    if (value !== undefined && !/^\d{1,10}\.\d{6}$/.test(value)) throw new Refusal(code);
    return value;
  }
}
