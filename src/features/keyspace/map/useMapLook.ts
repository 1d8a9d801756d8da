import { useMemo } from 'react';
import { type CellGrid, wholeGrid } from '../../../core/keyspace/map/cellGrid.ts';
import { marginals } from '../../../core/keyspace/map/marginals.ts';
import { heatScale } from '../../../core/keyspace/map/heatScale.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import type { KeyspaceLook } from '../../../state/keyspace/keyspaceStore.ts';
import type { MapData } from '../../shared/map/mapData.ts';
import { viewportOfZoom, zoomInto } from '../../shared/map/zoomView.ts';

/** The highest cell. A row that combines many labels is left out, if there are others. */
function highestCell(grid: CellGrid, hasSharedRow: boolean): number {
  const { rows, columns } = wholeGrid(grid);
  const own = hasSharedRow
    ? marginals(grid, { rows: { from: 0, to: Math.max(0, rows.to - 1) }, columns }).max
    : 0;
  return own > 0 ? own : marginals(grid, { rows, columns }).max;
}

/** The visible part of a map, its sums and its colours, each computed only when it changes. */
export function useMapLook(
  {
    grid,
    whole,
    hasSharedRow = false,
    targetPerSecond,
    topPerSecond = 0,
  }: Pick<MapData, 'grid' | 'whole' | 'hasSharedRow' | 'targetPerSecond' | 'topPerSecond'>,
  { zoom: wanted, basis, brightness }: KeyspaceLook,
) {
  const zoom = useMemo(() => zoomInto(whole, grid.rowCount, wanted), [whole, grid.rowCount, wanted]);
  const viewport = useMemo(() => viewportOfZoom(grid, zoom), [grid, zoom]);
  const sums = useMemo(
    () => marginals(grid, { rows: viewport.rows, columns: viewport.columns }),
    [grid, viewport],
  );
  const max = useMemo(() => highestCell(grid, hasSharedRow), [grid, hasSharedRow]);
  const top = Math.max(max, (topPerSecond * Number(grid.bucketTicks)) / Number(TICKS_PER_SECOND));
  const scale = useMemo(
    () =>
      heatScale({
        basis,
        max: top,
        bucketTicks: grid.bucketTicks,
        brightness,
        targetPerSecond,
      }),
    [basis, top, grid.bucketTicks, brightness, targetPerSecond],
  );
  const inSight = { ...(zoom ?? whole), isAll: zoom === undefined };
  /** `isElsewhere`: the address zooms to cells that this map does not have. */
  return { viewport, inSight, sums, scale, max, isElsewhere: wanted !== undefined && zoom === undefined };
}
