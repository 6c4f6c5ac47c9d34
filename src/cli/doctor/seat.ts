import type { Config } from '../../config/index.js';
import type { LedgerStatus } from '../../ledger/index.js';
import { runningOf } from '../json.js';
import { ago, plain, span } from '../text.js';
import { bad, type Finding, good, unsure } from './finding.js';

/** What the ledger says about the running seat. Pure. */
export function checkSeat(status: LedgerStatus, overdue: number, config: Config, now: number): Finding[] {
  const runs = runningOf(status, now).socket !== null;
  return [
    socket(status, now),
    lastEvent(status, now),
    lastSweep(status, runs, config, now),
    posts(status, runs, overdue),
    sources(status, now),
    parked(status),
  ];
}

function socket(status: LedgerStatus, now: number): Finding {
  const running = runningOf(status, now);
  if (running.socket === null) {
    return unsure('process', 'no process of this seat was seen in the last minute', '`owed run` starts one.');
  }
  if (running.socket === 'connected') return good('process', `runs, socket connected`);
  const error = running.lastError === null ? '' : `: ${plain(running.lastError)}`;
  return bad(
    'process',
    `runs, socket ${running.socket}${error}`,
    'Look at the app token and the network; it goes on trying.',
  );
}

function lastEvent(status: LedgerStatus, now: number): Finding {
  const { lastEventAt, socket: state } = runningOf(status, now);
  if (lastEventAt === null)
    return unsure('last event', 'none yet', 'Write a message on the bridge, or to the bot, and look again.');
  const found = ago(lastEventAt, now);
  if (state === null || now - lastEventAt <= 86_400_000) return good('last event', found);
  const fix = 'If people wrote in its channels since, compare the event subscriptions with `owed manifest`.';
  return unsure('last event', `${found}: a quiet workspace, or a seat that hears nothing`, fix);
}

function lastSweep({ lastSweep: sweep }: LedgerStatus, runs: boolean, config: Config, now: number): Finding {
  if (!sweep) return unsure('last sweep', 'none yet', runs ? null : 'The first start makes one.');
  const found = `${ago(sweep.startedAt, now)}${sweep.endedAt === null ? ', not ended' : ''}`;
  const late = now - sweep.startedAt > 3 * config.sweep.every;
  if (late && runs) {
    const fix = 'The process runs and does not sweep: read its log and restart it.';
    return bad('last sweep', `${found}, and one is made every ${span(config.sweep.every)}`, fix);
  }
  if (sweep.errors.length > 0) {
    return bad(
      'last sweep',
      `${found}, ${sweep.errors.length} errors: ${plain(sweep.errors[0] ?? '')}`,
      '`owed status` lists them all.',
    );
  }
  return late ? unsure('last sweep', found, 'None is made while no process runs.') : good('last sweep', found);
}

/** A take holds a page because a person asked for it; that is no fault. */
const isFault = (post: LedgerStatus['held'][number]): boolean =>
  post.state === 'unknown' || !post.reason.startsWith('taken by ');

function posts(status: LedgerStatus, runs: boolean, overdue: number): Finding {
  const held = status.held.filter(isFault);
  const first = held[0];
  if (first) {
    const fix = 'Mend what the reason names; it is tried again by itself, and `owed status` lists every one.';
    return bad('posts', `${held.length} held; ${plain(first.effect)}: ${plain(first.reason)}`, fix);
  }
  if (overdue === 0) return good('posts', 'none is stuck');
  if (!runs) return unsure('posts', `${overdue} wait for the seat to start`, '`owed run` says them.');
  return bad('posts', `${overdue} due for over a minute though a process runs`, 'Read its log and restart it.');
}

function sources(status: LedgerStatus, now: number): Finding {
  const broken = status.sources.filter((source) => source.lastError !== null);
  if (broken.length === 0) {
    return status.sources.length === 0
      ? unsure('sources', 'none was read yet')
      : good('sources', `${status.sources.length} read without error`);
  }
  const words = broken.map((source) => {
    const ok = source.lastOkAt === null ? 'never read' : `last read ${ago(source.lastOkAt, now)}`;
    return `${plain(source.name)}: ${plain(source.lastError ?? '')} (${ok})`;
  });
  return bad('sources', words.join('; '), 'Mend what the error names; what depends on it stays open and on schedule.');
}

function parked(status: LedgerStatus): Finding {
  if (status.parked === 0) return good('parked', 'nothing');
  const error = plain(status.parkedRows[0]?.error ?? 'no error was recorded');
  return bad(
    'parked',
    `${status.parked} events could not be handled: ${error}`,
    'Report it; `owed status` lists them.',
  );
}
