import { kindOfLabel, tsToMillis } from '../../ledger/index.js';
import { permalink } from '../../messages/parse/index.js';
import { parseTerminal, subjectKey } from '../../messages/parse/terminal.js';
import type { HandlerContext } from '../context.js';

type Fields = Record<string, unknown>;
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Terminal lines of the allowed bots and of the other seats, in the configured channels (O5). Our own are recorded where
 * they are posted. Lines of bots are kept by the first seat of the configuration, so that two seats do not both page.
 */
export async function onTerminalMessage(ctx: HandlerContext, event: Fields): Promise<void> {
  const subtype = text(event.subtype);
  if (subtype !== null && subtype !== 'bot_message') return;
  const { config, ledger } = ctx;
  const channel = text(event.channel) ?? '';
  const ts = text(event.ts) ?? '';
  const user = text(event.user);
  if (user !== null && user === config.seats.get(config.seat)?.botUser) return;
  const bySeat = [...config.seats.values()].find((seat) => seat.botUser === user)?.key ?? null;
  const apps = [text(event.app_id), text(event.bot_id), text((event.bot_profile as Fields | undefined)?.app_id)];
  const allowed = apps.some((id) => id !== null && config.terminal.bots.includes(id));
  if (!allowed && bySeat === null) return;
  const first = [...config.seats.keys()][0] === config.seat;
  const at = tsToMillis(ts);
  const lineLink = permalink(ctx.teamUrl(), channel, ts, text(event.thread_ts));
  for (const [index, read] of parseTerminal(text(event.text) ?? '').entries()) {
    if (!read.ok) {
      // The author hears of it where the line stands; one seat answers (O5).
      if (first && bySeat === null) await answerUnreadable(ctx, channel, ts, text(event.thread_ts) ?? ts, read.problem);
      continue;
    }
    const { word, label, subject, link } = read.terminal;
    // Others' lines open nothing here unless this seat keeps them; a DONE closes wherever the item is (O1).
    if (word !== 'DONE' && (bySeat !== null || !first)) continue;
    const kind = kindOfLabel(config, label) ?? label;
    const line = {
      word,
      label,
      subject,
      keySubject: subjectKey(kind, label, subject, link),
      link,
      at,
      lineLink,
      by: bySeat ?? apps.find((id) => id !== null) ?? 'a bot',
      owedTo: null,
    };
    const actor = { kind: 'bot' as const, id: line.by };
    await ledger.recordTerminal({ now: ctx.now(), actor, cause: `terminal:${channel}:${ts}:${index}` }, line);
  }
  ctx.kick();
}

/** Once for a message, whatever is wrong with how many of its lines. */
async function answerUnreadable(
  ctx: HandlerContext,
  channel: string,
  ts: string,
  thread: string,
  problem: { text: string; message: string },
): Promise<void> {
  const effect = `terminal-unreadable/${channel}/${ts}`;
  const actor = { kind: 'seat' as const, id: ctx.config.seat };
  const saying = { say: 'terminal-unreadable' as const, text: problem.text, message: problem.message };
  await ctx.ledger.raise({ now: ctx.now(), actor, cause: effect }, { effect, place: { channel, thread }, saying });
}
