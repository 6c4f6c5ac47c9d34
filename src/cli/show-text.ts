import type { Config } from '../config/index.js';
import type { EventView, PostView } from '../ledger/index.js';
import { tsToMillis } from '../ledger/index.js';
import type { ItemView } from '../ledger/types.js';
import { awaited, nextBound, suppressedWords } from '../messages/render/index.js';
import { eventWords } from '../verbs/history.js';
import type { ItemHistory } from './json.js';
import { ago, clock, fromSlack, nameIn, plain } from './text.js';

/** `owed show KEY` for people: why it is open, what proof is awaited, the next bound, and how it came to be so. Pure. */
export function showText(item: ItemView, history: ItemHistory, config: Config, now: number): string {
  const name = (who: string) => nameIn(config, who);
  const facts: [string, string | null][] = [
    ['State', stateLine(item, config, now)],
    ['What', item.what],
    ['Owed to', `${item.owedTo.map(name).join(', ') || 'nobody'}, by ${name(item.owedBy)}`],
    ['Opened', `${clock(item.opened)} (${ago(item.opened, now)}), round ${item.round}`],
    ['Record', item.link ?? `no link: ${item.noLinkWhy ?? 'none was given'}`],
    ...(item.state === 'open' ? openFacts(item, config, now) : []),
    ['Muted', mutedLine(item, config)],
    ['Claim', claimLine(history.claim, config)],
    ['Refs', item.refs.join(', ') || null],
  ];
  const lines = facts.filter((fact): fact is [string, string] => fact[1] !== null);
  const out = [plain(item.key), ...lines.map(([label, text]) => `  ${label.padEnd(9)} ${plain(text)}`)];
  section(out, 'Unknown', item.unknown);
  section(
    out,
    'Waiting',
    item.waiting.map(({ reason, until }) => (until === null ? reason : `${reason}; tried again at ${clock(until)}`)),
  );
  section(
    out,
    'Subtasks',
    item.subtasks.map(({ name: subtask, state }) => `[${state === 'done' ? 'x' : ' '}] ${subtask}`),
  );
  section(
    out,
    'Notes',
    item.notes.map((note) => `${clock(note.at)}  ${name(note.by)}: ${note.text}`),
  );
  section(
    out,
    'History',
    history.events.map((event) => eventLine(event, config)),
  );
  section(out, 'Posts', history.posts.map(postLine));
  return out.join('\n');
}

function section(out: string[], title: string, lines: readonly string[]): void {
  if (lines.length > 0) out.push('', `${title}:`, ...lines.map((line) => `  ${plain(line)}`));
}

function stateLine(item: ItemView, config: Config, now: number): string {
  if (item.state === 'open') return 'open';
  if (!item.proof) return 'closed';
  const { proof } = item;
  const by = proof.by ? ` by ${nameIn(config, proof.by)}` : '';
  const link = proof.link ? ` (${proof.link})` : '';
  return `closed${by} ${ago(proof.at, now)}: ${proof.text}${link}`;
}

function openFacts(item: ItemView, config: Config, now: number): [string, string | null][] {
  const read = item.lastRead === null ? '' : `; last read ${ago(item.lastRead, now)}`;
  const { taken } = item;
  return [
    ['Awaits', `${fromSlack(awaited(item, config))}${read}`],
    ['Next', fromSlack(nextBound(item, { now, config }))],
    ['Blocking', item.blocking],
    ['Not done', item.notDone],
    ['Nudged', item.nudgedAt === null ? null : `${clock(item.nudgedAt)} (${ago(item.nudgedAt, now)})`],
    ['Paged', item.pagedAt === null ? null : `${clock(item.pagedAt)} (${ago(item.pagedAt, now)})`],
    [
      'Taken',
      taken && `by ${nameIn(config, taken.by)} since ${clock(taken.at)}; holds the page until ${clock(taken.until)}`,
    ],
  ];
}

function mutedLine(item: ItemView, config: Config): string | null {
  const { muted } = item;
  const since = suppressedWords(item, { config });
  if (!muted) return since && fromSlack(since);
  const until = muted.until === null ? 'for good' : `until ${clock(muted.until)}`;
  return `by ${nameIn(config, muted.by)} ${until}: ${muted.why}${since === null ? '' : `; ${fromSlack(since)}`}`;
}

function claimLine(claim: ItemHistory['claim'], config: Config): string | null {
  if (!claim) return null;
  const until = claim.until === null ? '' : `, until ${clock(claim.until)}`;
  const link = claim.link === null ? '' : `, ${claim.link}`;
  return `${claim.state} by ${nameIn(config, claim.seat)}, held since ${clock(tsToMillis(claim.claimedAt))}${until}${link}`;
}

const eventLine = (event: EventView, config: Config): string => `${clock(event.at)}  ${eventWords({ config }, event)}`;

function postLine(post: PostView): string {
  const where = post.channel && post.ts ? ` in ${post.channel} at ${post.ts}` : '';
  const tries = post.attempts === 1 ? '1 attempt' : `${post.attempts} attempts`;
  return `${post.effect}: ${post.state}${where}, ${tries}${post.reason ? `: ${post.reason}` : ''}`;
}
