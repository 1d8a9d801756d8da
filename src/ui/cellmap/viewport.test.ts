import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampViewport,
  isWhole,
  type MapSize,
  panBy,
  reveal,
  type Viewport,
  wholeViewport,
  zoomAt,
} from './viewport.ts';

const sizes = fc.record({
  rowCount: fc.integer({ min: 1, max: 2000 }),
  columnCount: fc.integer({ min: 1, max: 4000 }),
});
const spans = fc.tuple(
  fc.double({ min: -5000, max: 5000, noNaN: true }),
  fc.double({ min: 0, max: 5000, noNaN: true }),
);
const viewports = fc.tuple(spans, spans).map(
  ([[row, rows], [column, columns]]): Viewport => ({
    rows: { from: row, to: row + rows },
    columns: { from: column, to: column + columns },
  }),
);

function expectInside({ rows, columns }: Viewport, size: MapSize): void {
  for (const [span, count] of [
    [rows, size.rowCount],
    [columns, size.columnCount],
  ] as const) {
    expect(span.from).toBeGreaterThanOrEqual(0);
    expect(span.to).toBeLessThanOrEqual(count + 1e-9);
    expect(span.to - span.from).toBeGreaterThan(0);
  }
}

describe('viewport', () => {
  it('stays within the map, however it is zoomed and panned', () => {
    fc.assert(
      fc.property(
        sizes,
        viewports,
        viewports,
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        (size, one, other, factor) => {
          const clamped = clampViewport(one, size);
          expect(clamped.rows.to).toBeLessThanOrEqual(size.rowCount + 1e-9);
          expectInside(clamped, size);
          const at = { row: clamped.rows.from, column: clamped.columns.to };
          expectInside(zoomAt(clamped, size, at, { row: factor, column: 1 / factor }), size);
          expectInside(panBy(clamped, size, { row: other.rows.from, column: other.columns.from }), size);
        },
      ),
    );
  });

  it('keeps the point under the pointer in place while there is room', () => {
    const size = { rowCount: 100, columnCount: 1000 };
    const closer = zoomAt(wholeViewport(size), size, { row: 25, column: 900 }, { row: 2, column: 4 });
    expect(closer.rows).toEqual({ from: 12.5, to: 62.5 });
    expect(closer.columns).toEqual({ from: 675, to: 925 });
    expect(isWhole(closer, size)).toBe(false);
    expect(isWhole(zoomAt(closer, size, { row: 25, column: 900 }, { row: 0.1, column: 0.1 }), size)).toBe(
      true,
    );
  });

  it('shows at least one row and four columns', () => {
    const size = { rowCount: 100, columnCount: 1000 };
    const closest = zoomAt(wholeViewport(size), size, { row: 50, column: 500 }, { row: 1e9, column: 1e9 });
    expect(closest.rows.to - closest.rows.from).toBeCloseTo(1);
    expect(closest.columns.to - closest.columns.from).toBeCloseTo(4);
  });

  it('moves just far enough to show a cell', () => {
    const size = { rowCount: 100, columnCount: 1000 };
    const part = { rows: { from: 10, to: 20 }, columns: { from: 100, to: 200 } };
    expect(reveal(part, size, { row: 15, column: 150 })).toEqual(part);
    expect(reveal(part, size, { row: 20, column: 99 })).toEqual({
      rows: { from: 11, to: 21 },
      columns: { from: 99, to: 199 },
    });
  });
});
