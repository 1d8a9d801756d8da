import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTED, WAITING, emptyGrid } from '../../core/keyspace/map/cellGrid.ts';
import { viewCells } from './viewCells.ts';
import { clampViewport, wholeViewport } from './viewport.ts';

const shape = (rowCount: number, columnCount: number) =>
  emptyGrid({ rowCount, columnCount, from: 0n, bucketTicks: 1n }, COUNTED);

describe('viewCells', () => {
  it('has an entry for each cell if there is room', () => {
    const grid = shape(3, 4);
    const levels = Uint8Array.from({ length: 12 }, (_, at) => at);
    const cells = viewCells(
      grid,
      levels,
      { rows: { from: 0.5, to: 2 }, columns: { from: 1, to: 3.2 } },
      100,
      100,
    );
    expect([cells.rows, cells.columns]).toEqual([2, 3]);
    expect(cells.span).toEqual({ rows: { from: 0, to: 2 }, columns: { from: 1, to: 4 } });
    expect([...cells.levels]).toEqual([1, 2, 3, 5, 6, 7]);
  });

  it('never loses a single hot or unread cell between pixels', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 4, max: 300 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(),
        fc.nat(),
        (rowCount, columnCount, pixelRows, pixelColumns, hot, unread) => {
          const grid = shape(rowCount, columnCount);
          const levels = new Uint8Array(rowCount * columnCount);
          levels[hot % levels.length] = 255;
          grid.states[unread % levels.length] = WAITING;
          const cells = viewCells(grid, levels, wholeViewport(grid), pixelRows, pixelColumns);
          expect(cells.levels.filter((level) => level === 255)).toHaveLength(1);
          expect(cells.states.filter((state) => state === WAITING)).toHaveLength(1);
          expect(cells.rows).toBeLessThanOrEqual(Math.max(pixelRows, 1));
          expect(cells.columns).toBeLessThanOrEqual(Math.max(pixelColumns, 1));
        },
      ),
    );
  });

  it('keeps each cell at its position, in any part of the map', () => {
    const grid = shape(2000, 1000);
    const levels = new Uint8Array(2_000_000);
    levels[1234 * 1000 + 567] = 9;
    const viewport = clampViewport(
      { rows: { from: 1000.3, to: 1900.7 }, columns: { from: 500, to: 999 } },
      grid,
    );
    const cells = viewCells(grid, levels, viewport, 300, 200);
    const at = cells.levels.indexOf(9);
    const row = Math.floor(at / cells.columns);
    const column = at % cells.columns;
    const { rows, columns } = cells.span;
    expect(Math.abs(rows.from + ((row + 0.5) * (rows.to - rows.from)) / cells.rows - 1234.5)).toBeLessThan(
      3.1,
    );
    expect(
      Math.abs(columns.from + ((column + 0.5) * (columns.to - columns.from)) / cells.columns - 567.5),
    ).toBeLessThan(2.6);
  });
});
