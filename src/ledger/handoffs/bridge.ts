import type { Config } from '../../config/types.js';
import type { ClaimRefusal } from '../types.js';
import type { Unit } from '../unit.js';
import type { SeatClaim } from './decide.js';
import {
  type BridgeLine,
  type HandoffLine,
  type Recorded,
  recordClaim,
  recordHandoff,
  recordRefusedHandoff,
  recordUnparsedHandoff,
  recordUnreadableClaim,
  refuseClaim,
} from './record.js';

/** What one part of a bridge message says, its names resolved to seats and people of the configuration. */
export type BridgePart =
  | { part: 'handoff'; key: string; handoff: HandoffLine['handoff']; origin: HandoffLine['origin'] }
  | {
      part: 'handoff-refused';
      to: string | null;
      refusal: { reason: 'ownership-only' | 'own-alert' | 'not-a-seat' | 'to-itself'; given: string };
    }
  | {
      part: 'handoff-unparsed';
      readable: { to: string | null; lane: string | null; item: string | null };
      problem: { line: number; text: string; message: string };
    }
  | { part: 'claim'; key: string; claim: SeatClaim }
  | { part: 'claim-refused'; key: string; refusal: ClaimRefusal }
  | { part: 'claim-unreadable'; key: string | null; problem: { line: number; text: string; message: string } };

/** Records every part of one bridge message, in order, in one transaction. Returns what became of each. */
export async function recordBridge(
  unit: Unit,
  config: Config,
  seen: BridgeLine,
  parts: readonly BridgePart[],
): Promise<(Recorded | 'answered')[]> {
  const out: (Recorded | 'answered')[] = [];
  for (const [index, part] of parts.entries()) {
    const line = { ...seen, index };
    switch (part.part) {
      case 'handoff':
        out.push(await recordHandoff(unit, config, { ...seen, handoff: part.handoff, origin: part.origin }, part.key));
        break;
      case 'handoff-refused':
        out.push(await recordRefusedHandoff(unit, config, seen, part.to, part.refusal));
        break;
      case 'handoff-unparsed':
        out.push(await recordUnparsedHandoff(unit, config, seen, part.readable, part.problem));
        break;
      case 'claim':
        out.push(await recordClaim(unit, config, line, part.key, part.claim));
        break;
      case 'claim-refused':
        await refuseClaim(unit, config, line, part.key, part.refusal);
        out.push('refused');
        break;
      case 'claim-unreadable':
        await recordUnreadableClaim(unit, config, line, part.key, part.problem);
        out.push('answered');
        break;
      default: {
        const never: never = part;
        throw new Error(`no such part: ${JSON.stringify(never)}`);
      }
    }
  }
  return out;
}
