/** Work packages: reading what was intended, and taking in what happened elsewhere (W1, W6). */
export type { Difference } from './compare.js';
export { importPackages, type MissionReport } from './import.js';
export type { Problem } from './problems.js';
export { livenessOf, seeProcess } from './processes.js';
