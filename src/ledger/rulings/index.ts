export type { Recorded as RulingRecorded } from './events.js';
export type { OnRuling, RulingRefused } from './record.js';
export { Rulings, type Unread } from './rulings.js';
export { type Deliveries, deliveries, RETRIES, RETRY_TIME, type RulingFacts } from './signal.js';
