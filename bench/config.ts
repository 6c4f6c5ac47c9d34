import { stringify } from 'yaml';
import { seatConfig } from '../dev/harness/seats.js';
import { type Config, formatProblems, parseConfig } from '../src/config/index.js';

const CALM = { nudge: '30m', page: '60m', internalPage: '4h', heldPage: '60m', sweep: '5m' };

/** The bridge of the configuration, and a channel in which nothing listens. */
export const BRIDGE = 'C02BRIDGE';
export const UNHEARD = 'C09CHATTER';

/**
 * The two-seat configuration of the local workspace with its ledger at `url`, and the defaults of an ordinary seat; `storm`
 * is how many pages for one channel are still said one by one (O11).
 */
export function benchConfig(url: string, storm = 5): Config {
  const { posts: _short, ...rest } = seatConfig(CALM, { ledger: { url }, sweep: { every: '5m', storm } });
  const parsed = parseConfig(stringify(rest), '/bench/owed.yml', {});
  if (!parsed.ok) throw new Error(formatProblems('owed.yml', parsed.problems));
  return parsed.config;
}
