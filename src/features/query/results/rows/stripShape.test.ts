import { describe, expect, it } from 'vitest';
import { bucketAt, movedRange, rangeCounts, rangeWindow, STRIP_HEIGHT, stripShape } from './stripShape.ts';

const SERIES = {
  from: 1000n,
  bucketTicks: 60n,
  totals: Uint32Array.of(0, 1000, 1, 500),
  marked: Uint32Array.of(0, 0, 1, 250),
};

/** Height of each bar, by its bucket. */
function heights(path: string): ReadonlyMap<number, number> {
  return new Map(
    [...path.matchAll(/M(\d+) 100v-([\d.]+)h/g)].map(([, at, height]) => [Number(at), Number(height)]),
  );
}

describe('the strip of rows over time', () => {
  it('draws both counts on one scale, nothing for zero, and one row so that it is seen', () => {
    const { rows, errors, max } = stripShape(SERIES);
    expect(max).toBe(1000);
    expect(heights(rows)).toEqual(
      new Map([
        [1, STRIP_HEIGHT],
        [2, 4],
        [3, 50],
      ]),
    );
    expect(heights(errors)).toEqual(
      new Map([
        [2, 8],
        [3, 25],
      ]),
    );
    expect(stripShape({ totals: new Uint32Array(3) })).toEqual({ rows: '', errors: '', max: 0 });
  });

  it('finds the bucket under the pointer, also at and beyond the edges', () => {
    expect([-1, 0, 0.249, 0.25, 0.999, 1, 2].map((share) => bucketAt(share, 4))).toEqual([
      0, 0, 0, 1, 3, 3, 3,
    ]);
  });

  it('is a window of whole buckets, in whichever order they were drawn', () => {
    for (const range of [
      { anchor: 1, end: 2 },
      { anchor: 2, end: 1 },
    ]) {
      expect(rangeWindow(SERIES, range)).toEqual({ from: 1060n, to: 1180n });
      expect(rangeCounts(SERIES, range)).toEqual({ rows: 1001, errors: 1 });
    }
    expect(rangeWindow(SERIES, { anchor: 0, end: 0 })).toEqual({ from: 1000n, to: 1060n });
  });

  it('is walked by keys, with Shift it grows from where it began', () => {
    const first = movedRange('ArrowRight', false, undefined, 4);
    expect(first).toEqual({ anchor: 0, end: 0 });
    const second = movedRange('ArrowRight', true, first, 4);
    expect(second).toEqual({ anchor: 0, end: 1 });
    expect(movedRange('End', true, second, 4)).toEqual({ anchor: 0, end: 3 });
    expect(movedRange('ArrowRight', false, { anchor: 0, end: 3 }, 4)).toEqual({ anchor: 3, end: 3 });
    expect(movedRange('Home', false, second, 4)).toEqual({ anchor: 0, end: 0 });
    expect(movedRange('a', false, second, 4)).toBeUndefined();
    expect(movedRange('Home', false, undefined, 0)).toBeUndefined();
  });
});
