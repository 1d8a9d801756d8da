import { countText, numberText, shareText } from '../words.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { phrase } from './phrase.ts';
import { hotFront } from './hotFront.ts';
import { hotRows } from './hotRows.ts';
import { confidenceOf } from './statistics.ts';

const ADVICE =
  'Split the partition: add a part to its key that spreads writes, such as a prefix or a time bucket.';
const LEAST_ROWS = 200;
/** Partitions of a time are many, and those of a busy minute larger: below this share none is a burden. */
const LEAST_SHARE = 0.08;

/** Where the map's rows are not partitions: the largest one among the rows that were read. */
function largestOf(view: DiagnosisView): readonly Finding[] {
  const { partitions } = view.facts;
  const hot = partitions?.hot;
  if (partitions === undefined || hot === undefined || partitions.rows < LEAST_ROWS) return [];
  const { count, rows, largest, largestRows } = partitions;
  if (largestRows < rows * LEAST_SHARE) return [];
  return [
    {
      id: 'hot-partition',
      title: `Hot partition ${largest}`,
      sentence: phrase`Partition ${largest} holds ${shareText(largestRows / rows)} of ${countText(rows)} rows, ${numberText(hot.times)} times the median of ${countText(count)} partitions.`,
      confidence: confidenceOf(hot.lnP, 1),
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
  isBlind: ({ facts, rowsAre }) => facts.partitions === undefined && rowsAre !== 'partition',
  find: (view) => {
    const front = hotFront(view);
    if (front.length > 0) return front;
    return view.rowsAre === 'partition' && view.labels.length > 1
      ? hotRows(view, { id: 'hot-partition', title: 'Hot partition', advice: ADVICE })
      : largestOf(view);
  },
};
