import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import type { DiagnosisInput } from '../diagnosis/finding.ts';
import { sumOf } from '../diagnosis/statistics.ts';
import type { CellGrid } from '../map/cellGrid.ts';
import type { ModelLayout } from './layout.ts';
import { partitionTargetOf } from './modelTargets.ts';
import type { ModelInput } from './modelTypes.ts';

/** Number of distinct PartitionKeys that a design writes. With exact ticks or GUIDs, one per row. */
function partitionCount(input: ModelInput, used: number, stored: number): number {
  switch (input.scheme) {
    case 'guid':
      return stored;
    case 'hash':
      return Math.min(stored, input.prefixes);
    case 'partition per writer':
      return Math.min(stored, input.writers);
    default: {
      if (input.roundingTicks <= 1n) return stored;
      const roundingSeconds = Number(input.roundingTicks) / TICKS_PER_SECOND_F64;
      const times = Math.ceil(input.durationSeconds / roundingSeconds);
      return Math.min(stored, times * (input.scheme === 'prefixed ticks' ? used : 1));
    }
  }
}

function timeSourceOf(input: ModelInput): 'partition' | 'row' {
  const isInPartition = input.scheme.endsWith('ticks');
  return isInPartition ? 'partition' : 'row';
}

function frontOf(input: ModelInput): 'upper' | 'lower' | 'none' {
  if (input.scheme === 'ticks') return 'upper';
  if (input.scheme === 'inverted ticks') return 'lower';
  return 'none';
}

/** The facts about a model that the diagnosis needs besides its cells. */
export function modelFacts(
  input: ModelInput,
  layout: ModelLayout,
  grid: CellGrid,
  stored: number,
): Pick<DiagnosisInput, 'rowsAre' | 'facts'> {
  const totals = layout.labels.map((_, row) =>
    sumOf(grid.counts.subarray(row * grid.columnCount, (row + 1) * grid.columnCount)),
  );
  const used = totals.filter((total) => total > 0).length;
  const count = partitionCount(input, used, stored);
  const areNamed = input.scheme === 'hash' || input.scheme === 'partition per writer';
  const largest = totals.indexOf(Math.max(0, ...totals));
  return {
    rowsAre: layout.rowsAre,
    facts: {
      timeSource: timeSourceOf(input),
      front: frontOf(input),
      reads: 'every partition',
      roundingTicks: input.roundingTicks,
      partitionTargetPerSecond: partitionTargetOf(input),
      ...(count === 0
        ? {}
        : {
            partitions: {
              count,
              rows: stored,
              largestRows: areNamed ? (totals[largest] ?? 0) : Math.ceil(stored / count),
              largest: areNamed ? (layout.labels[largest] ?? '') : '',
            },
          }),
    },
  };
}
