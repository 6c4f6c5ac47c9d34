import type { Authored, Incoming, IncomingEvent } from '../ledger/index.js';
import { packageOrder } from '../ledger/index.js';
import { type Box, checkBoxes } from './body.js';
import type { Leftovers, OldReview } from './leftovers.js';
import { digest, laneOf } from './log.js';
import { laterOf, type Moment } from './moment.js';

/**
 * What no event records, out of old front matter, ticked boxes and the logs in the files (W6): events whose ids are derived
 * from their content, never earlier than the claim, each marked as backfilled. A resolved identity is never among them: the
 * file cannot know who ran it (W3). Pure.
 */
export interface BackfillSources {
  mission: string;
  wp: string;
  /** What the log says of the package. */
  events: readonly IncomingEvent[];
  authored: Authored | null;
  leftovers: Leftovers | null;
  /** The boxes of the file and of the mission's own list. */
  boxes: readonly Box[];
  /** Reviews in files of their own; those that an event names are not among them. */
  reviews: readonly OldReview[];
  /** The folder of an older tool's lane that the file lies in. */
  folderLane: string | null;
  /** When the mission was made, where no time is nearer. */
  created: Moment | null;
  now: number;
}

export interface Backfilled {
  events: IncomingEvent[];
  counts: Record<'state' | 'claim' | 'subtasks' | 'notes' | 'reviews' | 'references', number>;
  untold: string[];
}

const BY: IncomingEvent['actor'] = { kind: 'process', id: 'import' };

const momentOf = (event: IncomingEvent): Moment => ({
  at: event.at,
  micros: typeof event.payload.micros === 'number' ? event.payload.micros : 0,
});

/** When the package was first claimed: nothing that is backfilled is earlier. */
export function claimedAt(events: readonly IncomingEvent[]): Moment | null {
  const moves = packageOrder(events.filter((event) => event.class === 'transition'));
  const claim =
    moves.find((event) => event.to === 'claimed') ??
    moves.find((event) => !['planned', 'genesis', 'canceled', 'blocked'].includes(event.to ?? ''));
  return claim ? momentOf(claim) : null;
}

export function backfill(given: BackfillSources): Backfilled {
  const { mission, wp, events, leftovers } = given;
  const counts = { state: 0, claim: 0, subtasks: 0, notes: 0, reviews: 0, references: 0 };
  const untold: string[] = [];
  const out: IncomingEvent[] = [];
  const floor = floorOf(given);
  const add = (what: string, at: Moment, payload: Record<string, unknown>, move?: { to: string; forced: boolean }) => {
    const written = (payload.source as { written?: number } | undefined)?.written;
    const moment = laterOf(floor, at);
    const source = {
      ...(payload.source as object | undefined),
      ...(written === moment.at ? { written: undefined } : {}),
    };
    const kept = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined));
    out.push({
      id: digest('backfill', mission, wp, what),
      class: move ? 'transition' : 'annotation',
      type: move ? 'Moved' : 'Annotated',
      from: move ? 'genesis' : null,
      to: move?.to ?? null,
      forced: move?.forced ?? false,
      at: moment.at,
      actor: BY,
      payload: {
        ...payload,
        backfilled: true,
        ...(moment.micros > 0 ? { micros: moment.micros } : {}),
        ...(Object.keys(kept).length > 0 ? { source: kept } : { source: undefined }),
      },
    });
  };

  const lane = laneOf(leftovers?.lane ?? given.folderLane);
  if (lane !== null && lane !== 'genesis' && !events.some((event) => event.class === 'transition')) {
    const reason = `no event records its state; ${leftovers?.lane ? 'the front matter says' : 'its file lies in'} ${leftovers?.lane ?? given.folderLane}`;
    add(`state\n${lane}`, floor, { reason }, { to: lane, forced: lane !== 'planned' && lane !== 'canceled' });
    counts.state += 1;
  } else if (leftovers?.lane && lane === null) {
    untold.push(`the lane ${JSON.stringify(leftovers.lane)} in the front matter is not known`);
  }

  const claim = claimLeft(given);
  if (Object.keys(claim).length > 0) {
    add(`claim\n${JSON.stringify(claim)}`, floor, claim);
    counts.claim += Object.keys(claim).length;
  }

  const known = new Set(
    events.flatMap((event) => [...refsIn(event.payload.refs), ...refsIn(event.payload.refsReplaced)]),
  );
  const refs = (leftovers?.refs ?? []).filter((ref) => !known.has(ref));
  if (refs.length > 0) {
    add(`references\n${refs.join('\n')}`, floor, { refs });
    counts.references += refs.length;
  }

  const ticked = tickedSubtasks(given);
  for (const id of ticked) add(`subtask\n${id}`, floor, { subtasks: { [id]: 'done' } });
  counts.subtasks += ticked.length;

  const said = notesIn(events);
  const times = new Map<string, number>();
  for (const note of leftovers?.notes ?? []) {
    if (said.has(note.text)) continue;
    const nth = (times.get(note.raw) ?? 0) + 1;
    times.set(note.raw, nth);
    const at = note.written ?? floor;
    add(`note\n${nth}\n${note.raw}`, at, {
      notes: [{ text: note.text, by: note.by, at: note.written?.at ?? floor.at }],
      source: { line: note.rest, ...(note.written ? { written: note.written.at } : {}) },
    });
    counts.notes += 1;
  }

  for (const review of [...(leftovers?.reviews ?? []), ...given.reviews]) {
    const { verdict, by, reference, text, written } = review;
    if (verdict === null && by === 'unknown' && written === null && text !== null) {
      // Words under a heading of reviews, of nobody and no day, judge nothing: kept, and called what they are.
      add(`review\n${review.raw}`, floor, { notes: [{ text, by, at: floor.at }] });
      counts.notes += 1;
      continue;
    }
    if (verdict === null) untold.push(`the verdict of a review by ${by} is in no known word`);
    add(`review\n${review.raw}`, written ?? floor, {
      reviews: [{ verdict, by, reference, text }],
      ...(written ? { source: { written: written.at } } : {}),
    });
    counts.reviews += 1;
  }
  return { events: out, counts, untold };
}

/** The claim; without one the first that is known of the package. */
function floorOf({ events, leftovers, created, now }: BackfillSources): Moment {
  const claim = claimedAt(events);
  if (claim) return claim;
  const first = packageOrder([...events])[0];
  if (first) return momentOf(first);
  const written = leftovers?.notes.map((note) => note.written).filter((m) => m !== null) ?? [];
  const all = [leftovers?.created, created, ...written].filter((m) => m !== null && m !== undefined);
  return all.reduce<Moment>((earliest, m) => (m.at < earliest.at ? m : earliest), { at: now, micros: 0 });
}

/** Agent, assignee, process and baseline, each where no event says any. */
function claimLeft({ events, leftovers }: BackfillSources): Record<string, unknown> {
  const claim: Record<string, unknown> = {};
  for (const field of ['agent', 'assignee', 'process', 'baseline'] as const) {
    const value = leftovers?.[field] ?? null;
    if (value !== null && !events.some((event) => says(event, field))) claim[field] = value;
  }
  return claim;
}

const says = (event: IncomingEvent, field: string): boolean =>
  event.payload[field] !== undefined ||
  (event.payload.claim as Record<string, unknown> | undefined)?.[field] !== undefined;

const refsIn = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

function notesIn(events: readonly IncomingEvent[]): Set<string> {
  return new Set(
    events.flatMap((event) => (event.payload.notes as { text: string }[] | undefined) ?? []).map((n) => n.text),
  );
}

/** Ids whose box is ticked, and of which no event says anything. */
function tickedSubtasks({ wp, events, authored, boxes }: BackfillSources): string[] {
  const recorded = new Set(
    events.flatMap((event) => Object.keys((event.payload.subtasks as object | undefined) ?? {})),
  );
  const own = new Set(authored?.subtasks.map((s) => s.id));
  const found = new Set<string>();
  for (const box of boxes.filter((b) => b.ticked)) {
    const plain = box.words.replace(/[*_`~]/g, '').trim();
    const id = /^([A-Z]{1,4}\d{1,5}[a-z]?)(?=[\s:.)–—-]|$)/.exec(plain)?.[1] ?? null;
    const mine =
      own.size > 0
        ? own.has(id ?? box.words)
          ? (id ?? box.words)
          : null
        : id !== null && new RegExp(`\\b${wp}\\b`, 'i').test([...box.under, plain].join('\n'))
          ? id
          : null;
    if (mine !== null && !recorded.has(mine)) found.add(mine);
  }
  return [...found];
}

/** The boxes of a package's own file, or of the mission's list. */
export const boxesOf = (body: readonly string[]): Box[] => checkBoxes(body);

export const incoming = (
  mission: string,
  wp: string,
  events: IncomingEvent[],
  authored: Authored | null,
): Incoming => ({
  id: `${mission}/${wp}`,
  events,
  authored,
});
