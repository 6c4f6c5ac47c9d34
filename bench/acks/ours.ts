import { pino } from 'pino';
import { SeatProcess } from '../../src/app.js';
import { openLedger } from '../../src/ledger/index.js';
import { benchConfig } from '../config.js';
import { child } from './child.js';

/** One seat as `owed run` makes it: all its listeners, its timers, its two sockets. */
child(async ({ apiUrl, appToken, ledger }) => {
  const config = benchConfig(ledger);
  const seat = new SeatProcess({
    config,
    secrets: { botToken: 'xoxb-bench', appToken, apiUrl },
    ledger: await openLedger(config),
    log: pino({ level: 'warn' }, pino.destination(2)),
  });
  await seat.start();
  return () => seat.stop();
});
