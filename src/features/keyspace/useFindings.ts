import { useMemo, useState } from 'react';
import { diagnose } from '../../core/keyspace/diagnosis/diagnose.ts';
import type { Finding } from '../../core/keyspace/diagnosis/finding.ts';
import type { CellGrid } from '../../core/keyspace/map/cellGrid.ts';
import type { MapData } from './mapData.ts';
import { cellsOfFinding } from './zoomView.ts';

/**
 * What the rules find in all the time of the source; in words: why there are none. A zoom counts a part in finer columns: the
 * findings of the whole stay.
 */
function useWords({
  grid,
  labels,
  whole,
  diagnosis,
  findings: known,
  hasSharedRow = false,
}: MapData): readonly Finding[] | string {
  const end = grid.from + BigInt(grid.columnCount) * grid.bucketTicks;
  const isWhole = grid.from <= whole.from && end >= whole.to;
  const found = useMemo(
    () =>
      known === undefined && isWhole && typeof diagnosis !== 'string'
        ? diagnose({ ...(hasSharedRow ? withoutLast(grid, labels) : { grid, labels }), ...diagnosis })
        : undefined,
    [known, isWhole, diagnosis, grid, labels, hasSharedRow],
  );
  const [kept, setKept] = useState(found);
  if (found !== undefined && found !== kept) setKept(found);
  if (known !== undefined) return known;
  if (typeof diagnosis === 'string') return diagnosis;
  return found ?? kept ?? 'of all the time: show all';
}

function withoutLast(grid: CellGrid, labels: readonly string[]) {
  const rowCount = grid.rowCount - 1;
  const end = rowCount * grid.columnCount;
  const { errors, ...cells } = grid;
  return {
    grid: {
      ...cells,
      rowCount,
      counts: grid.counts.subarray(0, end),
      states: grid.states.subarray(0, end),
      ...(errors !== undefined && { errors: errors.subarray(0, end) }),
    },
    labels: labels.slice(0, rowCount),
  };
}

/** The findings, and the cells of the one that is pressed. */
export function useFindings(data: MapData) {
  const { grid } = data;
  const findings = useWords(data);
  const [lit, setLit] = useState<Finding>();
  const highlights = useMemo(
    () => (lit === undefined ? [] : lit.cells.flatMap((cells) => cellsOfFinding(grid, cells))),
    [lit, grid],
  );
  return { findings, lit, setLit, highlights };
}
