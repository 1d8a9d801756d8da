import type { DiagnosisInput } from '../diagnosis/finding.ts';
import { sumOf } from '../diagnosis/statistics.ts';
import type { CellGrid } from '../map/cellGrid.ts';
import { partitionTargetOf } from '../target.ts';
import type { ModelLayout } from './layout.ts';
import type { ModelInput } from './modelTypes.ts';

/** The facts about a model that the diagnosis needs besides its cells. */
export function modelFacts(
  input: ModelInput,
  layout: ModelLayout,
  grid: CellGrid,
  stored: number,
): Pick<DiagnosisInput, 'rowsAre' | 'facts'> {
  const { labels, rowsAre, timeSource, front } = layout;
  const totals = labels.map((_, row) =>
    sumOf(grid.counts.subarray(row * grid.columnCount, (row + 1) * grid.columnCount)),
  );
  const count = layout.partitionsOf(stored, totals.filter((total) => total > 0).length);
  const most = Math.max(0, ...totals);
  const areNamed = input.scheme === 'hash' || input.scheme === 'partition per writer';
  return {
    rowsAre,
    facts: {
      timeSource,
      front,
      reads: 'every partition',
      roundingTicks: input.roundingTicks,
      partitionTargetPerSecond: partitionTargetOf(input),
      partitions:
        count === 0
          ? undefined
          : {
              count,
              rows: stored,
              largestRows: areNamed ? most : Math.ceil(stored / count),
              largest: areNamed ? (labels[totals.indexOf(most)] ?? '') : '',
            },
    },
  };
}
