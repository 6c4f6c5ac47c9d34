import { renderHome } from '../../messages/render/index.js';
import { packagesUnderWay } from '../../verbs/packages.js';
import type { HandlerContext } from '../context.js';
import { admit } from '../people.js';
import { owedToOf, verbContext } from '../verbs.js';

/** More than fit on the tab; the oldest come first. */
const SHOWN = 60;
/** Work packages on the tab: a short list. */
const PACKAGES = 6;

/** The Home tab (U2): what the person is owed, and what this seat owes. People who may not act see that in words. */
export async function publishHome(ctx: HandlerContext, user: string): Promise<void> {
  const admitted = await admit(ctx, user);
  if (!admitted.ok) {
    const text = { type: 'mrkdwn', text: admitted.markup, verbatim: true };
    await ctx.publishHome(user, { type: 'home', blocks: [{ type: 'section', text }] });
    return;
  }
  const owedToMe = await ctx.ledger.listItems({ state: 'open', owedTo: owedToOf(admitted.asker), limit: SHOWN });
  const open = await ctx.ledger.listItems({ state: 'open', limit: SHOWN });
  const underWay = await packagesUnderWay(verbContext(ctx), PACKAGES);
  // A count that could not be taken is left out (D6).
  const backlog = await ctx.ledger.decisions.backlog().catch(() => null);
  const home = renderHome(
    { owedToMe, seatOwes: open, pulse: null, backlog, packages: underWay },
    { now: ctx.now(), config: ctx.config, teamUrl: ctx.teamUrl() },
  );
  await ctx.publishHome(user, home);
}
