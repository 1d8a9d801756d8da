import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrefixList } from './prefixList.ts';

/** Writes whole numbers from 0 on as people do: `0-9,37`. */
function shortestList(prefixes: readonly number[]): string {
  const sorted = [...new Set(prefixes)].toSorted((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const prefix of sorted) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] + 1 === prefix) {
      run[1] = prefix;
    } else {
      runs.push([prefix, prefix]);
    }
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',');
}

describe('prefix lists', () => {
  it('are read back from how they are written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(99), { minLength: 1 }), (prefixes) => {
        const text = shortestList(prefixes);
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
  ])('point to the place of a fault: %s', (text, from, to) => {
    const result = parsePrefixList(text, 100);
    expect(result.ok ? undefined : [result.error.from, result.error.to]).toEqual([from, to]);
  });

  it('point to the first of several faults', () => {
    const result = parsePrefixList('1,x,2,yyy', 10);
    expect(result.ok ? undefined : [result.error.from, result.error.to]).toEqual([2, 3]);
  });

  it('say which prefixes a volume has', () => {
    const result = parsePrefixList('10', 10);
    expect(result.ok ? '' : result.error.nextStep).toBe('An event volume of 10 has prefixes 0 to 9.');
  });
});
