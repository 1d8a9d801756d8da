import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveHeatCursor } from './useHeatCursor.ts';

const SIZE = { rows: 100, columns: 120 };
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

describe('moveHeatCursor', () => {
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
    expect(moveHeatCursor({ row: 30, column: 60 }, key, SIZE)).toEqual({ row, column });
  });

  it('stays in the map, whatever keys are pressed in it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...KEYS)),
        fc.record({ rows: fc.integer({ min: 1, max: 5 }), columns: fc.integer({ min: 1, max: 15 }) }),
        (keys, size) => {
          let cell = { row: 0, column: 0 };
          for (const key of keys) {
            cell = moveHeatCursor(cell, key, size) ?? { row: -1, column: -1 };
            expect(cell.row).toBeGreaterThanOrEqual(0);
            expect(cell.row).toBeLessThan(size.rows);
            expect(cell.column).toBeGreaterThanOrEqual(0);
            expect(cell.column).toBeLessThan(size.columns);
          }
        },
      ),
    );
  });

  it('leaves other keys alone', () => {
    for (const key of ['a', 'Enter', 'Tab', 'Escape', ' '])
      expect(moveHeatCursor({ row: 0, column: 0 }, key, SIZE)).toBeUndefined();
  });
});
