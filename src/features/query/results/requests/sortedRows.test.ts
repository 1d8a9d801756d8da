import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortedPositions } from './sortedRows.ts';

describe('rows in order', () => {
  it('has what has no value last, whichever way', () => {
    const values = [30, undefined, 10, 20, undefined];
    expect(sortedPositions(values, 'ascending')).toEqual([2, 3, 0, 1, 4]);
    expect(sortedPositions(values, 'descending')).toEqual([0, 3, 2, 1, 4]);
  });

  it('keeps equal ones as they came, and loses none', () => {
    const value = fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(value), fc.constantFrom('ascending', 'descending'), (values, direction) => {
        const positions = sortedPositions(values, direction);
        expect(positions.toSorted((a, b) => a - b)).toEqual(values.map((_, position) => position));
        const pairs = positions.slice(1).map((position, at) => [positions[at] ?? 0, position] as const);
        const turned = pairs.filter(([a, b]) => values[a] === values[b] && a > b);
        expect(turned).toEqual([]);
      }),
    );
  });
});
