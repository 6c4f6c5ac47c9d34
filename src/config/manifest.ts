/** The Slack app of one seat, for `owed manifest` and manifest.yml. Pure. */
import { BOT_EVENTS, BOT_SCOPES, type BotEvent, MESSAGE_SHORTCUTS, USAGE_HINT } from './slack-surface.js';
import type { Seat } from './types.js';

const NAME_LIMIT = 35;
const DISPLAY_NAME_LIMIT = 80;
const DESCRIPTION_LIMIT = 140;

export type Manifest = ReturnType<typeof manifestFor>;

/**
 * What to paste at api.slack.com/apps, "From a manifest", as a plain object for YAML or JSON.
 * @param single whether the configuration has one seat; with several, the description says which seat it is.
 */
export function manifestFor(seat: Pick<Seat, 'name' | 'command'>, single: boolean) {
  const whose = single ? 'an agent owes a person' : `${cut(seat.name, NAME_LIMIT)} owes a person`;
  return {
    display_information: {
      name: cut(seat.name, NAME_LIMIT),
      description: cut(`Keeps what ${whose} open until proof closes it.`, DESCRIPTION_LIMIT),
    },
    features: {
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: cut(seat.name, DISPLAY_NAME_LIMIT), always_online: true },
      shortcuts: MESSAGE_SHORTCUTS.map(({ callbackId, name, description }) => ({
        name,
        type: 'message' as const,
        callback_id: callbackId as string,
        description: description as string,
      })),
      slash_commands: [
        {
          command: seat.command,
          description: 'What is owed, to whom, and why it is open',
          usage_hint: USAGE_HINT,
          should_escape: false,
        },
      ],
    },
    oauth_config: { scopes: { bot: BOT_SCOPES.map(({ scope }) => scope) } },
    settings: {
      event_subscriptions: { bot_events: Object.keys(BOT_EVENTS) as BotEvent[] },
      interactivity: { is_enabled: true },
      org_deploy_enabled: false,
      socket_mode_enabled: true,
      token_rotation_enabled: false,
    },
  };
}

/** Slack refuses a longer one; the mark shows that it was cut. */
function cut(text: string, limit: number): string {
  const letters = [...text];
  return letters.length <= limit ? text : `${letters.slice(0, limit - 1).join('')}…`;
}
