/** The built-in kinds and their bounds (spec O4, O12, S4): one table, which the file may change key by key. */
import type { KindPolicy } from './types.js';

const S = 1_000;
const M = 60 * S;
const H = 60 * M;

/** What a kind has when the file says nothing about it. */
export type KindDefaults = Pick<
  KindPolicy,
  'bounds' | 'customerBounds' | 'rerun' | 'line' | 'read' | 'taken' | 'lines'
>;

export const BUILT_IN_KIND_NAMES = [
  'ask',
  'handoff',
  'handoff-received',
  'held',
  'handoff-unparsed',
  'pull-request',
  'check',
  'prompt',
  'task',
  'decision',
  'session-link',
] as const;
export type BuiltInKind = (typeof BUILT_IN_KIND_NAMES)[number];

/** Words that begin keys of other things (`package:MISSION/WP01`), and so cannot name a kind. */
export const RESERVED_KIND_NAMES: readonly string[] = ['package', 'session', 'ruling'];

export const DEFAULT_READ = H;
export const DEFAULT_TAKEN = 4 * H;

const paged = (page: number | null, rest: Partial<KindDefaults> = {}): KindDefaults => ({
  bounds: { nudge: null, page },
  customerBounds: { nudge: null, page },
  rerun: null,
  line: null,
  read: null,
  taken: DEFAULT_TAKEN,
  lines: false,
  ...rest,
});

export const KIND_DEFAULTS: Record<BuiltInKind, KindDefaults> = {
  // The page bound counts from the re-run (A4).
  ask: paged(15 * M, { rerun: 15 * M }),
  handoff: paged(4 * H, { customerBounds: { nudge: 30 * M, page: 60 * M } }),
  'handoff-received': paged(null),
  held: paged(4 * H, { customerBounds: { nudge: null, page: 60 * M } }),
  'handoff-unparsed': paged(30 * M),
  'pull-request': paged(6 * H, { read: DEFAULT_READ, lines: true }),
  check: paged(12 * H, { read: DEFAULT_READ, taken: 24 * H }),
  prompt: paged(2 * H, { read: DEFAULT_READ, lines: true }),
  task: paged(6 * H, { read: DEFAULT_READ, lines: true }),
  decision: paged(6 * H, { read: DEFAULT_READ }),
  // Read at every sweep (O7). Its one bound is the line's; the page is due then only if that line was not posted.
  'session-link': paged(30 * M, { line: 30 * M, read: 0 }),
};

export function isBuiltInKind(name: string): name is BuiltInKind {
  return (BUILT_IN_KIND_NAMES as readonly string[]).includes(name);
}
