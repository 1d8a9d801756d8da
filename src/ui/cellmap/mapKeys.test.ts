import { describe, expect, it } from 'vitest';
import { COUNTED, emptyGrid } from '../../core/keyspace/map/cellGrid.ts';
import { heatScale } from '../../core/keyspace/map/heatScale.ts';
import type { ChooseProps, ExploreProps, MapView } from './cellMapProps.ts';
import { actOn, type KeyContext, cursorAt, cursorCell, moveCursor } from './mapKeys.ts';
import { wholeViewport, zoomAt } from './viewport.ts';
import fc from 'fast-check';

const MINUTE = 600_000_000n;
const grid = emptyGrid({ rowCount: 2, columnCount: 6, from: 0n, bucketTicks: MINUTE }, COUNTED);
const map: MapView = {
  grid,
  labels: ['0', '1'],
  separator: '',
  scale: heatScale({ basis: 'max', max: 1, bucketTicks: MINUTE }),
  timeZone: undefined,
  zoneName: 'UTC',
  summary: '',
  viewport: wholeViewport(grid),
};
const cell = { rows: { from: 1, to: 2 }, columns: { from: 3, to: 4 } };

/** Presses keys on a map; returns which were taken, and what was done and said meanwhile. */
function press(
  keys: readonly string[],
  purpose: 'choose' | 'explore',
  more: Partial<Omit<ExploreProps, 'purpose'>> = {},
  state: Partial<KeyContext> = {},
) {
  const done: unknown[] = [];
  const props = {
    ...map,
    onPin: (cells: unknown) => done.push('pin', cells),
    onTake: (cells: unknown, leavesOut: boolean) => done.push(leavesOut ? 'leave out' : 'take', cells),
    onViewport: (view: unknown) => done.push('view', view),
    onBack: () => done.push('back'),
    ...more,
    purpose,
  } as ChooseProps | ExploreProps;
  const context = {
    cursor: { row: 1, column: 3 },
    framed: undefined,
    isEmpty: false,
    setCursor: () => undefined,
    onShown: () => done.push('shown'),
    say: (words: string) => done.push(words),
    ...state,
  };
  return { taken: keys.filter((key) => actOn(key, props, context)), done };
}

it('on a map that only chooses, keys that zoom say that it does not, and are left to the page', () => {
  const { taken, done } = press(['+', '=', '-', 'r', 'Backspace', 'Delete', 'z'], 'choose');
  expect([taken, new Set(done)]).toEqual([[], new Set([expect.stringMatching(/does not zoom/)])]);
  expect(press(['Escape', 'q'], 'choose')).toEqual({ taken: [], done: [] });
});

it('Enter opens the details of the cell under the cursor; F and X take its rows or leave them out', () => {
  for (const purpose of ['choose', 'explore'] as const) {
    expect(press(['Enter', 'F', 'x'], purpose)).toEqual({
      taken: ['Enter', 'F', 'x'],
      done: [
        'pin',
        cell,
        expect.stringMatching(/details of the cell are open/),
        'take',
        cell,
        'leave out',
        cell,
      ],
    });
    const none = { onPin: undefined, onTake: undefined };
    expect(press(['Enter', 'f', 'x'], purpose, none)).toEqual({ taken: [], done: [] });
    expect(press(['Enter', 'f', 'x'], purpose, {}, { isEmpty: true })).toEqual({ taken: [], done: [] });
    expect(press(['f'], purpose, {}, { framed: map.viewport }).done).toEqual(['take', map.viewport]);
  }
});

it('when exploring, each key that moves the view announces what is visible, even at the edge', () => {
  const closer = zoomAt(map.viewport, grid, { row: 1.5, column: 3.5 }, { row: 1.5, column: 1.5 });
  expect(press(['+', '='], 'explore').done).toEqual(['view', closer, 'shown', 'view', closer, 'shown']);
  expect(press(['-', 'r'], 'explore').done).toEqual([
    'view',
    map.viewport,
    'shown',
    'view',
    map.viewport,
    'shown',
  ]);
  expect(press(['Backspace', 'Delete'], 'explore').done).toEqual(['back', 'shown', 'back', 'shown']);
  expect(press(['Z'], 'explore', { selection: cell }).done).toEqual(['view', cell, 'shown']);
  expect(press(['Z'], 'explore')).toEqual({
    taken: ['Z'],
    done: [expect.stringMatching(/Nothing is selected/)],
  });
  // On a map without cells, only the keys that lead back out of it work.
  expect(press(['+', 'z', 'r', 'Backspace'], 'explore', {}, { isEmpty: true }).taken).toEqual([
    'r',
    'Backspace',
  ]);
});

it('Escape is left to the details pane, which may show more than the map knows; without details it says so', () => {
  for (const open of [{ pinned: cell }, { selection: cell }])
    expect(press(['Escape'], 'explore', open)).toEqual({ taken: [], done: [] });
  expect(press(['Escape'], 'explore', {}, { isEmpty: true }).done).toEqual([]);
  expect(press(['Escape'], 'explore')).toEqual({ taken: [], done: ['No details are open.'] });
});

const WIDE = { rowCount: 10, columnCount: 300, from: 1000n * MINUTE, bucketTicks: 5n * MINUTE };

describe('the keyboard cursor', () => {
  it('starts at the first cell in sight', () => {
    expect(cursorCell(WIDE, wholeViewport(WIDE), undefined)).toEqual({ row: 0, column: 0 });
    const part = { rows: { from: 3, to: 6 }, columns: { from: 20.5, to: 60 } };
    expect(cursorCell(WIDE, part, undefined)).toEqual({ row: 3, column: 21 });
  });

  it('stays at its time when columns become finer, so that zooming at it keeps it visible', () => {
    const place = cursorAt(WIDE, { row: 4, column: 145 });
    // Zooms in six times, each time with the finer columns that such a zoom causes.
    let finer = WIDE;
    let viewport = wholeViewport(WIDE);
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
    const place = cursorAt(WIDE, { row: 0, column: 0 });
    const brushed = { rows: { from: 0, to: 10 }, columns: { from: 200, to: 240 } };
    expect(cursorCell(WIDE, brushed, place)).toEqual({ row: 0, column: 220 });
    const empty = { ...WIDE, columnCount: 0 };
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
