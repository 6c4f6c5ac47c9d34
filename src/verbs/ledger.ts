/** What verbs use of the ledger, in one place. */
export type { Act, BridgePart, KeyMatch, Ledger, SayRefusal, SeatClaim } from '../ledger/index.js';
export { handoffKey, normalisePart, parseHandoffKey } from '../ledger/index.js';
export type { Actor, ClaimRefusal, ClaimWords, HandoffWords, ItemView, Proof } from '../ledger/types.js';
