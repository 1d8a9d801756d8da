import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEADER_HEIGHT, ROW_HEIGHT } from './gridTypes.ts';
import { type RowStretch, withRows } from './rowElements.ts';
import { RowHeights } from './rowHeights.ts';
import { baseForRow, MAX_SLOTS } from './rowSlots.ts';
import {
  addedRows,
  bodyHeight,
  drawnRows,
  type DrawnRows,
  fewerRows,
  isAllWhole,
  keptRows,
  keptTop,
  NOTHING_DRAWN,
  pageRows,
  rowItems,
  RowPace,
  type RowPlace,
  rowsAfterScroll,
  rowsAhead,
  rowsAtRest,
  rowsOfScroll,
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
        const items = rowItems(now, withRows([], { from, to }), new Set([from]));
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
        expect(has({ from: must.from - 44, to: must.to + 44 }, drawn)).toBe(true);
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
        expect([drawn.from >= 0, drawn.to <= rowCount, size(drawn) <= size(must) + 88]).toEqual([
          true,
          true,
          true,
        ]);
      }),
    );
  });

  const usual = new RowHeights(ROW_HEIGHT);
  const seen = fc
    .record({ top: fc.nat(300 * ROW_HEIGHT), height: fc.integer({ min: 60, max: 900 }) })
    .map((at): RowPlace => ({ rowCount: 400, base: 0, heights: usual, ...at }));
  /** Rows that were drawn, and some of them with their cells. */
  const drawnBefore = fc.tuple(fc.nat(300), fc.nat(90), fc.array(fc.nat(400), { maxLength: 120 })).map(
    ([from, rows, some]): DrawnRows => ({
      drawn: { from, to: from + rows },
      whole: new Set(some.filter((row) => row >= from && row < from + rows)),
      elements: Array.from({ length: rows }, (_, at) => ({ key: 1000 - at, row: from + at })),
    }),
  );
  const sorted = (rows: readonly number[]): readonly number[] => rows.toSorted((a, b) => a - b);
  /** Elements that were not there before. */
  const madeFor = (before: DrawnRows, after: DrawnRows): number => {
    const keys = new Set(before.elements.map(({ key }) => key));
    return after.elements.filter(({ key }) => !keys.has(key)).length;
  };
  const rowsOf = ({ from, to }: RowStretch): readonly number[] =>
    Array.from({ length: to - from }, (_, at) => from + at);

  it('draws a few rows whole in each frame, those in sight first, until all that must be are; cells that are drawn stay', () => {
    fc.assert(
      fc.property(seen, drawnBefore, fc.integer({ min: 1, max: 16 }), (now, before, most) => {
        const must = drawnRows(now);
        const drawn = keptRows(now, before.drawn);
        const isDrawn = (row: number): boolean => row >= drawn.from && row < drawn.to;
        let whole: ReadonlySet<number> = new Set([...before.whole].filter(isDrawn));
        for (let frame = 0; !isAllWhole(now, whole); frame++) {
          expect(frame).toBeLessThan(100);
          const next = wholeRows(now, drawn, whole, most);
          const added = [...next].filter((row) => !whole.has(row));
          expect(added.length).toBeGreaterThan(0);
          expect(added.length).toBeLessThanOrEqual(most);
          expect(added.filter((row) => row < must.from || row >= must.to)).toEqual([]);
          expect([...whole].filter((row) => !next.has(row))).toEqual([]);
          whole = next;
        }
        const items = rowItems(now, withRows([], drawn), whole);
        expect(items.filter(({ isWhole }) => isWhole).map(({ row }) => row)).toEqual(
          rowsOf(drawn).filter((row) => whole.has(row)),
        );
        expect(rowsOf(must).filter((row) => !whole.has(row))).toEqual([]);
        // A row that is drawn anew begins without its cells.
        expect([...wholeRows(now, { from: must.from, to: must.from }, whole, 0)]).toEqual([]);
      }),
    );
  });

  it('at rest, draws a few rows and takes a few away in each frame, until the near ones are there and whole, and no others', () => {
    fc.assert(
      fc.property(seen, drawnBefore, fc.boolean(), fc.boolean(), (now, before, isDown, mayReuse) => {
        const must = drawnRows(now);
        const kept = keptRows(now, before.drawn);
        const whole = new Set([...before.whole, ...rowsOf(must)]);
        let last: DrawnRows = {
          drawn: kept,
          whole: new Set(rowsOf(kept).filter((row) => whole.has(row))),
          // As after a scroll.
          elements: [...rowsOf(kept).slice(17), ...rowsOf(kept).slice(0, 17)].map((row) => ({
            key: row,
            row,
          })),
        };
        const first = last.elements;
        let lost = NOTHING_DRAWN.elements;
        let isSelected = true;
        for (let frame = 0; ; frame++) {
          expect(frame).toBeLessThan(200);
          const next = rowsAtRest(now, last, isDown, mayReuse || !isSelected);
          if (next === undefined && !mayReuse && isSelected) {
            lost = first.filter(
              ({ key, row }) =>
                row >= last.drawn.from &&
                row < last.drawn.to &&
                last.elements.every((element) => element.key !== key),
            );
            isSelected = false;
            continue;
          }
          if (next === undefined) break;
          const rows = new Set(rowsOf(next.drawn));
          expect(
            [...rows].filter((row) => next.whole.has(row) && !last.whole.has(row)).length,
          ).toBeLessThanOrEqual(4);
          expect(rowsOf(last.drawn).filter((row) => !rows.has(row)).length).toBeLessThanOrEqual(18);
          expect(rowsOf(must).filter((row) => !rows.has(row) || !next.whole.has(row))).toEqual([]);
          expect([...next.whole].filter((row) => !rows.has(row))).toEqual([]);
          expect(sorted(next.elements.map(({ row }) => row))).toEqual(rowsOf(next.drawn));
          expect(madeFor(last, next)).toBeLessThanOrEqual(4);
          expect(next).not.toEqual(last);
          last = next;
        }
        // Text that is selected in them would be lost.
        expect(lost).toEqual([]);
        const near = { from: Math.max(0, must.from - 28), to: Math.min(400, must.to + 28) };
        expect([last.drawn, last.whole]).toEqual([near, new Set(rowsOf(near))]);
        // Screen readers follow the order of the document.
        expect(last.elements.map(({ row }) => row)).toEqual(rowsOf(near));
      }),
    );
  });

  it('a scroll takes away a few of the rows that it leaves far behind, and not all at once', () => {
    const now: RowPlace = { rowCount: 400, base: 0, heights: usual, top: 200 * ROW_HEIGHT, height: 480 };
    const must = drawnRows(now);
    const behind = (rows: number): RowStretch => ({ from: must.from - rows, to: must.to });
    expect(keptRows(now, behind(40))).toEqual(behind(40));
    expect(fewerRows(now, behind(40))).toEqual(behind(31));
    expect(fewerRows(now, behind(31))).toEqual(behind(28));
    expect(keptRows(now, behind(200))).toEqual(behind(44));
    const few = { from: must.from - 28, to: must.to + 28 };
    expect(fewerRows(now, few)).toBe(few);
  });

  it('draws every row of a scroll in its frame, and few cells if the rows are many; the frame after it takes over a part', () => {
    fc.assert(
      fc.property(
        seen,
        drawnBefore,
        fc.double({ min: 0.05, max: 3, noNaN: true }),
        fc.boolean(),
        fc.boolean(),
        (now, before, rowMs, isDown, mayReuse) => {
          const pace = new RowPace();
          for (let frame = 0; frame < 50; frame++) pace.took(1 + rowMs * 4, 4, 0);
          const must = drawnRows(now);
          const added = rowsOf(must).filter(
            (row) => row < before.drawn.from || row >= before.drawn.to,
          ).length;
          const first = rowsOfScroll(now, before, pace, mayReuse);
          const cells = [...first.whole].filter((row) => !before.whole.has(row)).length;
          expect(rowsOf(must).filter((row) => row < first.drawn.from || row >= first.drawn.to)).toEqual([]);
          expect(cells).toBeLessThanOrEqual(pace.rows);
          // A short scroll draws all at once.
          const left = rowsOf(must).filter((row) => !first.whole.has(row)).length;
          expect(added > pace.rows || before.whole.size < rowsOf(before.drawn).length || left === 0).toBe(
            true,
          );
          expect(added <= 16 || cells <= Math.max(1, pace.rows - 3)).toBe(true);
          expect(left === 0 || cells > 0).toBe(true);

          const second = rowsAfterScroll(now, first, pace, isDown, mayReuse);
          expect(addedRows(first.drawn, second.drawn)).toBeLessThanOrEqual(4);
          expect(addedRows(second.drawn, first.drawn)).toBeLessThanOrEqual(18);
          const more = [...second.whole].filter((row) => !first.whole.has(row));
          expect(more).toHaveLength(Math.min(left, pace.rows));
          expect(
            [...first.whole].filter(
              (row) => row >= second.drawn.from && row < second.drawn.to && !second.whole.has(row),
            ),
          ).toEqual([]);
        },
      ),
    );
  });

  it('a scroll makes new elements only if more rows must be drawn than before; one that goes on makes none', () => {
    fc.assert(
      fc.property(seen, drawnBefore, fc.boolean(), (now, before, isDown) => {
        const keys = ({ elements }: DrawnRows): readonly number[] => elements.map(({ key }) => key);
        const first = rowsOfScroll(now, before, new RowPace(), true);
        const missing = rowsOf(drawnRows(now)).length - before.elements.length;
        expect(madeFor(before, first)).toBeLessThanOrEqual(Math.max(0, missing));
        const second = rowsAfterScroll(now, first, new RowPace(), isDown, true);
        for (const { drawn, elements } of [first, second])
          expect(sorted(elements.map(({ row }) => row))).toEqual(rowsOf(drawn));
        // In the same places of the document, too.
        const kept = new Set(keys(second));
        expect(keys(second).filter((key) => keys(first).includes(key))).toEqual(
          keys(first).filter((key) => kept.has(key)),
        );
      }),
    );
    const at = (row: number): RowPlace => ({
      rowCount: 4000,
      base: 0,
      heights: usual,
      top: row * ROW_HEIGHT,
      height: 26 * ROW_HEIGHT,
    });
    const { from, to } = drawnRows(at(1000));
    const near = { from: from - 28, to: to + 28 };
    let last: DrawnRows = { drawn: near, whole: new Set(rowsOf(near)), elements: withRows([], near) };
    const ways = [...Array.from({ length: 30 }, () => 17), ...Array.from({ length: 40 }, () => -17)];
    let row = 1000;
    for (const way of ways) {
      row += way;
      const next = rowsOfScroll(at(row), last, new RowPace(), true);
      const ahead = rowsAfterScroll(at(row), next, new RowPace(), way > 0, true);
      expect([madeFor(last, next), madeFor(next, ahead)]).toEqual([0, 0]);
      last = ahead;
      // A slower turn of the wheel: frames in between have nothing else to do.
      for (let frame = 0; frame < 2; frame++) {
        const all = { ...last, whole: new Set(rowsOf(last.drawn)) };
        const rest = rowsAtRest(at(row), all, way > 0, true);
        expect(rest === undefined ? 0 : madeFor(last, rest)).toBe(0);
        last = rest ?? last;
      }
    }
    // Those out of sight cost a little in every frame.
    expect(last.elements.length).toBeLessThanOrEqual(to - from + 32);
  });

  it('draws fewer rows in a frame if they take long, and more if they do not, within bounds', () => {
    const pace = new RowPace();
    const after = (ms: number, rows: number, lines = 0): number => {
      for (let frame = 0; frame < 50; frame++) pace.took(ms, rows, lines);
      return pace.rows;
    };
    expect(after(50, 4)).toBe(2);
    expect(after(1.9, 4)).toBe(4);
    // Lines take time too.
    expect(after(1.9, 1, 12)).toBe(4);
    expect(after(0, 4)).toBe(16);
    // Nothing was drawn.
    expect(after(1000, 0)).toBe(16);
    expect([0, 16, 17, 60].map((added) => pace.rowsOf(added))).toEqual([16, 16, 11, 1]);
    expect(after(50, 4)).toBe(2);
    expect([2, 3, 40].map((added) => pace.rowsOf(added))).toEqual([2, 1, 1]);
  });

  it('draws fewer rows in a frame if they have many cells, but never fewer than two', () => {
    const pace = new RowPace();
    for (let frame = 0; frame < 50; frame++) pace.took(0, 4, 0);
    const rowsWith = (columns: number): number => {
      pace.hasCells(columns);
      return pace.rows;
    };
    expect([0, 1, 2, 4, 5, 10, 11, 15, 16, 240].map(rowsWith)).toEqual([16, 16, 15, 7, 6, 3, 2, 2, 2, 2]);
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
