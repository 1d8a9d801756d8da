import { timeBuckets } from '../../entities/order/timeBuckets.ts';
import {
  type CellGrid,
  columnsOfTime,
  COUNTED,
  ESTIMATED,
  FAILED,
  READING,
  WAITING,
} from '../map/cellGrid.ts';
import { LiveGrid } from '../map/liveGrid.ts';
import type { DensityCell, ProbePicture } from './probeTypes.ts';

/** What cells of one width tell about the cells of a grid. */
class Layer {
  readonly coverage: Float64Array;
  readonly rows: Float64Array;
  readonly variance: Float64Array;
  readonly isCount: Uint8Array;

  constructor(size: number) {
    this.coverage = new Float64Array(size);
    this.rows = new Float64Array(size);
    this.variance = new Float64Array(size);
    this.isCount = new Uint8Array(size).fill(1);
  }

  /** Adds the overlap of a probe cell and a grid cell. A part of a cell is an estimate, unless the cell is empty. */
  add(at: number, cell: DensityCell, overlap: number): void {
    const share = overlap / Number(cell.to - cell.from);
    this.coverage[at] = (this.coverage[at] as number) + overlap;
    this.rows[at] = (this.rows[at] as number) + cell.rows * share;
    const isPart = share < 1 && cell.rows > 0;
    // The rows may all be in this part of the cell, or none of them.
    const own = (cell.standardError * share) ** 2 + (isPart ? cell.rows ** 2 * share * (1 - share) : 0);
    this.variance[at] = (this.variance[at] as number) + own;
    if (!cell.isCount || isPart) this.isCount[at] = 0;
  }
}

function overlapOf(cell: DensityCell, from: bigint, to: bigint): number {
  const start = cell.from > from ? cell.from : from;
  const end = cell.to < to ? cell.to : to;
  return Number(end - start);
}

/**
 * The probe's knowledge as grid cells: one row per group, at most `columns` columns (the same ones that a look at the window
 * requests). Finer cells are summed. If only coarser cells are known, their rows are spread evenly, as estimates with a large
 * error.
 */
export function probeGrid(
  picture: ProbePicture,
  window: { readonly from: bigint; readonly to: bigint },
  columns: number,
): CellGrid {
  const buckets = timeBuckets(window, columns);
  const live = new LiveGrid(
    {
      rowCount: picture.groups.length,
      columnCount: buckets.bucketCount,
      from: buckets.from,
      bucketTicks: buckets.bucketTicks,
    },
    WAITING,
  );
  const { grid } = live;
  for (const { group, isFailed, ...time } of picture.pending) {
    live.setState(
      { rows: { from: group, to: group + 1 }, columns: columnsOfTime(grid, time) },
      isFailed ? FAILED : READING,
    );
  }
  const widths = [...new Set(picture.cells.map((cell) => cell.to - cell.from))].sort((a, b) =>
    a < b ? -1 : 1,
  );
  const settled = new Uint8Array(grid.counts.length);
  const partial = new Float64Array(grid.counts.length);
  for (const width of widths) {
    const layer = layerOf(grid, picture.cells, width);
    settle(live, layer, settled);
    for (const [at, rows] of layer.rows.entries()) partial[at] = Math.max(partial[at] ?? 0, rows);
  }
  showPartial(live, partial, settled);
  return live.grid;
}

/**
 * Cells that are only partly known, as at the edge of a SAS range: their count is a lower bound, whatever the state of the rest.
 */
function showPartial(live: LiveGrid, partial: Float64Array, settled: Uint8Array): void {
  const { columnCount, states } = live.grid;
  for (const [at, rows] of partial.entries()) {
    if (settled[at] === 1 || rows === 0) continue;
    const state = states[at] === FAILED ? FAILED : states[at] === READING ? READING : WAITING;
    live.setCell(Math.floor(at / columnCount), at % columnCount, rows, state);
  }
}

function layerOf(grid: CellGrid, cells: readonly DensityCell[], width: bigint): Layer {
  const layer = new Layer(grid.counts.length);
  for (const cell of cells) {
    if (cell.to - cell.from !== width) continue;
    const columns = columnsOfTime(grid, cell);
    for (let column = columns.from; column < columns.to; column++) {
      const from = grid.from + BigInt(column) * grid.bucketTicks;
      layer.add(cell.group * grid.columnCount + column, cell, overlapOf(cell, from, from + grid.bucketTicks));
    }
  }
  return layer;
}

function settle(live: LiveGrid, layer: Layer, settled: Uint8Array): void {
  const { bucketTicks, columnCount } = live.grid;
  for (let at = 0; at < settled.length; at++) {
    if (settled[at] === 1 || (layer.coverage[at] as number) < Number(bucketTicks)) continue;
    settled[at] = 1;
    const error = Math.sqrt(layer.variance[at] as number);
    const state = layer.isCount[at] === 1 ? COUNTED : ESTIMATED;
    live.setCell(Math.floor(at / columnCount), at % columnCount, layer.rows[at] as number, state, error);
  }
}
