import { createHash } from 'node:crypto';
import type { IncomingEvent, PackageStatus } from '../ledger/index.js';
import { isPackageStatus } from '../ledger/index.js';
import { type Moment, readMoment, readStart } from './moment.js';

/**
 * Lines of `status.events.jsonl` → events of packages (W6). A transition carries two lanes, an annotation a delta; whatever
 * else the file holds is passed over and counted. Pure.
 */
export interface ReadLog {
  /** By package, in the order of the file; each id once, the first of the same id. */
  events: Map<string, IncomingEvent[]>;
  transitions: number;
  annotations: number;
  /** Lines with an id that an earlier line had. */
  repeated: number;
  /** What was passed over, by the name that it gives itself. */
  passedOver: Record<string, number>;
  /** Lines that say something about a package that cannot be told. */
  untold: { line: number; why: string }[];
}

type Line = Record<string, unknown>;

/** An older vocabulary of the same tool. */
const LANES: Readonly<Record<string, PackageStatus>> = { doing: 'in_progress', todo: 'planned', cancelled: 'canceled' };

/** A state is left by no move to itself (L2); what a log calls one has begun somewhere that it does not name. */
const UNSTATED = 'unstated';

export function laneOf(value: unknown): PackageStatus | null {
  if (typeof value !== 'string') return null;
  const lane = LANES[value.trim().toLowerCase()] ?? value.trim().toLowerCase();
  return isPackageStatus(lane) ? lane : null;
}

export function readLog(text: string): ReadLog {
  const log: ReadLog = {
    events: new Map(),
    transitions: 0,
    annotations: 0,
    repeated: 0,
    passedOver: {},
    untold: [],
  };
  const ids = new Set<string>();
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (raw.trim() === '') continue;
    const read = readLine(raw);
    if ('passedOver' in read) {
      log.passedOver[read.passedOver] = (log.passedOver[read.passedOver] ?? 0) + 1;
      continue;
    }
    if ('why' in read) {
      log.untold.push({ line: index + 1, why: read.why });
      continue;
    }
    const { wp, event } = read;
    if (ids.has(event.id)) {
      log.repeated += 1;
      continue;
    }
    ids.add(event.id);
    log[event.class === 'transition' ? 'transitions' : 'annotations'] += 1;
    const list = log.events.get(wp);
    if (list) list.push(event);
    else log.events.set(wp, [event]);
  }
  return log;
}

type Read = { passedOver: string } | { why: string } | { wp: string; event: IncomingEvent };

function readLine(raw: string): Read {
  let line: Line;
  try {
    line = JSON.parse(raw) as Line;
  } catch {
    const conflict = /^(<{7}|={7}|>{7}|\|{7})/.test(raw);
    return { why: conflict ? 'it is a mark that a git merge left' : 'it is no JSON' };
  }
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return { why: 'it is no object' };
  if (line.kind !== undefined && line.kind !== null && line.kind !== 'annotation') {
    return { why: `its kind, ${JSON.stringify(line.kind)}, is not known` };
  }
  const annotation = line.kind === 'annotation' || (isObject(line.delta) && line.to_lane === undefined);
  if (!annotation) {
    const named =
      line.event_type ?? line.event_name ?? (line.to_lane === undefined ? (line.type ?? line.event) : undefined);
    if (named !== undefined && named !== null) return { passedOver: String(named) };
    if (line.to_lane === undefined) return { passedOver: 'without a name' };
  }
  const wp = typeof line.wp_id === 'string' ? line.wp_id.trim() : '';
  if (wp === '') return { why: 'it names no work package' };
  const moment = readMoment(line.at ?? line.timestamp);
  if (moment === null) return { why: `its time, ${JSON.stringify(line.at ?? null)}, cannot be read` };
  const id = typeof line.event_id === 'string' && line.event_id !== '' ? line.event_id : digest(raw);
  const event = annotation ? annotationOf(line, id, moment) : transitionOf(line, id, moment);
  return 'why' in event ? event : { wp, event };
}

const isObject = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const digest = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 32);

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : typeof value === 'number' ? String(value) : null;

/** An actor is a name, or the parts of one: its tool, else its role, is what it is called. */
function actorOf(value: unknown): IncomingEvent['actor'] {
  if (isObject(value))
    return { kind: 'process', id: text(value.tool) ?? text(value.role) ?? text(value.id) ?? 'unknown' };
  return { kind: 'process', id: text(value) ?? 'unknown' };
}

/** The fields that are read into the event itself; the rest of the line is kept beside it, whole. */
const READ = new Set([
  'event_id',
  'at',
  'wp_id',
  'force',
  'from_lane',
  'to_lane',
  'reason',
  'kind',
  'delta',
  'policy_metadata',
]);
const SAME_ANYWHERE = new Set(['mission_slug', 'feature_slug', 'mission_id']);

function restOf(line: Line, more: Line): Line {
  const rest: Line = {};
  for (const [key, value] of Object.entries(line)) {
    if (READ.has(key) || SAME_ANYWHERE.has(key) || value === null) continue;
    if (key === 'actor' && typeof value === 'string') continue;
    rest[key] = value;
  }
  for (const [key, value] of Object.entries(more))
    if (isObject(value) && Object.keys(value).length > 0) rest[key] = value;
  return rest;
}

const framed = (moment: Moment, source: { line?: Line; from?: string }): Line => ({
  ...(moment.micros > 0 ? { micros: moment.micros } : {}),
  ...(source.from !== undefined || Object.keys(source.line ?? {}).length > 0
    ? {
        source: {
          ...(source.from === undefined ? {} : { from: source.from }),
          ...(Object.keys(source.line ?? {}).length > 0 ? { line: source.line } : {}),
        },
      }
    : {}),
});

function transitionOf(line: Line, id: string, moment: Moment): IncomingEvent | { why: string } {
  const to = laneOf(line.to_lane);
  if (to === null) return { why: `its lane, ${JSON.stringify(line.to_lane)}, is not known` };
  const told = line.from_lane === null || line.from_lane === undefined ? 'genesis' : laneOf(line.from_lane);
  if (told === null) return { why: `its lane, ${JSON.stringify(line.from_lane)}, is not known` };
  const itself = told === to;
  const from = itself ? (to === 'planned' ? 'genesis' : UNSTATED) : told;
  const policy = isObject(line.policy_metadata) ? { ...line.policy_metadata } : {};
  const pickedUp = to === 'claimed' || to === 'in_review' || to === 'in_progress';
  const claim = pickedUp ? claimOf(policy) : {};
  const reviews = verdictsOf(line, told, to);
  return {
    id,
    class: 'transition',
    type: 'Moved',
    from,
    to,
    forced: line.force === true,
    at: moment.at,
    actor: actorOf(line.actor),
    payload: {
      reason: text(line.reason),
      ...(Object.keys(claim).length > 0 ? { claim } : {}),
      ...(reviews.length > 0 ? { reviews } : {}),
      ...framed(moment, { ...(itself ? { from: told } : {}), line: restOf(line, { policy_metadata: policy }) }),
    },
  };
}

/** Takes the claim's fields out of a sidecar; what is left of it is kept with the line. */
function claimOf(policy: Line): Line {
  const claim: Line = {};
  const process = processOf(policy);
  if (process !== null) {
    claim.process = process;
    for (const key of ['shell_pid', 'shell_pid_created_at', 'host', 'hostname']) delete policy[key];
  }
  const agent = text(policy.agent);
  if (agent !== null) {
    claim.agent = agent;
    delete policy.agent;
  }
  const assignee = text(policy.assignee);
  if (assignee !== null) {
    claim.assignee = assignee;
    delete policy.assignee;
  }
  const key = ['baseline', 'baseline_commit', 'base_commit', 'lane_head'].find((name) => text(policy[name]) !== null);
  if (key !== undefined) claim.baseline = text(policy[key]);
  return claim;
}

function processOf(from: Line): Line | null {
  const pid = Number(text(from.shell_pid));
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, startedAt: readStart(from.shell_pid_created_at), host: text(from.host) ?? text(from.hostname) };
}

/** The verdict of a review rides on the move that it led to, in one of three dresses. */
function verdictsOf(line: Line, from: string, to: string): Line[] {
  const result = isObject(line.review_result) ? line.review_result : null;
  const evidence = isObject(line.evidence) && isObject(line.evidence.review) ? line.evidence.review : null;
  const said = result ?? evidence;
  if (said !== null) {
    const by = text(said.reviewer) ?? actorOf(line.actor).id;
    return [{ verdict: text(said.verdict), by, reference: text(said.reference) ?? text(line.review_ref) }];
  }
  const back = (from === 'in_review' || from === 'for_review') && ['planned', 'claimed', 'in_progress'].includes(to);
  const reference = text(line.review_ref);
  if (!back || (from === 'for_review' && reference === null)) return [];
  return [{ verdict: 'changes_requested', by: actorOf(line.actor).id, reference }];
}

/** The words in which its tool says that a part of an identity is not known: set absent (W3). */
const ABSENT = /^__resolved_\w+_absent__$/;
export const resolvedWord = (value: unknown): string | null | undefined => {
  const said = text(value);
  return said === null ? undefined : ABSENT.test(said) ? null : said;
};

const IDENTITY = {
  role: 'role',
  agent_profile: 'profile',
  agent_profile_version: 'profile_version',
  model: 'model',
  provider: 'provider',
} as const;
/** The tool's names of the parts of a resolved identity, and ours. */
export const identityFields = Object.entries(IDENTITY) as [
  keyof typeof IDENTITY,
  (typeof IDENTITY)[keyof typeof IDENTITY],
][];

function annotationOf(line: Line, id: string, moment: Moment): IncomingEvent | { why: string } {
  if (!isObject(line.delta)) return { why: 'its delta is missing' };
  const delta = { ...line.delta };
  const actor = actorOf(line.actor);
  const payload: Line = {};
  const take = (key: string) => {
    const value = delta[key];
    delete delta[key];
    return value;
  };
  if (isObject(delta.subtasks)) {
    const marks = Object.entries(take('subtasks') as Line).filter(([name, mark]) => name !== '' && text(mark) !== null);
    payload.subtasks = Object.fromEntries(marks.map(([name, mark]) => [name, text(mark)]));
  }
  const note = text(delta.note);
  if (note !== null) payload.notes = [{ text: note, by: actor.id, at: moment.at }];
  if (note !== null) take('note');
  for (const [theirs, ours] of [
    ['tracker_refs', 'refs'],
    ['tracker_refs_replace', 'refsReplaced'],
  ] as const) {
    if (Array.isArray(delta[theirs]))
      payload[ours] = (take(theirs) as unknown[]).map(text).filter((ref) => ref !== null);
  }
  const process = processOf(delta);
  if (process !== null) {
    payload.process = process;
    for (const key of ['shell_pid', 'shell_pid_created_at', 'host', 'hostname']) take(key);
  }
  for (const key of ['agent', 'assignee'] as const) {
    const value = text(take(key));
    if (value !== null) payload[key] = value;
  }
  const beat = readStart(delta.heartbeat);
  if (beat !== null) {
    payload.heartbeat = beat;
    take('heartbeat');
  }
  const resolved: Line = {};
  for (const [theirs, ours] of identityFields) {
    const value = resolvedWord(take(theirs));
    if (value !== undefined) resolved[ours] = value;
  }
  if (Object.keys(resolved).length > 0) payload.resolved = resolved;
  if (isObject(delta.review)) {
    const review = take('review') as Line;
    const [by, reason] = [text(review.actor) ?? text(review.reviewer), text(review.reason)];
    const verdict = text(review.verdict) ?? 'override';
    // All of it blank is how the tool withdraws an earlier one; the verdicts before it stay what they were.
    if (by !== null || reason !== null) {
      payload.reviews = [{ verdict, by: by ?? actor.id, reference: text(review.reference), text: reason }];
    }
  }
  if (take('release_runtime_claim') === true) payload.released = true;
  const left = Object.fromEntries(Object.entries(delta).filter(([, value]) => value !== null && value !== ''));
  return {
    id,
    class: 'annotation',
    type: 'Annotated',
    from: null,
    to: null,
    forced: false,
    at: moment.at,
    actor,
    payload: { ...payload, ...framed(moment, { line: restOf(line, { delta: left }) }) },
  };
}
