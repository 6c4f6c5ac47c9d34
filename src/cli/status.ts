import { type Config, withoutSecrets } from '../config/index.js';
import type { LedgerStatus } from '../ledger/index.js';
import { answer, EXIT } from './io.js';
import { type Running, runningOf, statusJson } from './json.js';
import { withLedger } from './session.js';
import { ago, clock, nameIn, plain, span } from './text.js';
import { type AddVerb, example, withJson } from './verb.js';

/** `owed status`: how the seat is, from the ledger alone. */
export const addStatus: AddVerb = (program, bind) => {
  const command = withJson(program.command('status')).description(
    'show how the seat is: its socket, last sweep, open items, held posts, sources',
  );
  example(command, 'owed status --json');
  bind<object>(command, (call) =>
    withLedger(
      call,
      async ({ config, ledger, now }) => {
        const status = await ledger.status(now());
        await answer(call, statusJson(config.seat, status, now()), statusText(config, status, now()));
        return EXIT.done;
      },
      { existing: true },
    ),
  );
};

/** For people; pure. */
export function statusText(config: Config, status: LedgerStatus, now: number): string {
  const { posts } = status;
  const lines = [
    `${nameIn(config, config.seat)} (seat ${config.seat}), ledger ${withoutSecrets(config.ledger.url)}`,
    socketLine(runningOf(status, now), now),
    sweepLine(status, now),
    ...(status.lastSweep?.errors ?? []).map((error) => `  ${plain(error)}`),
    openLine(status, now),
    ...backlogLines(status, now),
    deliveryLine(status),
    `Posts: ${posts.due} due (${posts.waiting} of them held), ${posts.claimed} being made, ${posts.unknown} unknown`,
    ...status.held.map(
      (post) => `  ${plain(post.effect)}: ${heldWord(post.state)}, until ${clock(post.until)}: ${plain(post.reason)}`,
    ),
  ];
  for (const source of status.sources) {
    const ok = source.lastOkAt === null ? 'never read' : `last read ${ago(source.lastOkAt, now)}`;
    if (source.lastError === null) continue;
    const since = source.lastErrorAt === null ? '' : ` (${ago(source.lastErrorAt, now)})`;
    lines.push(`Source ${plain(source.name)}: could not be read${since}: ${plain(source.lastError)}; ${ok}`);
  }
  if (status.unmappedLabels.length > 0) {
    lines.push('Labels of terminal lines that mean no kind, so they opened nothing (terminal.labels maps them):');
  }
  for (const { label, times, lastAt } of status.unmappedLabels) {
    lines.push(`  ${plain(label)}: ${times === 1 ? 'once' : `${times} times`}, last ${ago(lastAt, now)}`);
  }
  lines.push(`Parked: ${status.parked === 0 ? 'nothing' : `${status.parked} that could not be handled`}`);
  for (const row of status.parkedRows) lines.push(`  ${plain(row.id)}: ${plain(row.error ?? 'no error was recorded')}`);
  return lines.join('\n');
}

const heldWord = (state: string): string => (state === 'unknown' ? 'nobody can tell whether it was posted' : 'held');

function socketLine(running: Running, now: number): string {
  const last = running.lastEventAt === null ? 'no event yet' : `last event ${ago(running.lastEventAt, now)}`;
  if (running.socket === null) {
    return `No process of this seat runs (none was seen in the last minute); \`owed run\` starts one. ${capital(last)}.`;
  }
  const sockets = running.connections === null ? '' : `, ${running.connections} open`;
  const error = running.lastError === null ? '' : `; last error: ${plain(running.lastError)}`;
  return `Socket: ${running.socket}${sockets}, ${last}${error}`;
}

function sweepLine({ lastSweep: sweep }: LedgerStatus, now: number): string {
  if (!sweep) return 'Last sweep: none yet';
  const count = (n: number | null) => n ?? 'unknown';
  const did = `walked ${count(sweep.walked)}, read ${count(sweep.read)}, did ${count(sweep.done)}`;
  const took = sweep.endedAt === null ? 'not ended' : `took ${span(sweep.endedAt - sweep.startedAt)}`;
  const errors = sweep.errors.length === 0 ? 'no errors' : `${sweep.errors.length} errors:`;
  return `Last sweep: ${ago(sweep.startedAt, now)}, ${took}, ${did}, ${errors}`;
}

function openLine(status: LedgerStatus, now: number): string {
  const kinds = Object.entries(status.openByKind).map(([kind, count]) => {
    const oldest = status.oldestOpenByKind[kind];
    return `${plain(kind)} ${count}${oldest === undefined ? '' : ` (oldest ${ago(oldest, now)})`}`;
  });
  return `Open: ${kinds.length > 0 ? kinds.join(', ') : 'nothing'}`;
}

/** Decided and not applied (D6), and what of it no sweep drives, by name (D4). */
function backlogLines({ backlog, skipped, lastSweep }: LedgerStatus, now: number): string[] {
  if (!backlog) return ['Decided and not applied: could not be counted'];
  const parts = (counts: Record<string, number>) => Object.entries(counts).map(([name, n]) => `${plain(name)} ${n}`);
  const states = parts(backlog.byApplication).join(', ');
  const needs = parts(backlog.capabilities).join(', ');
  const oldest = backlog.oldestAt === null ? '' : `; the oldest was decided ${ago(backlog.oldestAt, now)}`;
  const swept = lastSweep?.backlog;
  const before = swept && swept.total !== backlog.total ? `; the last sweep counted ${swept.total}` : '';
  const head = backlog.total === 0 ? 'nothing' : `${backlog.total} (${states})`;
  return [
    `Decided and not applied: ${head}${needs === '' ? '' : `; stuck behind: ${needs}`}${oldest}${before}`,
    ...(skipped ?? []).map(({ key, question, why }) => `  not driven: ${key} (${plain(question)}): ${plain(why)}`),
  ];
}

/** Whether rulings reach whoever is parked on the question (R5). */
function deliveryLine({ deliveries }: LedgerStatus): string {
  if (!deliveries) return 'Rulings delivered: could not be read';
  const { signal, obtained, delivered, overdue } = deliveries;
  const late = overdue === 0 ? '' : `; ${overdue} undelivered past their retries`;
  return `Rulings delivered: ${signal} (${delivered} of ${obtained} obtained in three days${late})`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
