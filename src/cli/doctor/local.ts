import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { type Config, formatProblems, readSecrets, type Secrets } from '../../config/index.js';
import type { Call } from '../io.js';
import { envOf, readConfig } from '../session.js';
import { bad, type Finding, good } from './finding.js';

/** What can be said without the ledger and without Slack. */
export interface Local {
  config: Config | null;
  secrets: Secrets | null;
  findings: Finding[];
}

export function checkLocal(call: Call): Local {
  const findings: Finding[] = [];
  const read = readConfig(call);
  if (read.config) {
    const { path, seat, seats } = read.config;
    findings.push(
      good('configuration', `${path}, seat ${seat}, ${seats.size === 1 ? '1 seat' : `${seats.size} seats`}`),
    );
  } else findings.push(bad('configuration', read.problems, 'Mend each line named; the sentence says how.'));

  const secrets = readSecrets(envOf(call));
  if (secrets.ok)
    findings.push(good('secrets', 'SLACK_BOT_TOKEN and SLACK_APP_TOKEN are set and have the right shape'));
  else
    findings.push(
      bad('secrets', formatProblems('environment', secrets.problems), 'Set what is named, for this process.'),
    );

  const { config } = read;
  if (config?.agent) findings.push(checkAgent(config.agent.command[0] ?? '', call));
  return { config, secrets: secrets.ok ? secrets.secrets : null, findings };
}

function checkAgent(program: string, { io }: Call): Finding {
  const places = program.includes('/')
    ? [isAbsolute(program) ? program : resolve(io.cwd, program)]
    : (io.env.PATH ?? '').split(delimiter).map((folder) => join(folder || io.cwd, program));
  const found = places.find(isExecutable);
  if (found) return good('agent', `${program} is ${found}`);
  const where = program.includes('/') ? 'is no program that this user may run' : 'is not on the PATH';
  return bad(
    'agent',
    `${program} ${where}`,
    'Correct agent.command, or install it; until then no ask is answered by it.',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
