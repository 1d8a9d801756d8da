import { countText, shareText } from '../words.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { hotRows } from './hotRows.ts';

const ADVICE =
  'Split the partition: add a part to its key that spreads writes, such as a prefix or a time bucket.';
const LEAST_PARTITIONS = 5;
const LEAST_ROWS = 1000;
const LEAST_SHARE = 0.08;
const LEAST_TIMES = 12;

/** Where the map's rows are not partitions: the largest one among the rows that were read. */
function largestOf(view: DiagnosisView): readonly Finding[] {
  const { partitions } = view.facts;
  if (partitions === undefined || partitions.count < LEAST_PARTITIONS || partitions.rows < LEAST_ROWS)
    return [];
  const { count, rows, largest, largestRows } = partitions;
  const times = (largestRows * (count - 1)) / Math.max(1, rows - largestRows);
  if (largestRows < rows * LEAST_SHARE || times < LEAST_TIMES) return [];
  return [
    {
      id: 'hot-partition',
      title: `Hot partition ${largest}`,
      sentence: `Partition ${largest} holds ${shareText(largestRows / rows)} of ${countText(rows)} rows; the other ${countText(count - 1)} hold ${countText((rows - largestRows) / (count - 1))} each on average.`,
      confidence: 0.85,
      severity: 'fault',
      cells: [],
      advice: ADVICE,
    },
  ];
}

/** A partition near its target, or far above all others. */
export const hotPartition: DiagnosisRule = {
  id: 'hot-partition',
  title: 'Hot partition',
  find: (view) =>
    view.rowsAre === 'partition' && view.labels.length > 1
      ? hotRows(view, { id: 'hot-partition', title: 'Hot partition', advice: ADVICE })
      : largestOf(view),
};
