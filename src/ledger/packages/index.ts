/** What other folders may have of work packages. */
export type { PackageCommand, PackageRefused } from './decide.js';
export { gated, isPackageStatus, type PackageStatus, packageEdges, packageStates } from './edges.js';
export type { Authored, Identity, PackageDelta, ProcessFacts, Review } from './events.js';
export { isDone, openSubtasks, type PackageState, packageOrder } from './evolve.js';
export { HEARTBEAT_FRESH, type Liveness, type LivenessFacts, liveness, type Seen } from './liveness.js';
export type { PackageFilter, PackageMatch, Packages } from './packages.js';
export { isUnderWay, type PackageClaim, type PackageView, reconstruct } from './reconstruct.js';
export type { Incoming, IncomingEvent, TakenIn } from './take-in.js';
