import { sentenceFor } from '../messages/render/index.js';
import type { Asker } from '../verbs/context.js';
import { personNamed } from '../verbs/people.js';
import type { HandlerContext } from './context.js';

export type Admitted =
  | { ok: true; asker: Asker }
  | { ok: false; markup: string; reason: 'guest' | 'external' | 'not-listed' };

/**
 * Whether a Slack user may act (X1): full members of the workspace only, or those whom the configuration lists. Who cannot
 * be read is not allowed: unknown is not a member.
 */
export async function admit(ctx: HandlerContext, user: string): Promise<Admitted> {
  const { config } = ctx;
  const person = personNamed({ user }, config);
  const facts = await ctx.user(user);
  if (!facts.ok) {
    return {
      ok: false,
      reason: 'not-listed',
      markup: 'Slack could not say who you are just now, so nothing was changed. Please try again.',
    };
  }
  const no = (reason: 'guest' | 'external' | 'not-listed'): Admitted => ({
    ok: false,
    reason,
    markup: sentenceFor({ why: 'not-allowed', reason }, commandOf(ctx), config),
  });
  if (facts.value.isExternal) return no('external');
  if (facts.value.isGuest || facts.value.isBot || facts.value.deleted) return no('guest');
  if (config.allowed && !(person && config.allowed.includes(person.key))) return no('not-listed');
  const name = person?.name ?? facts.value.name;
  return { ok: true, asker: { kind: 'human', key: person?.key ?? null, user, name } };
}

/** This seat's slash command, with its slash. */
export const commandOf = (ctx: HandlerContext): string => ctx.config.seats.get(ctx.config.seat)?.command ?? '/owed';
