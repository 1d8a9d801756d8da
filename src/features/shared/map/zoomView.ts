import { useMemo } from 'react';
import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import type { FindingCells } from '../../../core/keyspace/diagnosis/finding.ts';
import { type CellGrid, type CellWindow, columnsTime } from '../../../core/keyspace/map/cellGrid.ts';
import { type Interval, clampTicks } from '../../../core/time/ticks.ts';
import type { MapSection } from '../../../state/keyspace/keyspaceStore.ts';
import { viewportTime } from '../../../ui/cellmap/mapGeometry.ts';
import { clampViewport, isWhole, type Viewport, wholeViewport } from '../../../ui/cellmap/viewport.ts';

type GridTime = Pick<CellGrid, 'from' | 'bucketTicks' | 'rowCount' | 'columnCount'>;

/** The column at a time, with its fraction. Differences below a billionth of the grid are lost. */
function columnOf(grid: GridTime, ticks: bigint): number {
  return Number(ticks - grid.from) / Number(grid.bucketTicks);
}

/** The visible part of this grid for a zoom from the address. A finer grid shows the same time. */
export function viewportOfZoom(grid: GridTime, zoom: MapSection | undefined): Viewport {
  if (zoom === undefined) return wholeViewport(grid);
  return clampViewport(
    {
      rows: { from: zoom.rowFrom, to: zoom.rowTo },
      columns: { from: columnOf(grid, zoom.from), to: columnOf(grid, zoom.to) },
    },
    grid,
  );
}

/**
 * The part of a zoom that lies within the time of the source; undefined if it does not overlap that time or begins below the last row. An
 * address may hold the zoom of another day.
 */
export function zoomInto(
  whole: TickSpan,
  rowCount: number,
  zoom: MapSection | undefined,
): MapSection | undefined {
  if (zoom === undefined || zoom.from >= whole.to || zoom.to <= whole.from || zoom.rowFrom >= rowCount)
    return undefined;
  return {
    ...zoom,
    from: zoom.from < whole.from ? whole.from : zoom.from,
    to: zoom.to > whole.to ? whole.to : zoom.to,
  };
}

/** The zoom for the address; undefined if the whole map is visible. Rows are rounded to whole ones. */
export function zoomOfViewport(grid: GridTime, viewport: Viewport): MapSection | undefined {
  if (isWhole(viewport, grid)) return undefined;
  return {
    ...viewportTime(grid, viewport.columns),
    rowFrom: Math.max(0, Math.floor(viewport.rows.from + 0.25)),
    rowTo: Math.max(1, Math.ceil(viewport.rows.to - 0.25)),
  };
}

/** The cells of this grid that a part of the map overlaps; undefined if there are none. */
export function cellsOfSection(grid: GridTime, part: MapSection): CellWindow | undefined {
  const rows = { from: Math.min(part.rowFrom, grid.rowCount), to: Math.min(part.rowTo, grid.rowCount) };
  const columns = {
    from: Math.max(0, Math.floor(columnOf(grid, part.from) + 1e-9)),
    to: Math.min(grid.columnCount, Math.ceil(columnOf(grid, part.to) - 1e-9)),
  };
  return rows.from < rows.to && columns.from < columns.to ? { rows, columns } : undefined;
}

/** The rectangles of this grid that a finding is about, one for each run of adjacent rows. */
export function cellsOfFinding(grid: GridTime, { rows, from, to }: FindingCells): readonly CellWindow[] {
  const runs: { rowFrom: number; rowTo: number }[] = [];
  for (const row of rows ?? []) {
    const last = runs.at(-1);
    if (last?.rowTo === row) last.rowTo = row + 1;
    else runs.push({ rowFrom: row, rowTo: row + 1 });
  }
  if (rows === undefined) runs.push({ rowFrom: 0, rowTo: grid.rowCount });
  return runs.flatMap((run) => cellsOfSection(grid, { from, to, ...run }) ?? []);
}

/** The rows of a map that findings name. Findings about all rows name none; if every row is named, the result is empty, too. */
export function rowsOfFindings(
  findings: readonly { readonly cells: readonly FindingCells[] }[],
  rowCount: number,
): readonly number[] {
  const rows = new Set(findings.flatMap(({ cells }) => cells.flatMap(({ rows: own }) => own ?? [])));
  const known = [...rows].filter((row) => row < rowCount);
  return known.length === rowCount ? [] : known.toSorted((a, b) => a - b);
}

export function sectionOfCells(grid: GridTime, { rows, columns }: CellWindow): MapSection {
  return { ...columnsTime(grid, columns), rowFrom: rows.from, rowTo: rows.to };
}

/** Finer columns are counted if the zoom shows less than this share of the whole time. */
const FINER_BELOW = 0.3;

/**
 * The window to count for a zoom. It extends beyond both sides of the zoom by at least its length, so that moving does not reach the edge
 * at once. If the zoom shows much of the whole window, that is counted.
 */
export function countedWindow(whole: TickSpan, zoom: MapSection | undefined): TickSpan {
  if (zoom === undefined || zoom.from >= whole.to || zoom.to <= whole.from) return whole;
  const span = zoom.to - zoom.from;
  if (Number(span) > Number(whole.to - whole.from) * FINER_BELOW) return whole;
  // The start is a multiple of the zoom's length, so that moving by a pixel does not cause a new count.
  const from = ((zoom.from - whole.from) / span) * span + whole.from - span;
  const to = from + 4n * span;
  return { from: from < whole.from ? whole.from : from, to: to > whole.to ? whole.to : to };
}

/** `countedWindow`, within the times that exist, as the same object while it is the same. */
export function useCountedWindow(
  whole: TickSpan | undefined,
  zoom: MapSection | undefined,
): Interval | undefined {
  const counted = whole && countedWindow(whole, zoom);
  const from = counted && clampTicks(counted.from);
  const to = counted && clampTicks(counted.to);
  return useMemo(() => (from === undefined || to === undefined ? undefined : { from, to }), [from, to]);
}
