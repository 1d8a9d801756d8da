import { useEffect, useMemo, useState } from 'react';
import type { Diagnosis, DiagnosisScope } from '../../../core/keyspace/diagnosis/diagnose.ts';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { type CellGrid, cutGrid, wholeGrid } from '../../../core/keyspace/map/cellGrid.ts';
import { useServices, useStore } from '../services.tsx';
import type { MapData } from './mapData.ts';

/** What the rules found, and what they covered. */
export interface Diagnosed {
  /** A text says why there are none. */
  readonly findings: readonly Finding[] | string;
  readonly scope?: DiagnosisScope;
}

/**
 * The findings about the whole time of a map, computed in a worker; a text says why there are none. A zoom counts a part in finer columns,
 * and keeps the findings of the whole. Without a map there are none.
 */
export function useDiagnosis(data: MapData | undefined): Diagnosed {
  const { findings } = useServices();
  const {
    grid,
    judged = grid,
    labels,
    diagnosis,
    findings: known,
    hasSharedRow,
  }: Partial<MapData> = data ?? {};
  const isWhole = data !== undefined && reaches(data.grid, data.whole);
  const input = useMemo(() => {
    if (!isWhole || judged === undefined || labels === undefined || known !== undefined) return undefined;
    if (diagnosis === undefined || typeof diagnosis === 'string') return undefined;
    const { rows, columns } = wholeGrid(judged);
    const own = { from: 0, to: hasSharedRow === true ? rows.to - 1 : rows.to };
    return { grid: cutGrid(judged, { rows: own, columns }), labels: labels.slice(0, own.to), ...diagnosis };
  }, [isWhole, judged, labels, known, diagnosis, hasSharedRow]);
  useEffect(() => {
    if (input !== undefined) findings.ask(input);
  }, [findings, input]);
  const { question, answer, fault } = useStore(findings);
  const found = input !== undefined && question === input ? answer : undefined;
  const [kept, setKept] = useState<Diagnosis>();
  if (found !== undefined && found !== kept) setKept(found);
  if (data === undefined) return { findings: 'no map' };
  if (known !== undefined) return { findings: known };
  if (typeof diagnosis === 'string') return { findings: diagnosis };
  if (found !== undefined) return found;
  if (input === undefined) return kept ?? { findings: 'only for the whole map: choose Show all' };
  return { findings: fault ?? 'looking at the rows' };
}

/** Whether a grid covers the whole time. */
function reaches(grid: CellGrid, whole: MapData['whole']): boolean {
  const end = grid.from + BigInt(grid.columnCount) * grid.bucketTicks;
  return grid.from <= whole.from && end >= whole.to;
}
