import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEADER_HEIGHT, ROW_HEIGHT } from './gridTypes.ts';
import { RowHeights } from './rowHeights.ts';
import { baseForRow, MAX_SLOTS } from './rowSlots.ts';
import {
  bodyHeight,
  drawnRows,
  isAllWhole,
  keptRows,
  keptTop,
  pageRows,
  rowItems,
  RowPace,
  type RowPlace,
  rowsAhead,
  type RowStretch,
  topToShow,
  wholeRows,
} from './rowWindow.ts';

const place = fc
  .record({
    rowCount: fc.integer({ min: 1, max: 80 }),
    height: fc.integer({ min: 60, max: 900 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    heights: fc
      .array(fc.tuple(fc.nat(79), fc.constantFrom(24, 42, 60.5, 378)), { maxLength: 40 })
      .map((known) => new RowHeights(ROW_HEIGHT, new Map(known))),
  })
  .map(({ share, ...rest }): RowPlace => {
    const most = bodyHeight({ ...rest, base: 0 }) + HEADER_HEIGHT - rest.height;
    return { ...rest, base: 0, top: Math.max(0, share * most) };
  });

/** Rows of which a pixel is in sight, below the header. */
function inSight({ rowCount, heights, top, height }: RowPlace): readonly number[] {
  return Array.from({ length: rowCount }, (_, row) => row).filter(
    (row) =>
      heights.topOf(row) < top + height - HEADER_HEIGHT && heights.topOf(row) + heights.heightOf(row) > top,
  );
}

describe('the window of a grid', () => {
  it('draws every row in sight, each below the one before', () => {
    fc.assert(
      fc.property(place, (now) => {
        const { from, to } = drawnRows(now);
        const items = rowItems(now, { from, to }, { from, to });
        const drawn = new Set(items.map(({ row }) => row));
        expect(inSight(now).filter((row) => !drawn.has(row))).toEqual([]);
        const bottoms = items.map(({ row, top }) => top + now.heights.heightOf(row));
        expect(items.slice(1).map(({ top }) => top)).toEqual(bottoms.slice(0, -1));
        expect(to).toBeLessThanOrEqual(now.rowCount);
      }),
    );
  });

  it('keeps the rows that are near, and draws a few more in each frame, the way of the scroll first', () => {
    const flat = fc
      .record({ rowCount: fc.integer({ min: 0, max: 400 }), height: fc.integer({ min: 60, max: 900 }) })
      .chain((size) => fc.tuple(fc.constant(size), fc.nat(size.rowCount * ROW_HEIGHT), fc.boolean()));
    const usual = new RowHeights(ROW_HEIGHT);
    const size = ({ from, to }: RowStretch): number => to - from;
    const has = (all: RowStretch, some: RowStretch): boolean => all.from <= some.from && all.to >= some.to;
    fc.assert(
      fc.property(flat, fc.nat(400 * ROW_HEIGHT), ([{ rowCount, height }, top, isDown], before) => {
        const placeAt = (at: number): RowPlace => ({ rowCount, base: 0, top: at, height, heights: usual });
        const now = placeAt(top);
        const must = drawnRows(now);
        const old = drawnRows(placeAt(Math.min(before, rowCount * ROW_HEIGHT)));
        let drawn = keptRows(now, old);
        expect(has(drawn, must)).toBe(true);
        expect(has({ from: must.from - 40, to: must.to + 40 }, drawn)).toBe(true);
        // Rows between those drawn before and those in sight would be drawn at once.
        const isFar = old.from > must.to || old.to < must.from;
        expect(size(drawn)).toBeLessThanOrEqual(isFar ? size(must) : size(must) + size(old));
        for (let frame = 0; frame < 100; frame++) {
          const next = rowsAhead(now, drawn, isDown);
          expect(keptRows(now, next)).toEqual(next);
          if (next === drawn) break;
          expect(has(next, drawn) && size(next) > size(drawn)).toBe(true);
          expect(size(next) - size(drawn)).toBeLessThanOrEqual(4);
          const isOtherWay = isDown ? next.from < drawn.from : next.to > drawn.to;
          const isWayDone = isDown
            ? drawn.to >= Math.min(rowCount, must.to + 20)
            : drawn.from <= Math.max(0, must.from - 20);
          expect(!isOtherWay || isWayDone).toBe(true);
          drawn = next;
        }
        expect(rowsAhead(now, drawn, isDown)).toBe(drawn);
        const near = { from: Math.max(0, must.from - 20), to: Math.min(rowCount, must.to + 20) };
        expect(has(drawn, near)).toBe(true);
        expect([drawn.from >= 0, drawn.to <= rowCount, size(drawn) <= size(must) + 80]).toEqual([
          true,
          true,
          true,
        ]);
      }),
    );
  });

  it('draws a few rows whole in each frame, those in sight first, until all that are drawn are', () => {
    const usual = new RowHeights(ROW_HEIGHT);
    const stretch = fc.tuple(fc.nat(300), fc.nat(60)).map(([from, rows]) => ({ from, to: from + rows }));
    const has = (all: RowStretch, some: RowStretch): boolean => all.from <= some.from && all.to >= some.to;
    fc.assert(
      fc.property(
        fc.record({ top: fc.nat(300 * ROW_HEIGHT), height: fc.integer({ min: 60, max: 900 }) }),
        stretch,
        stretch,
        fc.integer({ min: 1, max: 16 }),
        (at, before, wholeBefore, most) => {
          const now: RowPlace = { rowCount: 400, base: 0, heights: usual, ...at };
          const must = drawnRows(now);
          const drawn = keptRows(now, before);
          let whole = {
            from: Math.max(before.from, wholeBefore.from),
            to: Math.min(before.to, wholeBefore.to),
          };
          if (whole.to < whole.from) whole = { from: before.from, to: before.from };
          for (let frame = 0; !isAllWhole(now, whole); frame++) {
            expect(frame).toBeLessThan(100);
            const next = wholeRows(now, drawn, whole, most);
            expect(has(drawn, next)).toBe(true);
            const old = { from: Math.max(whole.from, drawn.from), to: Math.min(whole.to, drawn.to) };
            const isFar = whole.from >= must.to || whole.to <= must.from;
            const added = next.to - next.from - (isFar ? 0 : old.to - old.from);
            expect(added).toBeGreaterThan(0);
            expect(added).toBeLessThanOrEqual(most);
            expect(isFar || has(next, old)).toBe(true);
            whole = next;
          }
          const items = rowItems(now, drawn, whole);
          expect(items.filter(({ isWhole }) => isWhole).map(({ row }) => row)).toEqual(
            items.map(({ row }) => row).filter((row) => row >= whole.from && row < whole.to),
          );
          expect(has(whole, must)).toBe(true);
        },
      ),
    );
  });

  it('draws fewer rows in a frame if they take long, and more if they do not, within bounds', () => {
    const pace = new RowPace();
    const after = (ms: number, rows: number): number => {
      for (let frame = 0; frame < 50; frame++) pace.took(ms, rows);
      return pace.rows;
    };
    expect(after(50, 4)).toBe(2);
    expect(after(1.9, 4)).toBe(6);
    expect(after(0, 4)).toBe(16);
    // Nothing was drawn.
    expect(after(1000, 0)).toBe(16);
  });

  it('shows a row whole without scrolling farther than that, or its beginning', () => {
    fc.assert(
      fc.property(place, fc.nat(79), (now, any) => {
        const row = any % now.rowCount;
        const top = topToShow(now, row);
        const [start, room] = [now.heights.topOf(row), now.height - HEADER_HEIGHT];
        const end = start + now.heights.heightOf(row);
        const isWhole = now.top <= start && now.top + room >= end;
        const nearest = start < now.top || end - start > room ? start : end - room;
        expect(top).toBe(isWhole ? now.top : nearest);
        expect(top <= start && (top + room >= end || end - start > room)).toBe(true);
      }),
    );
  });

  it('keeps the row at the top where it is when heights become known', () => {
    fc.assert(
      fc.property(place, place, (before, { heights }) => {
        const top = keptTop(before, { base: 0, heights });
        const row = before.heights.rowAt(before.top);
        expect(heights.rowAt(top)).toBe(row);
        const into = before.top - before.heights.topOf(row);
        const kept = Math.min(into, heights.heightOf(row) - 1);
        expect(top).toBeCloseTo(heights.topOf(row) + kept, 6);
      }),
    );
  });

  it('keeps the row at the top when another section of ten million rows takes its place', () => {
    const rowCount = 10_000_000;
    const heights = new RowHeights(ROW_HEIGHT, new Map([[5_000_003, 100]]));
    const before: RowPlace = { rowCount, base: 4_640_000, top: 0, height: 600, heights };
    const now = { ...before, top: heights.topOf(5_000_004) - heights.topOf(before.base) + 3 };
    const base = baseForRow(5_000_004, rowCount);
    const top = keptTop(now, { base, heights });
    expect(heights.rowAt(heights.topOf(base) + top)).toBe(5_000_004);
    expect(heights.topOf(base) + top - heights.topOf(5_000_004)).toBe(3);
    expect(bodyHeight({ rowCount, base, heights })).toBe(MAX_SLOTS * ROW_HEIGHT + 76);
  });

  it('moves by the rows in sight, fewer if they are high', () => {
    const now = { rowCount: 100, base: 0, top: 0, height: HEADER_HEIGHT + 10 * ROW_HEIGHT };
    expect(pageRows({ ...now, heights: new RowHeights(ROW_HEIGHT) })).toBe(9);
    const high = new Map(Array.from({ length: 100 }, (_, row) => [row, 5 * ROW_HEIGHT]));
    expect(pageRows({ ...now, heights: new RowHeights(ROW_HEIGHT, high) })).toBe(1);
  });
});
