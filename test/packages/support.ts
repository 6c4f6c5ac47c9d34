import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canonicalJson, type EventRecord } from '../../src/ledger/events/record.js';
import type { Act, IncomingEvent } from '../../src/ledger/index.js';
import { evolvePackage, initialPackage, type PackageState, packageOrder } from '../../src/ledger/packages/evolve.js';
import { tempFolder } from '../support/ledgers.js';

export const MISSION = '014-night-trains';
export const ID = `${MISSION}/WP01`;

/** 2026-03-02 at a time of the day, in UTC: `09:30`, or to the microsecond `09:30:00.000250`. */
export const on = (time: string): string => `2026-03-02T${time.length === 5 ? `${time}:00` : time}+00:00`;
export const ms = (time: string): number => Date.parse(`2026-03-02T${time}:00Z`);

let nth = 0;
export const act = (now = ms('20:00')): Act => {
  nth += 1;
  return { now, actor: { kind: 'process', id: 'tester' }, cause: `test:${nth}` };
};

export interface LineOf {
  id?: string;
  wp?: string;
  at?: string;
  actor?: unknown;
  [field: string]: unknown;
}

/** A line of a mission's log: a move. */
export function moveLine(
  from: string,
  to: string,
  { id, wp = 'WP01', at = on('09:00'), actor = 'claude', ...more }: LineOf = {},
) {
  return {
    event_id: id ?? `MOVE-${from}-${to}-${at}`,
    wp_id: wp,
    from_lane: from,
    to_lane: to,
    at,
    actor,
    force: false,
    reason: null,
    mission_slug: MISSION,
    ...more,
  };
}

/** A line of a mission's log: an annotation. */
export function noteLine(
  delta: Record<string, unknown>,
  { id, wp = 'WP01', at = on('09:00'), actor = 'claude', ...more }: LineOf = {},
) {
  return {
    event_id: id ?? `NOTE-${JSON.stringify(delta)}-${at}`,
    kind: 'annotation',
    wp_id: wp,
    at,
    actor,
    delta,
    ...more,
  };
}

export const asLog = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** A package's file. */
export function packageFile(front: Record<string, unknown> = {}, body = ''): string {
  const fields = { work_package_id: 'WP01', title: 'Night timetable', subtasks: ['T001', 'T002'], ...front };
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', '', '# Night timetable', '', body, ''].join('\n');
}

/** Writes a folder of missions: paths to texts. */
export function folder(files: Record<string, string>): string {
  const dir = tempFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

/** One mission with one package, its log, and more where a test needs it. */
export const mission = (lines: readonly object[], more: Record<string, string> = {}): string =>
  folder({
    [`${MISSION}/tasks/WP01-night-timetable.md`]: packageFile(),
    [`${MISSION}/status.events.jsonl`]: asLog(lines),
    ...Object.fromEntries(Object.entries(more).map(([path, text]) => [`${MISSION}/${path}`, text])),
  });

/** Everything in a folder: its bytes and its times, so that a touch shows too. */
export function fingerprint(dir: string): string {
  const hash = createHash('sha256');
  for (const name of (readdirSync(dir, { recursive: true }) as string[]).sort()) {
    const stat = statSync(join(dir, name));
    hash.update(`${name} ${stat.mode} ${stat.mtimeMs} ${stat.size}\n`);
    if (stat.isFile()) hash.update(readFileSync(join(dir, name)));
  }
  return hash.digest('hex');
}

/** The fold of events that were never in a ledger. */
export function foldOf(events: readonly IncomingEvent[]): PackageState {
  const records = events.map(
    (event, i): EventRecord => ({
      ...event,
      stream: `package:${ID}`,
      version: i + 1,
      cause: 'x',
      prevHash: null,
      hash: '',
    }),
  );
  return packageOrder(records).reduce(evolvePackage, initialPackage(ID));
}

export const text = (state: PackageState): string => canonicalJson(state);
