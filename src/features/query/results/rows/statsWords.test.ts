import { describe, expect, it } from 'vitest';
import { statsWords } from './statsWords.ts';

const of = { cells: 3, values: 2, numbers: 2, notNumbers: 0 };

describe('what selected cells add up to, in words', () => {
  it('has all digits of an Int64, and says where an average leaves a rest', () => {
    const stats = {
      ...of,
      sum: 18446744073709551613n,
      average: 9223372036854775806n,
      min: -1n,
      max: 9223372036854775807n,
    };
    expect(statsWords(stats)).toEqual([
      '3 cells, 1 without a value',
      'Sum 18,446,744,073,709,551,613',
      'Average about 9,223,372,036,854,775,806',
      'Min -1',
      'Max 9,223,372,036,854,775,807',
    ]);
    expect(statsWords({ ...of, sum: 3n, average: 1.5, min: 1n, max: 2n })).toContain('Average 1.5');
  });

  it('tells numbers from other values, what was left out, and the span of times', () => {
    const stats = {
      cells: 4,
      values: 4,
      numbers: 1,
      notNumbers: 1,
      sum: 0.5,
      average: 0.5,
      min: 0.5,
      max: 0.5,
    };
    expect(statsWords({ ...stats, firstTicks: 0n, lastTicks: 15_000n })).toEqual([
      '4 cells',
      'Sum of 1 number 0.5',
      'Average 0.5',
      'Min 0.5',
      'Max 0.5',
      '1 NaN left out',
      'Times span 1.5 ms',
    ]);
    expect(statsWords({ cells: 2, values: 2, numbers: 0, notNumbers: 0 })).toEqual(['2 cells']);
  });
});
