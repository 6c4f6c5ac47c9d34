import type { Config } from './config/index.js';
import type { SelfFacts, SlackCalls } from './slack/types.js';

/** Owed cannot start; the message is one sentence with the fix. */
export class StartError extends Error {}

/** The token is this seat's own (H2): another seat's would speak with the wrong name. */
export function checkIdentity(config: Config, self: SelfFacts): void {
  const seat = config.seats.get(config.seat);
  if (!seat || seat.botUser === self.botUser) return;
  const other = [...config.seats.values()].find((s) => s.botUser === self.botUser);
  throw new StartError(
    other
      ? `SLACK_BOT_TOKEN is the token of ${other.name} (${self.botUser}), but this process is ${seat.name}; give it ${seat.name}'s token, or set OWED_SEAT=${other.key}.`
      : `SLACK_BOT_TOKEN belongs to ${self.botUser}, but seats.${seat.key}.bot_user is ${seat.botUser}; correct the one or the other.`,
  );
}

/**
 * The bot is in the channels that it cannot do without. What cannot be read now is unknown, and does not stop the start.
 * @throws StartError naming every channel that is missing, with the fix.
 */
export async function checkChannels(config: Config, calls: Pick<SlackCalls, 'channelInfo'>): Promise<void> {
  const needed = [
    ['bridge', config.channels.bridge],
    ['alerts', config.channels.alerts],
  ] as const;
  const missing: string[] = [];
  for (const [name, id] of needed) {
    const info = await calls.channelInfo(id);
    if (info.ok) {
      if (info.value.isArchived) missing.push(`channels.${name} (${id}, #${info.value.name}) is archived`);
      else if (!info.value.isMember) missing.push(`the bot is not in channels.${name} (${id}, #${info.value.name})`);
    } else if (info.code === 'channel_not_found') {
      missing.push(`channels.${name} (${id}) does not exist, or is private and the bot is not in it`);
    }
  }
  if (missing.length > 0) {
    const seat = config.seats.get(config.seat)?.name ?? config.seat;
    throw new StartError(
      `${missing.join('; ')}: invite ${seat} there (/invite in the channel), or correct the id in the configuration.`,
    );
  }
}
