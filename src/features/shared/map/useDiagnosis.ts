import { useEffect, useMemo, useState } from 'react';
import type { Diagnosis, DiagnosisScope } from '../../../core/keyspace/diagnosis/diagnose.ts';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { CellGrid } from '../../../core/keyspace/map/cellGrid.ts';
import { useServices } from '../services.tsx';
import { useStore } from '../useStore.ts';
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
  const { grid, judged = grid, labels, whole, diagnosis, findings: known, hasSharedRow } = data ?? NO_MAP;
  const isWhole = grid !== undefined && reaches(grid, whole);
  const input = useMemo(() => {
    if (!isWhole || judged === undefined || known !== undefined || typeof diagnosis === 'string')
      return undefined;
    return {
      ...(hasSharedRow === true ? withoutLast(judged, labels) : { grid: judged, labels }),
      ...diagnosis,
    };
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

const NO_MAP = {
  grid: undefined,
  judged: undefined,
  labels: [],
  whole: { from: 0n, to: 0n },
  diagnosis: '',
  findings: undefined,
  hasSharedRow: false,
} as const;

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
      errors: errors?.subarray(0, end),
    },
    labels: labels.slice(0, rowCount),
  };
}
