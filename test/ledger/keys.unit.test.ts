import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTs, handoffKey, itemKey, normalisePart, parseHandoffKey, tsToMillis } from '../../src/ledger/keys.js';

describe('[H1] the key of a handoff', () => {
  it.each([
    ['Leads', 'leads'],
    ['  Western  Slope: Alert! ', 'western-slope-alert'],
    ['ＬＥＡＤＳ', 'leads'],
    ['ﬁle №5', 'file-no5'],
    ['Caf\u0065\u0301', 'café'],
    ['--a__b--', 'a-b'],
    ['Ärger/Öl', 'ärger-öl'],
    ['東京 2026', '東京-2026'],
    ['!?', ''],
  ])('%j is %j', (written, key) => {
    expect(normalisePart(written)).toBe(key);
  });

  it('normalising once more changes nothing, whatever was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normalisePart(text);
        expect(normalisePart(once)).toBe(once);
        expect(once).toMatch(/^(?:[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)?$/u);
      }),
      { numRuns: 2000 },
    );
  });

  it('the case and the marks around it do not matter', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    const marks = fc.stringMatching(/^[ _.:;!?-]{1,3}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), marks, (words, mark) => {
        expect(normalisePart(`${mark}${words.join(mark).toUpperCase()}${mark}`)).toBe(words.join('-'));
      }),
    );
  });

  it('needs a letter or a digit on both sides', () => {
    expect(handoffKey('Leads', 'Western Slope')).toBe('leads/western-slope');
    expect(handoffKey('leads', '…')).toBeNull();
    expect(parseHandoffKey('Leads/Western Slope/2')).toBe('leads/western-slope-2');
    expect(parseHandoffKey('leads')).toBeNull();
    expect(itemKey('held', 'leads/x')).toBe('held:leads/x');
  });
});

describe('Slack timestamps', () => {
  it('[H5] are read to the millisecond, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000_000, max: 2_000_000_000 }), fc.nat(999_999), (seconds, micros) => {
        const ts = `${seconds}.${String(micros).padStart(6, '0')}`;
        expect(tsToMillis(ts)).toBe(seconds * 1000 + Math.floor(micros / 1000));
      }),
    );
    expect(tsToMillis('1793610000')).toBe(1_793_610_000_000);
    expect(['', 'now', '1e9', '-1.0'].map(tsToMillis)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });

  it('[H11] are compared to the microsecond', () => {
    expect(compareTs('1793610000.000001', '1793610000.000002')).toBeLessThan(0);
    expect(compareTs('1793610000.1', '1793610000.100000')).toBe(0);
    expect(compareTs('999999999.999999', '1000000000.000000')).toBeLessThan(0);
    expect(compareTs('1793610001.000000', '1793610000.999999')).toBeGreaterThan(0);
  });
});
