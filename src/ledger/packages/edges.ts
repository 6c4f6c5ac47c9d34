/**
 * The states and edges of a work package, in one place (W2). done and canceled are final. A forced move may leave the
 * edges; it needs an actor and a reason, and is counted.
 */

export const packageStates = [
  'genesis',
  'planned',
  'claimed',
  'in_progress',
  'for_review',
  'in_review',
  'approved',
  'done',
  'blocked',
  'canceled',
] as const;
export type PackageStatus = (typeof packageStates)[number];

export const packageEdges: Readonly<Record<PackageStatus, readonly PackageStatus[]>> = {
  genesis: ['planned', 'canceled'],
  planned: ['claimed', 'blocked', 'canceled'],
  claimed: ['in_progress', 'blocked', 'canceled'],
  in_progress: ['for_review', 'approved', 'planned', 'blocked', 'canceled'],
  for_review: ['in_review', 'blocked', 'canceled'],
  in_review: ['approved', 'done', 'in_progress', 'planned', 'blocked', 'canceled'],
  approved: ['done', 'in_progress', 'planned', 'blocked', 'canceled'],
  blocked: ['in_progress', 'canceled'],
  done: [],
  canceled: [],
};

export const isPackageStatus = (word: string): word is PackageStatus =>
  (packageStates as readonly string[]).includes(word);

/** A pick-up: whoever makes the move has the package from then on, and says who it is (W3). */
export const isPickUp = (to: PackageStatus): boolean => to === 'claimed' || to === 'in_review';

/** States that no package with open subtasks may go to (W5). */
export const gated: readonly PackageStatus[] = ['for_review', 'approved', 'done'];

/** A reviewer sends it back: a later line that knew nothing of it does not undo that. */
export const isRollback = (from: string, to: string, reviewed: boolean): boolean =>
  (from === 'in_review' || (from === 'for_review' && reviewed)) &&
  (to === 'planned' || to === 'claimed' || to === 'in_progress');
