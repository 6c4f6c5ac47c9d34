import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../src/config/index.js';

describe('a duration', () => {
  it('is one number and one unit', () => {
    const read = ['500ms', '2s', '30m', '4h', '3d', '1.5h', '0s'].map(parseDuration);
    expect(read).toEqual([500, 2_000, 1_800_000, 14_400_000, 259_200_000, 5_400_000, 0]);
  });

  it('is nothing else', () => {
    const wrong = [
      '',
      '15',
      '15 m',
      '15 minutes',
      '1h30m',
      '-5m',
      '5M',
      '5min',
      '.5h',
      '1e3s',
      '5m\n',
      '∞d',
      '99999999d',
      '1w',
    ];
    expect(wrong.filter((text) => parseDuration(text) !== null)).toEqual([]);
  });

  it('is written so that it reads back as the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_525 * 86_400_000 }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
    );
    expect([90_000, 5_400_000, 86_400_000, 1_234].map(formatDuration)).toEqual(['90s', '90m', '1d', '1234ms']);
  });
});
