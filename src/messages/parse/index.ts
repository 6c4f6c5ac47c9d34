/** Slack text → values. Pure: no I/O, no clock. */

export { parseBridge } from './bridge.js';
export { type OwedCommand, parseOwedCommand } from './command.js';
export { parseDuration } from './duration.js';
export { nearest } from './near.js';
export { type MessageAddress, parsePermalink, permalink } from './permalink.js';
export { isPlaceholder } from './placeholder.js';
export { type Judgement, judgeReason, type ReasonContext } from './reason.js';
export { asText, asUrls, isLink, subtaskKey } from './slack-text.js';
export type * from './types.js';
export { parseUntilClock, untilAt } from './until.js';
export { VERBS, type Verb } from './verbs.js';
