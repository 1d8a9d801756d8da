import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorAt, cursorCell, moveCursor } from './mapCursor.ts';
import { wholeViewport, zoomAt } from './viewport.ts';

const MINUTE = 600_000_000n;
const grid = { rowCount: 10, columnCount: 300, from: 1000n * MINUTE, bucketTicks: 5n * MINUTE };

describe('the keyboard cursor', () => {
  it('starts at the first cell in sight', () => {
    expect(cursorCell(grid, wholeViewport(grid), undefined)).toEqual({ row: 0, column: 0 });
    const part = { rows: { from: 3, to: 6 }, columns: { from: 20.5, to: 60 } };
    expect(cursorCell(grid, part, undefined)).toEqual({ row: 3, column: 21 });
  });

  it('stays at its time when columns become finer, so that zooming at it keeps it visible', () => {
    const place = cursorAt(grid, { row: 4, column: 145 });
    // Zooms in six times, each time with the finer columns that such a zoom causes.
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

  it('moves into the area that the pointer zoomed to, and not the other way round', () => {
    const place = cursorAt(grid, { row: 0, column: 0 });
    const brushed = { rows: { from: 0, to: 10 }, columns: { from: 200, to: 240 } };
    expect(cursorCell(grid, brushed, place)).toEqual({ row: 0, column: 220 });
    const empty = { ...grid, columnCount: 0 };
    expect(cursorCell(empty, wholeViewport(empty), place).column).toBe(0);
  });
});

const SIZE = { rowCount: 100, columnCount: 120 };
const KEYS = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'PageUp',
  'PageDown',
  'Home',
  'End',
] as const;

describe('moveCursor', () => {
  it.each([
    ['ArrowLeft', 30, 59],
    ['ArrowRight', 30, 61],
    ['ArrowUp', 29, 60],
    ['ArrowDown', 31, 60],
    ['PageUp', 30, 50],
    ['PageDown', 30, 70],
    ['Home', 30, 0],
    ['End', 30, 119],
  ])('%s from row 30, column 60 goes to row %d, column %d', (key, row, column) => {
    expect(moveCursor({ row: 30, column: 60 }, key, SIZE)).toEqual({ row, column });
  });

  it('stays within the map, whatever keys are pressed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...KEYS)),
        fc.record({ rowCount: fc.integer({ min: 1, max: 5 }), columnCount: fc.integer({ min: 1, max: 15 }) }),
        (keys, size) => {
          let cell = { row: 0, column: 0 };
          for (const key of keys) {
            cell = moveCursor(cell, key, size) ?? { row: -1, column: -1 };
            expect(cell.row).toBeGreaterThanOrEqual(0);
            expect(cell.row).toBeLessThan(size.rowCount);
            expect(cell.column).toBeGreaterThanOrEqual(0);
            expect(cell.column).toBeLessThan(size.columnCount);
          }
        },
      ),
    );
  });

  it('leaves other keys alone', () => {
    for (const key of ['a', 'Enter', 'Tab', 'Escape', ' '])
      expect(moveCursor({ row: 0, column: 0 }, key, SIZE)).toBeUndefined();
  });
});
