/**
 * Runs a command of the configuration: no shell, in a process group of its own, with bounds on time and output (A2, O4).
 * What happened is a value; nothing here throws.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { withoutSecrets } from './environment.js';
import { endGroup, enterGroup, leaveGroup } from './group.js';

export interface RunOptions {
  /** Written to its standard input, which is then closed. A command that does not read it is no error. */
  input: string;
  /** Milliseconds for the whole run. */
  timeout: number;
  /** Bytes of standard output; a command that prints more is ended. */
  maxOutput: number;
  /** Bytes of standard error that are kept; the rest is read and dropped. */
  maxError: number;
  cwd?: string;
  /** This process's own unless given; without our secrets either way (X2). */
  env?: NodeJS.ProcessEnv;
  /** Further variables that hold secrets: `config.github.tokenEnv`. */
  secrets?: readonly string[];
  /** Ends the run: the bot is stopping. */
  signal?: AbortSignal;
  /** Milliseconds between SIGTERM and SIGKILL. */
  grace?: number;
}

export type RunResult =
  | {
      outcome: 'exited';
      code: number;
      stdout: string;
      stderr: string;
      /** Whether standard error was longer than what was kept. */
      truncated: boolean;
    }
  | {
      outcome: 'missing' | 'not-executable' | 'not-started' | 'timed-out' | 'too-much-output' | 'killed';
      /** One sentence about the command, beginning with its name. */
      sentence: string;
    };

type Failed = Exclude<RunResult, { outcome: 'exited' }>;

/** After it has exited, how long a child that it left behind may keep the output open before we stop listening. */
const DRAIN = 500;

/** Runs `argv` and waits for it. On time-out, too much output or abort it is killed with everything it started. */
export function runCommand(argv: readonly string[], options: RunOptions): Promise<RunResult> {
  const [program = '', ...args] = argv;
  const name = program.split('/').at(-1) || program;
  if (program === '') return Promise.resolve(failed('not-started', 'The command is empty'));
  if (options.signal?.aborted) return Promise.resolve(failed('killed', `${name} was not started: Owed is stopping`));
  let child: ChildProcess;
  try {
    const env = withoutSecrets(options.env ?? process.env, options.secrets);
    child = spawn(program, args, { cwd: options.cwd, env, detached: true, stdio: 'pipe', shell: false });
  } catch (error) {
    return Promise.resolve(notStarted(error, program, name, options.cwd));
  }
  return watch(child, program, name, options);
}

function watch(child: ChildProcess, program: string, name: string, options: RunOptions): Promise<RunResult> {
  return new Promise((resolve) => {
    const timers: NodeJS.Timeout[] = [];
    let ended = false;
    const finish = (result: RunResult) => {
      for (const timer of timers) clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      child.stdout?.destroy();
      child.stderr?.destroy();
      if (child.pid !== undefined) leaveGroup(child.pid);
      resolve(result);
    };
    const end = (result: Failed) => {
      if (ended) return;
      ended = true;
      if (child.pid === undefined) finish(result);
      else endGroup(child.pid, options.grace).then(() => finish(result));
    };
    const onAbort = () => end(failed('killed', `${name} was ended because Owed is stopping`));

    child.on('error', (error) => {
      if (child.pid === undefined) end(notStarted(error, program, name, options.cwd));
    });
    if (child.pid === undefined) return;
    enterGroup(child.pid);
    options.signal?.addEventListener('abort', onAbort);
    timers.push(
      setTimeout(
        () => end(failed('timed-out', `${name} gave no answer within ${span(options.timeout)}`)),
        options.timeout,
      ),
    );
    // Closing its input early is a command's right (EPIPE).
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input);
    const tooMuch = `${name} printed more than ${options.maxOutput} bytes`;
    const stdout = collect(child.stdout, options.maxOutput, () => end(failed('too-much-output', tooMuch)));
    const stderr = collect(child.stderr, options.maxError, () => {});

    const done = (code: number) => {
      if (ended) return;
      ended = true;
      finish({ outcome: 'exited', code, stdout: stdout.text(), stderr: stderr.text(), truncated: stderr.over() });
    };
    /** Looks again until nothing more was read; the look comes after a turn in which what is there is read. */
    const drain = (code: number, seen: number | null) => {
      const read = stdout.read() + stderr.read();
      if (read === seen) return done(code);
      if (!ended) timers.push(setTimeout(() => setImmediate(() => drain(code, read)), DRAIN));
    };
    child.on('exit', (code, signal) => {
      if (code === null) end(failed('killed', `${name} was killed by ${signal ?? 'a signal'}`));
      else drain(code, null);
    });
    child.on('close', (code) => code !== null && done(code));
  });
}

function collect(stream: ChildProcess['stdout'], limit: number, onOver: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  let over = false;
  stream?.on('error', () => {});
  stream?.on('data', (chunk: Buffer) => {
    if (!over) chunks.push(chunk.subarray(0, limit - size));
    size += chunk.length;
    if (over || size <= limit) return;
    over = true;
    onOver();
  });
  return { text: () => Buffer.concat(chunks).toString('utf8'), over: () => over, read: () => size };
}

function notStarted(error: unknown, program: string, name: string, cwd: string | undefined): Failed {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  // The system answers "no such file" for the folder as for the program.
  if (code === 'ENOENT' && cwd !== undefined && !isFolder(cwd))
    return failed('not-started', `${name} was not started: there is no folder ${cwd}`);
  if (code === 'ENOENT') return failed('missing', `${program} was not found; install it, or put it on the PATH`);
  if (code === 'EACCES' || code === 'ENOEXEC')
    return failed('not-executable', `${program} cannot be executed; its mode, or its first line, does not allow it`);
  return failed('not-started', `${name} could not be started (${code})`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const failed = (outcome: Failed['outcome'], words: string): Failed => ({ outcome, sentence: `${words}.` });

const span = (ms: number) => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`);
