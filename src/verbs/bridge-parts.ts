import type { Config } from '../config/types.js';
import { parsePermalink, subtaskKey, untilAt } from '../messages/parse/index.js';
import { judgeReason } from '../messages/parse/reason.js';
import type { BridgeMessage, ClaimAct, ParsedClaim, ParsedHandoff } from '../messages/parse/types.js';
import { type BridgePart, handoffKey, type SeatClaim } from './ledger.js';
import { personNamed, seatNamed } from './people.js';

/**
 * What a bridge message of a seat means against the configuration: names become seats and people, a HANDOFF's reason is
 * judged (H3). Every seat's process comes to the same parts from the same message. Pure.
 * @param at the message's own time, milliseconds UTC.
 */
export function bridgeParts(message: BridgeMessage, author: string, at: number, config: Config): BridgePart[] {
  switch (message.kind) {
    case 'none':
      return [];
    case 'handoff':
      return [handoffPart(message.handoff, author, config)];
    case 'handoff-unparsed': {
      const { to, lane, item } = message.readable;
      const readable = { to: to ? (seatNamed(to, config)?.key ?? null) : null, lane, item };
      return [{ part: 'handoff-unparsed', readable, problem: message.problem }];
    }
    case 'claims':
      return message.lines.map((line) => {
        if (line.ok) return claimPart(line.claim, at, config);
        const { lane, item, problem } = line.problem;
        return { part: 'claim-unreadable', key: lane && item ? handoffKey(lane, item) : null, problem };
      });
    default: {
      const never: never = message;
      throw new Error(`no such message: ${JSON.stringify(never)}`);
    }
  }
}

const written = (named: ParsedHandoff['to']): string => ('user' in named ? `<@${named.user}>` : named.word);

function handoffPart(parsed: ParsedHandoff, author: string, config: Config): BridgePart {
  const taker = seatNamed(parsed.to, config);
  const key = handoffKey(parsed.lane, parsed.item);
  if (!taker) {
    return { part: 'handoff-refused', to: null, refusal: { reason: 'not-a-seat', given: written(parsed.to) } };
  }
  if (taker.key === author) {
    return { part: 'handoff-refused', to: null, refusal: { reason: 'to-itself', given: taker.name } };
  }
  const verdict = judgeReason(parsed.why, { takerName: taker.name, takerUser: taker.botUser });
  if (!verdict.ok) {
    return { part: 'handoff-refused', to: taker.key, refusal: { reason: verdict.reason, given: parsed.why } };
  }
  if (!key) {
    const problem = { line: 1, text: '', message: 'lane and item need at least one letter or digit each' };
    return { part: 'handoff-unparsed', readable: { to: taker.key, lane: parsed.lane, item: parsed.item }, problem };
  }
  const origin = parsed.origin ? parsePermalink(parsed.origin) : null;
  const owedTo = parsed.owedTo ? owedToOf(parsed.owedTo, config) : null;
  return {
    part: 'handoff',
    key,
    origin: origin ? { channel: origin.channel, ts: origin.threadTs ?? origin.ts } : null,
    handoff: {
      lane: parsed.lane,
      item: parsed.item,
      to: taker.key,
      why: parsed.why,
      origin: parsed.origin,
      customer: parsed.customer,
      owedTo,
      role: parsed.role,
      profile: parsed.profile,
      model: parsed.model,
      package: parsed.package,
      refs: parsed.refs,
      subtasks: [...new Map(parsed.subtasks.map((s) => [subtaskKey(s.name), s])).values()].map((s) => ({
        name: s.name,
        state: s.done ? ('done' as const) : ('open' as const),
      })),
    },
  };
}

/** A person's key, or the Slack id of one whom the configuration does not name: owed all the same. */
function owedToOf(named: ParsedHandoff['to'], config: Config): string | null {
  const person = personNamed(named, config);
  if (person) return person.key;
  return 'user' in named ? named.user : null;
}

function claimPart(parsed: ParsedClaim, at: number, config: Config): BridgePart {
  const key = handoffKey(parsed.lane, parsed.item);
  if (!key) {
    const problem = { line: 1, text: '', message: 'lane and item need at least one letter or digit each' };
    return { part: 'claim-unreadable', key: null, problem };
  }
  const claim = seatClaim(parsed.claim, at, config);
  return 'refusal' in claim
    ? { part: 'claim-refused', key, refusal: claim.refusal }
    : { part: 'claim', key, claim: claim.claim };
}

type Resolved = { claim: SeatClaim } | { refusal: { why: 'not-a-seat'; named: string } };

function seatClaim(act: ClaimAct, at: number, config: Config): Resolved {
  switch (act.act) {
    case 'accepted':
    case 'working':
      return { claim: { act: act.act, until: untilAt(act.until, at), note: act.note } };
    case 'done':
      return { claim: act };
    case 'released': {
      // A session or a person is never a taker (H7).
      const seat = seatNamed(act.to, config);
      if (!seat) return { refusal: { why: 'not-a-seat', named: written(act.to) } };
      return { claim: { act: 'released', to: seat.key, why: act.why } };
    }
    case 'handed-back':
    case 'marked':
      return { claim: act };
    default: {
      const never: never = act;
      throw new Error(`no such claim: ${JSON.stringify(never)}`);
    }
  }
}
