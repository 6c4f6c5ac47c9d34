import { ABSENT } from './facts.js';

/**
 * The edges of each fact (L2). A deliberate act leads out of a word that nobody knows; nothing leads into one. Applied is
 * left by a failed verification alone (D7).
 */
export const DECISION_EDGES: Readonly<Record<string, readonly string[]>> = {
  none: ['pending'],
  pending: ['decided', 'superseded'],
  decided: ['superseded'],
  unknown: ['superseded'],
  superseded: [],
};

export const APPLICATION_EDGES: Readonly<Record<string, readonly string[]>> = {
  queued: ['executing', 'blocked', 'applied'],
  executing: ['queued', 'blocked', 'applied'],
  blocked: ['queued', 'executing', 'applied'],
  unknown: ['queued', 'executing', 'blocked', 'applied'],
  applied: [],
};

export const VERIFICATION_EDGES: Readonly<Record<string, readonly string[]>> = {
  pending: ['passed', 'failed'],
  unknown: ['passed', 'failed'],
  passed: ['failed'],
  failed: [],
};

const DECISIONS = Object.keys(DECISION_EDGES).filter((word) => word !== 'none');
const APPLICATIONS = [ABSENT, ...Object.keys(APPLICATION_EDGES)];
const VERIFICATIONS = [ABSENT, ...Object.keys(VERIFICATION_EDGES)];

/** Where the three facts stand, as one word, and where they may go from there: one fact moves at a time. */
export const decisionEdges: Readonly<Record<string, readonly string[]>> = {
  [`none/${ABSENT}/${ABSENT}`]: [`pending/${ABSENT}/${ABSENT}`],
  ...Object.fromEntries(
    DECISIONS.flatMap((d) =>
      APPLICATIONS.flatMap((a) => VERIFICATIONS.map((v) => [`${d}/${a}/${v}`, edgesFrom(d, a, v)] as const)),
    ),
  ),
};

function edgesFrom(d: string, a: string, v: string): string[] {
  const to: string[] = [];
  // An open question has nothing to apply: no such state is ever stood at.
  if (d === 'pending' && (a !== ABSENT || v !== ABSENT)) return to;
  for (const next of DECISION_EDGES[d] ?? []) {
    // What is decided is queued in the same breath (D9); a superseded row keeps the words it had.
    to.push(next === 'decided' ? 'decided/queued/pending' : `${next}/${a}/${v}`);
  }
  if (d !== 'decided') return to;
  for (const next of APPLICATION_EDGES[a] ?? []) {
    // Applied anew it waits for a verification of its own; until then the failure that reopened it stays visible.
    to.push(`${d}/${next}/${next === 'applied' ? 'pending' : v}`);
  }
  if (a === 'applied') {
    for (const next of VERIFICATION_EDGES[v] ?? [])
      to.push(next === 'failed' ? `${d}/queued/failed` : `${d}/${a}/${next}`);
  }
  return to;
}
