export type { DecisionRefused } from './decide.js';
export { type DecisionFilter, Decisions, type DriveCandidate } from './decisions.js';
export type { ApplicationMoved, Decided, DecisionOption, Raised, Verified } from './events.js';
export {
  APPLICATION_WORDS,
  type ApplicationWord,
  DECISION_WORDS,
  type DecisionFacts,
  decisionFacts,
  NO_REVISION,
  type RecordedWords,
  UNNAMED,
  VERIFICATION_WORDS,
} from './facts.js';
export { type Holder, holderKey } from './holder.js';
export { driveOutcome, type ToldPost } from './view.js';
