import { describe, expect, it } from 'vitest';
import { formatFilter } from '../odata/filter.ts';
import { countComparisons } from '../odata/limits.ts';
import type { FilterNode } from '../odata/filterNode.ts';
import { parsedFilter } from '../odata/parsedFilter.fixture.ts';
import { fitsLimits, splitToFit } from './splitToFit.ts';

const oneOf = (name: string, values: number): string =>
  `(${Array.from({ length: values }, (_, at) => `${name} eq ${at}`).join(' or ')})`;

describe('a filter that is split to keep the limits', () => {
  it('becomes at most 100 filters, and says so if some are still over a limit', () => {
    // Every part of one `or` is combined with every part of the others, so even 40 values in small groups would make many thousand parts.
    for (const values of [5, 12, 20, 40, 300]) {
      const whole = ['A', 'B', 'C', 'D'].map((name) => oneOf(name, values)).join(' and ');
      const { filters, isOverLimit, mayOverlap } = splitToFit(parsedFilter(whole));
      expect(filters.length).toBeLessThanOrEqual(100);
      expect(isOverLimit).toBe(!filters.every(fitsLimits));
      expect(mayOverlap).toBe(filters.length > 1);
    }
  });

  it.each([
    [20, 1],
    [20, 5],
    [40, 3],
    [16, 16],
  ])('keeps the limits in every part if few parts suffice: %i values and %i', (some, others) => {
    const { filters, isOverLimit } = splitToFit(
      parsedFilter(`${oneOf('A', some)} and ${oneOf('B', others)}`),
    );
    expect(filters.length).toBeLessThanOrEqual(100);
    expect([isOverLimit, filters.filter((each) => !fitsLimits(each))]).toEqual([false, []]);
  });

  it('says so wherever the part without an `or` to split at stands', () => {
    const long = `(${Array.from({ length: 16 }, (_, at) => `A ne ${at}`).join(' and ')})`;
    for (const text of [`${long} or B eq 1`, `B eq 1 or ${long}`, `B eq 1 or ${long} or C eq 2`]) {
      const { filters, isOverLimit } = splitToFit(parsedFilter(text));
      expect([isOverLimit, filters.filter((each) => !fitsLimits(each)).length]).toEqual([true, 1]);
    }
  });

  /** An `or` with one operand for each number, which splits into exactly that many filters of 15 comparisons. */
  const nested = (sizes: readonly number[]): FilterNode => {
    const piece = (at: number): string =>
      Array.from({ length: 14 }, (_, each) => `P${each} ne ${at}`).join(' and ');
    const operand = (size: number, at: number): string =>
      `(A eq ${at} and (${Array.from({ length: size }, (_, each) => `(${piece(each)})`).join(' or ')}))`;
    return parsedFilter(sizes.map(operand).join(' or '));
  };

  it.each([
    // These are exactly 100.
    [
      [25, 25, 25, 25],
      [25, 25, 25, 25],
    ],
    [
      [50, 50],
      [50, 50],
    ],
    // The last one does not fit any more, so it stays whole.
    [
      [25, 25, 25, 26],
      [25, 25, 25, 1],
    ],
    // A place is reserved for each later operand.
    [
      [97, 2, 2, 2],
      [97, 1, 1, 1],
    ],
    [
      [98, 2, 2, 2],
      [1, 2, 2, 2],
    ],
    [
      [40, 60, 2],
      [40, 1, 2],
    ],
    [
      [40, 59, 2],
      [40, 59, 1],
    ],
  ])('splits operands of %j filters from left to right into %j, together at most 100', (sizes, expected) => {
    const whole = nested(sizes);
    const { filters, isOverLimit, mayOverlap } = splitToFit(whole);
    const made = filters.map((each) => each.kind === 'and' && each.operands[0]);
    const counts = sizes.map(
      (_, at) =>
        made.filter((first) => JSON.stringify(first) === JSON.stringify(parsedFilter(`A eq ${at}`))).length,
    );
    expect(counts).toEqual(expected);
    expect(filters).toHaveLength(expected.reduce((sum, each) => sum + each, 0));
    expect({ isOverLimit, mayOverlap }).toEqual({
      isOverLimit: sizes.join() !== expected.join(),
      mayOverlap: true,
    });
  });

  it('packs as many operands into a part as fit with the comparisons to leave free', () => {
    const sizes = (values: number, spare: number): readonly number[] =>
      splitToFit(parsedFilter(oneOf('A', values)), spare).filters.map(countComparisons);
    expect(sizes(15, 5)).toEqual([15]);
    expect(sizes(16, 0)).toEqual([15, 1]);
    expect(sizes(31, 0)).toEqual([15, 15, 1]);
    expect(sizes(31, 5)).toEqual([10, 10, 10, 1]);
    expect(sizes(31, 14)).toEqual(Array.from({ length: 31 }, () => 1));
  });

  it('moves `not` inward, so that `not (a and b)` splits as `not a or not b`', () => {
    const long = Array.from({ length: 16 }, (_, at) => `A eq ${at}`);
    const texts = (text: string): readonly string[] =>
      splitToFit(parsedFilter(text)).filters.map(formatFilter);
    expect(texts(`not (${long.join(' and ')})`)).toEqual([
      long
        .slice(0, 15)
        .map((each) => `not (${each})`)
        .join(' or '),
      'not (A eq 15)',
    ]);
    expect(texts(`not (not (${long.join(' or ')}))`)).toEqual([long.slice(0, 15).join(' or '), 'A eq 15']);
    // `not (a or b)` is `not a and not b`, where there is no `or` to split at.
    expect(splitToFit(parsedFilter(`not (${long.join(' or ')})`))).toMatchObject({
      isOverLimit: true,
      mayOverlap: false,
    });
  });

  it('splits the operand of an `and` with the most comparisons, and repeats the others around each part', () => {
    const texts = splitToFit(parsedFilter(`B eq 0 and ${oneOf('A', 20)} and ${oneOf('C', 3)}`)).filters.map(
      formatFilter,
    );
    const part = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, at) => `A eq ${from + at}`).join(' or ');
    expect(texts).toEqual(
      [part(0, 11), part(11, 20)].map((each) => `B eq 0 and (${each}) and (C eq 0 or C eq 1 or C eq 2)`),
    );
  });
});
