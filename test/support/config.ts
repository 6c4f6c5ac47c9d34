import { type Config, formatProblems, parseConfig } from '../../src/config/index.js';

const SEATS = {
  smith: 'smith: { bot_user: U0SMITH, human: gera }',
  trinity: 'trinity: { bot_user: U0TRINITY, human: fede }',
  oracle: 'oracle: { bot_user: U0ORACLE, human: neo }',
} as const;
export type TestSeat = keyof typeof SEATS;

export interface TestConfigOptions {
  seat?: TestSeat;
  /** In the file's order (H4). */
  seats?: readonly TestSeat[];
  ledger?: string;
  /** Further top-level YAML, such as `posts: { settle: 90s }`. */
  more?: string;
}

/**
 * The configuration that the tests tell their stories with: Smith answers to Gera, who is paged by DM and is the overseer;
 * Trinity to Fede, who takes no DMs; Oracle, where it is named, to Neo.
 */
export function testConfig({ seat = 'smith', seats, ledger, more = '' }: TestConfigOptions = {}): Config {
  const named = seats ?? (seat === 'oracle' ? ['smith', 'trinity', 'oracle'] : ['smith', 'trinity']);
  const text = `seat: ${seat}
seats:
${named.map((name) => `  ${SEATS[name]}`).join('\n')}
people:
  gera: { user: U01GERA, name: Gera, pages: dm }
  fede: { user: U02FEDE, name: Fede, pages: channel, github: fede-dev }
  neo: { user: U03NEO, name: Neo, pages: dm }
overseer: gera
channels:
  bridge: C02BRIDGE
  alerts: C01ALERTS
  customer_alerts: [C05LEADS]
lanes: { internal: [infra, ci], customer_words: [lead, prospect, resident, tenant] }
${ledger ? `ledger: { url: ${JSON.stringify(ledger)} }` : ''}
${more}
`;
  const result = parseConfig(text, '/srv/owed/owed.yml', {});
  if (!result.ok) throw new Error(formatProblems('owed.yml', result.problems));
  return result.config;
}
