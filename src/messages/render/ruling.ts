/** A ruling, delivered to whoever is parked on the question (R1, R3). It tags nobody, and says whose word it is not. */

import type { Rendered } from '../../ledger/types.js';
import { message } from './blocks.js';
import type { RenderContext } from './context.js';
import { code, words } from './escape.js';
import { namesOf, said } from './names.js';

export function renderRuling(ctx: RenderContext): Rendered {
  const ruling = ctx.ruling ?? null;
  if (ruling === null) return message('A ruling was obtained, and its record cannot be read.');
  const decision = ctx.decision ?? null;
  const { config } = ctx;
  const on = decision === null ? '' : ` on “${said(decision.question, config)}”`;
  const who = decision === null ? 'a person' : namesOf(decision.deciders, config);
  const how =
    ruling.corroboratedBy === null
      ? '*Single-rung and uncorroborated:* one model alone said so.'
      : `Corroborated by a second rung, receipt ${code(ruling.corroboratedBy)}.`;
  const lines = [
    `*A ruling${on}:* *${words(ruling.choice)}* (${code(`decision:${ruling.decision}`)})`,
    how,
    `By rung ${words(ruling.rung)}, model ${words(ruling.model)}, receipt ${code(ruling.receipt)}.`,
    `This is a model's ruling and not the answer of ${who}: nobody has decided, and the question stays open.`,
    'Please apply it, or say on the decision why not.',
  ];
  return message(lines.join('\n'));
}
