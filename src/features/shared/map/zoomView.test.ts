import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellsOfSection,
  countedWindow,
  sectionOfCells,
  rowsOfFindings,
  viewportOfZoom,
  zoomInto,
  zoomOfViewport,
} from './zoomView.ts';

const grid = { rowCount: 100, columnCount: 600, from: 1_000_000n, bucketTicks: 600_000_000n };

describe('zoom', () => {
  it('of the address shows the same part again, to whole rows and a tick', () => {
    fc.assert(
      fc.property(
        fc.nat(90),
        fc.integer({ min: 1, max: 10 }),
        fc.nat(500),
        fc.integer({ min: 4, max: 99 }),
        (row, rows, column, columns) => {
          const viewport = {
            rows: { from: row, to: row + rows },
            columns: { from: column + 0.25, to: column + columns + 0.5 },
          };
          const zoom = zoomOfViewport(grid, viewport);
          const back = viewportOfZoom(grid, zoom);
          expect(back.rows).toEqual(viewport.rows);
          expect(back.columns.from).toBeCloseTo(viewport.columns.from, 6);
          expect(back.columns.to).toBeCloseTo(viewport.columns.to, 6);
        },
      ),
    );
    expect(zoomOfViewport(grid, viewportOfZoom(grid, undefined))).toBeUndefined();
  });

  it('selected cells are found again, also on a grid of finer columns', () => {
    const cells = { rows: { from: 3, to: 5 }, columns: { from: 100, to: 110 } };
    const part = sectionOfCells(grid, cells);
    expect(cellsOfSection(grid, part)).toEqual(cells);
    const finer = { ...grid, from: part.from, bucketTicks: 60_000_000n };
    expect(cellsOfSection(finer, part)).toEqual({ rows: cells.rows, columns: { from: 0, to: 100 } });
    expect(cellsOfSection({ ...grid, from: part.to }, part)).toBeUndefined();
  });
});

describe('counted window', () => {
  const whole = { from: 0n, to: 1_000_000n };

  it('is the whole one until the zoom is close, then holds the zoom with room beside it', () => {
    expect(countedWindow(whole, undefined)).toBe(whole);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 999_000n }),
        fc.bigInt({ min: 10n, max: 1000n }),
        (from, span) => {
          const zoom = { from, to: from + span, rowFrom: 0, rowTo: 1 };
          const counted = countedWindow(whole, zoom);
          expect(counted.from <= zoom.from && counted.to >= zoom.to).toBe(true);
          expect(counted.from >= whole.from && counted.to <= whole.to).toBe(true);
          expect(counted.to - counted.from).toBeLessThanOrEqual(4n * span);
        },
      ),
    );
  });

  it('is the whole one where the zoom is of another time: a map of no column shows nothing and says nothing', () => {
    const later = { from: 1_000_000n, to: 1_000_010n, rowFrom: 0, rowTo: 1 };
    for (const zoom of [later, { ...later, from: -50n, to: 0n }]) {
      expect(countedWindow(whole, zoom)).toBe(whole);
      expect(zoomInto(whole, 9, zoom)).toBeUndefined();
    }
    const inside = { ...later, from: 999_990n };
    expect(zoomInto(whole, 9, inside)).toEqual({ ...inside, to: whole.to });
    expect(zoomInto(whole, 9, { ...inside, rowFrom: 9, rowTo: 12 })).toBeUndefined();
    expect(zoomInto(whole, 9, undefined)).toBeUndefined();
  });
});

describe('rows with a finding', () => {
  const about = (...cells: readonly (readonly number[] | undefined)[]) => ({
    cells: cells.map((rows) => ({ from: 0n, to: 1n, ...(rows !== undefined && { rows }) })),
  });

  it('are marked once each, in order, if the map has them', () => {
    expect(rowsOfFindings([about([7, 3]), about([3], [1, 12])], 10)).toEqual([1, 3, 7]);
  });

  it('are none where a finding is about all rows: that tells no row from another', () => {
    expect(rowsOfFindings([about(undefined)], 3)).toEqual([]);
    expect(rowsOfFindings([about([0, 1, 2])], 3)).toEqual([]);
  });
});
