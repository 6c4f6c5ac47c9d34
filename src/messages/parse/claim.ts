/**
 * BRIDGE CLAIM (spec §4, H7 to H9). Grammar, one line each, several to a message:
 *
 *   claim := "BRIDGE CLAIM" key act
 *   key   := lane "/" item | quote lane "/" item quote      quotes where a name has spaces
 *   act   := "accepted" [until] [note] | "working" [until] [note] | "done" [link]
 *          | "released" "to" named "why:" text | "handed back" "why:" text
 *          | "marked" quote subtask quote ("done" | "open")
 *   until := "until" time          see until.ts
 *   note  := ["note"] text
 *
 * In capitals the two words are enough; in any other case something shaped like a key must follow. A `why:` or a link
 * may stand alone on the next line.
 */

import { readAct } from './claim-acts.js';
import { readKey } from './claim-key.js';
import type { Line } from './lines.js';
import { CLAIM_WORDS, KEY_SHAPE } from './tokens.js';
import type { BridgeMessage, ClaimProblem, ParsedClaim } from './types.js';

type ClaimLine = { ok: true; claim: ParsedClaim } | { ok: false; problem: ClaimProblem };

/** Reads every BRIDGE CLAIM line of a message, in order; null where there is none. */
export function parseClaims(lines: Line[], at: number): BridgeMessage | null {
  const read: ClaimLine[] = [];
  lines.forEach((line, index) => {
    const rest = afterClaimWords(line);
    if (rest === null) return;
    const next = lines[index + 1];
    const below = next && !next.quoted && afterClaimWords(next) === null ? next : null;
    read.push(parseClaim(line, rest, below, at));
  });
  return read.length === 0 ? null : { kind: 'claims', lines: read };
}

/** What follows the two words, without the emphasis that encloses the line; null for any other line. */
function afterClaimWords(line: Line): string | null {
  if (line.quoted) return null;
  const match = CLAIM_WORDS.exec(line.body);
  if (!match) return null;
  const [all, open = '', bridge, claim, close = ''] = match;
  let rest = line.body.slice(all.length);
  if (!(bridge === 'BRIDGE' && claim === 'CLAIM') && !KEY_SHAPE.test(rest) && !/^[*_~`]*<https?:/i.test(rest)) {
    return null;
  }
  const closing = [...open].reverse().join('');
  if (open !== '' && close === '') {
    if (rest.startsWith(`${closing} `)) rest = rest.slice(closing.length);
    else if (rest.endsWith(closing)) rest = rest.slice(0, -closing.length);
  }
  return rest.trim();
}

function parseClaim(line: Line, rest: string, below: Line | null, at: number): ClaimLine {
  const fail = (message: string, key: { lane: string; item: string } | null): ClaimLine => ({
    ok: false,
    problem: {
      lane: key?.lane ?? null,
      item: key?.item ?? null,
      problem: { line: line.number, text: line.seen, message },
    },
  });
  const key = readKey(rest);
  if (!key.ok) return fail(key.message, null);
  const act = readAct(key.rest, key.written, below, at);
  if (!act.ok) return fail(act.message, key);
  return { ok: true, claim: { lane: key.lane, item: key.item, claim: act.claim } };
}
