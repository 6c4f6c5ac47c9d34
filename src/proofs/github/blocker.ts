import type { CheckState, PullFacts } from './wire.js';

export interface Review {
  who: string;
  state: string;
}

/** What was read about an open pull request; null where it could not be. */
export interface BlockerFacts {
  pull: Pick<PullFacts, 'conflicts' | 'base' | 'draft' | 'waitingFor'>;
  checks: CheckState[] | null;
  /** Oldest first; only reviews that decide. */
  reviews: Review[] | null;
}

/** "a", "a and b", "a, b, c and 2 more". */
function listed(names: string[]): string {
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '');
}

/** Whose last word asks for changes, and who was not asked to look again since. */
function changesRequestedBy(reviews: Review[], waitingFor: string[]): string[] {
  const last = new Map(reviews.map(({ who, state }) => [who, state]));
  return [...last].flatMap(([who, state]) => (state === 'CHANGES_REQUESTED' && !waitingFor.includes(who) ? [who] : []));
}

const byName = (a: CheckState, b: CheckState) => (a.name < b.name ? -1 : 1);

/**
 * The one thing that blocks a pull request, in this order: conflicts, a failing check, requested changes, its being a
 * draft, a review that is waited for, checks that run. What could not be read names nothing. Pure.
 */
export function blockerOf({ pull, checks, reviews }: BlockerFacts): string | null {
  if (pull.conflicts) return `it has conflicts with ${pull.base}`;
  const failed = (checks ?? []).filter(({ state }) => state === 'failed').sort(byName);
  const [first] = [...failed.filter(({ how }) => how === 'failed'), ...failed];
  if (first !== undefined) return `the check "${first.name}" ${first.how}`;
  const requesters = changesRequestedBy(reviews ?? [], pull.waitingFor);
  if (requesters.length > 0) return `changes requested by ${listed(requesters)}`;
  if (pull.draft) return 'it is still a draft';
  if (pull.waitingFor.length > 0) return `waiting for review by ${listed(pull.waitingFor)}`;
  const running = [
    ...new Set((checks ?? []).filter(({ state }) => state === 'running').map(({ name }) => name)),
  ].sort();
  return running.length > 0 ? `checks are running: ${listed(running)}` : null;
}
