import { describe, expect, it } from 'vitest';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import { isoToTicks, TICKS_PER_SECOND } from '../../../../core/time/ticks.ts';
import {
  bucketAt,
  movedRange,
  rangeWords,
  rangeCounts,
  rangeWindow,
  STRIP_HEIGHT,
  stripShape,
} from './stripShape.ts';

const SERIES = {
  from: 1000n,
  bucketTicks: 60n,
  totals: Uint32Array.of(0, 1000, 1, 500),
  marked: Uint32Array.of(0, 0, 1, 250),
};

/** The height of each bar above the line, by its bucket; negative for a bar below the line. */
function heights(path: string, line: number): Readonly<Record<number, number>> {
  return Object.fromEntries(
    [...path.matchAll(/M(\d+) (\d+)v(-?[\d.]+)h[\d.]+V(\d+)z/g)].map(([, at, from, height, to]) => {
      expect([Number(from), Number(to)]).toEqual([line, line]);
      return [Number(at), -Number(height)];
    }),
  );
}

describe('the strip of rows over time', () => {
  it('draws rows up and errors down, each on its own scale, nothing for zero, and one row so that it is seen', () => {
    const { rows, errors, line } = stripShape(SERIES);
    expect(line).toBeGreaterThan(STRIP_HEIGHT / 2);
    expect(heights(rows, line)).toEqual({ 1: line, 2: 4, 3: line / 2 });
    expect(heights(errors, line)).toEqual({ 2: -4, 3: line - STRIP_HEIGHT });
  });

  it('shows when errors rise although they are few', () => {
    const totals = new Uint32Array(4).fill(1000);
    const { errors, line } = stripShape({ totals, marked: Uint32Array.of(2, 2, 2, 8) });
    const [quiet = 0, , , loud = 0] = Object.values(heights(errors, line));
    expect(loud / quiet).toBeGreaterThan(1.5);
  });

  it('draws all rows behind those selected, on one scale, and no row higher than the strip while more arrive', () => {
    const totals = Uint32Array.of(0, 500, 0, 3000);
    const { all, rows, line } = stripShape({ totals }, Uint32Array.of(1000, 1000, 0, 2000));
    expect(heights(all, line)).toEqual({ 0: line / 2, 1: line / 2, 3: line });
    expect(heights(rows, line)).toEqual({ 1: line / 4, 3: line });
    expect(stripShape({ totals }).all).toBe('');
  });

  it('has no part for errors where there are none, and draws rows as errors where all are', () => {
    const { totals } = SERIES;
    const none = stripShape({ totals, marked: new Uint32Array(4) });
    expect(none).toEqual({ ...stripShape({ totals }), errors: '' });
    expect(none.line).toBe(STRIP_HEIGHT);
    const all = stripShape({ totals, marked: totals });
    expect(all.rows).toBe('');
    expect(all.errors).toBe(none.rows);
    expect(stripShape({ totals: new Uint32Array(3) }).rows).toBe('');
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

describe('the words for a part of the strip', () => {
  const from = isoToTicks('2026-11-20T21:00:00Z');
  const minute = 60n * TICKS_PER_SECOND;
  const series = { ...SERIES, from, bucketTicks: minute };
  const span = (first: number, last: number) => ({
    from: from + BigInt(first) * minute,
    to: from + BigInt(last) * minute,
  });
  const said = (anchor: number, end: number, unread: readonly TickSpan[] | 'unknown', hasMark = true) =>
    rangeWords(series, { anchor, end }, { timeZone: undefined, hasMark, unread }).replace(/^.*Z: /, '');

  it('are counts of what was read', () => {
    expect(
      rangeWords(series, { anchor: 3, end: 3 }, { timeZone: undefined, hasMark: true, unread: [] }),
    ).toBe('2026-11-20T21:03:00.0000000Z to 21:04:00.0000000Z: 500 rows, 250 errors');
    expect(said(0, 0, [span(1, 4)])).toBe('0 rows, no errors');
    expect(said(2, 2, [span(0, 2), span(3, 4)])).toBe('1 row, 1 error');
    expect(said(2, 2, [], false)).toBe('1 row');
  });

  it('of a selection name all rows beside those selected, and only errors that it has', () => {
    const ofAll = Uint32Array.of(4, 1000, 3, 900);
    const words = (at: number, unread: readonly TickSpan[] = []) =>
      rangeWords(
        series,
        { anchor: at, end: at },
        { timeZone: undefined, hasMark: true, ofAll, unread },
      ).replace(/^.*Z: /, '');
    expect([words(0), words(1), words(2)]).toEqual([
      '0 selected of 4 rows',
      '1,000 selected of 1,000 rows',
      '1 selected of 3 rows, 1 error',
    ]);
    expect(words(3, [span(3, 4)])).toBe(
      'at least 500 selected of 900 rows, 250 errors; not all of it was read',
    );
  });

  it('are no total of time that was not read in at least one query', () => {
    const edges = [
      { from, to: from + 1n },
      { from: from + minute - 1n, to: from + minute },
    ];
    for (const unread of [span(0, 4), ...edges])
      expect(said(0, 0, [unread])).toBe('0 rows, but not all of it was read');
    expect(said(3, 1, [span(3, 4)])).toBe('at least 1,501 rows, 251 errors; not all of it was read');
    expect(said(3, 3, [span(3, 4)], false)).toBe('at least 500 rows; not all of it was read');
    expect(said(1, 1, [span(1, 2)])).toBe('at least 1,000 rows, no errors read; not all of it was read');
  });

  it('say that rows may be missing where nobody knows which', () => {
    expect(said(0, 0, 'unknown', false)).toBe('0 rows, but rows may be missing');
    expect(said(1, 1, 'unknown', false)).toBe('at least 1,000 rows; rows may be missing');
  });
});
