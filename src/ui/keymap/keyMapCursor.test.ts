import { describe, expect, it } from 'vitest';
import { cursorAt, cursorCell } from './keyMapCursor.ts';
import { wholeViewport, zoomAt } from './viewport.ts';

const MINUTE = 600_000_000n;
const grid = { rowCount: 10, columnCount: 300, from: 1000n * MINUTE, bucketTicks: 5n * MINUTE };

describe('cursor of the keyboard', () => {
  it('starts at the first cell in sight', () => {
    expect(cursorCell(grid, wholeViewport(grid), undefined)).toEqual({ row: 0, column: 0 });
    const part = { rows: { from: 3, to: 6 }, columns: { from: 20.5, to: 60 } };
    expect(cursorCell(grid, part, undefined)).toEqual({ row: 3, column: 21 });
  });

  it('stays at its time when columns become finer, so that a zoom about it keeps it in sight', () => {
    const place = cursorAt(grid, { row: 4, column: 145 });
    // The time in sight, zoomed in on six times, each time on columns as fine as a zoom counts them.
    let finer = grid;
    let viewport = wholeViewport(grid);
    for (let presses = 0; presses < 6; presses++) {
      const cell = cursorCell(finer, viewport, place);
      const at = { row: cell.row + 0.5, column: cell.column + 0.5 };
      viewport = zoomAt(viewport, finer, at, { row: 1.5, column: 1.5 });
      finer = { ...finer, columnCount: finer.columnCount * 2, bucketTicks: finer.bucketTicks / 2n };
      const { rows, columns } = viewport;
      viewport = { rows, columns: { from: columns.from * 2, to: columns.to * 2 } };
    }
    const cell = cursorCell(finer, viewport, place);
    expect(cell.row).toBe(4);
    const from = finer.from + BigInt(cell.column) * finer.bucketTicks;
    expect(from <= place.ticks && from + finer.bucketTicks > place.ticks).toBe(true);
    expect(cell.column >= viewport.columns.from && cell.column < viewport.columns.to).toBe(true);
  });

  it('comes into what the pointer has zoomed to, and not the other way round', () => {
    const place = cursorAt(grid, { row: 0, column: 0 });
    const brushed = { rows: { from: 0, to: 10 }, columns: { from: 200, to: 240 } };
    expect(cursorCell(grid, brushed, place)).toEqual({ row: 0, column: 220 });
    const empty = { ...grid, columnCount: 0 };
    expect(cursorCell(empty, wholeViewport(empty), place).column).toBe(0);
  });
});
