import type { Rendered, Saying } from '../../ledger/types.js';
import { renderClaim, renderHandoff } from './bridge-lines.js';
import type { RenderContext } from './context.js';
import { renderDecision, renderDecisionAnswer } from './decision.js';
import {
  renderAccepted,
  renderFinished,
  renderHandedBack,
  renderHandedOn,
  renderNudge,
  renderReleased,
} from './mirror.js';
import { renderPage, renderPageClosed, renderStorm } from './page.js';
import { renderClaimRefused, renderClaimUnreadable, renderHandoffRefused, renderHandoffUnreadable } from './replies.js';
import { renderRuling } from './ruling.js';

import {
  renderAnswer,
  renderNeverStarted,
  renderNoAnswer,
  renderSessionLink,
  renderTerminal,
  renderTerminalUnreadable,
  renderTracked,
} from './spoken.js';

/** The words for everything that Owed says once (P6): one renderer for each situation. */
export function renderSaying(saying: Saying, ctx: RenderContext): Rendered {
  switch (saying.say) {
    case 'page':
      return renderPage(saying, ctx);
    case 'page-closed':
      return renderPageClosed(saying, ctx);
    case 'nudge':
      return renderNudge(saying, ctx);
    case 'accepted':
      return renderAccepted(saying, ctx);
    case 'finished':
      return renderFinished(saying, ctx);
    case 'released':
      return renderReleased(saying, ctx);
    case 'handed-on':
      return renderHandedOn(saying, ctx);
    case 'handed-back':
      return renderHandedBack(saying, ctx);
    case 'handoff-refused':
      return renderHandoffRefused(saying, ctx);
    case 'handoff-unreadable':
      return renderHandoffUnreadable(saying, ctx);
    case 'claim-unreadable':
      return renderClaimUnreadable(saying, ctx);
    case 'claim-refused':
      return renderClaimRefused(saying, ctx);
    case 'handoff':
      return renderHandoff(saying);
    case 'claim':
      return renderClaim(saying);
    case 'storm':
      return renderStorm(saying, ctx);
    case 'answer':
      return renderAnswer(saying);
    case 'no-answer':
      return renderNoAnswer(saying);
    case 'session-link':
      return renderSessionLink(saying);
    case 'session-never-started':
      return renderNeverStarted();
    case 'terminal':
      return renderTerminal(saying);
    case 'terminal-unreadable':
      return renderTerminalUnreadable(saying, ctx);
    case 'tracked':
      return renderTracked(saying);
    case 'decision':
      return renderDecision(saying, ctx);
    case 'decision-answer':
      return renderDecisionAnswer(saying, ctx);
    case 'ruling':
      return renderRuling(ctx);
    default: {
      const never: never = saying;
      throw new Error(`no words for ${JSON.stringify(never)}`);
    }
  }
}
