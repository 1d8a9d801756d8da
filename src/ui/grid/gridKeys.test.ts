import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GridKey } from './gridKeys.ts';
import { boxOf, gridAction, HEADER_ROW, moveCursor } from './gridKeys.ts';

const size = { rows: 1000, columns: 5, pageRows: 20 };
const at = { row: 100, column: 2 };

function press(key: string, change: Partial<GridKey> = {}): GridKey {
  return { key, isCtrl: false, isShift: false, isAlt: false, ...change };
}

describe('W', () => {
  it('wraps texts from a cell and from a header, and alone', () => {
    for (const row of [HEADER_ROW, 100])
      for (const key of ['w', 'W'])
        expect(gridAction(press(key), { ...at, row }, size)).toEqual({ kind: 'toggleWrap' });
    expect(gridAction(press('w', { isCtrl: true }), at, size)).toBeUndefined();
  });
});

describe('moveCursor', () => {
  it.each([
    ['ArrowUp', false, { row: 99, column: 2 }],
    ['ArrowDown', false, { row: 101, column: 2 }],
    ['ArrowLeft', false, { row: 100, column: 1 }],
    ['ArrowRight', false, { row: 100, column: 3 }],
    ['PageUp', false, { row: 80, column: 2 }],
    ['PageDown', false, { row: 120, column: 2 }],
    ['Home', false, { row: 100, column: 0 }],
    ['End', false, { row: 100, column: 4 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 999, column: 4 }],
    ['ArrowUp', true, { row: 0, column: 2 }],
    ['ArrowDown', true, { row: 999, column: 2 }],
  ] as const)('%s (Ctrl %s)', (key, isCtrl, expected) => {
    expect(moveCursor(key, isCtrl, at, size)).toEqual(expected);
  });

  it('reaches the header from the first row, and comes back', () => {
    expect(moveCursor('ArrowUp', false, { row: 0, column: 1 }, size)).toEqual({ row: HEADER_ROW, column: 1 });
    expect(moveCursor('ArrowDown', false, { row: HEADER_ROW, column: 1 }, size)).toEqual({
      row: 0,
      column: 1,
    });
  });

  it('stops at the first row where a page would go past it', () => {
    expect(moveCursor('PageUp', false, { row: 3, column: 1 }, size)).toEqual({ row: 0, column: 1 });
  });

  it('stays inside, also in a grid without rows', () => {
    const keys = fc.constantFrom(
      ...'ArrowUp ArrowDown ArrowLeft ArrowRight PageUp PageDown Home End'.split(' '),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(keys, fc.boolean())),
        fc.nat(30),
        fc.integer({ min: 1, max: 6 }),
        (walk, rows, columns) => {
          let cursor = { row: rows === 0 ? HEADER_ROW : 0, column: 0 };
          for (const [key, isCtrl] of walk) {
            cursor = moveCursor(key, isCtrl, cursor, { rows, columns, pageRows: 7 }) ?? cursor;
            expect(cursor.row).toBeGreaterThanOrEqual(HEADER_ROW);
            expect(cursor.row).toBeLessThan(Math.max(rows, 0));
            expect(cursor.column).toBeGreaterThanOrEqual(0);
            expect(cursor.column).toBeLessThan(columns);
          }
        },
      ),
    );
  });
});

describe('gridAction', () => {
  const header = { row: HEADER_ROW, column: 3 };

  it('copies, opens and sorts', () => {
    expect(gridAction(press('c', { isCtrl: true }), at, size)).toEqual({ kind: 'copy' });
    expect(gridAction(press('Enter'), at, size)).toEqual({ kind: 'open' });
    expect(gridAction(press('Enter'), header, size)).toEqual({ kind: 'sort', adds: false });
    expect(gridAction(press('+', { isShift: true }), header, size)).toEqual({
      kind: 'sort',
      adds: true,
    });
  });

  it('filters by a cell, or a column from its header, never with a modifier', () => {
    expect(gridAction(press('f'), at, size)).toEqual({ kind: 'filter', excludes: false });
    expect(gridAction(press('x'), at, size)).toEqual({ kind: 'filter', excludes: true });
    expect(gridAction(press('f'), header, size)).toEqual({ kind: 'filterColumn' });
    expect(gridAction(press('x'), header, size)).toBeUndefined();
    for (const where of [at, header])
      expect(gridAction(press('f', { isCtrl: true }), where, size)).toBeUndefined();
  });

  it('leaves Ctrl+Enter and Shift+Enter to whoever runs the query', () => {
    expect(gridAction(press('Enter', { isCtrl: true }), at, size)).toBeUndefined();
    expect(gridAction(press('Enter', { isShift: true }), at, size)).toBeUndefined();
  });

  it('resizes from the header only', () => {
    expect(gridAction(press('ArrowRight', { isShift: true }), header, size)).toEqual({
      kind: 'resize',
      byPx: 16,
    });
  });

  it('selects cells: a range by Shift, a row by Shift+Space, all by Ctrl+A; never into the header', () => {
    const shift = { isShift: true };
    expect(gridAction(press('ArrowRight', shift), at, size)).toEqual({
      kind: 'extend',
      to: { row: at.row, column: at.column + 1 },
    });
    expect(gridAction(press('End', { isShift: true, isCtrl: true }), at, size)).toEqual({
      kind: 'extend',
      to: { row: size.rows - 1, column: size.columns - 1 },
    });
    expect(gridAction(press('ArrowUp', shift), { row: 0, column: 2 }, size)).toEqual({
      kind: 'extend',
      to: { row: 0, column: 2 },
    });
    expect(gridAction(press(' ', shift), at, size)).toEqual({ kind: 'selectRow' });
    expect(gridAction(press('a', { isCtrl: true }), at, size)).toEqual({ kind: 'selectAll' });
    expect(gridAction(press('a', { isCtrl: true }), header, size)).toBeUndefined();
    expect(
      boxOf({ anchor: { row: 5, column: 3 }, end: { row: 2, column: 9 } }, { rows: 4, columns: 8 }),
    ).toEqual({
      fromRow: 2,
      toRow: 4,
      fromColumn: 3,
      toColumn: 8,
    });
    const gone = { anchor: { row: 5, column: 0 }, end: { row: 6, column: 0 } };
    expect(boxOf(gone, { rows: 4, columns: 8 })).toBeUndefined();
  });

  it('moves a column by one place, from the header', () => {
    const keys = { isShift: true, isCtrl: true };
    expect(gridAction(press('ArrowRight', keys), header, size)).toEqual({
      kind: 'moveColumn',
      by: 1,
    });
    expect(gridAction(press('ArrowLeft', keys), header, size)).toEqual({
      kind: 'moveColumn',
      by: -1,
    });
  });

  it('leaves letters, Tab, Escape and all Alt combinations alone', () => {
    for (const key of ['a', 'c', 'Tab', 'Escape', ' '])
      expect(gridAction(press(key), at, size)).toBeUndefined();
    expect(gridAction(press('ArrowLeft', { isAlt: true }), at, size)).toBeUndefined();
  });
});
