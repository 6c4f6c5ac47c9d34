import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../config/index.js';
import { untilAt } from '../messages/parse/index.js';
import { readUntil } from '../messages/parse/until.js';

/** `--for 2d` in milliseconds. @throws InvalidArgumentError, which is wrong usage. */
export function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === null || ms === 0) throw new InvalidArgumentError('Write a number and a unit, such as 30m, 4h or 2d.');
  return ms;
}

/** `--until` in milliseconds: 16:30 is the next such time in UTC, or a date and time; else what is wrong, in words. */
export function until(text: string, now: number): number | string {
  const read = readUntil(text.trim());
  const form = 'write 16:30 (UTC, the next such time) or 2026-11-02T16:30Z.';
  if (!read || read.length !== text.trim().length) return `this is no time; ${form}`;
  const at = untilAt(read.until, now) as number;
  return at > now ? at : `that time is past; ${form}`;
}

/** Collects an option that may be given several times. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** A TCP port. @throws InvalidArgumentError. */
export function port(text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535) throw new InvalidArgumentError('A port is a number up to 65535.');
  return number;
}
