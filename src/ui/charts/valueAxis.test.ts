import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barPaths, drawnValues, linesByValue, stepPoints } from './chartLines.ts';
import { spanAxis, valueAxis, valueText } from './valueAxis.ts';

const number = fc.oneof(
  fc.integer({ min: -1000, max: 100_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1e308, -1e308, 5e-324, 1e-9, Number.NaN, Number.POSITIVE_INFINITY),
);
const unit = fc.constantFrom('rows', 'bytes', 'ticks', 'number' as const);

it('both ends of a stack are on the axis', () => {
  const line = (...values: readonly number[]) => ({
    label: '',
    color: '',
    values: Float64Array.from(values),
  });
  expect([...drawnValues([line(50, 1), line(-30, 2)], 2, true)]).toEqual([50, -30, 3]);
});

describe('the value axis', () => {
  it('contains every value and zero, and has no duplicate labels', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 12 }), unit, fc.boolean(), (values, of, isLog) => {
        const { domain, place, marks } = valueAxis(values, of, isLog);
        expect(Number.isFinite(domain[0]) && Number.isFinite(domain[1]) && domain[0] < domain[1]).toBe(true);
        const places = [0, ...values].filter(Number.isFinite).map(place);
        expect(places.every((each) => each >= domain[0] && each <= domain[1])).toBe(true);
        expect(new Set(marks.map(({ label }) => label)).size).toBe(marks.length);
        expect(marks.length).toBeLessThanOrEqual(12);
        expect(marks.every((mark) => mark.place >= domain[0] && mark.place <= domain[1])).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the order of values, and keeps zero separate from the smallest', () => {
    const { place } = valueAxis([-100, 0, 0.01, 5, 1e9], 'number', true);
    const places = [-100, -1, 0, 0.01, 5, 1e9].map(place);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(place(0.01) - place(0)).toBeGreaterThanOrEqual(1);
  });

  it('if logarithmic, ends at the next 1, 2, 5 or 10, to waste little space', () => {
    const topOf = (...values: readonly number[]): number => {
      const { domain, place } = valueAxis(values, 'number', true);
      return 10 ** (domain[1] - place(1));
    };
    expect(topOf(16, 1087)).toBeCloseTo(2000, 6);
    expect(topOf(16, 1000)).toBeCloseTo(1000, 6);
    expect(topOf(3, 2001)).toBeCloseTo(5000, 6);
    expect(topOf(3, 5001)).toBeCloseTo(10_000, 6);
    expect(valueAxis([-300, 1], 'number', true).domain[0]).toBeCloseTo(-(Math.log10(500) + 1), 9);
  });

  it('has round marks', () => {
    expect(valueAxis([0, 97], 'rows', false).marks.map(({ label }) => label)).toEqual([
      '0',
      '20',
      '40',
      '60',
      '80',
      '100',
    ]);
    expect(valueAxis([0, 3_000_000_000], 'ticks', false).marks.at(-1)?.label).toBe('5 min');
    expect(valueAxis([2e8, 3e10], 'ticks', true).marks.map(({ label }) => label)).toEqual([
      '0',
      '10 s',
      '100 s',
      '1,000 s',
    ]);
    expect(valueAxis([1, 1000], 'rows', true).marks.map(({ label }) => label)).toEqual([
      '0',
      '1',
      '10',
      '100',
      '1,000',
    ]);
  });
});

describe('an axis of values far from zero', () => {
  it('begins near the least of them, and ends also if they are all the same', () => {
    const { domain, marks } = spanAxis([69.7, Number.NaN, 72.3]);
    expect(domain).toEqual([69.5, 72.5]);
    expect(marks.map(({ label }) => label)).toContain('71');
    for (const value of [0, 21.5, -3, 1e18]) {
      const flat = spanAxis([value, value]);
      expect(flat.domain[0] < value && value < flat.domain[1]).toBe(true);
    }
    expect(spanAxis([]).domain).toEqual([0, 1]);
    // More values than a call takes as arguments.
    expect(spanAxis(Array.from({ length: 200_000 }, () => 5)).domain).toEqual(spanAxis([5]).domain);
  });
});

describe('points', () => {
  const line = (...values: readonly number[]) => ({
    label: 'a',
    color: 'b',
    values: Float64Array.from(values),
  });
  const same = (value: number): number => value;

  it('close a step next to a gap, because a gap is not zero', () => {
    const points = stepPoints([line(5, Number.NaN, 0)], 3, same);
    expect(points.map(({ position, places }) => [position, places[0]])).toEqual([
      [0, 5],
      [1, 5],
      [1, null],
      [2, 0],
      [3, 0],
    ]);
    expect(stepPoints([line()], 0, same)).toEqual([]);
  });

  it('draw all bars of a line as one path: bars of several lines are stacked, and a missing value has no bar', () => {
    const area = { x: 100, y: 10, width: 30, height: 60 };
    const axis = { domain: [-2, 10] as const, place: same };
    const paths = barPaths([line(5, Number.NaN, -2), line(2, 4, 0)], 3, axis, area);
    // A slot is 10 px wide, of which 1 px is the gap; one unit is 5 px high, and zero is at 60 px.
    expect(paths).toEqual(['M100.5 60h9V35h-9zM120.5 60h9V70h-9z', 'M100.5 35h9V25h-9zM110.5 60h9V40h-9z']);
  });

  it('are sorted by value at a bucket, those without one last', () => {
    const lines = [line(Number.NaN), line(1), line(7)];
    expect(linesByValue(lines, 0).map(({ value }) => value)).toEqual([7, 1, Number.NaN]);
    expect([...drawnValues(lines, 1, true)]).toEqual([8]);
  });
});

describe('a value in words', () => {
  it('is never zero if it is missing', () => {
    expect(valueText(Number.NaN, 'rows')).toBe('no value');
    expect(valueText(0, 'rows')).toBe('0');
    expect(valueText(12, 'ticks')).toBe('1.2 \u00b5s');
    expect(valueText(-30_000, 'ticks')).toBe('-3 ms');
    expect(valueText(1e300, 'number')).toBe('1E300');
  });
});
