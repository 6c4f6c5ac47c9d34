/** What the scheduled runs of a check say about it (O6). Pure: rows and the time in, one word out. */

export interface CheckRun {
  id: number;
  /** When it was scheduled; milliseconds UTC. */
  at: number;
  /** Only `schedule` counts: a run started by hand or by a push says nothing about the schedule. */
  event: string;
  status: string;
  conclusion: string | null;
  url: string | null;
}

export interface Streak {
  /** Failed runs back to back, up to the newest that counts. */
  red: number;
  /** Those runs, newest first. */
  runs: CheckRun[];
  /** The newest green run there is; null where the runs read have none. */
  lastGreen: CheckRun | null;
}

export type CheckRead =
  /** The newest run that counts is red, or green, which closes. */
  | ({ read: 'streak'; state: 'red' | 'green'; link: string | null; unread: string | null } & Streak)
  /** It left the schedule while the schedule itself ran; which closes. */
  | { read: 'retired'; why: string; link: string | null }
  /** No check of the repository ran: the streak goes on over it, and the item stays open. `since`: its last run. */
  | ({ read: 'outage'; why: string; since: number; link: string | null } & Streak)
  | { read: 'unknown'; reason: string; retryAt: number | null };

export interface CheckFacts {
  name: string;
  /** GitHub's word (`active`, …); `gone` where there is no such workflow; null where it could not be read. */
  workflow: string | null;
  /** Newest first or not; null where they could not be read. */
  runs: CheckRun[] | null;
  /** The other configured checks of the repository; null where nobody looked. */
  siblings: { name: string; runs: CheckRun[] | null }[] | null;
  now: number;
  /** What could not be read, in words; null where everything was. */
  unread: string | null;
}

const RED = new Set(['failure', 'timed_out', 'startup_failure']);

/** Words of a workflow that does not run any more. A word that is not here is not known to mean that. */
const RETIRED: Record<string, string> = {
  disabled_manually: 'its workflow was disabled',
  disabled_inactivity: 'GitHub disabled its workflow because nothing happened in the repository',
  disabled_fork: 'its workflow is disabled because the repository is a fork',
  deleted: 'its workflow was deleted',
  gone: 'its workflow does not exist any more',
};

/** Scheduled runs, newest first, each once. */
function scheduled(runs: CheckRun[]): CheckRun[] {
  const once = new Map(runs.filter(({ event }) => event === 'schedule').map((run) => [run.id, run]));
  return [...once.values()].sort((a, b) => b.at - a.at || b.id - a.id);
}

/**
 * Cancelled, skipped, neutral and stale runs, those that wait for somebody, those still going and those that ended with a
 * word nobody knows neither break a streak nor lengthen it. Null where no run counts.
 */
function streakOf(runs: CheckRun[]): (Streak & { state: 'red' | 'green' }) | null {
  const isGreen = ({ conclusion }: CheckRun) => conclusion === 'success';
  const counted = scheduled(runs).filter(
    (run) => run.status === 'completed' && (isGreen(run) || RED.has(run.conclusion ?? '')),
  );
  if (counted.length === 0) return null;
  const green = counted.findIndex(isGreen);
  const red = green === -1 ? counted : counted.slice(0, green);
  return { state: red.length > 0 ? 'red' : 'green', red: red.length, runs: red, lastGreen: counted[green] ?? null };
}

/** What is known of a schedule from its past runs; null with fewer than three. */
function usual(runs: CheckRun[]): { last: number; interval: number; longest: number } | null {
  const starts = [...new Set(runs.map(({ at }) => at))].sort((a, b) => a - b);
  const gaps = starts
    .slice(1)
    .map((at, i) => at - (starts[i] ?? at))
    .sort((a, b) => a - b);
  const interval = gaps[Math.floor((gaps.length - 1) / 2)];
  if (interval === undefined || gaps.length < 2) return null;
  // The longest gap that came twice: a check of working days is silent every weekend.
  return { last: starts.at(-1) ?? 0, interval, longest: gaps.at(-2) ?? interval };
}

/**
 * The silence of a check that has not run for two of its usual intervals; null where it is on schedule, or too little is
 * known of it.
 */
export function silenceOf(runs: CheckRun[] | null, now: number): { last: number; interval: number } | null {
  const past = runs === null ? null : usual(scheduled(runs));
  if (past === null) return null;
  const { last, interval, longest } = past;
  return now - last > Math.max(2 * interval, longest + interval) ? { last, interval } : null;
}

/**
 * In how many of the intervals that the check missed another one ran. The first runs from when its next run was due: what
 * ran before that says nothing about whether the schedule was there for it.
 */
function witnessed(
  siblings: CheckRun[],
  { last, interval }: { last: number; interval: number },
  now: number,
): Set<number> {
  const missed = scheduled(siblings)
    .filter(({ at }) => at >= last + interval && at <= now)
    .map(({ at }) => Math.floor((at - last) / interval));
  return new Set(missed);
}

/** The check as its facts show it. No fact that is missing, and no word that is not known, makes it green or retired. */
export function judgeCheck(facts: CheckFacts): CheckRead {
  const { workflow, runs, siblings, now, unread } = facts;
  const streak = runs === null ? null : streakOf(runs);
  const newest = streak === null ? null : (streak.runs[0] ?? streak.lastGreen);
  const link = newest?.url ?? null;
  if (streak?.state === 'green') return { read: 'streak', link, unread, ...streak };
  const retired = workflow === null || !Object.hasOwn(RETIRED, workflow) ? undefined : RETIRED[workflow];
  if (retired !== undefined) return { read: 'retired', why: retired, link };
  if (runs === null) return { read: 'unknown', reason: unread ?? 'its runs could not be read', retryAt: null };
  if (streak === null) {
    return { read: 'unknown', reason: unread ?? 'no scheduled run has ended with a result yet', retryAt: null };
  }
  const silence = silenceOf(runs, now);
  if (silence === null || siblings === null) return { read: 'streak', link, unread, ...streak };
  const seen = new Map(siblings.map((other) => [other.name, witnessed(other.runs ?? [], silence, now)]));
  const slots = new Set([...seen.values()].flatMap((slots) => [...slots]));
  const since = new Date(silence.last).toISOString().slice(0, 16).replace('T', ' ');
  if (slots.size >= 2) {
    const others = [...seen].flatMap(([name, slots]) => (slots.size > 0 ? [name] : []));
    return { read: 'retired', why: `it has not run since ${since} UTC, while ${others.join(' and ')} did`, link };
  }
  if (slots.size === 0 && siblings.every((other) => other.runs !== null)) {
    const { state: _, ...bridged } = streak;
    const why = `no check of the repository has run since ${since} UTC`;
    return { read: 'outage', why, since: silence.last, link, ...bridged };
  }
  return { read: 'streak', link, unread, ...streak };
}
