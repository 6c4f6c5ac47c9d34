import { nearest } from '../messages/parse/index.js';
import { ACTS_MEANT } from '../messages/parse/tokens.js';
import { claimHandoff } from '../verbs/handoff.js';
import { fail } from './io.js';
import { until } from './options.js';
import { bySeat } from './people.js';
import { reportSaid, type SaidOptions, withSaid } from './said.js';
import { failed, withLedger } from './session.js';
import { type AddVerb, example } from './verb.js';

export const CLAIM_WORDS = ['accepted', 'working', 'done', 'released', 'handed-back'] as const;
type ClaimWord = (typeof CLAIM_WORDS)[number];

interface ClaimOptions extends SaidOptions {
  link?: string;
  to?: string;
  why?: string;
  until?: string;
  note?: string;
}

/** The word as the command line has it, or one sentence with the nearest (U6). Pure. */
export function claimWord(written: string): { word: ClaimWord } | { sentence: string } {
  const plain = written
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const word = CLAIM_WORDS.find((known) => known === plain);
  if (word) return { word };
  if (plain === 'marked') return { sentence: '"marked" has a verb of its own: owed mark LANE/ITEM SUBTASK done|open.' };
  const meant = ACTS_MEANT[plain]?.replace(' ', '-') ?? nearest(plain, CLAIM_WORDS);
  const hint = meant ? `did you mean ${meant}? ` : '';
  return { sentence: `"${written}" is no claim; ${hint}Known: ${CLAIM_WORDS.join(', ')}.` };
}

/** `owed claim`: this seat's own claim, said in the HANDOFF's thread (H7 to H9). */
export const addClaim: AddVerb = (program, bind) => {
  const command = withSaid(program.command('claim'))
    .description('say on the bridge how far a handoff is')
    .argument('<key>', 'LANE/ITEM')
    .argument('<word>', CLAIM_WORDS.join(', '))
    .option('--link <url>', 'done: the link that proves it')
    .option('--to <seat>', 'released: the seat that takes over')
    .option('--why <text>', 'released, handed-back: the reason')
    .option('--until <time>', 'accepted, working: 16:30 (UTC) or 2026-11-02T16:30Z; moves no bound')
    .option('--note <text>', 'accepted, working: a note');
  example(command, 'owed claim leads/western-slope-alert done --link https://example.com/call/17');
  bind<ClaimOptions>(command, async (call, options, key = '', written = '') => {
    const read = claimWord(written);
    if ('sentence' in read) return fail(call.io, 'usage', read.sentence);
    const stray = strayOptions(read.word, options);
    if (stray) return fail(call.io, 'usage', stray);
    let at: number | null = null;
    if (options.until !== undefined) {
      const found = until(options.until, call.io.now());
      if (typeof found === 'string') return fail(call.io, 'usage', `--until ${options.until}: ${found}`);
      at = found;
    }
    return withLedger(call, async (ctx) => {
      const asked = { ...options, key, act: read.word, until: at };
      const result = await claimHandoff(ctx, bySeat(ctx.config, options.requestId), asked);
      return result.ok ? reportSaid(call, ctx, result.value, options) : failed(call.io, result);
    });
  });
};

const BELONGS: Record<ClaimWord, readonly (keyof ClaimOptions)[]> = {
  accepted: ['until', 'note'],
  working: ['until', 'note'],
  done: ['link'],
  released: ['to', 'why'],
  'handed-back': ['why'],
};

/** An option that the word does not take would be lost in silence (U6). */
function strayOptions(word: ClaimWord, options: ClaimOptions): string | null {
  const stray = (['link', 'to', 'why', 'until', 'note'] as const).filter(
    (name) => options[name] !== undefined && !BELONGS[word].includes(name),
  );
  if (stray.length === 0) return null;
  const takes = BELONGS[word].map((name) => `--${name}`).join(' and ');
  return `"${word}" does not take ${stray.map((name) => `--${name}`).join(', ')}; it takes ${takes}.`;
}
