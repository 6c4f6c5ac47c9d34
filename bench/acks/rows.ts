import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { BRIDGE, UNHEARD } from '../config.js';
import { interleave, percentile } from '../stats.js';
import { type Row, row } from '../table.js';
import { type Bot, startBot } from './child.js';
import { type Envelope, messageEnvelopes } from './envelopes.js';
import { BenchSlack, type Round } from './server.js';

const OURS = 'xapp-ours';
const BARE = 'xapp-bare';
const AGAINST = 'bare Bolt, one no-op listener';

/** Envelopes over a real WebSocket, stored and then acknowledged by a whole seat, against Bolt that only acknowledges. */
export async function ackRows(dir: string, rounds: number, ms: number): Promise<Row[]> {
  const file = join(dir, 'acks.db');
  const slack = await BenchSlack.start();
  const bots: Bot[] = [];
  let acked = 0;
  try {
    const { apiUrl } = slack;
    const ledger = `sqlite:${file}`;
    bots.push(await startBot('ours', { apiUrl, appToken: OURS, ledger }));
    bots.push(await startBot('bare', { apiUrl, appToken: BARE, ledger }));
    const measure = (inFlight: number, make: () => Envelope) =>
      interleave<Round>(
        rounds,
        async () => {
          const round = await slack.load(OURS, inFlight, ms, make);
          acked += round.latencies.length;
          return round;
        },
        () => slack.load(BARE, inFlight, ms, make),
      );
    const rows: Row[] = [];
    for (const [channel, where] of [
      [UNHEARD, 'channel nobody listens to'],
      [BRIDGE, 'bridge, stored with the body'],
    ] as const) {
      const make = messageEnvelopes(channel);
      const many = await measure(100, make);
      const name = `acks, 100 in flight; ${where}`;
      rows.push(
        row({ name, against: AGAINST, unit: 'acks/s', bound: { atLeast: 0.65 } }, many, (r) => r.rate),
        row({ name: `${name}, p99`, against: AGAINST, unit: 'ms', bound: { atMost: 1.5 } }, many, (r) =>
          percentile(r.latencies, 0.99),
        ),
      );
      const single = await measure(1, make);
      rows.push(
        row(
          { name: `ack, one in flight; ${where}, p50`, against: AGAINST, unit: 'ms', bound: { atMost: 2.5 } },
          single,
          (r) => percentile(r.latencies, 0.5),
        ),
      );
    }
    return rows;
  } finally {
    await Promise.all(bots.map((bot) => bot.stop()));
    await slack.stop();
    checkStored(file, acked);
  }
}

/** What was acknowledged has to be in the ledger, or the rate is worth nothing. */
function checkStored(file: string, acked: number): void {
  const database = new Sqlite(file, { readonly: true });
  const { stored } = database.prepare('select count(*) as stored from inbox').get() as { stored: number };
  database.close();
  if (stored < acked) throw new Error(`${acked} envelopes were acknowledged and ${stored} stored`);
}
