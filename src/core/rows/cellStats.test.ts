import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CellTotals, type CellStats } from './cellStats.ts';
import type { CellValue } from '../entities/store/entityStore.ts';

function statsOf(cells: readonly (CellValue | undefined)[]): CellStats {
  const totals = new CellTotals();
  for (const cell of cells) totals.add(cell);
  return totals.stats();
}

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

describe('what selected cells add up to', () => {
  it('is exact for Int32 and Int64, beyond what a Double and an Int64 hold', () => {
    fc.assert(
      fc.property(fc.array(int64, { minLength: 1, maxLength: 8 }), (values) => {
        const stats = statsOf(values.map((value) => ({ type: 'Edm.Int64', text: String(value) })));
        const sum = values.reduce((all, value) => all + value, 0n);
        const sorted = values.toSorted((a, b) => (a < b ? -1 : 1));
        expect([stats.sum, stats.min, stats.max]).toEqual([sum, sorted[0], sorted.at(-1)]);
        expect(stats.numbers).toBe(values.length);
        const average = Number(sum) / values.length;
        expect(Math.abs(Number(stats.average) - average)).toBeLessThanOrEqual(
          Math.abs(average) * 1e-12 + 1e-5,
        );
      }),
    );
    const big = { type: 'Edm.Int64', text: '9223372036854775807' };
    // From 10^12 on, the average is a whole number, also below zero.
    for (const [values, average] of [
      [[999_999_999_999n, 1_000_000_000_000n], 999_999_999_999.5],
      [[1_000_000_000_000n, 1_000_000_000_001n], 1_000_000_000_000n],
      [[-999_999_999_999n, -1_000_000_000_000n], -999_999_999_999.5],
      [[-1_000_000_000_000n, -1_000_000_000_001n], -1_000_000_000_000n],
    ] as const) {
      const cells = values.map((value) => ({ type: 'Edm.Int64', text: String(value) }));
      expect(statsOf(cells).average).toBe(average);
    }
    expect(statsOf([big, big])).toMatchObject({ sum: 18446744073709551614n, average: 9223372036854775807n });
    expect(statsOf([1, 2].map((text) => ({ type: 'Edm.Int32', text: String(text) }))).average).toBe(1.5);
  });

  it('compares whole numbers with Doubles exactly, and leaves out NaN', () => {
    const stats = statsOf([
      { type: 'Edm.Int64', text: '9007199254740993' },
      { type: 'Edm.Double', text: '9007199254740992.0' },
      { type: 'Edm.Double', text: 'NaN' },
      { type: 'Edm.String', text: '5' },
      { type: 'Null', text: 'null' },
      undefined,
    ]);
    expect(stats).toMatchObject({ cells: 6, values: 5, numbers: 2, notNumbers: 1 });
    expect([stats.min, stats.max]).toEqual([9007199254740992, 9007199254740993n]);
    const small = statsOf(['1e16', '1', '-1e16'].map((text) => ({ type: 'Edm.Double', text })));
    expect(small.sum).toBe(1);
    const smallFirst = statsOf(['1', '1e16', '-1e16'].map((text) => ({ type: 'Edm.Double', text })));
    expect(smallFirst.sum).toBe(1);
    expect(statsOf([{ type: 'Edm.Double', text: 'Infinity' }]).sum).toBe(Number.POSITIVE_INFINITY);
  });

  it('spans instants, to 100 ns', () => {
    const at = (text: string): CellValue => ({ type: 'Edm.DateTime', text });
    const stats = statsOf([
      at('2026-01-01T00:00:00.0000002Z'),
      at('2026-01-01T00:00:00.0000001Z'),
      at('soon'),
    ]);
    const first = 639_028_224_000_000_001n;
    expect([stats.firstTicks, stats.lastTicks, stats.sum]).toEqual([first, first + 1n, undefined]);
    const [one, two] = [at('2026-01-01T00:00:00.0000001Z'), at('2026-01-01T00:00:00.0000002Z')];
    expect(statsOf([one, two, one])).toMatchObject({ firstTicks: first, lastTicks: first + 1n });
  });

  it('has an average of whole numbers that is whole or cut after six digits, and of Doubles as they are', () => {
    const average = (type: string, ...texts: string[]) =>
      statsOf(texts.map((text) => ({ type, text }))).average;
    expect(average('Edm.Int32', '2', '3', '4')).toBe(3n);
    expect(average('Edm.Int32', '0', '0', '1')).toBe(0.333333);
    expect(average('Edm.Int32', '0', '0', '-1')).toBe(-0.333333);
    expect(average('Edm.Double', '1.5', '2', '4')).toBe(2.5);
  });

  it('counts an Int64 that is no whole number as a value, not as a number', () => {
    for (const text of ['', ' 5', '0x10', '12345678901234567890', 'x'])
      expect([text, statsOf([{ type: 'Edm.Int64', text }])]).toEqual([
        text,
        { cells: 1, values: 1, numbers: 0, notNumbers: 0 },
      ]);
  });

  it('of nothing is nothing', () => {
    expect(statsOf([undefined])).toEqual({ cells: 1, values: 0, numbers: 0, notNumbers: 0 });
  });
});
