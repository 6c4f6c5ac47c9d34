import type { Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import type { Env } from '../config/index.js';
import { addClaim } from './claim.js';
import { addClose } from './close.js';
import { addDecision } from './decision.js';
import { addDemo } from './demo.js';
import { addDoctor } from './doctor.js';
import { addHandoff } from './handoff.js';
import { addImport } from './import.js';
import { EXIT, type Io } from './io.js';
import { addItems } from './items.js';
import { addLedger } from './ledger.js';
import { addManifest } from './manifest.js';
import { addMark } from './mark.js';
import { addMute } from './mute.js';
import { addNote } from './note.js';
import { addPackage } from './package.js';
import { addRuling } from './ruling.js';
import { addRun } from './run.js';
import { addSessionLink } from './session-link.js';
import { addShow } from './show.js';
import { addStatus } from './status.js';
import { addTake } from './take.js';
import { addTerminal } from './terminal.js';
import { addUnmute } from './unmute.js';
import { type AddVerb, type Bind, binder } from './verb.js';

/** In the order in which help lists them. */
const VERBS: readonly AddVerb[] = [
  addRun,
  addDemo,
  addDoctor,
  addStatus,
  addItems,
  addShow,
  addClose,
  addMute,
  addUnmute,
  addTake,
  addHandoff,
  addClaim,
  addMark,
  addNote,
  addTerminal,
  addSessionLink,
  addDecision,
  addRuling,
  addImport,
  addPackage,
  addLedger,
  addManifest,
];

const EXIT_CODES = `
Exit codes: 0 done, 1 refused (said in one line on standard error), 2 wrong usage or a faulty configuration,
3 not found, 4 the ledger or Slack could not be reached.

Example:
  $ owed items --owed-to gera`;

/** The whole command line, not yet parsed. */
export function program(bind: Bind): Command {
  const root = new Command('owed')
    .description('Keeps what an AI agent owes a person open until proof closes it.')
    .option('--config <file>', 'the configuration; OWED_CONFIG, else owed.yml')
    .option('--seat <seat>', "which seat; OWED_SEAT, else the file's")
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXIT_CODES);
  for (const add of VERBS) add(root, bind);
  return root;
}

export interface RunOptions {
  env: Env;
  stdout: Writable;
  stderr: Writable;
  cwd: string;
  /** Milliseconds UTC; the system's clock when absent. */
  now?: () => number;
}

/**
 * Carries out one command line, without the program's name.
 * @returns the exit code (see `EXIT`).
 * @throws bugs only: whatever a person, the ledger or Slack can do wrong is a sentence on standard error.
 */
export async function runCli(argv: readonly string[], options: RunOptions): Promise<number> {
  const io: Io = { now: Date.now, ...options };
  let code: number = EXIT.done;
  const root = program(binder(io, (ended) => (code = ended)));
  for (const command of everyCommand(root)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
    });
  }
  try {
    await root.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    // Commander has printed its sentence, with the nearest known word; asked-for help is an answer.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    throw error;
  }
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap((inner) => everyCommand(inner as Command))];
}
