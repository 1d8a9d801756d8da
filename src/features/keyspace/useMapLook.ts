import { useMemo } from 'react';
import { type CellGrid, wholeGrid } from '../../core/keyspace/map/cellGrid.ts';
import { marginals } from '../../core/keyspace/map/marginals.ts';
import { heatScale } from '../../core/keyspace/map/scale.ts';
import type { KeyspaceLook } from '../../state/keyspaceStore.ts';
import { viewportOfZoom } from './zoomView.ts';

/** What is in sight of a grid, its sums, and its colours; each worked out anew only when it changes. */
export function useMapLook(grid: CellGrid, { zoom, basis, brightness }: KeyspaceLook) {
  const viewport = useMemo(() => viewportOfZoom(grid, zoom), [grid, zoom]);
  const sums = useMemo(
    () => marginals(grid, { rows: viewport.rows, columns: viewport.columns }),
    [grid, viewport],
  );
  const { max } = useMemo(() => marginals(grid, wholeGrid(grid)), [grid]);
  const scale = useMemo(
    () => heatScale({ basis, max, bucketTicks: grid.bucketTicks, brightness }),
    [basis, max, grid.bucketTicks, brightness],
  );
  return { viewport, sums, scale };
}
