/** What verbs use of the ledger, in one place. */
export type {
  Act,
  BridgePart,
  DecisionRefused,
  KeyMatch,
  Ledger,
  RulingRefused,
  SayRefusal,
  SeatClaim,
} from '../ledger/index.js';
export { APPLICATION_WORDS, handoffKey, normalisePart, parseHandoffKey } from '../ledger/index.js';
export type {
  Actor,
  ClaimRefusal,
  ClaimWords,
  DecisionView,
  HandoffWords,
  ItemView,
  Place,
  Proof,
  RulingView,
} from '../ledger/types.js';
