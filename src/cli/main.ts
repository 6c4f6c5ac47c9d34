#!/usr/bin/env node
import { runCli } from './program.js';

/** The program `owed`. */

// A reader that has seen enough (`owed ledger export | head`) ends it quietly.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

try {
  process.exitCode = await runCli(process.argv.slice(2), {
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
  });
} catch (error) {
  // Whatever a person, the ledger or Slack can do wrong has a sentence of its own: this is a bug.
  process.stderr.write(`Owed met an error that it has no words for; please report it.\n${(error as Error).stack}\n`);
  process.exitCode = 1;
}
