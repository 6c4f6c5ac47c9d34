/**
 * The time in `until`. Grammar:
 *
 *   until := clock ["Z" | "UTC"] | date ("T" | " ") clock [":" seconds] ["Z" | "UTC" | offset]
 *
 * `16:30` is the next such time in UTC after the line's own time; it moves no bound (H8).
 */

import { decode } from './slack-text.js';
import type { UntilTime } from './types.js';

const DAY = 24 * 60 * 60 * 1000;

const DATED =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?(z|utc|gmt|[+-]\d{2}:?\d{2})?(?![\w:])/i;
const CLOCK = /^(\d{1,2})[:.](\d{2})(?:\s?(?:z|utc|gmt))?(?![\w:])(?!\s?[ap]\.?m\b)/i;
/** `16:30 CET` is no such time: another zone is refused, never passed over. */
const OTHER_ZONE = /^\s?(?:[A-Z]{1,3}T|MSK|[A-Z]{2,3}DT|BST|IST)\b/;
const SLACK_DATE = /^<!date\^(\d{1,12})\^[^<>]*>/;

export interface ReadUntil {
  until: UntilTime;
  /** How much of the text it took. */
  length: number;
}

/** Reads a time at the start of the text (in Slack's encoding); null where there is none that exists. */
export function readUntil(encoded: string): ReadUntil | null {
  const token = SLACK_DATE.exec(encoded);
  if (token) return { until: { at: Number(token[1]) * 1000 }, length: token[0].length };
  const dated = DATED.exec(encoded);
  if (dated) {
    const at = timeOf(dated);
    return at === null ? null : { until: { at }, length: dated[0].length };
  }
  const clock = CLOCK.exec(encoded);
  if (!clock || OTHER_ZONE.test(encoded.slice(clock[0].length)) || Number(clock[1]) > 23 || Number(clock[2]) > 59)
    return null;
  return { until: { clock: `${clock[1]!.padStart(2, '0')}:${clock[2]}` }, length: clock[0].length };
}

function timeOf(match: RegExpExecArray): number | null {
  const [, year, month, day, hour, minute, second = '0', zone = 'Z'] = match;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const at = Date.UTC(y, mo - 1, d, h, mi, s);
  const exists = new Date(at).getUTCDate() === d && mo >= 1 && mo <= 12 && h <= 23 && mi <= 59 && s <= 59;
  if (!exists) return null;
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (!offset) return at;
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  return at - (offset[1] === '+' ? 1 : -1) * minutes * 60_000;
}

/** The next time of day `clock` (`HH:MM`, UTC) strictly after `at`. */
export function parseUntilClock(clock: string, at: number): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const midnight = Math.floor(at / DAY) * DAY;
  const today = midnight + (hour * 60 + minute) * 60_000;
  return today > at ? today : today + DAY;
}

/** When a claim's `until` is, given the line's own time; null where none was written. */
export function untilAt(until: UntilTime | null, at: number): number | null {
  if (until === null) return null;
  return 'at' in until ? until.at : parseUntilClock(until.clock, at);
}

/** The two right forms of a time, on the message's own day. */
export function untilForms(at: number): string {
  const day = Number.isFinite(at) && Math.abs(at) < 8e15 ? new Date(at).toISOString().slice(0, 10) : '2026-11-02';
  return `until 16:30, or until ${day}T16:30Z (UTC)`;
}

/** Whether text in Slack's encoding begins like a time, so that `until` may have been misspelt. */
export function looksLikeTime(encoded: string): boolean {
  return /^\d/.test(decode(encoded)) || encoded.startsWith('<!date');
}
