import { useMemo, useState } from 'react';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { MapSection } from '../../../state/keyspace/keyspaceStore.ts';
import { useServices } from '../../shared/services.tsx';
import type { MapData } from '../../shared/map/mapData.ts';
import { useDiagnosis } from '../../shared/map/useDiagnosis.ts';
import { cellsOfFinding } from '../../shared/map/zoomView.ts';

/** Whether cells of a finding lie outside of a part of the map. */
function liesOutside({ cells }: Finding, part: MapSection): boolean {
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
