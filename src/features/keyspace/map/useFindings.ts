import { useMemo, useState } from 'react';
import { type DiagnosisScope, diagnose, diagnosisScope } from '../../../core/keyspace/diagnosis/diagnose.ts';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { CellGrid } from '../../../core/keyspace/map/cellGrid.ts';
import type { KeyspacePart } from '../../../state/keyspace/keyspaceStore.ts';
import { useServices } from '../../shared/services.tsx';
import type { MapData } from './mapData.ts';
import { cellsOfFinding } from './zoomView.ts';

/** What the rules said, and of what. */
interface Diagnosed {
  readonly findings: readonly Finding[] | string;
  readonly scope?: DiagnosisScope;
}

/**
 * What the rules find in all the time of the source; in words: why there are none. A zoom counts a part in finer columns: the
 * findings of the whole stay.
 */
function useDiagnosis({
  grid,
  labels,
  whole,
  diagnosis,
  findings: known,
  hasSharedRow = false,
}: MapData): Diagnosed {
  const end = grid.from + BigInt(grid.columnCount) * grid.bucketTicks;
  const isWhole = grid.from <= whole.from && end >= whole.to;
  const found = useMemo(() => {
    if (known !== undefined || !isWhole || typeof diagnosis === 'string') return undefined;
    const input = { ...(hasSharedRow ? withoutLast(grid, labels) : { grid, labels }), ...diagnosis };
    return { findings: diagnose(input), scope: diagnosisScope(input) };
  }, [known, isWhole, diagnosis, grid, labels, hasSharedRow]);
  const [kept, setKept] = useState(found);
  if (found !== undefined && found !== kept) setKept(found);
  if (known !== undefined) return { findings: known };
  if (typeof diagnosis === 'string') return { findings: diagnosis };
  return found ?? kept ?? { findings: 'of all the time: show all' };
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

/** Whether cells of a finding lie outside of a part of the map. */
function liesOutside({ cells }: Finding, part: KeyspacePart): boolean {
  return cells.some(
    ({ rows, from, to }) =>
      from < part.from || to > part.to || (rows ?? []).some((row) => row < part.rowFrom || row >= part.rowTo),
  );
}

/** The findings, and the cells of the one that is pressed: a press brings them into view. */
export function useFindings(data: MapData) {
  const { grid } = data;
  const { keyspace } = useServices();
  const { findings, scope } = useDiagnosis(data);
  const [lit, setLit] = useState<Finding>();
  const onLight = (finding: Finding | undefined) => {
    setLit(finding);
    const { zoom } = keyspace.get();
    if (finding !== undefined && zoom !== undefined && liesOutside(finding, zoom))
      keyspace.zoomTo(undefined, true);
  };
  const highlights = useMemo(
    () => (lit === undefined ? [] : lit.cells.flatMap((cells) => cellsOfFinding(grid, cells))),
    [lit, grid],
  );
  return { findings, scope, lit, setLit: onLight, highlights };
}
