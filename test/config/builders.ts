import { type Config, type Env, formatProblems, type Problem, parseConfig } from '../../src/config/index.js';

export const FILE = '/srv/owed/owed.yml';

/** The least that a configuration holds. */
export const MINIMAL = `
seats:
  smith: { bot_user: U0SMITH, human: gera }
people:
  gera: { user: U01GERA }
overseer: gera
channels: { bridge: C02BRIDGE, alerts: C01ALERTS }
`;

/** Two seats and two people; the last line is number 9, so that what a test appends begins on line 10. */
export const TWO_SEATS = `seat: smith
seats:
  smith:   { bot_user: U0SMITH,   human: gera }
  trinity: { bot_user: U0TRINITY, human: fede }
people:
  gera: { user: U01GERA, pages: dm }
  fede: { user: U02FEDE }
overseer: gera
channels: { bridge: C02BRIDGE, alerts: C01ALERTS }
`;

export function accepted(text: string, env: Env = {}): Config {
  const result = parseConfig(text, FILE, env);
  if (!result.ok) throw new Error(formatProblems('owed.yml', result.problems));
  return result.config;
}

export function refused(text: string, env: Env = {}): Problem[] {
  const result = parseConfig(text, FILE, env);
  if (result.ok) throw new Error('the configuration was accepted');
  return result.problems;
}

/** The problems as the person reads them. */
export function told(text: string, env: Env = {}): string[] {
  return formatProblems('owed.yml', refused(text, env)).split('\n');
}
