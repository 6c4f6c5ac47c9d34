import type { Config } from '../../config/types.js';
import { itemKey, tsToMillis } from '../keys.js';
import { stateOfRow } from '../queries/items.js';
import type { Unit } from '../unit.js';
import type { Opening } from './decide.js';
import type { Ask } from './events.js';
import type { ItemState } from './evolve.js';

/** Several within this time in one thread, with no answer between, are one ask (A1). Milliseconds. */
const TOGETHER = 60_000;

export type AskOpened = { key: string; opened: 'new' | 'joined' };

/** Opens an ask, or joins it to one of the same thread from a moment ago (A1). */
export async function openAsk(
  unit: Unit,
  config: Config,
  ask: Ask,
  owedTo: string,
  askerName: string,
  link: string,
): Promise<AskOpened> {
  const at = tsToMillis(ask.ts);
  const together = (await openAsks(unit, ask.channel, ask.thread)).find(
    (item) => Math.abs(at - lastAsked(item)) <= TOGETHER,
  );
  if (together) {
    const note = { text: ask.text, by: owedTo, at };
    await unit.onItem(together.key, { do: 'annotate', delta: { notes: [note] } });
    return { key: together.key, opened: 'joined' };
  }
  const key = itemKey('ask', `${ask.channel}/${ask.ts}`);
  const policy = config.kinds.get('ask');
  const rerun = policy?.rerun ?? null;
  const page = policy?.bounds.page ?? null;
  const opening: Opening = {
    openedAt: at,
    nudgeAt: null,
    // The page counts from the re-run, which is yet to come (A4).
    pageAt: rerun === null && page !== null ? at + page : null,
    owedTo: [owedTo],
    owedBy: config.seat,
    link,
    noLinkWhy: null,
    what: `${askerName} asked: ${ask.text}`,
    handoff: null,
    snapshot: null,
    ask,
    rerun: rerun === null || page === null ? null : { at: at + rerun, page },
  };
  const opened = await unit.onItem(key, { do: 'open', opening });
  if ('refused' in opened) return { key, opened: 'joined' };
  await rememberThread(unit, ask.channel, ask.thread);
  return { key, opened: 'new' };
}

const lastAsked = (item: ItemState): number => Math.max(item.openedAt, ...item.notes.map((note) => note.at));

/** Open asks of one thread. */
export async function openAsks(unit: Unit, channel: string, thread: string): Promise<ItemState[]> {
  const rows = await unit.db
    .selectFrom('items')
    .select(['key', 'state_json'])
    .where('kind', '=', 'ask')
    .where('state', '=', 'open')
    .where('subject', 'like', `${channel}/%`)
    .execute();
  return rows.map(stateOfRow).filter((item) => item.ask?.thread === thread);
}

/** Remembers a thread that the seat is in: a person's reply there may be for it (A1). */
export async function rememberThread(unit: Unit, channel: string, ts: string): Promise<void> {
  const last_at = unit.ctx.now;
  await unit.db
    .insertInto('threads')
    .values({ channel, ts, last_at })
    .onConflict((c) => c.columns(['channel', 'ts']).doUpdateSet({ last_at }))
    .execute();
}

/** Claims the one re-run of an ask (A4); its page counts from now. False when it was claimed or is answered. */
export async function claimRerun(unit: Unit, key: string): Promise<boolean> {
  const item = await unit.item(key);
  if (item.state !== 'open' || !item.rerun || item.said.rerun) return false;
  const { now } = unit.ctx;
  const said = { rerun: { state: 'raised' as const, at: now, channel: null, ts: null } };
  await unit.onItem(key, { do: 'annotate', delta: { said, pageAt: now + item.rerun.page } });
  return true;
}
