import { describe, expect, it } from 'vitest';
import { claimWord } from '../../src/cli/claim.js';
import { cut, fromSlack, plain, span, table } from '../../src/cli/text.js';

const M = 60_000;

describe('words at a terminal', () => {
  it('writes a length of time in at most two units', () => {
    const lengths = [0, 40_000, 25 * M, 80 * M, 120 * M, 26 * 60 * M, 72 * 60 * M];
    expect(lengths.map(span)).toEqual(['0 s', '40 s', '25 min', '1 h 20 min', '2 h', '1 d 2 h', '3 d']);
  });

  it("[P9] takes out what would drive the reader's terminal", () => {
    expect(plain('a\x1b[2Jb\x07\u202ec\nd')).toBe('a [2Jb c d');
  });

  it('shows what was written for Slack as a terminal can', () => {
    const said =
      'at <!date^1793632860^{date_short_pretty}, {time}|2 Nov, 15:21 UTC>, <https://x.test/?a=1&amp;b|the record> &lt;3';
    expect(fromSlack(said)).toBe('at 2 Nov, 15:21 UTC, the record (https://x.test/?a=1&b) <3');
  });

  it('cuts with a visible mark, by characters', () => {
    expect(cut('héllo👍🏽', 5)).toBe('héll…');
    expect(cut('hello', 5)).toBe('hello');
  });

  it('lines columns up and pads none at the end', () => {
    expect(
      table(
        ['KEY', 'WHAT'],
        [
          ['a/b', 'x'],
          ['a/long', ''],
        ],
      ),
    ).toBe('KEY     WHAT\na/b     x\na/long');
  });
});

describe('the word of a claim', () => {
  it('is taken in any case and with a space for its hyphen', () => {
    expect(claimWord('Done')).toEqual({ word: 'done' });
    expect(claimWord('handed back')).toEqual({ word: 'handed-back' });
  });

  it.each([
    ['acepted', 'accepted'],
    ['finished', 'done'],
    ['rejected', 'handed-back'],
    ['relased', 'released'],
  ])('[U6] %s is answered with the nearest, %s', (written, nearest) => {
    expect(claimWord(written)).toEqual({
      sentence: `"${written}" is no claim; did you mean ${nearest}? Known: accepted, working, done, released, handed-back.`,
    });
  });

  it('[U6] a mark is sent to its own verb', () => {
    expect(claimWord('marked')).toEqual({ sentence: expect.stringContaining('owed mark LANE/ITEM SUBTASK done|open') });
  });
});
