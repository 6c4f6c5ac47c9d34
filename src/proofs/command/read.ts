/**
 * Proof by a command (O4). It gets `{key, subject, opened}` as JSON on its standard input and says:
 *
 *   exit 0 and {"state": "proved" | "not-proved" | "unknown", "text"?, "link"?, "blocking"?}
 *   exit 1                 not proved; what it printed in that shape says why
 *   anything else          unknown: silence, a crash and a time-out prove nothing (O2)
 */

import { z } from 'zod';
import { type RunOptions, type RunResult, runCommand } from '../../agents/process.js';
import { errorLine, plainLine } from '../../agents/said.js';
import { isLink } from '../../messages/parse/slack-text.js';
import type { ProofRead, ReaderMemory, ReadOutcome } from '../types.js';

export interface CommandProofItem {
  key: string;
  subject: string;
  /** Milliseconds UTC. */
  opened: number;
}

export interface CommandReadOptions extends Pick<RunOptions, 'cwd' | 'env' | 'secrets' | 'signal' | 'grace'> {
  /** Milliseconds UTC. */
  now: number;
  /** Milliseconds; thirty seconds unless given. */
  timeout?: number;
}

const TIMEOUT = 30_000;
const MAX_OUTPUT = 64 * 1024;
const MAX_ERROR = 16 * 1024;

/** Reads the proof of one item. Never throws. A command keeps nothing between reads. */
export async function readCommandProof(
  argv: readonly string[],
  item: CommandProofItem,
  memory: ReaderMemory,
  options: CommandReadOptions,
): Promise<ReadOutcome> {
  const { now, timeout = TIMEOUT, ...run } = options;
  const filled = withSubject(argv, item.subject);
  if (filled === null) {
    const reason = `the subject “${plainLine(item.subject, 100)}” begins like an option of the command, so it was not run`;
    return { result: unknown(reason), memory };
  }
  const { key, subject, opened } = item;
  const input = `${JSON.stringify({ key, subject, opened: iso(opened) })}\n`;
  const result = await runCommand(filled, { ...run, input, timeout, maxOutput: MAX_OUTPUT, maxError: MAX_ERROR });
  return { result: readRun(result, nameOf(argv), now), memory };
}

/**
 * The words of the command with the subject in them, each still one word. The program is the configuration's alone. Null
 * where the subject would turn into an option: bots choose subjects (O5), and nobody asked for `--delete`. Pure.
 */
export function withSubject(argv: readonly string[], subject: string): string[] | null {
  const [program = '', ...args] = argv;
  const end = args.indexOf('--');
  const filled = args.map((word) => word.replaceAll('{subject}', () => subject));
  const option = (word: string, index: number) =>
    word.startsWith('-') && !args[index]!.startsWith('-') && (end < 0 || index < end);
  return filled.some(option) ? null : [program, ...filled];
}

const said = z.object({
  state: z.enum(['proved', 'not-proved', 'unknown']),
  text: z.string().nullish(),
  link: z.string().nullish(),
  blocking: z.string().nullish(),
});
type Said = z.output<typeof said>;

/** What a run of the command means; `name` is how it is called in a sentence. Pure. */
export function readRun(result: RunResult, name: string, now: number): ProofRead {
  if (result.outcome !== 'exited') return unknown(result.sentence.replace(/\.$/, ''));
  const { code, stdout, stderr } = result;
  const printed = parse(stdout);
  if (code === 1) return open(printed?.state === 'proved' ? null : printed);
  if (code !== 0) {
    const why = errorLine(stderr);
    return unknown(`${name} ended with exit code ${code}${why === null ? '' : `: ${why}`}`);
  }
  if (printed === null) return unknown(`${name} printed no {"state": "proved" | "not-proved" | "unknown"}`);
  switch (printed.state) {
    case 'proved': {
      const text = words(printed.text) ?? `${name} says that it is done`;
      return { read: 'proved', proof: { kind: 'command', text, link: linkOf(printed), by: null, at: now } };
    }
    case 'not-proved':
      return open(printed);
    case 'unknown':
      return unknown(words(printed.text) ?? words(printed.blocking) ?? `${name} says that it does not know`);
    default:
      return printed.state satisfies never;
  }
}

function parse(stdout: string): Said | null {
  try {
    const read = said.safeParse(JSON.parse(stdout));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function open(printed: Said | null): ProofRead {
  const [blocking, notDone] = [words(printed?.blocking), words(printed?.text)];
  return { read: 'open', blocking, notDone, owedTo: [], link: printed && linkOf(printed) };
}

const LONGEST = 500;
const words = (text: string | null | undefined): string | null => plainLine(text ?? '', LONGEST) || null;
const linkOf = ({ link }: Said): string | null => (link && isLink(link.trim()) ? link.trim() : null);
const iso = (at: number): string | null => (Number.isFinite(at) ? new Date(at).toISOString() : null);
const nameOf = (argv: readonly string[]) => argv[0]?.split('/').at(-1) || 'the command';
const unknown = (reason: string): ProofRead => ({ read: 'unknown', reason, retryAt: null });
