import { code } from '../messages/render/index.js';
import type { VerbContext } from '../verbs/context.js';
import type { HandlerContext } from './context.js';
import { commandOf } from './people.js';

/** The verbs as a person in Slack meets them: their hints name the slash command. */
export function verbContext(ctx: HandlerContext): VerbContext {
  const command = commandOf(ctx);
  const forms = { list: code(`${command} list`), show: (key: string) => code(`${command} show ${key}`) };
  return { ledger: ctx.ledger, config: ctx.config, now: ctx.now, forms };
}

/** What a person is owed: by key, or by Slack id where the configuration does not name them. */
export const owedToOf = (asker: { key: string | null; user: string | null }): string => asker.key ?? asker.user ?? '';
