/** The configured agent: a command that gets the ask on its standard input and prints the reply (A2). */

import type { Config } from '../config/types.js';
import { readAnswer } from './answer.js';
import { type RunOptions, type RunResult, runCommand } from './process.js';
import { errorLine } from './said.js';
import type { AgentAnswer, AgentQuestion } from './types.js';

export type * from './types.js';

/** What an answer may measure: a reply of Slack's length in any encoding, with the rest of the contract. */
const MAX_OUTPUT = 256 * 1024;
const MAX_ERROR = 16 * 1024;

export type AskOptions = Pick<RunOptions, 'cwd' | 'env' | 'secrets' | 'signal' | 'grace'>;

/** Asks the configured command. Never throws: what went wrong is one sentence, and no answer. */
export async function askAgent(
  agent: NonNullable<Config['agent']>,
  question: AgentQuestion,
  options: AskOptions = {},
): Promise<AgentAnswer> {
  const result = await runCommand(agent.command, {
    ...options,
    input: `${JSON.stringify(question)}\n`,
    timeout: agent.timeout,
    maxOutput: MAX_OUTPUT,
    maxError: MAX_ERROR,
  });
  return answerOf(result);
}

const NAME = "The agent's command";

/** What the run of an agent's command means. Pure. */
export function answerOf(result: RunResult): AgentAnswer {
  if (result.outcome !== 'exited') return { ok: false, sentence: `${NAME} failed: ${result.sentence}` };
  if (result.code !== 0) {
    const why = errorLine(result.stderr);
    return { ok: false, sentence: `${NAME} ended with exit code ${result.code}${why === null ? '.' : `: ${why}`}` };
  }
  return readAnswer(result.stdout, NAME);
}
