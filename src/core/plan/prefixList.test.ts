import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPrefixList, parsePrefixList } from './prefixList.ts';

describe('prefix lists', () => {
  it('read back what they print', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(99), { minLength: 1 }), (prefixes) => {
        const text = formatPrefixList(prefixes);
        expect(parsePrefixList(text, 100)).toEqual({ ok: true, value: prefixes.toSorted((a, b) => a - b) });
      }),
    );
  });

  it.each([
    ['0-9,37', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 37]],
    [' 3 , 1 - 2 ,3', [1, 2, 3]],
    ['99', [99]],
    ['007', [7]],
    ['', undefined],
    ['  ', undefined],
  ])('%j', (text, value) => {
    expect(parsePrefixList(text, 100)).toEqual({ ok: true, value });
  });

  it('print the shortest list', () => {
    expect(formatPrefixList([37, 2, 0, 1, 2, 39])).toBe('0-2,37,39');
    expect(formatPrefixList([])).toBe('');
  });

  it.each([
    ['1,,2', 2, 2],
    ['1,', 2, 2],
    ['a', 0, 1],
    ['1-', 0, 2],
    ['-1', 0, 2],
    ['1, 100', 3, 6],
    ['9-3', 0, 3],
    ['1;2', 0, 3],
    ['0-99999999999', 0, 13],
    ['\u0661', 0, 1],
    ['1'.repeat(5000), 2048, 5000],
  ])('names the place: %s', (text, from, to) => {
    const result = parsePrefixList(text, 100);
    expect(result.ok ? undefined : [result.error.from, result.error.to]).toEqual([from, to]);
  });

  it('says which prefixes a volume has', () => {
    const result = parsePrefixList('10', 10);
    expect(result.ok ? '' : result.error.nextStep).toBe('An event volume of 10 has prefixes 0 to 9.');
  });
});
