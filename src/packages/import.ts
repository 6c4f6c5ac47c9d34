import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Act, Incoming, IncomingEvent, Ledger, PackageState } from '../ledger/index.js';
import { packageOrder } from '../ledger/index.js';
import { type AuthoredFile, readAuthored } from './authored.js';
import { backfill, boxesOf, incoming } from './backfill.js';
import type { Box } from './body.js';
import { compare, type Difference, type StatusFile } from './compare.js';
import { type MarkdownFile, normalised, readMarkdown, readText } from './file.js';
import { findMissions, type MissionFiles } from './find.js';
import { type OldReview, readLeftovers, verdictOf } from './leftovers.js';
import { laneOf, type ReadLog, readLog } from './log.js';
import { type Moment, readMoment } from './moment.js';
import type { Problem } from './problems.js';

/** What an import of one mission read, passed over, backfilled and could not tell (W6). */
export interface MissionReport {
  mission: string;
  dir: string;
  packages: number;
  read: { files: number; transitions: number; annotations: number; repeated: number };
  passedOver: Record<string, number>;
  backfilled: Record<string, number>;
  untold: Problem[];
  problems: Problem[];
  added: number;
  known: number;
  renamed: number;
  /** Null where no comparison was asked for, or there is no `status.json`. */
  compared: { packages: number; differences: Difference[] } | null;
}

interface Mission {
  batch: Incoming[];
  log: ReadLog;
  report: MissionReport;
}

/** How many packages are taken in by one transaction: others wait for that long, and a crash loses no more. */
const TOGETHER = 500;

/**
 * Takes in every mission of a folder; nothing in it is changed. Small missions share a transaction.
 * @throws when the folder cannot be read; a file that cannot be is a problem of the report.
 */
export async function importPackages(
  ledger: Ledger,
  act: Act,
  dir: string,
  options: { compare: boolean },
): Promise<MissionReport[]> {
  const reports: MissionReport[] = [];
  let waiting: Mission[] = [];
  const flush = async () => {
    if (waiting.length === 0) return;
    await takeIn(ledger, act, waiting);
    for (const mission of waiting) {
      if (options.compare) mission.report.compared = await compared(ledger, mission);
      reports.push(mission.report);
    }
    waiting = [];
  };
  for (const files of findMissions(dir)) {
    const mission = readMission(files, act.now);
    if (waiting.length > 0 && count(waiting) + mission.batch.length > TOGETHER) await flush();
    waiting.push(mission);
  }
  await flush();
  return reports;
}

const count = (missions: readonly Mission[]) => missions.reduce((sum, mission) => sum + mission.batch.length, 0);

async function takeIn(ledger: Ledger, act: Act, missions: readonly Mission[]): Promise<void> {
  const owner = new Map(missions.flatMap(({ batch, report }) => batch.map((one) => [one.id, report] as const)));
  const all = missions.flatMap((mission) => mission.batch);
  for (let i = 0; i < all.length; i += TOGETHER) {
    const taken = await ledger.packages.takeIn(act, all.slice(i, i + TOGETHER));
    for (const [id, counts] of taken) {
      const report = owner.get(id);
      if (!report) continue;
      report.added += counts.added;
      report.known += counts.known;
      report.renamed += counts.renamed;
    }
  }
}

/** Reads one mission into events; pure but for the reading. */
export function readMission(files: MissionFiles, now: number): Mission {
  const logPath = join(files.dir, 'status.events.jsonl');
  const problems: Problem[] = [];
  const log = readLog(readIfThere(logPath, problems) ?? '');
  const meta = jsonIfThere<{ created_at?: unknown }>(join(files.dir, 'meta.json'), problems);
  const tasks = readIfThere(join(files.dir, 'tasks.md'), problems);
  const shared = tasks === null ? [] : boxesOf(normalised(tasks).split('\n'));
  const report: MissionReport = {
    mission: files.mission,
    dir: files.dir,
    packages: 0,
    read: { files: 0, transitions: log.transitions, annotations: log.annotations, repeated: log.repeated },
    passedOver: log.passedOver,
    backfilled: {},
    untold: log.untold.map(({ line, why }) => ({ file: logPath, line, message: why })),
    problems,
    added: 0,
    known: 0,
    renamed: 0,
    compared: null,
  };
  const seen = new Set<string>();
  const batch: Incoming[] = [];
  const context = { mission: files.mission, created: readMoment(meta?.created_at), now, shared };
  for (const { id, path } of files.packages) {
    const file = tryRead(path, problems);
    if (file === null) continue;
    report.read.files += 1;
    const { read, problems: faults } = readAuthored(file, { id, path: relative(files.dir, path) });
    problems.push(...faults);
    const wp = read?.id ?? id;
    if (seen.has(wp)) {
      problems.push({ file: path, line: 1, message: `${wp} is another file's id; this one is passed over` });
      continue;
    }
    seen.add(wp);
    const reviews = reviewFiles(files, wp, log, problems);
    batch.push(
      onePackage({ ...context, wp, file, read, reviews, events: log.events.get(wp) ?? [], dir: files.dir }, report),
    );
  }
  for (const [wp, events] of log.events) {
    if (seen.has(wp)) continue;
    report.untold.push({ file: logPath, line: 1, message: `${wp} has events, and no file that could be read` });
    batch.push(incoming(files.mission, wp, events, null));
  }
  report.packages = batch.length;
  return { batch, log, report };
}

interface PackageParts {
  mission: string;
  wp: string;
  dir: string;
  file: MarkdownFile;
  read: AuthoredFile | null;
  events: IncomingEvent[];
  reviews: OldReview[];
  shared: readonly Box[];
  created: Moment | null;
  now: number;
}

function onePackage(parts: PackageParts, report: MissionReport): Incoming {
  const { mission, wp, file, read, events, reviews, created, now } = parts;
  const folder = basename(join(file.path, '..'));
  const filled = backfill({
    mission,
    wp,
    events,
    authored: read?.authored ?? null,
    leftovers: readLeftovers(file),
    boxes: [...parts.shared, ...boxesOf(file.body)],
    reviews,
    folderLane: laneOf(folder) === null ? null : folder,
    created,
    now,
  });
  for (const [what, n] of Object.entries(filled.counts)) {
    if (n > 0) report.backfilled[what] = (report.backfilled[what] ?? 0) + n;
  }
  for (const message of filled.untold) report.untold.push({ file: file.path, line: 1, message: `${wp}: ${message}` });
  return incoming(mission, wp, [...events, ...filled.events], read?.authored ?? null);
}

/** Reviews in files of their own, but for those that an event names already. */
function reviewFiles(files: MissionFiles, wp: string, log: ReadLog, problems: Problem[]): OldReview[] {
  const own = files.reviews.filter((review) => review.id === wp);
  if (own.length === 0) return [];
  const named = JSON.stringify(log.events.get(wp) ?? []);
  return own.flatMap(({ path }) => {
    const file = tryRead(path, problems);
    if (file === null || named.includes(basename(path))) return [];
    const text = file.body.join('\n').trim();
    const front = file.front ?? {};
    const word = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : null);
    const verdict = word(front.verdict) ?? verdictOf(text.split('\n').slice(0, 12).join('\n'));
    return [
      {
        verdict,
        by: word(front.reviewer_agent) ?? word(front.reviewer) ?? 'unknown',
        reference: relative(files.dir, path),
        text,
        written: readMoment(front.reviewed_at),
        raw: `${relative(files.dir, path)}\n${text}`,
      },
    ];
  });
}

async function compared(ledger: Ledger, { report, log }: Mission): Promise<MissionReport['compared']> {
  const status = jsonIfThere<StatusFile>(join(report.dir, 'status.json'), report.problems);
  if (status === null) return null;
  const folds: Map<string, PackageState> = await ledger.packages.foldOfLogs(report.mission);
  const lastMove = new Map<string, string>();
  for (const [wp, events] of log.events) {
    const last = packageOrder(events.filter((event) => event.class === 'transition')).at(-1);
    if (last) lastMove.set(wp, last.id);
  }
  const differences = compare(folds, status, { transitions: log.transitions, lastMove });
  return { packages: Object.keys(status.work_packages ?? {}).length, differences };
}

function readIfThere(path: string, problems: Problem[]): string | null {
  if (!existsSync(path)) return null;
  try {
    return readText(path);
  } catch (error) {
    problems.push({ file: path, line: 1, message: `cannot be read: ${(error as Error).message}` });
    return null;
  }
}

function jsonIfThere<T>(path: string, problems: Problem[]): T | null {
  const text = readIfThere(path, problems);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    problems.push({ file: path, line: 1, message: `is no JSON: ${(error as Error).message}` });
    return null;
  }
}

function tryRead(path: string, problems: Problem[]): MarkdownFile | null {
  try {
    return readMarkdown(path);
  } catch (error) {
    problems.push({ file: path, line: 1, message: `cannot be read: ${(error as Error).message}` });
    return null;
  }
}
