import { describe, expect, it } from 'vitest';
import type { BulkSummary } from '../../core/keys/bulk/bulkTypes.ts';
import { csvName, listWords, prefixWords, roundingWords } from './bulkWords.ts';

const SUMMARY: BulkSummary = {
  lines: 1003,
  blankLines: 1,
  keys: 1000,
  timedKeys: 1000,
  schemes: [
    {
      schemeId: 'mds-prefixed',
      title: 'Prefixed ticks',
      keys: 1000,
      firstLine: 1,
      roundingTicks: 600_000_000n,
    },
  ],
  prefixes: [
    { prefix: 0, keys: 400 },
    { prefix: 1, keys: 100 },
    { prefix: 2, keys: 100 },
    { prefix: 7, keys: 400 },
  ],
  unprefixedKeys: 0,
  gaps: { total: 0, longest: [] },
  duplicates: { repeats: 0, repeatedKeys: 0, most: [] },
  unreadable: { total: 2, first: [] },
};

describe('words of a long list', () => {
  it('say what was read and what was not', () => {
    expect(listWords(SUMMARY)).toBe('1,000 keys in 1,003 lines (1 blank, 2 unreadable)');
    expect(listWords({ ...SUMMARY, blankLines: 0, unreadable: { total: 0, first: [] } })).toBe(
      '1,000 keys in 1,003 lines',
    );
  });

  it('say prefixes as ranges, and how uneven they are', () => {
    expect(prefixWords(SUMMARY)).toBe('0\u20132, 7; most in 0 (40 %)');
    expect(prefixWords({ ...SUMMARY, unprefixedKeys: 3 })).toContain('3 keys without');
    expect(prefixWords({ ...SUMMARY, prefixes: [] })).toBe('none');
  });

  it('say the rounding of each scheme', () => {
    expect(roundingWords(SUMMARY)).toBe('1 min');
    expect(roundingWords({ ...SUMMARY, schemes: [] })).toBe('none found');
    const [scheme] = SUMMARY.schemes;
    const two =
      scheme === undefined ? [] : [scheme, { ...scheme, title: 'WAD', roundingTicks: 3_000_000_000n }];
    expect(roundingWords({ ...SUMMARY, schemes: two })).toBe('1 min (Prefixed ticks), 5 min (WAD)');
  });

  it('name the file after what was read', () => {
    expect(csvName('keys.txt')).toBe('keys.decoded.csv');
    expect(csvName('300 pasted lines')).toBe('300-pasted-lines.decoded.csv');
    expect(csvName('../../etc/\u202etxt')).toBe('..-..-etc-txt.decoded.csv');
    expect(csvName('\u0000')).toBe('keys.decoded.csv');
    expect(csvName('K7+-KeyscopeCanaryOfTheTests0042Search+-99w=.txt')).toBe('keys.decoded.csv');
  });
});
