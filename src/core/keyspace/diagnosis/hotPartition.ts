import { countText, numberText, shareText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { phrase } from './phrase.ts';
import { hotFront } from './hotFront.ts';
import { hotRows } from './hotRows.ts';
import { confidenceOf } from './statistics.ts';
import { findingsOf, isNearTarget, meanRate } from './view.ts';

const ADVICE = 'Split the partition: add to its key what spreads writes, such as a prefix or a time bucket.';
const LEAST_ROWS = 200;
/** Partitions by time are many, and a busy minute makes a larger one: below this share of all rows none is a problem. */
const LEAST_SHARE = 0.08;

/** The largest partition among the entities read, if the rows of the map are not partitions. */
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
      confidence: confidenceOf(hot.lnP),
      ...(isNearTarget(view, meanRate(view, largestRows))
        ? { severity: 'fault', advice: ADVICE }
        : {
            severity: 'note',
            advice:
              'Its load is far below the target of one partition: its key can stay. Check what writes to it.',
          }),
      cells: [],
    },
  ];
}

/** Reports a partition near its target, or far above all others. */
export const hotPartition: DiagnosisRule = {
  title: 'Hot partition',
  lacks: 'partitions were not counted',
  isBlind: ({ facts, rowsAre }) => facts.partitions === undefined && rowsAre !== 'partition',
  find: (view) => {
    if (findingsOf(hotFront, view).length > 0) return [];
    return view.rowsAre === 'partition' && view.labels.length > 1
      ? hotRows(view, { id: 'hot-partition', title: 'Hot partition', advice: ADVICE })
      : largestOf(view);
  },
};
