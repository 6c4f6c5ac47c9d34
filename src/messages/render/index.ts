/** Values → what Slack is given. Pure: no I/O, no clock. */

export { awaited } from './awaited.js';
export { type Block, message, section } from './blocks.js';
export { renderClaim, renderHandoff } from './bridge-lines.js';
export type { RenderConfig, RenderContext } from './context.js';
export {
  answeredBy,
  applicationWords,
  DECIDE,
  DECIDE_PATTERN,
  decideValue,
  readDecideValue,
  renderDecision,
} from './decision.js';
export { decideModal, otherModal, readOptionLines } from './decision-modals.js';
export { code, escapeText, link, mention, words } from './escape.js';
export { HELP, renderHelp } from './help.js';
export { type HomeContent, renderHome, type View } from './home.js';
export {
  ACTION,
  type ButtonValue,
  buttonValue,
  FIELD,
  readButtonValue,
  readField,
  VIEW,
  type ViewValues,
} from './ids.js';
export { clip, clipBlocks, LIMITS } from './limits.js';
export { type ListFilter, renderList } from './list.js';
export {
  type About,
  closeModal,
  type HandoffDraft,
  handoffModal,
  MUTE_FOR,
  muteModal,
  readMuteFor,
  readSubtasks,
  readTrackBound,
  readTracked,
  TRACK_BOUNDS,
  type TrackedMessage,
  takeModal,
  trackModal,
} from './modals.js';
export { nameOf, namesOf } from './names.js';
export { type PackageShown, renderPackage } from './package.js';
export { renderStormPage } from './page.js';
export { renderSaying } from './saying.js';
export { type Refused, sentenceFor } from './sentences.js';
export { type Happened, type ItemInFull, renderShow, whyOpen } from './show.js';
export { nextBound, suppressedWords } from './state.js';
export { dateUtc, dayTime, length, time } from './times.js';
export { historyView, loadingView, markupView, messageView } from './views.js';
