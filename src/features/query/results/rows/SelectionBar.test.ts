import { describe, expect, it } from 'vitest';
import { statsWords } from './SelectionBar.tsx';

const of = { cells: 3, values: 2, numbers: 2, notNumbers: 0 };

describe('what selected cells add up to, in words', () => {
  it('has all digits of an Int64, and says where an average leaves a rest', () => {
    const [average, max] = [9223372036854775806n, 9223372036854775807n];
    const stats = { ...of, sum: 18446744073709551613n, average, min: -1n, max };
    expect(statsWords(stats)).toEqual([
      '3 cells, 1 without a value',
      'Sum 18,446,744,073,709,551,613',
      'Average about 9,223,372,036,854,775,806',
      'Min -1',
      'Max 9,223,372,036,854,775,807',
    ]);
    expect(statsWords({ ...of, sum: 3n, average: 1.5, min: 1n, max: 2n })).toContain('Average 1.5');
  });

  it('has an exponent instead of a line of zeros', () => {
    const stats = { ...of, sum: 1e308, average: -5e307, min: 5e-324, max: Infinity };
    const words = (of: Parameters<typeof statsWords>[0]): string => statsWords(of).slice(1).join('; ');
    expect(words(stats)).toBe('Sum 1e+308; Average -5e+307; Min 5e-324; Max Infinity');
    const plain = { ...of, sum: 0, average: 999_999_999_999_999, min: -1234.5, max: 0.000_001 };
    expect(words(plain)).toBe('Sum 0; Average 999,999,999,999,999; Min -1,234.5; Max 0.000001');
  });

  it('tells numbers from other values, what was left out, and the span of times', () => {
    const half = { sum: 0.5, average: 0.5, min: 0.5, max: 0.5 };
    const stats = { cells: 4, values: 4, numbers: 1, notNumbers: 1, ...half };
    expect(statsWords({ ...stats, firstTicks: 0n, lastTicks: 15_000n })).toEqual(
      '4 cells, Sum of 1 number 0.5, Average 0.5, Min 0.5, Max 0.5, 1 NaN left out, Times span 1.5 ms'.split(
        ', ',
      ),
    );
    expect(statsWords({ cells: 2, values: 2, numbers: 0, notNumbers: 0 })).toEqual(['2 cells']);
  });
});
