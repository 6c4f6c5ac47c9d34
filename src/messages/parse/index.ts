/** Slack text → values. Pure: no I/O, no clock. */

export { parseBridge } from './bridge.js';
export { parseDuration } from './duration.js';
export { nearest } from './near.js';
export { type MessageAddress, parsePermalink, permalink } from './permalink.js';
export { asText, asUrls, isLink, subtaskKey } from './slack-text.js';
export type * from './types.js';
export { parseUntilClock, untilAt } from './until.js';
