import type { Writable } from 'node:stream';
import type { Env } from '../config/index.js';

/** What a call of the command line may touch. Standard output carries the answer alone, standard error what failed. */
export interface Io {
  env: Env;
  /** Relative paths are relative to it. */
  cwd: string;
  stdout: Writable;
  stderr: Writable;
  /** Milliseconds UTC. */
  now: () => number;
}

/** Options that stand before or after any verb. */
export interface Globals {
  config?: string;
  seat?: string;
}

/** One call of one verb. */
export interface Call {
  io: Io;
  globals: Globals;
  json: boolean;
}

/** Exit codes (a contract): also what scripts see. */
export const EXIT = { done: 0, refused: 1, usage: 2, 'not-found': 3, unreachable: 4 } as const;

/** Writes the whole text, and waits where the reader is slower (a pipe). */
export async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await new Promise<void>((resolve) => stream.once('drain', resolve));
}

/** The answer: JSON when it was asked for, else words. */
export async function answer(call: Call, json: unknown, words: string): Promise<void> {
  await write(call.io.stdout, call.json ? `${JSON.stringify(json, null, 2)}\n` : ended(words));
}

/** What failed, on standard error; returns the exit code. */
export async function fail(io: Io, code: keyof typeof EXIT, sentence: string): Promise<number> {
  await write(io.stderr, ended(sentence));
  return EXIT[code];
}

const ended = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
