/**
 * The bridge grammar (spec §4): a message is a HANDOFF, or BRIDGE CLAIM lines, or neither. Where it holds a HANDOFF,
 * BRIDGE CLAIM lines in it claim nothing: a forged line in somebody's why is only text.
 */

import { parseClaims } from './claim.js';
import { parseHandoff } from './handoff.js';
import { toLines } from './lines.js';
import type { BridgeMessage } from './types.js';

/** Reads one message of the bridge; `at` is the message's own time. Never throws. */
export function parseBridge(text: string, at: number): BridgeMessage {
  const lines = toLines(text);
  return parseHandoff(lines) ?? parseClaims(lines, at) ?? { kind: 'none' };
}
