import { describe, expect, it } from 'vitest';
import { parseFilter } from '../odata/filter.ts';
import type { FilterNode } from '../odata/filterNode.ts';
import { fitsLimits, splitToFit } from './splitToFit.ts';

function nodeOf(text: string): FilterNode {
  const node = parseFilter(text);
  if (!node.ok) throw new Error(node.error.message);
  return node.value;
}

const oneOf = (name: string, values: number): string =>
  `(${Array.from({ length: values }, (_, at) => `${name} eq ${at}`).join(' or ')})`;

describe('a filter that is split to keep the limits', () => {
  it('becomes at most 100, and says so if some stay over a limit', () => {
    // Each part of one `or` has every part of the others: 40 values in groups of a few make many thousand parts.
    for (const values of [5, 12, 20, 40, 300]) {
      const whole = ['A', 'B', 'C', 'D'].map((name) => oneOf(name, values)).join(' and ');
      const { filters, isOverLimit, mayOverlap } = splitToFit(nodeOf(whole));
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
  ])('keeps the limits in every part where few parts are enough: %i values and %i', (some, others) => {
    const { filters, isOverLimit } = splitToFit(nodeOf(`${oneOf('A', some)} and ${oneOf('B', others)}`));
    expect(filters.length).toBeLessThanOrEqual(100);
    expect([isOverLimit, filters.filter((each) => !fitsLimits(each))]).toEqual([false, []]);
  });

  it('says so wherever the part stands that holds no `or` to split at', () => {
    const long = `(${Array.from({ length: 16 }, (_, at) => `A ne ${at}`).join(' and ')})`;
    for (const text of [`${long} or B eq 1`, `B eq 1 or ${long}`, `B eq 1 or ${long} or C eq 2`]) {
      const { filters, isOverLimit } = splitToFit(nodeOf(text));
      expect([isOverLimit, filters.filter((each) => !fitsLimits(each)).length]).toEqual([true, 1]);
    }
  });
});
