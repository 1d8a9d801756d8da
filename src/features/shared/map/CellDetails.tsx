import type { ReactNode } from 'react';
import type { CellWindow } from '../../../core/keyspace/map/cellGrid.ts';
import { heatScale } from '../../../core/keyspace/map/scale.ts';
import { CellFacts } from '../../../ui/cellmap/CellFacts.tsx';
import { cellFacts, cellLines } from '../../../ui/cellmap/cellWords.ts';
import { useServices } from '../services.tsx';
import { useStore } from '../useStore.ts';
import { useZone } from '../useZone.ts';
import { addressOfForm, formOfCells, keyFacts } from './cellQuery.ts';
import type { MapData } from './mapData.ts';

/** What a cell holds, its keys, and the query that reads it. */
export function CellDetails({
  data,
  cells,
}: {
  readonly data: MapData;
  readonly cells: CellWindow;
}): ReactNode {
  const { query, nowMs } = useServices();
  const { timeZone } = useZone();
  const form = formOfCells(data, cells, useStore(query));
  const { grid, labels, rowName = 'Prefix', targetPerSecond } = data;
  const scale = heatScale({
    basis: 'max',
    max: 1,
    bucketTicks: grid.bucketTicks,
    ...(targetPerSecond !== undefined && { targetPerSecond }),
  });
  const lines = cellLines(cellFacts(grid, labels, cells, scale), rowName, timeZone);
  return (
    <CellFacts
      content={{
        facts: [...lines, ...(form === undefined ? [] : keyFacts(form, nowMs()))],
        ...(form !== undefined && { link: { text: 'Query this cell', href: addressOfForm(form) } }),
      }}
    />
  );
}
